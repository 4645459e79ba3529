"""The two lists of the dialog: whose chats there are, and the chats."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.theme import scaled
from inspector.gui.window.open_from.model import ChatsModel
from inspector.gui.window.open_from.rows import Column, Owner

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OWNER = Qt.ItemDataRole.UserRole
_ROW = 24
_WIDTHS = {
    Column.OWNER: 140,
    Column.CHANGED: 104,
    Column.MESSAGES: 76,
    Column.SYSTEMS: 170,
    Column.SIZE: 76,
}
_PADDED = """
{view}::item {{ padding: 0 6px; border: none; }}
{view}::item:selected {{ background: palette(highlight); color: palette(highlighted-text); }}
"""


class OwnersList(QTreeWidget):
    """Everybody, then each character, then each group.

    Signals:
        owner_chosen: an `Owner`, or None for everybody.
    """

    owner_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Characters and groups")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setStyleSheet(_PADDED.format(view="QTreeView"))
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
        self.blockSignals(True)  # noqa: FBT003 (Qt's signature)
        self.clear()
        self._add("All chats", sum(owners.values()), None)
        for owner, count in owners.items():
            self._add(owner.title, count, owner)
        places = [None, *owners]
        chosen = self.topLevelItem(places.index(before) if before in places else 0)
        if chosen is not None:
            self.setCurrentItem(chosen)
        self.blockSignals(False)  # noqa: FBT003 (Qt's signature)

    def _add(self, title: str, count: int, owner: Owner | None) -> None:
        item = QTreeWidgetItem(self, [title, f"{count:,}"])
        item.setData(0, _OWNER, owner)
        said = f"{title}, 1 chat" if count == 1 else f"{title}, {count} chats"
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, said)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(0, title)
        item.setSizeHint(0, QSize(0, scaled(_ROW)))

    def _choose(self) -> None:
        self.owner_chosen.emit(self.owner)


class ChatsTable(QTableView):
    """The chats; Enter or a double click opens one.

    Signals:
        opened: a chat to open (`Path`).
        chosen_changed: the chat that would be opened (`Path`), or None.
    """

    opened = Signal(object)
    chosen_changed = Signal(object)

    def __init__(self, model: ChatsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName("Chats")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setStyleSheet(_PADDED.format(view="QTableView"))
        self.verticalHeader().setMinimumSectionSize(scaled(_ROW))
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW))
        self.verticalHeader().hide()
        self._arrange_header()
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._say_chosen)
        model.modelReset.connect(self._say_chosen)

    @property
    def chosen(self) -> Path | None:
        """The chat that would be opened."""
        return self._model.path_at(self.currentIndex().row())

    def show_owners(self, *, shown: bool) -> None:
        """Show whose chats they are, unless all are the same one's."""
        self.setColumnHidden(Column.OWNER, not shown)

    def choose(self, path: Path | None) -> None:
        """Choose a chat, or the first one if it is not shown."""
        row = self._model.row_of(path)
        if self._model.rows:
            index = self._model.index(row or 0, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        path = self._model.path_at(index.row())
        if path is not None:
            self.opened.emit(path)

    def _say_chosen(self) -> None:
        self.chosen_changed.emit(self.chosen)

    def _arrange_header(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.CHAT, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            header.resizeSection(column, scaled(width))
        header.setSortIndicator(Column.CHANGED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
