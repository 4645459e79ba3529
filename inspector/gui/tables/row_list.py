"""Rows as a list model, for views that paint each row as a whole."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QWidget
from typing_extensions import override

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RowList(QAbstractListModel, Generic[Row]):
    """A list of rows, which are replaced as a whole; what they say is for subclasses.

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
