"""The token budget of the designs: specs/as-designed.md §1, *Budget*, steps 1 to 6."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from operator import add

from inspector.core.injection import BUCKETS, Bucket
from inspector.systems.openvault.designed_memory import DesignedMemory
from inspector.systems.openvault.ranking import Costs, Ranking

Between = Callable[[Bucket, float, float], int]
"""A cost by bucket and the positions of two neighbours in it."""

BetweenAll = Callable[[Bucket, Sequence[DesignedMemory]], Sequence[int]]
"""The same for each two neighbours among some memories of a bucket, oldest first."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a block costs besides its memories and separators.

    Attributes:
        fixed: opening tag, header and closing tag.
        titles: each bucket's title with the blank line above it.
        context: the recent bucket's lines before its memories; 0 if there are none.
        paragraph: the line in the place of established history's memories; 0 without one.
        blank: one blank line.
        blank_before_closing: whether one stands there once there is any bucket.
        blank_after_header: whether one stands there without any bucket, too.
        between: cost of what stands between two neighbours of a bucket, given their positions;
            None where nothing does.
        hint: the part of it that belongs to the second of the two.
        hints: the same for many at once.
        greatest_between: more than this nothing between two neighbours costs.
    """

    fixed: int
    titles: Mapping[Bucket, int]
    context: int
    blank: int
    blank_before_closing: bool = False
    blank_after_header: bool = False
    between: Between | None = None
    hint: Between | None = None
    hints: BetweenAll | None = None
    greatest_between: int = 0
    paragraph: int = 0

    def cost(self, filled: Mapping[Bucket, object]) -> int:
        """Cost without memories and separators, given which buckets have memories."""
        displayed: list[Bucket] = [bucket for bucket in BUCKETS if filled[bucket]]
        total = self.fixed + sum(self.titles[bucket] for bucket in displayed)
        if self.context:
            total += self.context
            total += self.blank if filled["recent"] else self.titles["recent"]
        if self.paragraph:
            total += self.paragraph
            total += 0 if filled["old"] else self.titles["old"]
        has_sections = bool(displayed or self.context or self.paragraph)
        if self.blank_before_closing if has_sections else self.blank_after_header:
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
        costs: of each rank, with what it has as its bucket stood before any was dropped.
    """

    kept: Mapping[Bucket, Sequence[int]]
    shares: Mapping[Bucket, Share]
    crowded_out: frozenset[int]
    cost: int
    costs: Sequence[int]


@dataclass(frozen=True, slots=True)
class Fitting:
    """A budget and how it is used.

    Attributes:
        frame: the cost of everything but memories and separators.
        budget: of the whole block.
        redistribute: whether dropped memories come back while the block has room.
    """

    frame: Frame
    budget: float
    redistribute: bool


def fit(ranking: Ranking, buckets: Mapping[Bucket, range], fitting: Fitting) -> Fit:
    """Choose the memories that a block holds.

    Args:
        ranking: all candidates.
        buckets: which ranks lie in which bucket.
        fitting: the budget.
    """
    costs = _costs(ranking, buckets, fitting.frame.hints)
    shares = _shares(costs, buckets, fitting.budget - fitting.frame.cost(buckets))
    # Step 3: the least important are dropped, oldest first among equals, until the rest fits.
    kept: dict[Bucket, list[int]] = {
        bucket: costs.kept(buckets[bucket], shares[bucket].tokens) for bucket in BUCKETS
    }
    block = _Block(ranking, fitting.frame, kept)
    if fitting.redistribute:
        _bring_back(block, costs, buckets, fitting.budget)
    crowded_out = _drop_until_it_fits(block, costs.importances, fitting.budget)
    return Fit(block.kept, shares, frozenset(crowded_out), block.cost, costs.each)


def _costs(ranking: Ranking, buckets: Mapping[Bucket, range], hints: BetweenAll | None) -> Costs:
    if hints is None:
        return ranking.costs
    each: list[int] = []
    for bucket in BUCKETS:
        ranks = buckets[bucket]
        members = ranking.members[ranks.start : ranks.stop]
        alone = ranking.costs.each[ranks.start : ranks.stop]
        each += map(add, alone, chain((0,), hints(bucket, members)))
    return Costs(each, ranking.costs.importances)


