"""Which memories the table shows and in what order, without Qt."""

from collections.abc import Callable

from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.panels.memories.columns import COLUMNS
from inspector.gui.tables.rows import ShownRows

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


class Rows(ShownRows[Memory]):
    """The rows of the table as memory indexes."""

    def __init__(self) -> None:
        super().__init__(searchable)

    def sort(self, column: int | None, verdict_of: VerdictOf, *, descending: bool = False) -> None:
        """Order by a column; None for the stored order."""
        if column is None:
            self.sort_by(None)
            return
        key, derived = COLUMNS[column].key, COLUMNS[column].derived
        self.sort_by(
            lambda memory: key(memory, verdict_of(memory.index) if derived else None),
            descending=descending,
        )
