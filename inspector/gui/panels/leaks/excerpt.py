"""The lines of the block around a leak, with the phrases that tell marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.core.injection import Bucket, Injection, Line
from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.text import plain
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font, scaled
from inspector.gui.panels.leaks.columns import LeakRow
from inspector.gui.tables.cells import draw_line
from inspector.gui.tables.word_marks import fitted
from inspector.language import _
from inspector.systems import slot_name

_HEAD_PX, _ROW_PX, _ROWS = 24, 17, 6
_NUMBER, _SIGN_PX, _TOKENS, _STRIPE_PX, _TEXT = 28, 42, 74, 82, 92
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """A line of the block.

    Attributes:
        number: in its slot, from 1.
        text: what it says.
        tokens: what it costs.
        bucket: where it stands; None outside of all.
        phrase: what its reader cannot know, in code points; None where it can.
    """

    number: int
    text: str
    tokens: int
    bucket: Bucket | None
    phrase: tuple[int, int] | None


def lines_around(
    number: int, injection: Injection, leaks: Sequence[LeakRow]
) -> Sequence[ExcerptLine]:
    """The few lines around one.

    Args:
        number: of the line, from 1.
        injection: the slot.
        leaks: all of them, those of other slots included.
    """
    every: list[tuple[Bucket | None, Line]] = []
    for section in injection.sections:
        every.extend((section.bucket, line) for line in section.lines)
    first = max(0, min(number - 2, len(every) - _ROWS))
    lines = enumerate(every[first : first + _ROWS], start=first + 1)
    phrases = {
        one.leak.line: one.text[slice(*one.phrase)]
        for one in leaks
        if one.leak.slot == injection.key and first < one.leak.line <= first + _ROWS
    }
    return [_excerpt_line(at, line, bucket, phrases.get(at, "")) for at, (bucket, line) in lines]


def _excerpt_line(number: int, line: Line, bucket: Bucket | None, phrase: str) -> ExcerptLine:
    at = line.text.find(phrase) if phrase else -1
    span = (at, at + len(phrase)) if at >= 0 else (0, len(line.text)) if phrase else None
    return ExcerptLine(number, line.text, line.tokens, bucket, span)


class Excerpt(Themed, QWidget):
    """Paints a few lines, the one of the current leak among them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[ExcerptLine] = ()
        self._current = 0
        self._title = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("In the block"))

    @property
    def lines(self) -> Sequence[ExcerptLine]:
        """What is shown."""
        return self._lines

    def show_leak(
        self, row: LeakRow | None, rows: Sequence[LeakRow], injections: Mapping[str, Injection]
    ) -> None:
        """Show the lines around a leak.

        Args:
            row: the leak; None for none.
            rows: all leaks, which are marked too.
            injections: every slot of the prompt by its key.
        """
        slot = None if row is None else injections.get(row.leak.slot)
        self._lines = ()
        if row is not None and slot is not None:
            self._current, self._title = row.leak.line, slot_name(slot.key)
            self._lines = lines_around(self._current, slot, rows)
        self.setAccessibleDescription("\n".join(one.text for one in self._lines))
        self.updateGeometry()
        self.update()

    @override
    def restyle(self) -> None:
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        rows = len(self._lines)
        return QSize(0, scaled(_HEAD_PX) + rows * scaled(_ROW_PX) + scaled(4) if rows else 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._lines:
            return
        theme, painter = current_theme(), QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        head = QRect(0, 0, self.width(), scaled(_HEAD_PX))
        painter.fillRect(head, theme.alt)
        painter.fillRect(QRect(0, head.bottom(), self.width(), 1), theme.line)
        inner = head.adjusted(scaled(12), 0, -scaled(12), 0)
        painter.setFont(font(11, bold=True))
        painter.setPen(theme.text)
        painter.drawText(inner, _MIDDLE, self._title)
        used = painter.fontMetrics().horizontalAdvance(self._title) + scaled(8)
        painter.setFont(font(11, tabular=True))
        painter.setPen(theme.text_2)
        words = _("lines {first} to {last}").format(
            first=self._lines[0].number, last=self._lines[-1].number
        )
        painter.drawText(inner.adjusted(used, 0, 0, 0), _MIDDLE, words)
        for row, line in enumerate(self._lines):
            top = scaled(_HEAD_PX) + 2 + row * scaled(_ROW_PX)
            self._paint_line(painter, line, QRect(0, top, self.width(), scaled(_ROW_PX)))
        painter.end()

    def _paint_line(self, painter: QPainter, line: ExcerptLine, room: QRect) -> None:
        theme = current_theme()
        colours = None if line.bucket is None else theme.bucket(line.bucket)
        is_current = line.number == self._current
        stripe = QRect(scaled(_STRIPE_PX), room.top(), scaled(3), room.height())
        if is_current:
            painter.fillRect(room, theme.selection)
            painter.fillRect(QRect(0, room.top(), 2, room.height()), theme.accent)
        elif colours is not None:
            painter.fillRect(room.adjusted(stripe.left(), 0, 0, 0), colours.tint)
        painter.fillRect(stripe, theme.other_lines if colours is None else colours.strong)
        painter.setFont(font(10.5, bold=is_current, tabular=True))
        for right, value, colour in (
            (_NUMBER, line.number, theme.text_3),
            (_TOKENS, line.tokens, theme.text_2),
        ):
            painter.setPen(theme.text if is_current else colour)
            painter.drawText(
                QRect(0, room.top(), scaled(right), room.height()), _AT_RIGHT, plain(value)
            )
        if line.phrase is not None:
            centre = QPointF(scaled(_SIGN_PX), QRectF(room).center().y())
            draw_triangle(painter, centre, scaled(10), theme.warning)
        self._paint_text(painter, line, room.adjusted(scaled(_TEXT), 0, -scaled(8), 0))

    def _paint_text(self, painter: QPainter, line: ExcerptLine, room: QRect) -> None:
        theme, chosen = current_theme(), fixed_font()
        painter.setFont(chosen)
        metrics = QFontMetrics(chosen)
        words, (start, end) = fitted(line.text, line.phrase or (0, 0), metrics, room.width())
        if line.phrase is not None:
            left = room.left() + metrics.horizontalAdvance(words[:start])
            width = metrics.horizontalAdvance(words[start:end])
            mark = QRect(left, room.top() + 1, min(width, room.right() - left), room.height() - 2)
            painter.fillRect(mark, theme.warning_background)
            painter.fillRect(mark.left(), mark.bottom(), mark.width(), 1, theme.warning)
        draw_line(painter, room, words, theme.text)
