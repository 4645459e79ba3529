"""Cells of text: the summary, numbers, the verdict."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_check, draw_ring, draw_triangle
from inspector.gui.kit.memory_words import verdict_word
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.text import one_line
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.cells.base import Cell, CellDelegate, inner
from inspector.gui.panels.memories.cells.written import Targets, WrittenDelegate
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.tables.drawing import draw_line

_STRONG = (Place.SUMMARY, Place.TOKENS)


class TextDelegate(WrittenDelegate):
    """Paints a column's text; numbers at the right with digits of equal width."""

    def __init__(
        self, model: MemoryModel, look: PaintContext, targets: Targets, place: Place
    ) -> None:
        super().__init__(model, look, targets)
        self._place = place

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        column = COLUMNS[self._place]
        painter.setFont(self.look.font(tabular=column.right))
        colour = self.ink(cell) if self._place in _STRONG else self.faint(cell)
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        text = column.text(cell.memory, cell.verdict)
        draw_line(painter, inner(cell), text, colour, side)


class SummaryDelegate(WrittenDelegate):
    """Paints the summary, with ▲ before it where a problem concerns the memory."""

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        place = inner(cell)
        if cell.memory.index in self.model.problems:
            centre = QPointF(place.left() + scaled(5), QRectF(place).center().y())
            draw_triangle(painter, centre, scaled(10), current_theme().warning)
            place.setLeft(place.left() + scaled(15))
        painter.setFont(self.look.font())
        if cell.memory.summary.strip():
            draw_line(painter, place, one_line(cell.memory.summary), self.ink(cell))
        else:
            draw_line(painter, place, "no summary", self.faint(cell))


class VerdictDelegate(CellDelegate):
    """Paints ✓ or ○ and the verdict's word."""

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        theme = current_theme()
        if not self.model.verdicts.known:
            return
        place = inner(cell)
        centre = QPointF(place.left() + scaled(5), QRectF(place).center().y())
        is_in = cell.verdict is not None and cell.verdict.in_block
        if is_in:
            colour = theme.verdict_in
            draw_check(painter, centre, scaled(9), colour)
        else:
            colour = theme.text_2 if cell.selected else theme.verdict_out
            draw_ring(painter, centre, scaled(10), colour)
        painter.setFont(self.look.font(bold=is_in))
        place.setLeft(place.left() + scaled(14))
        word = "not yet" if cell.verdict is None else verdict_word(cell.verdict)
        draw_line(painter, place, word, colour)
        kept = self.model.verdicts.kept(cell.memory.index)
        if kept is not None and kept.in_block is not is_in:
            place.setLeft(place.left() + painter.fontMetrics().horizontalAdvance(f"{word} "))
            painter.setFont(self.look.font(11))
            was = "was in" if kept.in_block else "was out"
            draw_line(painter, place, was, theme.accent)
