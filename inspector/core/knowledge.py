"""How a character knows of a memory."""

from collections.abc import Callable
from enum import StrEnum

from inspector.core.document import Document
from inspector.core.memory import Memory


class Way(StrEnum):
    """How a character knows of a memory; the first that holds, in this order."""

    WITNESS = "witness"
    INVOLVED = "involved"
    ALIAS = "alias"
    TOLD = "told"
    UNKNOWN = "unknown"


WayOf = Callable[[Memory], Way]


def designed_ways(document: Document, name: str) -> WayOf:
    """By plain rules: names without case, a secret is known to its witnesses and who was told."""
    wanted = name.casefold()
    told = {
        event
        for other, state in document.characters.items()
        if other.casefold() == wanted
        for event in state.known_events
        if event
    }

    def way(memory: Memory) -> Way:
        if any(one.casefold() == wanted for one in memory.witnesses):
            return Way.WITNESS
        involved = () if memory.is_secret else memory.characters_involved
        if any(one.casefold() == wanted for one in involved):
            return Way.INVOLVED
        return Way.TOLD if memory.id in told else Way.UNKNOWN

    return way
