"""Who knows what, and how: characters × memories (issue 4, item 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.knowledge import Way, WayOf, designed_ways
from inspector.core.system import Ruleset, TellsWhoKnows


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
        ruleset: decides what counts: in 26 who takes part in a secret knows it, and aliases
            count; elsewhere they do not.
        document: the chat.
        memories: the rows; None for all.
        characters: the columns; None for `people`.
    """
    rows = range(len(document.memories)) if memories is None else memories
    names = people(document) if characters is None else tuple(characters)
    columns: dict[str, Sequence[Way]] = {}
    for name in names:
        way = ways_of(ruleset, document, name)
        columns[name] = [way(document.memories[index]) for index in rows]
    return Knowledge(names, rows, columns)


def people(document: Document) -> tuple[str, ...]:
    """Whoever can know something, in order of appearance: no narrators.

    These are the characters of whom something is kept, whom a memory names, or who spoke last.
    """
    chat = document.chat
    known = {chat.newest_speaker(user_side=side) for side in (True, False)}
    known |= document.characters.keys()
    known.update(document.names_in_memories)
    return tuple(name for name in document.names if name in known)


def ways_of(ruleset: Ruleset, document: Document, name: str) -> WayOf:
    """How a character knows of memories by a ruleset; by the designs' rules where it has none."""
    if isinstance(ruleset, TellsWhoKnows):
        return ruleset.ways(document, name)
    return designed_ways(document, name)
