"""The two lists of the dialog: whose chats there are, and the chats."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.theme import scaled
from inspector.gui.tables.view import Table
from inspector.gui.window.open_from.model import COLUMNS, ChatsModel, Location
from inspector.gui.window.open_from.rows import Owner, Row
from inspector.language import _, ngettext, numeral

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OWNER = Qt.ItemDataRole.UserRole
_ROW_PX = 24
_PADDED = """
QTreeView::item { padding: 0 6px; border: none; }
QTreeView::item:selected { background: palette(highlight); color: palette(highlighted-text); }
"""


class OwnersList(QTreeWidget):
    """Everybody, then each character, then each group.

    Signals:
        owner_chosen: an `Owner`, or None for everybody.
    """

    owner_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Characters and groups"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setStyleSheet(_PADDED)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.currentItemChanged.connect(self._choose)

    @property
    def owner(self) -> Owner | None:
        """Whose chats are asked for; None for everybody's."""
        index = self.currentIndex()
        owner: object = index.siblingAtColumn(0).data(_OWNER)
        return owner if isinstance(owner, Owner) else None

    def set_owners(self, owners: Mapping[Owner, int]) -> None:
        """Show these; the one that was chosen stays so if it is still there."""
        before = self.owner
        with QSignalBlocker(self):
            self.clear()
            self._add(_("All chats"), sum(owners.values()), None)
            for owner, count in owners.items():
                self._add(owner.title, count, owner)
            places = [None, *owners]
            chosen = self.topLevelItem(places.index(before) if before in places else 0)
            if chosen is not None:
                self.setCurrentItem(chosen)

    def _add(self, title: str, count: int, owner: Owner | None) -> None:
        item = QTreeWidgetItem(self, [title, numeral(count)])
        item.setData(0, _OWNER, owner)
        spoken = ngettext("{title}, 1 chat", "{title}, {count:,} chats", count).format(
            title=title, count=count
        )
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(0, title)
        item.setSizeHint(0, QSize(0, scaled(_ROW_PX)))

    def _choose(self) -> None:
        self.owner_chosen.emit(self.owner)


class ChatsTable(Table[Row]):
    """The chats; Enter or a double click opens one.

    Signals:
        opened: a chat to open (`Path`).
        chosen_changed: the chat that would be opened (`Path`), or None.
    """

    opened = Signal(object)
    chosen_changed = Signal(object)

    def __init__(self, model: ChatsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Chats"), "open_from", parent)
        self._chats = model
        self._before: Path | None = None
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.header.setSortIndicator(Location.CHANGED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._say_chosen)
        model.modelAboutToBeReset.connect(self._remember)
        model.arranged.connect(self._choose_again)

    @property
    def chosen(self) -> Path | None:
        """The chat that would be opened."""
        return self._chats.path_at(self.currentIndex().row())

    def show_owners(self, *, visible: bool) -> None:
        """Show whose chats they are, unless all are the same one's."""
        self.header.set_available(COLUMNS[Location.OWNER].label, available=visible)

    def choose(self, path: Path | None) -> None:
        """Choose a chat, or the first one if it is not shown."""
        row = self._chats.row_of(path)
        if self._chats.count:
            index = self._chats.index(row or 0, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)

    def _remember(self) -> None:
        self._before = self.chosen

    def _choose_again(self) -> None:
        if self._before is not None and self._chats.row_of(self._before) is not None:
            self.choose(self._before)
        self._say_chosen()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        path = self._chats.path_at(index.row())
        if path is not None:
            self.opened.emit(path)

    def _say_chosen(self) -> None:
        self.chosen_changed.emit(self.chosen)
