"""How a character knows of a memory, by the rules of each family (specs/openvault.md §6.1)."""

from collections.abc import Callable

from inspector.core.decoded import members
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.systems.openvault.lines import SLOT
from inspector.systems.openvault.retrieval.facts import Facts, facts_14x, facts_26
from inspector.systems.openvault.retrieval.pov import (
    Viewpoint,
    stored_states,
    viewpoint_14x,
    viewpoint_26,
)

WayOf = Callable[[Memory], Way]


def designed_ways(document: Document, name: str) -> WayOf:
    """By the designs: names without case, a secret is known to its witnesses and who was told."""
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


def ways_14x(document: Document, name: str) -> WayOf:
    """By releases 1.41 and 1.44: the case of a state's name counts."""
    viewpoint = _readable(name, lambda: viewpoint_14x((name,), stored_states(document)))
    return lambda memory: _released_way(viewpoint, facts_14x(memory), name)


def ways_26(document: Document, name: str) -> WayOf:
    """By release 26: who took part in a secret knows it, and aliases count."""
    graph = document.stores.get(SLOT, {}).get("graph")
    viewpoint = _readable(
        name, lambda: viewpoint_26((name,), stored_states(document), members(graph))
    )
    return lambda memory: _released_way(viewpoint, facts_26(memory), name)


def _readable(name: str, read: Callable[[], Viewpoint]) -> Viewpoint:
    """A viewpoint; by the name alone where the release stops over what it reads besides."""
    try:
        return read()
    except ReleaseThrowsError:
        return Viewpoint((name,), frozenset({name.lower()}), frozenset(), secrets_hide=False)


def _released_way(viewpoint: Viewpoint, facts: Facts, name: str) -> Way:
    lowered = name.lower()
    if lowered in facts.witnesses:
        return Way.WITNESS
    if viewpoint.took_part(facts) and lowered in facts.involved:
        return Way.INVOLVED
    if viewpoint.witnessed(facts) or viewpoint.took_part(facts):
        return Way.ALIAS
    return Way.TOLD if viewpoint.was_told(facts) else Way.UNKNOWN
