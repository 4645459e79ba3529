"""Which memories the table shows and in what order, without Qt."""

from collections.abc import Callable, Iterable, Sequence

from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.memories.columns import COLUMNS

VerdictOf = Callable[[int], Verdict | None]


def searchable(memory: Memory) -> str:
    """All that the text filter looks through, in small letters."""
    return "\n".join(
        (
            f"#{memory.index}",
            memory.id,
            memory.summary,
            memory.temporal_anchor,
            *memory.witnesses,
            *memory.characters_involved,
        )
    ).casefold()


class Rows:
    """The rows of the table as memory indexes.

    Sorting keeps the former order among equals. An edit never moves a row: it would jump from
    under the hand; sorting or filtering again takes the edit into account.
    """

    def __init__(self) -> None:
        self._memories: Sequence[Memory] = ()
        self._texts: list[str | None] = []
        self._read = 0
        self._order: list[int] = []
        self._words: tuple[str, ...] = ()
        self._shown: list[int] = []
        self._row_of: dict[int, int] | None = None

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, row: int) -> int:
        return self._shown[row]

    @property
    def shown(self) -> Sequence[int]:
        """The memories that are shown, in the order of the rows."""
        return self._shown

    def row_of(self, memory: int) -> int | None:
        """The row of a memory; None while the filter hides it."""
        if self._row_of is None:
            self._row_of = {index: row for row, index in enumerate(self._shown)}
        return self._row_of.get(memory)

    def reset(self, memories: Sequence[Memory]) -> None:
        """Start afresh with other memories, in stored order; the filter stays."""
        self._memories = memories
        self._texts = [None] * len(memories)
        self._read = 0
        self._order = list(range(len(memories)))
        self._show()

    def replace(self, memories: Sequence[Memory], changed: Iterable[int]) -> None:
        """Take over edited memories where they stand."""
        self._memories = memories
        for index in changed:
            self._texts[index] = None
            self._read = min(self._read, index)

    def sort(self, column: int | None, verdict_of: VerdictOf, *, descending: bool = False) -> None:
        """Order by a column; None for the stored order."""
        if column is None:
            self._order = list(range(len(self._memories)))
        else:
            key, memories = COLUMNS[column].key, self._memories
            derived = COLUMNS[column].derived
            keys = [
                key(memory, verdict_of(memory.index) if derived else None) for memory in memories
            ]
            self._order.sort(key=keys.__getitem__, reverse=descending)
        self._show()

    def filter(self, query: str) -> None:
        """Show the memories whose texts hold every word of `query`, in any case."""
        self._words = tuple(query.casefold().split())
        self._show()

    def _show(self) -> None:
        self._row_of = None
        if not self._words:
            self._shown = self._order.copy()
            return
        texts = self._searchable_texts()
        shown: Iterable[int] = self._order
        for word in self._words:
            shown = [index for index in shown if word in texts[index]]
        self._shown = list(shown)

    def prepare(self, count: int) -> bool:
        """Read the next `count` memories for the filter; True once all are read."""
        end = min(self._read + count, len(self._memories))
        for index in range(self._read, end):
            if self._texts[index] is None:
                self._texts[index] = searchable(self._memories[index])
        self._read = end
        return end == len(self._memories)

    def _searchable_texts(self) -> list[str]:
        self.prepare(len(self._memories))
        return [text or "" for text in self._texts]


def blocks(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Contiguous runs of rows as (first, last), both included."""
    runs: list[tuple[int, int]] = []
    for row in sorted(rows):
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
