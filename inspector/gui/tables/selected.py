"""The selection of a table by places of items, whatever its order and filter."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QObject, Signal
from PySide6.QtWidgets import QTableView

from inspector.gui.tables.rows import blocks

_FLAG = QItemSelectionModel.SelectionFlag


def selected_rows(model: QItemSelectionModel) -> set[int]:
    """The rows of which anything is selected; Qt's own asks for the flags of every cell."""
    selection = model.selection()
    runs = (selection.at(number) for number in range(selection.size()))
    return {row for run in runs for row in range(run.top(), run.bottom() + 1)}


class Places(Protocol):
    """Which items a table shows, in the order of its rows."""

    def __getitem__(self, row: int, /) -> int:
        """The place of the item in a row."""
        ...

    def row_of(self, location: int, /) -> int | None:
        """The row of an item; None if it is not shown."""
        ...


class SelectedPlaces(QObject):
    """Reads and sets which items are selected.

    Args:
        table: whose selection it is.
        places: what the rows of the table show.
        column: the column in which an item becomes the current one.

    Signals:
        chosen: a person selected other items, or clicked on what is selected already.
    """

    chosen = Signal()

    def __init__(
        self, table: QTableView, places: Callable[[], Places], column: Callable[[], int]
    ) -> None:
        super().__init__(table)
        self._table = table
        self._places = places
        self._column = column
        self._is_setting = False
        model = table.selectionModel()
        model.selectionChanged.connect(self._tell)
        model.currentRowChanged.connect(self._tell)
        table.clicked.connect(self._tell)

    @property
    def places(self) -> tuple[int, ...]:
        """The selected items, in stored order."""
        order = self._places()
        return tuple(sorted(order[row] for row in selected_rows(self._table.selectionModel())))

    @property
    def current(self) -> int | None:
        """The item that has the keys."""
        index = self._table.currentIndex()
        return self._places()[index.row()] if index.isValid() else None

    @property
    def current_if_selected(self) -> int | None:
        """The same, if it is part of the selection."""
        index = self._table.currentIndex()
        is_selected = index.isValid() and self._table.selectionModel().isSelected(index)
        return self.current if is_selected else None

    def select(self, places: Iterable[int], current: int | None = None) -> None:
        """Select items, without saying that a person chose them; what is not shown is left out.

        Args:
            places: of the items.
            current: the one that gets the keys and is scrolled to; None for none.
        """
        order, table_model = self._places(), self._table.model()
        rows = [row for location in places if (row := order.row_of(location)) is not None]
        ranges, last = QItemSelection(), table_model.columnCount() - 1
        for top, bottom in blocks(rows):
            ranges.select(table_model.index(top, 0), table_model.index(bottom, last))
        model = self._table.selectionModel()
        self._is_setting = True
        model.select(ranges, _FLAG.ClearAndSelect)
        row = None if current is None else order.row_of(current)
        if row is not None:
            index: QModelIndex = table_model.index(row, max(self._column(), 0))
            model.setCurrentIndex(index, _FLAG.NoUpdate)
            self._table.scrollTo(index)
        self._is_setting = False

    def _tell(self) -> None:
        if not self._is_setting:
            self.chosen.emit()
