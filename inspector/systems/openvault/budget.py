"""The token budget of the designs: specs/as-designed.md §1, *Budget*, steps 1 to 6."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import attrgetter
from typing import Protocol

from inspector.core.injection import BUCKETS, Bucket


class Member(Protocol):
    """A memory as the budget sees it."""

    @property
    def cost(self) -> int:
        """Line cost."""
        ...

    @property
    def importance(self) -> int:
        """1 to 5."""
        ...

    @property
    def position(self) -> float:
        """In messages."""
        ...


@dataclass(frozen=True, slots=True)
class Frame:
    """What a block costs besides its memories and separators.

    Attributes:
        fixed: opening tag, header and closing tag.
        titles: each bucket's title with the blank line above it.
        context: the recent bucket's lines before its memories; 0 if there are none.
        blank: one blank line.
        blank_before_closing: whether one stands there once there is any bucket.
        separator: cost of what stands between two neighbours in old, by their gap in
            messages; None where the design has no separators.
    """

    fixed: int
    titles: Mapping[Bucket, int]
    context: int
    blank: int
    blank_before_closing: bool = False
    separator: Callable[[float], int] | None = None

    def cost(self, filled: Mapping[Bucket, object]) -> int:
        """Cost without memories and separators, given which buckets have memories."""
        shown: list[Bucket] = [bucket for bucket in BUCKETS if filled[bucket]]
        total = self.fixed + sum(self.titles[bucket] for bucket in shown)
        if self.context:
            total += self.context
            total += self.blank if filled["recent"] else self.titles["recent"]
        if self.blank_before_closing and (shown or self.context):
            total += self.blank
        return total


@dataclass(frozen=True, slots=True)
class Share:
    """What one bucket may use and what its memories need."""

    tokens: int
    needed: int
    memories: int


@dataclass(frozen=True)
class Fit:
    """Which memories fit.

    Attributes:
        kept: ranks of the kept memories by bucket, oldest first.
        shares: what each bucket may use.
        crowded_out: ranks dropped because separators made the whole block too large.
        cost: of the whole block, by the sum of its lines.
    """

    kept: Mapping[Bucket, Sequence[int]]
    shares: Mapping[Bucket, Share]
    crowded_out: frozenset[int]
    cost: int


def fit(
    members: Sequence[Member],
    buckets: Mapping[Bucket, range],
    frame: Frame,
    budget: float,
    *,
    redistribute: bool,
) -> Fit:
    """Choose the memories that a block of `budget` tokens holds.

    Args:
        members: all candidates, oldest first; a memory's rank is its place here.
        buckets: which ranks lie in which bucket.
        frame: the cost of everything else.
        budget: of the whole block.
        redistribute: whether dropped memories come back while the block has room.
    """
    shares = _shares(members, buckets, budget - frame.cost(buckets))
    kept: dict[Bucket, list[int]] = {
        bucket: _within(members, buckets[bucket], shares[bucket].tokens) for bucket in BUCKETS
    }
    block = _Block(members, frame, kept)
    if redistribute:
        _bring_back(block, buckets, budget)
    crowded_out = _drop_until_it_fits(block, budget)
    return Fit(block.kept, shares, frozenset(crowded_out), block.cost)


def _shares(
    members: Sequence[Member], buckets: Mapping[Bucket, range], rest: float
) -> dict[Bucket, Share]:
    """Step 2: shares in proportion to the number of memories."""
    everything = sum(map(len, buckets.values()))
    shares: dict[Bucket, Share] = {}
    for bucket, ranks in buckets.items():
        count = len(ranks)
        tokens = max(0, math.floor(rest * count / everything)) if count else 0
        needed = sum(member.cost for member in members[ranks.start : ranks.stop])
        shares[bucket] = Share(tokens, needed, count)
    return shares


def _within(members: Sequence[Member], ranks: range, share: int) -> list[int]:
    """Step 3: drop the least important, oldest first among equals, until the rest fits."""
    inside = members[ranks.start : ranks.stop]
    excess = sum(member.cost for member in inside) - share
    if excess <= 0:
        return list(ranks)
    victims = sorted(ranks, key=lambda rank: members[rank].importance)
    freed = list(accumulate(members[rank].cost for rank in victims))
    count = bisect_left(freed, excess) + 1
    return sorted(victims[count:])


@dataclass
class _Block:
    """The kept memories while they change, with the cost of the whole block."""

    members: Sequence[Member]
    frame: Frame
    kept: dict[Bucket, list[int]]
    cost: int = field(init=False)

    def __post_init__(self) -> None:
        self.cost = self.frame.cost(self.kept)
        for ranks in self.kept.values():
            self.cost += sum(self.members[rank].cost for rank in ranks)
        old = self.kept["old"]
        self.cost += sum(map(self._separator, old, old[1:]))

    def add(self, rank: int, bucket: Bucket, budget: float) -> None:
        """Step 4: take a memory back if the whole block still fits."""
        ranks = self.kept[bucket]
        place = bisect_left(ranks, rank)
        cost = self.members[rank].cost - self._around(bucket, ranks, place, place)
        before = self.frame.cost(self.kept)
        ranks.insert(place, rank)
        cost += self._around(bucket, ranks, place, place + 1) + self.frame.cost(self.kept) - before
        if self.cost + cost <= budget:
            self.cost += cost
        else:
            del ranks[place]

    def remove(self, rank: int, bucket: Bucket) -> None:
        """Step 5: drop a memory."""
        ranks = self.kept[bucket]
        place = bisect_left(ranks, rank)
        before = self.frame.cost(self.kept) + self._around(bucket, ranks, place, place + 1)
        del ranks[place]
        after = self.frame.cost(self.kept) + self._around(bucket, ranks, place, place)
        self.cost += after - before - self.members[rank].cost

    def _around(self, bucket: Bucket, ranks: Sequence[int], start: int, end: int) -> int:
        """Cost of the separators beside the places from `start` up to `end`."""
        if bucket != "old" or self.frame.separator is None:
            return 0
        near = ranks[max(0, start - 1) : end + 1]
        return sum(map(self._separator, near, near[1:]))

    def _separator(self, left: int, right: int) -> int:
        if self.frame.separator is None:
            return 0
        return self.frame.separator(self.members[right].position - self.members[left].position)


def _bring_back(block: _Block, buckets: Mapping[Bucket, range], budget: float) -> None:
    """Step 4: most important first, among equals the newest."""
    dropped: list[tuple[int, Bucket]] = []
    for bucket, ranks in buckets.items():
        kept = set(block.kept[bucket])
        dropped.extend((rank, bucket) for rank in ranks if rank not in kept)
    members = block.members
    dropped.sort(key=lambda entry: (-members[entry[0]].importance, -entry[0]))
    for rank, bucket in dropped:
        if block.cost + members[rank].cost <= budget + _SEPARATOR_SAVING:
            block.add(rank, bucket, budget)


_SEPARATOR_SAVING = 64
"""More than any separator costs: a memory that closes a gap can take one's place."""


def _drop_until_it_fits(block: _Block, budget: float) -> list[int]:
    """Step 5: separators may have made the block too large after all."""
    if block.cost <= budget:
        return []
    left: list[tuple[int, Bucket]] = [
        (rank, bucket) for bucket in BUCKETS for rank in block.kept[bucket]
    ]
    importance = attrgetter("importance")
    left.sort(key=lambda entry: (importance(block.members[entry[0]]), entry[0]))
    dropped: list[int] = []
    for rank, bucket in left:
        if block.cost <= budget:
            break
        block.remove(rank, bucket)
        dropped.append(rank)
    return dropped
