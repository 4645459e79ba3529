"""The model of a table whose rows are values, shown by columns that are declared."""

from collections.abc import Sequence
from typing import Generic

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font
from inspector.gui.tables.column import Column, Row
from inspector.gui.tables.rows import blocks

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole


class TableModel(QAbstractTableModel, Generic[Row]):
    """Rows under columns; it changes nothing itself.

    Args:
        columns: from left to right.
        parent: as for any object.

    Signals:
        edited: a row (its number), a column (its number) and the text typed there.
    """

    edited = Signal(int, int, str)

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._rows: Sequence[Row] = ()

    @property
    def rows(self) -> Sequence[Row]:
        """All that is shown, from the top."""
        return self._rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows.

        As many rows as before are taken for the same ones, changed: selection and a cell that is
        being typed in stay.
        """
        if rows and len(rows) == len(self._rows):
            before, self._rows = self._rows, rows
            self._refresh_written(before)
            self.refresh()
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def refresh(self) -> None:
        """What cells say may differ, though the rows are the same.

        Cells that a person writes in are left out: Qt would begin an open editor anew.
        """
        read = [place for place, column in enumerate(self.columns) if column.edit is None]
        for first, last in blocks(read) if self._rows else ():
            self.dataChanged.emit(self.index(0, first), self.index(len(self._rows) - 1, last))

    def _refresh_written(self, before: Sequence[Row]) -> None:
        for place, column in enumerate(self.columns):
            edit = column.edit
            if edit is None:
                continue
            for number, (old, new) in enumerate(zip(before, self._rows, strict=True)):
                if (edit(old), column.text(old)) != (edit(new), column.text(new)):
                    cell = self.index(number, place)
                    self.dataChanged.emit(cell, cell)

    def row_at(self, number: int) -> Row | None:
        """The row of a number; None where there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    @override
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        if self.columns[index.column()].edit is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == _ROLE.DisplayRole:
            return column.title
        if role == _ROLE.TextAlignmentRole:
            return alignment(column)
        return column.meaning if role == _ROLE.ToolTipRole else None

    @override
    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        column = self.columns[index.column()]
        if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole):
            return column.text(row)
        if role == _ROLE.TextAlignmentRole:
            return alignment(column)
        if role == _ROLE.FontRole:
            return font(12, bold=column.is_bold, tabular=column.is_number)
        if role == _ROLE.ForegroundRole:
            theme = current_theme()
            return theme.text if column.colour is None else column.colour(row, theme)
        if role == _ROLE.ToolTipRole and column.tooltip is not None:
            return column.tooltip(row) or None
        if role == _ROLE.EditRole and column.edit is not None:
            return column.edit(row)
        return None

    @override
    def setData(self, index: Index, value: object, role: int = _ROLE.EditRole) -> bool:
        row = self.row_at(index.row()) if index.isValid() else None
        edit = self.columns[index.column()].edit if index.isValid() else None
        if role != _ROLE.EditRole or row is None or edit is None:
            return False
        if str(value) != edit(row):
            self.edited.emit(index.row(), index.column(), str(value))
        return True


def alignment(column: Column[Row]) -> Qt.AlignmentFlag:
    """Where a column's words stand."""
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
