"""Who knows what, and how: characters × memories (issue 4, item 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.knowledge import Way
from inspector.core.system import Ruleset


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Characters × memories, by the rules of one ruleset.

    Attributes:
        characters: the columns, in order of appearance.
        memories: the rows: indexes of the memories.
        columns: by character, the way in which each of `memories` is known, in their order.
    """

    characters: tuple[str, ...]
    memories: Sequence[int]
    columns: Mapping[str, Sequence[Way]]

    def way(self, row: int, character: str) -> Way:
        """How a character knows the memory in a row."""
        return self.columns[character][row]

    def row(self, row: int) -> tuple[Way, ...]:
        """How each character knows the memory in a row."""
        return tuple(self.columns[name][row] for name in self.characters)

    def known(self, character: str) -> int:
        """How many of the memories a character knows."""
        column = self.columns[character]
        return len(column) - sum(way is Way.UNKNOWN for way in column)


def knowledge(
    ruleset: Ruleset,
    document: Document,
    memories: Sequence[int] | None = None,
    characters: Sequence[str] | None = None,
) -> Knowledge:
    """Who knows what by a ruleset's own rules.

    Args:
        ruleset: decides what counts: 26 takes part in a secret for knowing it and knows
            aliases, the others do not.
        document: the chat.
        memories: the rows; None for all.
        characters: the columns; None for everybody whom the chat or its memories name.
    """
    raise NotImplementedError
