"""The model of a table whose rows are values, shown by columns that are declared."""

from collections.abc import Iterable, Sequence
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

from inspector.gui.kit.theme import current_theme
from inspector.gui.tables.cells import Row
from inspector.gui.tables.column import Column
from inspector.gui.tables.rows import blocks

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

_READ = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITED = _READ | Qt.ItemFlag.ItemIsEditable
"""Of all cells; Qt asks for them whenever it paints one, and to join flags takes long."""

MOST_BLOCKS = 8
"""Above this many separate runs of rows one signal for all of them is cheaper."""


class TableModel(QAbstractTableModel, Generic[Row]):
    """Rows under columns; it changes nothing itself.

    Children that make a row when somebody looks at it say how many there are (`count`) and what
    one of them is (`row_at`).

    Args:
        columns: from left to right.
        parent: as for any object.

    Signals:
        edited: a row (its number), a column (its number) and the value typed there.
    """

    edited = Signal(int, int, object)

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: Sequence[Column[Row]] = tuple(columns)
        self._rows: Sequence[Row] = ()

    @property
    def rows(self) -> Sequence[Row]:
        """All that is shown, from the top."""
        return self._rows

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def row_at(self, number: int) -> Row | None:
        """The row of a number; None where there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def meaning(self, number: int) -> str:
        """What a column shows, as the tool tip of its header."""
        return self.columns[number].meaning

    def spoken(self, row: Row, column: Column[Row]) -> str:
        """What a screen reader says of a cell."""
        return column.text(row) if column.spoken is None else column.spoken(row)

    def is_editable(self, number: int) -> bool:
        """Whether cells of a column are edited in place."""
        return self.columns[number].edit is not None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows.

        As many rows as before are taken for the same ones, changed: selection and a cell that is
        being typed in stay.
        """
        if rows and len(rows) == len(self._rows):
            before, self._rows = self._rows, rows
            self._refresh_edited(before)
            self.refresh()
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def refresh(self) -> None:
        """What cells say may differ, though the rows are the same.

        Cells that a person writes in are left out: Qt would begin an open editor anew.
        """
        read = [index for index, column in enumerate(self.columns) if column.edit is None]
        for first, last in blocks(read) if self.count else ():
            self.dataChanged.emit(self.index(0, first), self.index(self.count - 1, last))

    def refresh_rows(self, numbers: Iterable[int]) -> None:
        """What the cells of these rows say differs, what is edited there included."""
        runs = blocks(numbers)
        if len(runs) > MOST_BLOCKS:
            runs = [(runs[0][0], runs[-1][1])]
        last_column = len(self.columns) - 1
        for first, last in runs:
            self.dataChanged.emit(self.index(first, 0), self.index(last, last_column))

    def _refresh_edited(self, before: Sequence[Row]) -> None:
        for index, column in enumerate(self.columns):
            edit = column.edit
            if edit is None:
                continue
            for number, (old, new) in enumerate(zip(before, self._rows, strict=True)):
                if (edit(old), column.text(old)) != (edit(new), column.text(new)):
                    cell = self.index(number, index)
                    self.dataChanged.emit(cell, cell)

    @override
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.count

    @override
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return super().flags(index)
        return _EDITED if self.is_editable(index.column()) else _READ

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        if role == _ROLE.DisplayRole:
            return self.columns[section].title
        if role == _ROLE.AccessibleTextRole:
            return self.columns[section].label
        if role == _ROLE.TextAlignmentRole:
            return alignment(self.columns[section])
        return self.meaning(section) or None if role == _ROLE.ToolTipRole else None

    @override
    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        column = self.columns[index.column()]
        match role:
            case _ROLE.DisplayRole:
                return column.text(row)
            case _ROLE.AccessibleTextRole:
                return self.spoken(row, column)
            case _ROLE.ToolTipRole:
                return None if column.tooltip is None else column.tooltip(row) or None
            case _ROLE.TextAlignmentRole:
                return alignment(column)
            case _ROLE.ForegroundRole:
                theme = current_theme()
                return theme.text if column.colour is None else column.colour(row, theme)
            case _ROLE.EditRole:
                return None if column.edit is None else column.edit(row)
            case _:
                return None

    @override
    def setData(self, index: Index, value: object, role: int = _ROLE.EditRole) -> bool:
        row = self.row_at(index.row()) if index.isValid() else None
        if role != _ROLE.EditRole or row is None or not self.is_editable(index.column()):
            return False
        edit = self.columns[index.column()].edit
        if edit is not None and value != edit(row):
            self.edited.emit(index.row(), index.column(), value)
        return True


def alignment(column: Column[Row]) -> Qt.AlignmentFlag:
    """Where a column's words stand."""
    return _RIGHT if column.is_number else _LEFT
