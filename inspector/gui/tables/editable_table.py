"""A table whose cells are edited in place."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QWidget
from typing_extensions import override

from inspector.gui.tables.cells import Row
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table

_HINTS = QAbstractItemDelegate.EndEditHint
_ACTIONS = QAbstractItemView.CursorAction


class EditableTable(Table[Row]):
    """Keeps its own keys from shortcuts, and goes on to the next cell after an editor.

    What a child says of it: what a key means (`action_of`), on which parts of a cell a click
    acts at once (`hit_at`), and what then is to be done (`do`, `do_hit`, `begin_edit`).
    """

    margin = 4

    def __init__(
        self, model: TableModel[Row], name: str, layout: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, name, layout, parent, margin=self.margin)
        self._pressed: tuple[QModelIndex, object] | None = None
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSortingEnabled(True)

    def action_of(self, event: QKeyEvent) -> object | None:
        """What a key means here; None if it is none of this table's."""
        raise NotImplementedError

    def do(self, action: object) -> None:
        """Do what a key asks for."""
        raise NotImplementedError

    def hit_at(self, index: QModelIndex, where: QPoint) -> object | None:
        """What a click on a part of a cell does at once; None for nothing."""
        raise NotImplementedError

    def do_hit(self, index: QModelIndex, hit: object) -> None:
        """Do what a click asks for."""
        raise NotImplementedError

    def mark_hit(self, index: QModelIndex, hit: object | None) -> None:
        """Show what a click on the part under the pointer would do; None for nothing."""

    def begin_edit(self, index: QModelIndex) -> None:
        """Edit a cell as its kind asks for."""
        raise NotImplementedError

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.action_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, _HINTS.NoHint)
        if hint == _HINTS.SubmitModelCache:
            self._step(_ACTIONS.MoveDown)
        elif hint == _HINTS.EditNextItem:
            self._step(_ACTIONS.MoveRight)

    def _step(self, action: QAbstractItemView.CursorAction) -> None:
        index = self.moveCursor(action, Qt.KeyboardModifier.NoModifier)
        if index.isValid():
            self.go_to(index)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.action_of(event)
        if action is None:
            super().keyPressEvent(event)
        else:
            self.do(action)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        hit = self.hit_at(index, where)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if hit is None or not plain or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.go_to(index)
        self._pressed = (index, hit)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
            return
        where = event.position().toPoint()
        index = self.indexAt(where)
        if (index, self.hit_at(index, where)) == pressed:
            self.do_hit(*pressed)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        if self._pressed is None:
            super().mouseMoveEvent(event)
        self.hover(index.row())
        self.mark_hit(index, self.hit_at(index, where))

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.mark_hit(QModelIndex(), None)
        return super().viewportEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        index = self.indexAt(where)
        if self.hit_at(index, where) is not None:
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.begin_edit(index)
