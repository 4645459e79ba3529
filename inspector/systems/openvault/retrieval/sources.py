"""Where a memory's source messages stand in the chat, and whether they are hidden (§2, §6.1)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, islice
from typing import NamedTuple, cast

from inspector.core.decoded import is_list
from inspector.systems.openvault.retrieval.facts import Facts, Facts26
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex


class SourceState(Enum):
    """What the source that decides about a memory is like."""

    HIDDEN = "hidden"
    VISIBLE = "visible"
    GONE = "gone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Source:
    """The source message that decides whether a memory is a candidate.

    Attributes:
        state: hidden, visible, gone from the chat, or none at all.
        index: which message, where there is one.
    """

    state: SourceState
    index: float | None = None


class Found(NamedTuple):
    """The messages that a memory's fingerprints mean.

    Attributes:
        named: whether it has fingerprints at all.
        lowest: the first message found; -1 if none was.
        highest: the last message found; -1 if none was.
    """

    named: bool
    lowest: int = -1
    highest: int = -1


NO_FINGERPRINTS = Found(named=False)
NOT_FOUND = Found(named=True)
_NONE = -1


class Sources26(NamedTuple):
    """Where a memory's source messages stand for release 26.

    Attributes:
        found: what its fingerprints mean.
        latest: from which distance is counted, see `newest_source_26`.
        deciding: the message that has to be hidden, see `hidden_or_lost`; -1 without a source.
    """

    found: Found
    latest: float
    deciding: float


_LOST = Sources26(NOT_FOUND, latest=0, deciding=math.inf)
"""Of a memory whose fingerprints are found nowhere."""


def source_14x(facts: Facts, index: ChatIndex, length: int) -> Source:
    """By message id; a source outside the chat makes no candidate (§6.1)."""
    return _source_by_id(facts, index, length)


def source_26(facts: Facts26, found: Found, index: ChatIndex, length: int) -> Source:
    """By fingerprint where the memory has any, else by message id (§6.1)."""
    if not found.named:
        return _source_by_id(facts, index, length)
    if found.lowest < 0:
        return Source(SourceState.GONE)
    return _source_at(found.lowest, index)


def found_until(facts: Facts26, index: ChatIndex, length: int, *, migrated: bool) -> Found:
    """The messages that a memory's fingerprints mean in a chat that ends after `length`."""
    marks: Sequence[object] = facts.fingerprints
    if migrated and not facts.has_fingerprints:
        marks = migrated_fingerprints(facts.sources, index, length)
    if not marks:
        return NO_FINGERPRINTS
    places = index.resolve_all(marks, length)
    return _found_at(places) if places else NOT_FOUND


def migrated_fingerprints(ids: Iterable[float], index: ChatIndex, length: int) -> tuple[str, ...]:
    """Fingerprints of the messages with these ids that exist (§1.3, v3)."""
    return tuple(
        index.fingerprint(int(location))
        for location in ids
        if 0 <= location < length and location == math.floor(location)
    )


def newest_source_26(facts: Facts26, found: Found) -> float:
    """The newest source, from which distance is counted; 0 where none is known (§6.3).

    Message ids count only where a memory has no fingerprints, found or not.
    """
    return max(found.highest, 0) if found.named else facts.newest_id


def position_26(facts: Facts26, found: Found) -> float:
    """Where soft balance places a memory: by fingerprint if one is found (§2).

    Raises:
        ReleaseThrowsError: see `Facts26.position`.
    """
    return found.highest if found.highest >= 0 else facts.position


def sources_26(facts: Facts26, index: ChatIndex, length: int, *, migrated: bool) -> Sources26:
    """Where the sources of a memory stand in a chat that ends after `length` messages.

    Args:
        facts: the memory.
        index: of its chat.
        length: how many messages of it count.
        migrated: whether data of schema 1 gets fingerprints from its message ids (§1.3).
    """
    found = found_until(facts, index, length, migrated=migrated)
    if found.named:
        return _sources_by_fingerprint(found)
    lowest = facts.lowest_source if facts.sources else _NONE
    is_whole = math.isfinite(lowest) and lowest == math.floor(lowest)
    return Sources26(found, newest_source_26(facts, found), int(lowest) if is_whole else lowest)


def sources_by_fingerprint(stored: Sequence[object], index: ChatIndex) -> list[Sources26 | None]:
    """Where the sources of many memories stand in the whole chat.

    Args:
        stored: `message_fingerprints` of each.
        index: of the chat.

    Returns:
        None for what is no list of texts, or an empty one; ask `sources_26` of these.
    """
    lists = [marks if is_list(marks) else [] for marks in stored]
    if not {str}.issuperset(map(type, chain.from_iterable(lists))):
        lists = [marks if {str}.issuperset(map(type, marks)) else [] for marks in lists]
    every = cast("Iterable[str]", chain.from_iterable(lists))
    places = iter(index.resolve_each(every))
    return [
        _sources_by_fingerprint(_found_at([*islice(places, len(marks))])) if marks else None
        for marks in lists
    ]


def _found_at(places: Sequence[int]) -> Found:
    """What fingerprints mean of which each stands at a place, or nowhere: -1."""
    highest = max(places)
    if highest < 0:
        return NOT_FOUND
    lowest = min(places)
    if lowest < 0:
        lowest = min(location for location in places if location >= 0)
    return Found(named=True, lowest=lowest, highest=highest)


def _sources_by_fingerprint(found: Found) -> Sources26:
    if found.highest < 0:
        return _LOST
    return Sources26(found, found.highest, found.lowest)


def hidden_or_lost(deciding: Sequence[float], hidden: bytes, length: int) -> list[int]:
    """Places of the sources that are hidden or past the end; what is no index is neither.

    Args:
        deciding: see `Sources26`.
        hidden: a byte for each message, 1 where it is hidden.
        length: how many messages count.
    """
    return [
        index
        for index, source in enumerate(deciding)
        if source >= length or (source >= 0 and isinstance(source, int) and hidden[source])
    ]


def _source_by_id(facts: Facts, index: ChatIndex, length: int) -> Source:
    if not facts.sources:
        return Source(SourceState.NONE)
    lowest = facts.lowest_source
    if lowest >= length:
        return Source(SourceState.GONE, lowest)
    if not lowest >= 0 or lowest != math.floor(lowest):
        return Source(SourceState.VISIBLE, lowest)
    return _source_at(int(lowest), index)


def _source_at(location: int, index: ChatIndex) -> Source:
    hidden = index.chat.hidden[location]
    return Source(SourceState.HIDDEN if hidden else SourceState.VISIBLE, location)
