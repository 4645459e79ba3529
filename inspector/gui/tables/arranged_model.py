"""A model that sorts its items by columns and filters them by words."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from inspector.gui.tables.cells import Row
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.rows import RowOrder
from inspector.language import _

Item = TypeVar("Item")


class ArrangedModel(TableModel[Row], Generic[Item, Row]):
    """Items as rows, in an order and choice of their own.

    An item is called by its place in the list that is shown. A row is made of it when somebody
    looks at it. Qt's own proxy sorts and filters by asking for the data of every cell, which
    takes seconds where there are ten thousand.

    Args:
        columns: from left to right.
        searchable: all of an item that the text filter looks through, in small letters.
        parent: as for any object.

    Attributes:
        order: which places are shown, in the order of the rows.

    Signals:
        arranged: other rows are shown, or in another order.
    """

    arranged = Signal()

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        searchable: Callable[[Item], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self.order: RowOrder[Item] = RowOrder(searchable)
        self._items: Sequence[Item] = ()
        self._sorted_by: tuple[int, bool] = (-1, False)
        self._made: tuple[int, Row] | None = None

    @abstractmethod
    def make_row(self, item: Item) -> Row:
        """What the row of an item shows."""

    @property
    def items(self) -> Sequence[Item]:
        """All of them, in stored order."""
        return self._items

    @property
    @override
    def count(self) -> int:
        return len(self.order)

    @override
    def row_at(self, number: int) -> Row | None:
        if not 0 <= number < len(self.order):
            return None
        index, made = self.order[number], self._made
        # One is enough: cells are asked for and painted row by row.
        if made is None or made[0] != index:
            made = self._made = index, self.make_row(self._items[index])
        return made[1]

    @override
    def spoken(self, row: Row, column: Column[Row]) -> str:
        return f"{column.title}: {column.text(row) or _('none')}"

    def show_items(self, items: Sequence[Item]) -> None:
        """Show other items."""
        with self.rearranging():
            self._items = items
            self.order.reset(items)

    def replace_items(self, items: Sequence[Item], changed: Collection[int]) -> None:
        """Show edited items where they stand: those of `changed` differ.

        Where some came or went, all are shown anew.
        """
        if len(items) != len(self._items):
            self.show_items(items)
            return
        self._items = items
        self.order.replace(items, changed)
        self.refresh_items(changed)

    def refresh_items(self, changed: Iterable[int]) -> None:
        """What the rows of some items say differs."""
        self._made = None
        rows = (self.order.row_of(location) for location in changed)
        self.refresh_rows(row for row in rows if row is not None)

    def refresh_all(self, *, sorts: bool = False) -> None:
        """What every row says may differ.

        Args:
            sorts: whether to sort anew, too.
        """
        self._made = None
        if sorts:
            with self.rearranging():
                pass
        elif self.count:
            self.refresh_rows(range(self.count))

    def set_filter(self, query: str) -> None:
        """Show only the items that hold every word of `query`."""
        with self.rearranging(sorts=False):
            self.order.filter(query)

    @property
    def sorted_by(self) -> Column[Row] | None:
        """The column by which rows are sorted; None for the stored order."""
        index = self._sorted_by[0]
        return self.columns[index] if index >= 0 else None

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, keeping the former order among equals; -1 for the stored order."""
        with self.rearranging():
            self._sorted_by = (column, order == Qt.SortOrder.DescendingOrder)

    @contextmanager
    def rearranging(self, *, sorts: bool = True) -> Generator[None]:
        """Reset the model around a change of what it shows, or in which order."""
        self.beginResetModel()
        yield
        self._made = None
        if sorts:
            column = self.sorted_by
            key = None if column is None else column.key
            if key is None:
                self.order.sort_by(None)
            else:
                self.order.sort_by(
                    lambda item: key(self.make_row(item)), descending=self._sorted_by[1]
                )
        self.endResetModel()
        self.arranged.emit()