def _shares(costs: Costs, buckets: Mapping[Bucket, range], rest: float) -> dict[Bucket, Share]:
    """Step 2: shares in proportion to the number of memories."""
    everything = sum(map(len, buckets.values()))
    shares: dict[Bucket, Share] = {}
    for bucket, ranks in buckets.items():
        count = len(ranks)
        tokens = max(0, math.floor(rest * count / everything)) if count else 0
        shares[bucket] = Share(tokens, costs.total(ranks), count)
    return shares


@dataclass
class _Block:
    """The kept memories while they change, with the cost of the whole block."""

    ranking: Ranking
    frame: Frame
    kept: dict[Bucket, list[int]]
    cost: int = field(init=False)

    def __post_init__(self) -> None:
        self.cost = self.frame.cost(self.kept)
        for bucket, ranks in self.kept.items():
            self.cost += sum(map(self._costs.__getitem__, ranks))
            self.cost += self._around(bucket, ranks, 0, len(ranks))

    @property
    def _costs(self) -> Sequence[int]:
        return self.ranking.costs.each

    def add(self, rank: int, bucket: Bucket, budget: float) -> None:
        """Step 4: take a memory back if the whole block still fits."""
        ranks = self.kept[bucket]
        index = bisect_left(ranks, rank)
        cost = self._costs[rank] - self._around(bucket, ranks, index, index)
        before = self.frame.cost(self.kept)
        ranks.insert(index, rank)
        cost += self._around(bucket, ranks, index, index + 1) + self.frame.cost(self.kept) - before
        if self.cost + cost <= budget:
            self.cost += cost
        else:
            del ranks[index]

    def remove(self, rank: int, bucket: Bucket) -> None:
        """Step 5: drop a memory."""
        ranks = self.kept[bucket]
        index = bisect_left(ranks, rank)
        before = self.frame.cost(self.kept) + self._around(bucket, ranks, index, index + 1)
        del ranks[index]
        after = self.frame.cost(self.kept) + self._around(bucket, ranks, index, index)
        self.cost += after - before - self._costs[rank]

    def _around(self, bucket: Bucket, ranks: Sequence[int], start: int, end: int) -> int:
        """Cost of what stands between neighbours, beside the places from `start` up to `end`."""
        between = self.frame.between
        if between is None:
            return 0
        near = [self.ranking.positions[rank] for rank in ranks[max(0, start - 1) : end + 1]]
        return sum(between(bucket, left, right) for left, right in pairwise(near))


def _bring_back(
    block: _Block,
    costs: Costs,
    buckets: Mapping[Bucket, range],
    budget: float,
) -> None:
    """Step 4: most important first, among equals the newest."""
    kept = {rank for ranks in block.kept.values() for rank in ranks}
    dropped = [rank for rank in range(len(costs.each) - 1, -1, -1) if rank not in kept]
    dropped.sort(key=costs.importances.__getitem__, reverse=True)
    # A memory that closes a gap can take the place of what stood there.
    saving = block.frame.greatest_between
    for rank in dropped:
        if block.cost + costs.each[rank] - saving <= budget:
            block.add(rank, _bucket_of(rank, buckets), budget)


def _bucket_of(rank: int, buckets: Mapping[Bucket, range]) -> Bucket:
    for bucket in BUCKETS:
        if rank in buckets[bucket]:
            return bucket
    raise LookupError(rank)


def _drop_until_it_fits(block: _Block, importances: Sequence[int], budget: float) -> list[int]:
    """Step 5: separators may have made the block too large after all."""
    if block.cost <= budget:
        return []
    bucket_of: dict[int, Bucket] = {
        rank: bucket for bucket in BUCKETS for rank in block.kept[bucket]
    }
    dropped: list[int] = []
    for rank in sorted(sorted(bucket_of), key=importances.__getitem__):
        if block.cost <= budget:
            break
        block.remove(rank, bucket_of[rank])
        dropped.append(rank)
    return dropped
