"""How a character knows of a memory, by the rules of each family (specs/openvault.md §6.1)."""

from collections.abc import Callable

from inspector.core.decoded import members
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.knowledge import Way, WayOf
from inspector.systems.openvault.lines import SLOT
from inspector.systems.openvault.retrieval.facts import Facts, facts_14x, facts_26
from inspector.systems.openvault.retrieval.pov import (
    Viewpoint,
    stored_states,
    viewpoint_14x,
    viewpoint_26,
)


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
