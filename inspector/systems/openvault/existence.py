"""Which memories exist at a moment: DESIGN §4, `--at`."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.sillytavern.dates import sent_at
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.fingerprints import index_of

_NONE = math.inf
"""Stands for the newest source of a memory without any; a source is finite."""


def existing_memories(document: Document, at: int | None) -> Sequence[Memory]:
    """The memories that exist once message `at` has been sent; all for None or the last message.

    One with sources exists if its largest source is not past `at`; one without if it was created
    before the next message was sent. Where a date is missing or unreadable, it exists.
    """
    memories, places = document.memories, existing_places(document, at)
    if len(places) == len(memories):
        return memories
    key = ("existing memories", Same(memories), Same(places))
    columns = index_of(document.chat).columns
    return columns.answer(key, lambda: [memories[index] for index in places])


def existing_places(document: Document, at: int | None) -> Sequence[int]:
    """The places of these memories among all of the document."""
    memories = document.memories
    if at is None or at >= len(document.chat) - 1:
        # A batch whose ids reach past the chat's end is used as stored (R17).
        return range(len(memories))
    columns, key = index_of(document.chat).columns, ("existing", Same(memories), at)
    return columns.answer(key, lambda: _existing(document, at, columns))


def _existing(document: Document, at: int, columns: Columns) -> Sequence[int]:
    memories = document.memories
    latest = columns.column("newest source", memories, _newest_sources)
    order, sources = columns.answer(("by newest source", Same(latest)), lambda: _ordered(latest))
    there = sorted(order[: bisect_right(sources, at)])
    without = order[bisect_left(sources, _NONE) :]
    if not without:
        return there
    created = columns.column("created", memories, _created)
    following = columns.grown("following", lambda known: _following(document.chat, at + 1, known))
    until = math.inf if following.sent is None else following.sent
    made = ((index, created[index]) for index in without)
    return sorted([*there, *(index for index, sent in made if sent is None or sent < until)])


def _ordered(latest: Sequence[float]) -> tuple[Sequence[int], Sequence[float]]:
    """All places by their newest source, those without any last, and these sources."""
    order = sorted(range(len(latest)), key=latest.__getitem__)
    return order, [latest[index] for index in order]


def _newest_sources(memories: Sequence[Memory]) -> list[float]:
    return [max(memory.sources) if memory.sources else _NONE for memory in memories]


def _created(memories: Sequence[Memory]) -> list[float | None]:
    """When each was made; read only of those without sources, of which alone it is asked."""
    return [None if one.sources else sent_at(one.record.get("created_at")) for one in memories]


@dataclass(frozen=True, slots=True)
class _Following:
    """When the first message from some place on that carries a readable date was sent.

    Attributes:
        first: the first place for which that is the answer.
        last: the last such place, where that message stands.
        sent: when it was sent; None where there is none.
    """

    first: int
    last: int
    sent: float | None


def _following(chat: Chat, start: int, known: _Following | None) -> _Following:
    """The answer for one place, by the one that is known already where that helps."""
    if known is not None and known.first <= start <= known.last:
        return known
    for index in range(start, len(chat)):
        if known is not None and index == known.first:
            return _Following(start, known.last, known.sent)
        sent = sent_at(chat.send_dates[index])
        if sent is not None:
            return _Following(start, index, sent)
    return _Following(start, len(chat), None)
