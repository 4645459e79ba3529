"""What every cell of the table has in common: ground, line, focus."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.tables.titles import MARGIN


@dataclass(frozen=True, slots=True)
class Cell:
    """What a delegate paints.

    Attributes:
        place: the rectangle inside its grid line.
        memory: the row's memory.
        verdict: what is said of it, if anything.
        selected: whether the row is.
    """

    place: QRect
    memory: Memory
    verdict: Verdict | None
    selected: bool

    @property
    def left_out(self) -> bool:
        """Whether the memory is known not to be in the block."""
        return self.verdict is None or not self.verdict.in_block


class CellDelegate(QStyledItemDelegate):
    """Paints ground, line and focus of a cell; children paint what stands in it."""

    def __init__(self, model: MemoryModel, look: PaintContext) -> None:
        super().__init__(model)
        self.model = model
        self.look = look

    @property
    def theme(self) -> Theme:
        """The colours."""
        return current_theme()

    def draw(self, painter: QPainter, cell: Cell) -> None:
        """Paint what stands in the cell; an empty cell unless a child does."""

    def faint(self, cell: Cell) -> QColor:
        """The colour of what matters little; stronger where the ground is the selection's."""
        return self.theme.text_2 if cell.selected else self.theme.text_3

    def ink(self, cell: Cell) -> QColor:
        """The colour of a text: fainter where the memory is left out."""
        known = self.model.verdicts.known
        return self.faint(cell) if known and cell.left_out else self.theme.text

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.row()
        memory = self.model.memory_at(row)
        place = QRect(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(place, self.theme.selection)
        elif self.look.hovered == memory.index:
            painter.fillRect(place, self.theme.hover)
        painter.fillRect(place.left(), place.bottom(), place.width(), 1, self.theme.line)
        cell = Cell(place.adjusted(0, 0, 0, -1), memory, self.model.verdict_at(row), selected)
        painter.save()
        painter.setClipRect(place)
        self.draw(painter, cell)
        painter.restore()
        if self.model.verdicts.kept(memory.index) is not None:
            pen = QPen(self.theme.accent, 1)
            pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.drawLine(place.topLeft(), place.topRight())
            painter.drawLine(place.bottomLeft(), place.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            painter.setPen(self.theme.accent)
            painter.drawRect(place.adjusted(0, 0, -1, -1))
            painter.restore()

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(scaled(60), scaled(24))


def inner(cell: Cell) -> QRect:
    """The cell without its margins."""
    return cell.place.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), 0)
