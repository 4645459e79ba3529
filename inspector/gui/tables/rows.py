"""Which of a list's items a table shows and in what order, without Qt."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Key = tuple[float | str, ...]


class RowOrder(Generic[Item]):
    """The rows of a table as places in a list of items.

    Sorting keeps the former order among equals. An edit never moves a row: it would jump
    away from the pointer; sorting or filtering again takes the edit into account.
    """

    def __init__(self, searchable: Callable[[Item], str]) -> None:
        """Start without items.

        Args:
            searchable: all of an item that the text filter looks through, in small letters.
        """
        self._searchable = searchable
        self._items: Sequence[Item] = ()
        self._texts: list[str | None] = []
        self._read = 0
        self._order: list[int] = []
        self._words: tuple[str, ...] = ()
        self._kept: Collection[int] | None = None
        self._places: list[int] = []
        self._row_of: dict[int, int] | None = None

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, row: int) -> int:
        return self._places[row]

    @property
    def places(self) -> Sequence[int]:
        """The places that are shown, in the order of the rows."""
        return self._places

    def row_of(self, location: int) -> int | None:
        """The row of an item; None while the filter hides it."""
        if self._row_of is None:
            self._row_of = {index: row for row, index in enumerate(self._places)}
        return self._row_of.get(location)

    def reset(self, items: Sequence[Item]) -> None:
        """Start afresh with other items, in stored order; the filter stays."""
        self._items = items
        self._texts = [None] * len(items)
        self._read = 0
        self._order = list(range(len(items)))
        self._show()

    def replace(self, items: Sequence[Item], changed: Iterable[int]) -> None:
        """Take over edited items where they stand."""
        self._items = items
        for index in changed:
            self._texts[index] = None
            self._read = min(self._read, index)

    def sort_by(self, key: Callable[[Item], Key] | None, *, descending: bool = False) -> None:
        """Order by what `key` answers for every item; None for the stored order."""
        if key is None:
            self._order = list(range(len(self._items)))
        else:
            keys = [key(item) for item in self._items]
            self._order.sort(key=keys.__getitem__, reverse=descending)
        self._show()

    def filter(self, query: str) -> None:
        """Show the items whose texts hold every word of `query`, in any case."""
        self.keep(None, tuple(query.casefold().split()))

    def keep(self, places: Collection[int] | None, words: tuple[str, ...] = ()) -> None:
        """Show only the items at these places, None for all, whose texts hold every word."""
        self._kept, self._words = places, words
        self._show()

    def prepare(self, count: int) -> bool:
        """Read the next `count` items for the filter; True once all are read."""
        end = min(self._read + count, len(self._items))
        for index in range(self._read, end):
            if self._texts[index] is None:
                self._texts[index] = self._searchable(self._items[index])
        self._read = end
        return end == len(self._items)

    def _show(self) -> None:
        self._row_of = None
        kept = self._kept
        found = [index for index in self._order if kept is None or index in kept]
        if not self._words:
            self._places = found
            return
        texts = self._searchable_texts()
        for word in self._words:
            found = [index for index in found if word in texts[index]]
        self._places = found

    def _searchable_texts(self) -> list[str]:
        self.prepare(len(self._items))
        return [text or "" for text in self._texts]


def blocks(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Contiguous runs of rows as (first, last), both included."""
    if isinstance(rows, range) and rows and rows.step == 1:
        return [(rows[0], rows[-1])]
    runs: list[tuple[int, int]] = []
    for row in sorted(rows):
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
