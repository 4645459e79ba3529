"""Which parts of a cell a click acts on at once."""

from PySide6.QtCore import QModelIndex, QObject, QPoint, Signal
from PySide6.QtWidgets import QAbstractItemView

from inspector.core.fields import FieldKind
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.cells.stars import star_at
from inspector.gui.panels.memories.model import MemoryModel


class HitTest(QObject):
    """Finds the star or flag under the pointer, and lets stars show what a click would set.

    Signals:
        changed: a memory's stars look different now (its index).
    """

    changed = Signal(int)

    def __init__(self, view: QAbstractItemView, model: MemoryModel, look: PaintContext) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._look = look

    def at(self, index: QModelIndex, where: QPoint) -> int | None:
        """What a click there does: 1 to 5 for a star, 0 for a flag, None for nothing."""
        spec = self._model.field_at(index.column()) if index.isValid() else None
        if spec is None:
            return None
        if spec.kind is FieldKind.IMPORTANCE:
            return star_at(self._view.visualRect(index), where.x())
        return 0 if spec.kind is FieldKind.FLAG else None

    def heat(self, index: QModelIndex, touched: int | None) -> None:
        """Let the stars of a row show `touched`, and all others what they hold."""
        before = self._look.hot
        now = (self._model.rows[index.row()], touched) if touched else None
        self._look.hot = now
        if now != before:
            for hot in (before, now):
                if hot is not None:
                    self.changed.emit(hot[0])
