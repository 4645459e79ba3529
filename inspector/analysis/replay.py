"""The block over the whole chat: tokens and memories at every message (issue 4, item 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis.asked import Asked
from inspector.analysis.patience import Patience

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
    """The messages that are looked at, coarse first, then ever finer, the last one first of all.

    So a strip shows the whole chat early. All messages where there are no more than `most`.
    """
    raise NotImplementedError


def replay(
    asked: Asked, points: Sequence[int] | None = None, patience: Patience | None = None
) -> Iterator[ReplayPoint]:
    """The block at each of the points, in their order.

    An iterator: progress is how many came of `len(points)`; whoever stops reading cancels.

    Args:
        asked: the question; its moment's `at` is not used.
        points: messages; None for `sampled(length)`.
        patience: when to stop.
    """
    raise NotImplementedError
