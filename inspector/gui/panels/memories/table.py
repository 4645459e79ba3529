"""The table itself: what mouse and keys do on its rows."""

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.fields import FieldKind
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.header import Header
from inspector.gui.panels.memories.hit_test import HitTest
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.table_keys import Deed, deed_of
from inspector.gui.tables.editing_table import EditingTable


class MemoryTable(EditingTable):
    """Shows the model's rows; says what a person does and leaves the doing to others.

    Signals:
        importance_set: keys 1 to 5 (the importance).
        star_clicked: a star (memory index, importance).
        flag_clicked: a flag's cell (memory index, stored key).
        names_opened: names are to be edited (model index of their cell).
        done: a key with another meaning (a `Deed`).
        hovered: the pointer is over another memory (index, or None).
    """

    importance_set = Signal(int)
    star_clicked = Signal(int, int)
    flag_clicked = Signal(int, str)
    names_opened = Signal(QModelIndex)
    done = Signal(object)
    hovered = Signal(object)

    def __init__(
        self, model: MemoryModel, look: PaintContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(model.rows, deed_of, parent)
        self._memories = model
        self._touch = HitTest(self, model, look)
        self._touch.changed.connect(self.redraw)
        self._pressed: tuple[QModelIndex, int | None] | None = None
        self.setModel(model)
        self.columns = Header(look, self)
        self.setHorizontalHeader(self.columns)
        self.setAccessibleName("Memories")
        self.set_up_rows()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.columns.set_up_columns()
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(lambda: self.finish_editing(keep=True))

    def begin_edit(self, index: QModelIndex) -> None:
        """Edit a cell as its kind asks for; the summary where a cell has no editor."""
        if not index.isValid():
            return
        spec = self._memories.field_at(index.column())
        if spec is not None and spec.kind is FieldKind.NAMES:
            self.names_opened.emit(index)
        elif spec is not None and spec.kind is FieldKind.FLAG:
            self.flag_clicked.emit(self._memory(index), spec.key)
        else:
            written = index.flags() & Qt.ItemFlag.ItemIsEditable
            target = index if written else index.siblingAtColumn(Place.SUMMARY)
            if target.flags() & Qt.ItemFlag.ItemIsEditable:
                self.go_to(target)
                self.scrollTo(target)
                self.edit(target)

    def _memory(self, index: QModelIndex) -> int:
        return self._memories.rows[index.row()]

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        touched = self._touch.at(index, where)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if touched is None or not plain or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.go_to(index)
        self._pressed = (index, touched)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
            return
        where = event.position().toPoint()
        index = self.indexAt(where)
        if (index, self._touch.at(index, where)) != pressed:
            return
        if pressed[1]:
            self.star_clicked.emit(self._memory(index), pressed[1])
        else:
            self.flag_clicked.emit(self._memory(index), COLUMNS[index.column()].field)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        if self._pressed is None:
            super().mouseMoveEvent(event)
        self.hovered.emit(self._memory(index) if index.isValid() else None)
        self._touch.heat(index, self._touch.at(index, where))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        if self._touch.at(index, where) is not None:
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.begin_edit(index)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
            self._touch.heat(QModelIndex(), None)
        return super().viewportEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = deed_of(event)
        if deed is None:
            super().keyPressEvent(event)
        elif isinstance(deed, int):
            self.importance_set.emit(deed)
        elif deed is Deed.EDIT:
            self.begin_edit(self.currentIndex())
        else:
            self.done.emit(deed)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit()
