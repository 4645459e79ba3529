"""The memories of a design in the orders and columns that its budget reads again and again."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, count, pairwise
from typing import TypeVar

from inspector.core.cached import cached_property
from inspector.systems.openvault.designed_memory import DesignedMemory

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Costs:
    """What memories cost, oldest first; a memory's rank is its place here.

    Attributes:
        each: by rank.
        importances: by rank, 1 to 5.
    """

    each: Sequence[int]
    importances: Sequence[int]

    def total(self, ranks: range) -> int:
        """What the memories of these ranks cost together."""
        return self._sums[ranks.stop] - self._sums[ranks.start]

    def kept(self, ranks: range, tokens: int) -> list[int]:
        """What is left of ranks once the rest fits: the least important go, the oldest first."""
        excess = self.total(ranks) - tokens
        if excess <= 0:
            return list(ranks)
        kept: list[int] = []
        order, sums = self._least_important_first
        for first, end in self._equals:
            low = bisect_left(order, ranks.start, first, end)
            high = bisect_left(order, ranks.stop, first, end)
            if excess > 0:
                enough = bisect_left(sums, sums[low] + excess, low, high + 1)
                excess -= sums[min(enough, high)] - sums[low]
                low = enough
            kept += order[low:high]
        return sorted(kept)

    @cached_property
    def _sums(self) -> Sequence[int]:
        """What all before each rank cost, and at the end what all do."""
        return list(accumulate(self.each, initial=0))

    @cached_property
    def _least_important_first(self) -> tuple[Sequence[int], Sequence[int]]:
        """All ranks, the oldest first among equals, and what all before each of them cost."""
        order = sorted(range(len(self.each)), key=self.importances.__getitem__)
        return order, list(accumulate(map(self.each.__getitem__, order), initial=0))

    @cached_property
    def _equals(self) -> Sequence[tuple[int, int]]:
        """Where in that order the ranks of each importance begin and end."""
        counts = Counter(self.importances)
        ends = accumulate((counts[importance] for importance in sorted(counts)), initial=0)
        return list(pairwise(ends))


@dataclass(frozen=True, eq=False)
class Prepared:
    """All memories of a document as a design reads them, in columns in list order.

    Attributes:
        members: the memories.
        positions: in messages.
        chronology: all places, oldest first.
        costs: of the lines of each.
        importances: 1 to 5.
        flags: whether each is put away.
    """

    members: Sequence[DesignedMemory]
    positions: Sequence[float]
    chronology: Sequence[int]
    costs: Sequence[int]
    importances: Sequence[int]
    flags: Sequence[bool]

    @cached_property
    def archived(self) -> frozenset[int]:
        """Places of those that are put away."""
        return frozenset(compress(count(), self.flags))

    @cached_property
    def ranking(self) -> "Ranking":
        """All of them, oldest first."""
        return Ranking(self, self.chronology)

    @cached_property
    def unarchived(self) -> "Ranking":
        """All but those that are put away."""
        return self.ranking.without(self.archived)


@dataclass(frozen=True, eq=False)
class Ranking:
    """Some of a document's memories, oldest first; a memory's rank is its place here.

    Attributes:
        prepared: all memories.
        order: the places of these in the list of all.
    """

    prepared: Prepared
    order: Sequence[int]

    @cached_property
    def members(self) -> Sequence[DesignedMemory]:
        """The memories."""
        return self._in_order(self.prepared.members)

    @cached_property
    def positions(self) -> Sequence[float]:
        """Where each lies, in messages."""
        return self._in_order(self.prepared.positions)

    @cached_property
    def costs(self) -> Costs:
        """What each costs by itself."""
        prepared = self.prepared
        return Costs(self._in_order(prepared.costs), self._in_order(prepared.importances))

    def without(self, excluded: frozenset[int]) -> "Ranking":
        """The same but for those at some places in the list of all."""
        if not excluded:
            return self
        return Ranking(
            self.prepared, [location for location in self.order if location not in excluded]
        )

    def _in_order(self, column: Sequence[Value]) -> Sequence[Value]:
        return list(map(column.__getitem__, self.order))


@dataclass(frozen=True, eq=False)
class Existing:
    """The memories that exist at a moment.

    Attributes:
        prepared: all of the document.
        places: of those that exist, in the list of all, ascending.
    """

    prepared: Prepared
    places: Sequence[int]

    @property
    def are_all(self) -> bool:
        """Whether every memory exists."""
        return len(self.places) == len(self.prepared.members)

    @cached_property
    def ranking(self) -> Ranking:
        """All of them, oldest first."""
        prepared = self.prepared
        if self.are_all:
            return prepared.ranking
        there = frozenset(self.places)
        return Ranking(prepared, list(filter(there.__contains__, prepared.chronology)))

    def candidates(self, excluded: frozenset[int]) -> Ranking:
        """All but those at some places in the list of all."""
        if self.are_all and excluded == self.prepared.archived:
            return self.prepared.unarchived
        return self.ranking.without(excluded)


def chronological(positions: Sequence[float], sequences: Sequence[float]) -> Sequence[int]:
    """Places of memories by position, then sequence, then file order."""
    # Two stable sorts by plain numbers are far faster than one by pairs.
    places = sorted(range(len(positions)), key=sequences.__getitem__)
    places.sort(key=positions.__getitem__)
    return places
