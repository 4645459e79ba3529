"""The block over the whole chat: tokens and memories at every message (issue 4, item 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.deadline import Deadline
from inspector.core.injection import Derivation
from inspector.core.query import Query

MOST_POINTS = 400


@dataclass(frozen=True, slots=True)
class ReplayPoint:
    """The block if the chat ended after one message.

    Attributes:
        at: that message.
        tokens: of all prompts together.
        used: of the budget, by the ruleset's own accounting; 0 where it has none.
        memories: how many are in the block.
        existing: how many exist by then.
    """

    at: int
    tokens: int
    used: int
    memories: int
    existing: int


def sampled(length: int, most: int = MOST_POINTS) -> Sequence[int]:
    """The messages that are looked at: last and first, then the middles of ever finer parts.

    So a strip shows the whole chat early. All messages where there are no more than `most`.
    """
    count = min(length, most)
    if count <= 0:
        return ()
    if count == 1:
        return (length - 1,)
    return tuple(location * (length - 1) // (count - 1) for location in _coarse_first(count))


def _coarse_first(count: int) -> Iterator[int]:
    """0 to `count` - 1: the last, the first, then the middles of ever finer parts."""
    yield count - 1
    yield 0
    parts = [(0, count - 1)]
    while parts:
        finer: list[tuple[int, int]] = []
        for low, high in parts:
            middle = (low + high) // 2
            if low < middle:
                yield middle
                finer += [(low, middle), (middle, high)]
        parts = finer


def replay(
    query: Query, points: Sequence[int] | None = None, deadline: Deadline | None = None
) -> Iterator[ReplayPoint]:
    """The block at each of the points, in their order.

    An iterator: progress is how many came of `len(points)`; whoever stops reading cancels.

    Args:
        query: the question; its moment's `at` is not used.
        points: messages; None for `sampled(length)`.
        deadline: when to stop.
    """
    length = len(query.document.chat)
    for at in sampled(length) if points is None else points:
        if deadline is not None and deadline.is_over:
            return
        yield replay_point(query, at)


def replay_point(query: Query, at: int) -> ReplayPoint:
    """The block if the chat ended after message `at`."""
    return point_of(query.at(replace(query.moment, at=at)).derivation, at)


def point_of(derivation: Derivation, at: int) -> ReplayPoint:
    """What a ruleset's answer comes to."""
    budget = derivation.budget
    return ReplayPoint(
        at=at,
        tokens=sum(injection.tokens for injection in derivation.injections),
        used=0 if budget is None else budget.used,
        memories=len(derivation.in_block),
        existing=len(derivation.existing),
    )
