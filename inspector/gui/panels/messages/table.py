"""The table of messages."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from inspector.gui.panels.messages.cells import background, paint_moment
from inspector.gui.panels.messages.columns import COLUMNS, Location
from inspector.gui.panels.messages.model import MessagesModel
from inspector.gui.panels.messages.row import MessageRow
from inspector.gui.tables.selected import selected_rows
from inspector.gui.tables.view import Table
from inspector.language import _

_NO_UPDATE = QItemSelectionModel.SelectionFlag.NoUpdate


class MessagesTable(Table[MessageRow]):
    """Shows rows of messages; one is current.

    Signals:
        message_chosen: a person made a message the current one (int index).
        reading_requested: a row was opened, to read it (Enter or double-click).
        memory_requested: a memory is to be made from the current message (N, or the menu).
    """

    message_chosen = Signal(int)
    reading_requested = Signal()
    memory_requested = Signal()

    def __init__(self, model: MessagesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Messages"), "messages", parent)
        self._messages = model
        self.cells.background = background
        self.cells.paint_over = paint_moment
        self.header.set_available(COLUMNS[Location.STATE].label, available=False)
        self.doubleClicked.connect(self.reading_requested)
        self.clicked.connect(self._choose)
        self._new = QAction(_("New memory from this message…"), self)
        self._new.setShortcut(QKeySequence("N"))
        self._new.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._new.setShortcutVisibleInContextMenu(True)
        self._new.triggered.connect(self.memory_requested)
        self.addAction(self._new)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_states(self, *, visible: bool) -> None:
        """Show the column of what is kept with messages, or give its room to the others."""
        self.viewport().update()
        self.header.set_available(COLUMNS[Location.STATE].label, available=visible)

    def current_message(self) -> int | None:
        """The message of the current row."""
        index = self.currentIndex()
        return self._messages.message_at(index.row()) if index.isValid() else None

    def show_message(self, message: int | None, *, centre: bool = False) -> None:
        """Make a message's row the current one, without saying that a person chose it."""
        if message is None and len(selected_rows(self.selectionModel())) > 1:
            return  # All were selected, without any of them being gone to.
        row = None if message is None else self._messages.row_of(message)
        # A row of several that are selected stays one of them.
        if row is None or not self.selectionModel().isRowSelected(row):
            self.show_current(row, Location.TEXT)
        if row is not None and centre:
            index = self._messages.index(row, Location.TEXT)
            if not self._is_in_view(index):
                self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _is_in_view(self, index: QModelIndex) -> bool:
        return self.viewport().rect().contains(self.visualRect(index).adjusted(1, 0, -1, 0))

    @override
    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().currentChanged(current, previous)
        if not self.is_leading and current.isValid():
            self.message_chosen.emit(self._messages.message_at(current.row()))

    def _choose(self, index: QModelIndex) -> None:
        """Say that a row was clicked, be it the current one already."""
        self.message_chosen.emit(self._messages.message_at(index.row()))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._messages.rowCount():
            # A row that shows the focus; nobody chose its message yet.
            index = self._messages.index(max(self.rowAt(0), 0), Location.TEXT)
            self._is_leading = True
            self.selectionModel().setCurrentIndex(index, _NO_UPDATE)
            self._is_leading = False

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters looks for nothing here: it would decode every message."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows, key = self._messages.rowCount(), event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif rows and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = 0 if key == Qt.Key.Key_Home else rows - 1
            self.setCurrentIndex(self._messages.index(row, Location.TEXT))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            message = self.current_message()
            if message is not None:
                self.message_chosen.emit(message)
                self.reading_requested.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        current = self.currentIndex()
        if current.isValid() and self.visualRect(current).bottom() < event.oldSize().height():
            self.scrollTo(current)

    def _copy(self) -> None:
        message = self.current_message()
        if message is not None:
            words = self._messages.document.chat.message(message).text
            QGuiApplication.clipboard().setText(words)
