"""A table of entries or events: what mouse and keys do on its rows."""

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from inspector.core.lore import CONSTANT, ENABLED, LoreField, LoreFieldKind
from inspector.gui.lore.cells import ROW, LoreDelegate
from inspector.gui.lore.chosen import Chosen
from inspector.gui.lore.header import LoreHeader
from inspector.gui.lore.model import LoreModel
from inspector.gui.lore.table_keys import Deed, deed_of
from inspector.gui.lore_words import NOUNS
from inspector.gui.memories.look import Look
from inspector.gui.memories.text_editor import Ending, TextCellEditor
from inspector.gui.theme import scaled

_FLAGS = {Deed.ENABLED: ENABLED, Deed.CONSTANT: CONSTANT}


class LoreTable(QTableView):
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

    def __init__(self, model: LoreModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lore = model
        self._look = look
        self._pressed: QModelIndex | None = None
        self.setModel(model)
        self.chosen = Chosen(self, model)
        self.delegate = LoreDelegate(model, look)
        self.setItemDelegate(self.delegate)
        self.columns = LoreHeader(model, look, self)
        self.setHorizontalHeader(self.columns)
        _set_up(self)
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
        self.chosen.go_to(index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.delegate.chosen = len(self.chosen.places)
            self.edit(index)
        else:
            self.field_opened.emit(field)

    def finish_editing(self, *, keep: bool) -> None:
        """Close an open editor of a cell.

        Args:
            keep: whether to ask for what is typed in it.
        """
        for editor in self.findChildren(TextCellEditor):
            editor.end(Ending.LEFT if keep else Ending.REVERTED)

    def redraw(self, place: int | None) -> None:
        """Paint an item's row again."""
        row = None if place is None else self._lore.rows.row_of(place)
        if row is not None:
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self.viewport().update(QRect(0, top, self.viewport().width(), height))

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
        self.chosen.go_to(index)
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
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and deed_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

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
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        hints = QAbstractItemDelegate.EndEditHint
        super().closeEditor(editor, hints.NoHint)
        if hint == hints.SubmitModelCache:
            self._step(QAbstractItemView.CursorAction.MoveDown)
        elif hint == hints.EditNextItem:
            self._step(QAbstractItemView.CursorAction.MoveRight)

    def _step(self, action: QAbstractItemView.CursorAction) -> None:
        index = self.moveCursor(action, Qt.KeyboardModifier.NoModifier)
        if index.isValid():
            self.chosen.go_to(index)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit()


def _set_up(table: LoreTable) -> None:
    """Rows of one height, whole rows selected, no grid, and no key but ours opens an editor."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.setFrameShape(QTableView.Shape.NoFrame)
    table.setMouseTracking(True)
    rows = table.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(rows.ResizeMode.Fixed)
    rows.setMinimumSectionSize(scaled(ROW))
    rows.setDefaultSectionSize(scaled(ROW))
