"""Which entries or events a table shows and in what order, without Qt."""

from collections.abc import Callable, Iterable, Sequence

from inspector.gui.lore.columns import Column, searchable
from inspector.gui.lore.verdicts import Item
from inspector.systems.scribe.derivation import ItemRow


class LoreRows:
    """The rows of a table as places in the file.

    Sorting keeps the former order among equals. An edit never moves a row: it would jump from
    under the hand; sorting or filtering again takes the edit into account.
    """

    def __init__(self) -> None:
        self._items: Sequence[Item] = ()
        self._texts: list[str | None] = []
        self._order: list[int] = []
        self._words: tuple[str, ...] = ()
        self._shown: list[int] = []
        self._row_of: dict[int, int] | None = None

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, row: int) -> int:
        return self._shown[row]

    def row_of(self, place: int) -> int | None:
        """The row of an item; None while the filter hides it."""
        if self._row_of is None:
            self._row_of = {index: row for row, index in enumerate(self._shown)}
        return self._row_of.get(place)

    def reset(self, items: Sequence[Item]) -> None:
        """Start afresh with other items, in file order; the filter stays."""
        self._items = items
        self._texts = [None] * len(items)
        self._order = list(range(len(items)))
        self._show()

    def replace(self, items: Sequence[Item], changed: Iterable[int]) -> None:
        """Take over edited items where they stand."""
        self._items = items
        for place in changed:
            self._texts[place] = None

    def sort(
        self,
        column: Column | None,
        row_of: Callable[[int], ItemRow | None],
        *,
        descending: bool = False,
    ) -> None:
        """Order by a column; None for the order of the file."""
        if column is None:
            self._order = list(range(len(self._items)))
        else:
            keys = [column.key(item, row_of(item.index)) for item in self._items]
            self._order.sort(key=keys.__getitem__, reverse=descending)
        self._show()

    def filter(self, query: str) -> None:
        """Show the items whose texts hold every word of `query`, in any case."""
        self._words = tuple(query.casefold().split())
        self._show()

    def _show(self) -> None:
        self._row_of = None
        self._shown = [place for place in self._order if self._matches(place)]

    def _matches(self, place: int) -> bool:
        if not self._words:
            return True
        text = self._texts[place]
        if text is None:
            text = self._texts[place] = searchable(self._items[place])
        return all(word in text for word in self._words)
