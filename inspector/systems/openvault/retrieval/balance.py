"""Which of the best memories fit the selection's own budget (specs/openvault.md §6.2, §6.3)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.injection import BUCKETS, Bucket

SHARE = 0.2
_RECENT, _MID = 100, 500


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a memory met that did not fit.

    Attributes:
        cost: tokens of its summary; NaN where the release's estimate is none.
        bucket: where it lies, None where there are no buckets.
        bucket_used: tokens of its bucket's share that were taken before it.
        used: tokens of the whole budget that were taken before it.
    """

    cost: float
    bucket: Bucket | None
    bucket_used: float
    used: float


@dataclass(frozen=True)
class Choice:
    """Which memories were chosen, and what the others met.

    Attributes:
        chosen: places, in the order in which they were chosen.
        refused: by place.
        used: tokens taken.
    """

    chosen: tuple[int, ...]
    refused: Mapping[int, Refusal]
    used: float


def cut(ranked: Sequence[int], cost: Callable[[int], float], budget: float) -> Choice:
    """Take the best first until one does not fit (1.41 and 1.44); only that one is counted last."""
    chosen: list[int] = []
    used: float = 0
    for location in ranked:
        tokens = cost(location)
        if used + tokens > budget:
            return Choice(tuple(chosen), {location: Refusal(tokens, None, 0, used)}, used)
        chosen.append(location)
        used += tokens
    return Choice(tuple(chosen), {}, used)


def soft_balance(
    ranked: Sequence[int],
    bucket_of: Callable[[int], Bucket],
    cost: Callable[[int], int],
    budget: float,
) -> Choice:
    """Fill a fifth of the budget from each bucket, then the rest by score (release 26).

    A budget of 0 or less lets in nothing, not even what costs nothing; one that is no number
    lets in everything (R13).
    """
    if budget <= 0:
        met = {index: Refusal(cost(index), bucket_of(index), 0, 0) for index in ranked}
        return Choice((), met, 0)
    buckets: dict[Bucket, list[int]] = {bucket: [] for bucket in BUCKETS}
    for index in ranked:
        buckets[bucket_of(index)].append(index)
    chosen: dict[int, None] = {}
    shares: dict[int, tuple[int, Bucket, int]] = {}
    used = 0
    for bucket, places in buckets.items():
        accepted = 0
        for index in places:
            tokens = cost(index)
            if accepted + tokens > budget * SHARE:
                shares[index] = (tokens, bucket, accepted)
            else:
                chosen[index] = None
                accepted += tokens
        used += accepted
    refused: dict[int, Refusal] = {}
    for index in ranked:
        if index in chosen:
            continue
        tokens, bucket, accepted = shares[index]
        if used + tokens > budget:
            refused[index] = Refusal(tokens, bucket, accepted, used)
        else:
            chosen[index] = None
            used += tokens
    return Choice(tuple(chosen), refused, used)


def enough_for_cut(ranked: Sequence[int], cost: Callable[[int], int], index: int) -> int:
    """The least budget with which `cut` takes the memory at a place, which is among the ranked."""
    return sum(map(cost, ranked[: ranked.index(index) + 1]))


def enough_for_balance(
    ranked: Sequence[int],
    bucket_of: Callable[[int], Bucket],
    cost: Callable[[int], int],
    index: int,
) -> float:
    """A budget with which `soft_balance` surely takes the memory at a place among the ranked.

    Either its bucket's share holds it and all that ranks before it there, or the whole holds
    everything, whatever the shares let in; with a budget of 0 nothing is taken.
    """
    bucket = bucket_of(index)
    before = ranked[: ranked.index(index) + 1]
    share = sum(cost(other) for other in before if bucket_of(other) == bucket)
    return max(1, min(math.ceil(share / SHARE), sum(map(cost, ranked))))


def bucket_at(position: float, length: int, boundaries: tuple[float, float] | None) -> Bucket:
    """The bucket of a position, by the release's distances or by boundaries moved as a what-if."""
    mid, recent = (length - _MID, length - _RECENT) if boundaries is None else boundaries
    if position >= recent:
        return "recent"
    return "mid" if position >= mid else "old"
