"""The chats of a SillyTavern folder as a table."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.gui.window.open_from.rows import TITLES, Column, Row

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_RIGHT = (Column.MESSAGES, Column.SIZE)
_ROLE = Qt.ItemDataRole


class ChatsModel(QAbstractTableModel):
    """One row a chat, sorted by any column."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self._column, self._order = Column.CHANGED, Qt.SortOrder.DescendingOrder

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other chats."""
        self.beginResetModel()
        self.rows = self._sorted(rows)
        self.endResetModel()

    def scan_again(self, rows: Sequence[Row], *, settled: bool) -> None:
        """Show what has been seen since in the same chats.

        Args:
            rows: the same chats.
            settled: whether no more is to come; until then the order stays as it is.
        """
        by_path = {row.entry.path: row for row in rows}
        self.rows = tuple(by_path.get(row.entry.path, row) for row in self.rows)
        if self.rows:
            last = self.index(len(self.rows) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        if settled:
            self.sort(self._column, self._order)

    def path_at(self, row: int) -> Path | None:
        """The chat in a row; None if there is no such row."""
        return self.rows[row].entry.path if 0 <= row < len(self.rows) else None

    def row_of(self, path: Path | None) -> int | None:
        """Where a chat stands; None if it is not shown."""
        places = (place for place, row in enumerate(self.rows) if row.entry.path == path)
        return next(places, None)

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    @override
    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], Column(index.column())
        if role == _ROLE.DisplayRole:
            return row.words(column)
        if role == _ROLE.ToolTipRole:
            return str(row.entry.path)
        if role == _ROLE.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == _ROLE.AccessibleTextRole:
            return f"{TITLES[column]}: {row.words(column)}"
        return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == _ROLE.DisplayRole:
            return TITLES[Column(section)]
        if role == _ROLE.TextAlignmentRole:
            right = Column(section) in _RIGHT
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < len(Column):
            return
        self._column, self._order = Column(column), order
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        paths = [self.path_at(index.row()) for index in kept]
        self.rows = self._sorted(self.rows)
        places = {row.entry.path: place for place, row in enumerate(self.rows)}
        moved = [
            QModelIndex() if path is None else self.index(places[path], index.column())
            for index, path in zip(kept, paths, strict=True)
        ]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()

    def _sorted(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        descending = self._order is Qt.SortOrder.DescendingOrder
        return tuple(sorted(rows, key=lambda row: row.rank(self._column), reverse=descending))
