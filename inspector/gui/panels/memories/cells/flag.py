"""A yes-or-no field: a sign where it holds, a dot where it does not."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_check, draw_dot, draw_lock
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.cells.base import Cell, CellDelegate
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.model import MemoryModel


class FlagDelegate(CellDelegate):
    """Paints a lock for a secret, a check mark for the other flags."""

    def __init__(self, model: MemoryModel, look: PaintContext, place: Place) -> None:
        super().__init__(model, look)
        self._key = COLUMNS[place].field

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        theme = current_theme()
        centre: QPointF = QRectF(cell.place).center()
        if not cell.memory.record.get(self._key):
            colour = self.faint(cell) if cell.selected else theme.control_border
            draw_dot(painter, centre, scaled(3), colour)
        elif self._key == COLUMNS[Place.SECRET].field:
            draw_lock(painter, centre, scaled(12), theme.secret)
        else:
            draw_check(painter, centre, scaled(11), theme.text_2)
