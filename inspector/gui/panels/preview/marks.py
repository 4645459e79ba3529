"""Parts of lines that are marked: what a reader cannot know, and values of the moment.

They are painted where they are seen, below the text: as formats of the document every one of
them would be laid out at each edit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock, QTextLine

from inspector.core.tokens import utf16_length
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.preview.delivered import Fields
from inspector.gui.state.page import Page


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a line, in UTF-16 units, as Qt counts.

    Attributes:
        start: where it begins.
        end: where it ends.
        is_leak: whether its reader cannot know it; else its value depends on the moment.
    """

    start: int
    end: int
    is_leak: bool

    @property
    def pen(self) -> QPen:
        """The line below it, so that it is not marked by colour alone."""
        theme = current_theme()
        if self.is_leak:
            return QPen(theme.warning, 1, Qt.PenStyle.SolidLine)
        return QPen(theme.text_2, 1, Qt.PenStyle.DotLine)


def marks_in(page: Page, fields: Fields, number: int) -> list[Mark]:
    """The marked parts of a line of the page."""
    line = page.lines[number]
    found = [
        Mark(
            utf16_length(line.text[: one.start]), utf16_length(line.text[: one.end]), is_leak=False
        )
        for one in fields.get(number, ())
    ]
    phrase = page.leaks.get(line.memory, "") if line.memory is not None else ""
    start = line.text.find(phrase) if phrase else -1
    if start >= 0:
        first = utf16_length(line.text[:start])
        found.append(Mark(first, first + utf16_length(phrase), is_leak=True))
    return found


def paint_marks(
    painter: QPainter, block: QTextBlock, origin: QPointF, marks: Sequence[Mark]
) -> None:
    """Paint the ground and the underline of marked parts, in each row that they reach into.

    Args:
        painter: paints on the viewport, before the text.
        block: the line, laid out.
        origin: where its layout begins, in the viewport.
        marks: parts of this line.
    """
    layout = block.layout()
    for mark in marks:
        for index in range(layout.lineCount()):
            _paint_in(painter, layout.lineAt(index), origin, mark)


def _paint_in(painter: QPainter, row: QTextLine, origin: QPointF, mark: Mark) -> None:
    start = max(mark.start, row.textStart())
    end = min(mark.end, row.textStart() + row.textLength())
    if start >= end:
        return
    edges = sorted(origin.x() + _x_of(row, location) for location in (start, end))
    top = origin.y() + row.y()
    painter.fillRect(QRectF(edges[0], top, edges[1] - edges[0], row.height()), _background())
    base = top + row.ascent() + 1.5
    painter.setPen(mark.pen)
    painter.drawLine(QPointF(edges[0], base), QPointF(edges[1], base))


def _x_of(row: QTextLine, location: int) -> float:
    found = row.cursorToX(location)  # with the place itself, which Qt moves to the nearest letter
    return cast("tuple[float, int]", found)[0]


def _background() -> QColor:
    return current_theme().warning_background
