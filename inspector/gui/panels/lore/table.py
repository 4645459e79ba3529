"""A table of entries or events: what mouse and keys do on its rows."""

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.lore import CONSTANT, ENABLED, LoreField, LoreFieldKind
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.lore.cells import LoreDelegate
from inspector.gui.panels.lore.chosen import Chosen
from inspector.gui.panels.lore.header import LoreHeader
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.table_keys import Deed, deed_of
from inspector.gui.state.edit_words import NOUNS
from inspector.gui.tables.editing_table import EditingTable

_FLAGS = {Deed.ENABLED: ENABLED, Deed.CONSTANT: CONSTANT}


class LoreTable(EditingTable):
    """Shows the model's rows; says what a person does and leaves the doing to others.

    Attributes:
        chosen: what is selected.

    Signals:
        toggled: a flag is to be the other way (place of the item, `LoreField`).
        field_opened: a field without an editor in its cell is to be edited (`LoreField`).
        copied: the selection is to be copied.
    """

    toggled = Signal(int, object)
    field_opened = Signal(object)
    copied = Signal()

    def __init__(self, model: LoreModel, look: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(model.rows, deed_of, parent)
        self._lore = model
        self._look = look
        self._pressed: QModelIndex | None = None
        self.setModel(model)
        self.chosen = Chosen(self, model)
        self.delegate = LoreDelegate(model, look)
        self.setItemDelegate(self.delegate)
        self.columns = LoreHeader(model, look, self)
        self.setHorizontalHeader(self.columns)
        self.set_up_rows()
        self.setAccessibleName(NOUNS[model.kind][1].capitalize())
        self.columns.set_up_columns()
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(lambda: self.finish_editing(keep=True))

    def begin_edit(self, index: QModelIndex) -> None:
        """Edit a cell as its kind asks for."""
        field = self._lore.field_at(index.column()) if index.isValid() else None
        if field is None:
            return
        if field.kind is LoreFieldKind.FLAG:
            self.toggled.emit(self._lore.rows[index.row()], field)
            return
        self.go_to(index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.delegate.chosen = len(self.chosen.places)
            self.edit(index)
        else:
            self.field_opened.emit(field)

    def _flag_at(self, index: QModelIndex) -> LoreField | None:
        field = self._lore.field_at(index.column()) if index.isValid() else None
        return field if field is not None and field.kind is LoreFieldKind.FLAG else None

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if self._flag_at(index) is None or not plain or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.go_to(index)
        self._pressed = index

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
            return
        index = self.indexAt(event.position().toPoint())
        field = self._flag_at(index)
        if index == pressed and field is not None:
            self.toggled.emit(self._lore.rows[index.row()], field)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        self._hover(self._lore.rows[index.row()] if index.isValid() else None)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if self._flag_at(index) is not None:
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.begin_edit(index)

    def _hover(self, place: int | None) -> None:
        before, self._look.hovered = self._look.hovered, place
        if before != place:
            self.redraw(before)
            self.redraw(place)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = deed_of(event)
        if deed is None:
            super().keyPressEvent(event)
        elif deed is Deed.EDIT:
            self.begin_edit(self.currentIndex())
        elif deed is Deed.COPY:
            self.copied.emit()
        else:
            self._toggle(_FLAGS[deed])

    def _toggle(self, wanted: LoreField) -> None:
        field, current = self._lore.stored(wanted), self.chosen.current
        if field is not None and current is not None:
            self.toggled.emit(current, field)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit()
