"""Rows of a diff laid out as text: what went is struck out, what came is underlined."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PySide6.QtGui import QBrush, QFont, QTextCharFormat, QTextLayout, QTextOption

from inspector.analysis.differences import Kind, Piece
from inspector.gui.kit.diff_rows import Row
from inspector.gui.kit.theme import current_theme, font

_LINE_END = "\u2028"
_KEPT = 400

Marks = Mapping[int, Sequence[tuple[int, int, int, QTextCharFormat]]]
"""What is marked besides, by row: side, start and length in UTF-16 units, and how."""


class Layouts:
    """Lays out sides of rows when they are looked at, and keeps the newest ones.

    Args:
        rows: all rows.
        theme: the colours.
        width: of one side, in pixels.
        is_inline: whether both sides stand in one text.
        text_font: of all text; None for the application's.
        spacing: from line to line, in heights of the font.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        width: float,
        *,
        is_inline: bool,
        text_font: QFont | None = None,
        spacing: float = 1.2,
    ) -> None:
        self._rows = rows
        self._width = max(width, 40.0)
        self._is_inline = is_inline
        self._font: QFont = text_font or font(12)
        self._spacing = spacing
        self.marks: Marks = {}
        self._looks = {Kind.REMOVED: _removed(), Kind.ADDED: _added()}
        self._lone = _lone()
        self.sides = lru_cache(maxsize=_KEPT)(self._sides)

    def show_marks(self, marks: Marks) -> None:
        """Mark other places from now on."""
        if marks or self.marks:
            self.marks = marks
            self.sides.cache_clear()

    def _sides(self, number: int) -> tuple[QTextLayout, ...]:
        row = self._rows[number]
        kinds = (None,) if self._is_inline else (Kind.ADDED, Kind.REMOVED)
        sides = tuple(self._laid_out(row.side(without)) for without in kinds)
        for index, side in enumerate(sides if number in self.marks else ()):
            formats = side.formats()
            for at, start, length, found in self.marks[number]:
                if at == index:
                    mark = QTextLayout.FormatRange()
                    mark.start, mark.length, mark.format = start, length, found
                    formats.append(mark)
            side.setFormats(formats)
        return sides

    def height(self, number: int) -> float:
        """Height of a row's higher side."""
        return max(side.boundingRect().height() for side in self.sides(number))

    def _laid_out(self, pieces: Sequence[Piece]) -> QTextLayout:
        words = "".join(piece.text for piece in pieces)
        layout = QTextLayout(words.replace("\r\n", " \n").replace("\n", _LINE_END), self._font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats(pieces))
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            position = line.position()
            position.setY(top)
            line.setPosition(position)
            top += line.height() * self._spacing
        layout.endLayout()
        return layout

    def _formats(self, pieces: Sequence[Piece]) -> list[QTextLayout.FormatRange]:
        found: list[QTextLayout.FormatRange] = []
        at = 0
        is_lone = not self._is_inline and all(
            one.kind is Kind.REMOVED for one in pieces if one.text
        )
        for piece in pieces:
            length = len(piece.text) + sum(letter > "\uffff" for letter in piece.text)
            if piece.kind is not Kind.SAME:
                style = QTextLayout.FormatRange()
                style.start, style.length = at, length
                style.format = self._lone if is_lone else self._looks[piece.kind]
                found.append(style)
            at += length
        return found


def _removed() -> QTextCharFormat:
    theme = current_theme()
    style = QTextCharFormat()
    style.setBackground(QBrush(theme.removed_background))
    style.setForeground(QBrush(theme.error))
    style.setFontStrikeOut(True)
    return style


def _lone() -> QTextCharFormat:
    """What went as a whole reads as it was: the empty side beside it says that it went."""
    style = QTextCharFormat()
    style.setBackground(QBrush(current_theme().removed_background))
    return style


def _added() -> QTextCharFormat:
    theme = current_theme()
    style = QTextCharFormat()
    style.setBackground(QBrush(theme.added_background))
    style.setForeground(QBrush(theme.text))
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    style.setUnderlineColor(theme.verdict_in)
    return style
