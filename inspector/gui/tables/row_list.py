"""Rows as a list model, for views that paint each row as a whole."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.text import tooltip

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RowList(QAbstractListModel, Generic[Row]):
    """A list of rows, which are replaced as a whole; what they say is for subclasses.

    A view finds the row itself under `UserRole`.

    Attributes:
        rows: in order.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def words(self, row: Row) -> str:
        """What a row says, read aloud."""
        raise NotImplementedError

    def tip(self, row: Row) -> str:
        """What stands in its tooltip; empty for none."""
        raise NotImplementedError

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self.words(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.tip(row))
            case _:
                return None
