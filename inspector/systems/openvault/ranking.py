"""The memories of a design in the orders and columns that its budget reads again and again."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, count
from typing import TypeVar

from inspector.core.cached import cached_property
from inspector.systems.openvault.designed_memory import DesignedMemory

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, slots=True)
class _Class:
    """Memories of one importance: their ranks, and what all before each of them cost."""

    ranks: Sequence[int]
    sums: Sequence[int]


@dataclass(frozen=True, eq=False)
class Costs:
    """What memories cost, oldest first; a memory's rank is its place here.

    Attributes:
        each: by rank.
        importances: by rank, 1 to 5.
        whole: costs that begin with the same, whose sums are taken over.
        alike: how many are the same there.
    """

    each: Sequence[int]
    importances: Sequence[int]
    whole: "Costs | None" = None
    alike: int = 0

    def total(self, ranks: range) -> int:
        """What the memories of these ranks cost together."""
        return self._sums[ranks.stop] - self._sums[ranks.start]

    def kept(self, ranks: range, tokens: int) -> list[int]:
        """What is left of ranks once the rest fits: the least important go, the oldest first."""
        excess = self.total(ranks) - tokens
        if excess <= 0:
            return list(ranks)
        kept: list[int] = []
        for _, equals in sorted(self._classes.items()):
            low = bisect_left(equals.ranks, ranks.start)
            high = bisect_left(equals.ranks, ranks.stop)
            if excess > 0:
                sums = equals.sums
                enough = bisect_left(sums, sums[low] + excess, low, high + 1)
                excess -= sums[min(enough, high)] - sums[low]
                low = enough
            kept += equals.ranks[low:high]
        return sorted(kept)

    @cached_property
    def _sums(self) -> Sequence[int]:
        """What all before each rank cost, and at the end what all do."""
        known: Sequence[int] = [0] if self.whole is None else self.whole._sums[: self.alike + 1]
        return [*known[:-1], *accumulate(self.each[self.alike :], initial=known[-1])]

    @cached_property
    def _classes(self) -> Mapping[int, _Class]:
        """All ranks by importance, oldest first."""
        classes: dict[int, _Class] = {}
        further: defaultdict[int, list[int]] = defaultdict(list)
        for rank, importance in enumerate(self.importances[self.alike :], self.alike):
            further[importance].append(rank)
        whole: Mapping[int, _Class] = {} if self.whole is None else self.whole._classes
        for importance in whole.keys() | further.keys():
            equals = whole.get(importance, _Class((), (0,)))
            cut = bisect_left(equals.ranks, self.alike)
            ranks, sums = further[importance], equals.sums[: cut + 1]
            costs = accumulate(map(self.each.__getitem__, ranks), initial=sums[-1])
            classes[importance] = _Class([*equals.ranks[:cut], *ranks], [*sums[:-1], *costs])
        return classes


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
        whole: a ranking that begins with the same memories, whose columns are taken over.
        alike: how many are the same there.
    """

    prepared: Prepared
    order: Sequence[int]
    whole: "Ranking | None" = None
    alike: int = 0

    @cached_property
    def members(self) -> Sequence[DesignedMemory]:
        """The memories."""
        return self._column(lambda one: one.members, self.prepared.members)

    @cached_property
    def positions(self) -> Sequence[float]:
        """Where each lies, in messages."""
        return self._column(lambda one: one.positions, self.prepared.positions)

    @cached_property
    def costs(self) -> Costs:
        """What each costs by itself."""
        return Costs(
            self._column(lambda one: one.costs.each, self.prepared.costs),
            self._column(lambda one: one.costs.importances, self.prepared.importances),
            None if self.whole is None else self.whole.costs,
            self.alike,
        )

    def without(self, excluded: frozenset[int]) -> "Ranking":
        """The same but for those at some places in the list of all."""
        if not excluded:
            return self
        return Ranking(
            self.prepared, [location for location in self.order if location not in excluded]
        )

    def among(self, places: Sequence[int]) -> "Ranking":
        """Those of them at some places in the list of all.

        Where an end is dragged, these are the oldest but for a few, which alone are looked at.

        Args:
            places: ascending, each once.
        """
        unbroken = bisect_left(range(len(places)), 1, key=lambda number: places[number] - number)
        further = frozenset(places[unbroken:])
        least, greatest = self._bounds
        alike, end = least[unbroken], greatest[unbroken] + 1
        end = max(end, greatest[places[-1] + 1] + 1) if further else end
        rest = [one for one in self.order[alike:end] if one < unbroken or one in further]
        return Ranking(self.prepared, [*self.order[:alike], *rest], self, alike)

    @cached_property
    def _bounds(self) -> tuple[Sequence[int], Sequence[int]]:
        """By place in the list of all: the least rank from there on, the greatest before it."""
        count, places = len(self.order), range(len(self.prepared.members))
        ranks = {location: rank for rank, location in enumerate(self.order)}
        before = accumulate((ranks.get(one, -1) for one in places), max, initial=-1)
        behind = accumulate((ranks.get(one, count) for one in reversed(places)), min, initial=count)
        return list(behind)[::-1], list(before)

    def _column(
        self, of: Callable[["Ranking"], Sequence[Value]], column: Sequence[Value]
    ) -> Sequence[Value]:
        known = () if self.whole is None else of(self.whole)[: self.alike]
        return [*known, *map(column.__getitem__, self.order[self.alike :])]


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
        return self._there(self.prepared.ranking)

    def candidates(self, excluded: frozenset[int]) -> Ranking:
        """All but those at some places in the list of all."""
        if excluded == self.prepared.archived:
            unarchived = self.prepared.unarchived
            none = unarchived is self.prepared.ranking
            return self.ranking if none else self._there(unarchived)
        return self.ranking.without(excluded)

    def _there(self, ranking: Ranking) -> Ranking:
        return ranking if self.are_all else ranking.among(self.places)


def chronological(positions: Sequence[float], sequences: Sequence[float]) -> Sequence[int]:
    """Places of memories by position, then sequence, then file order."""
    # Two stable sorts by plain numbers are far faster than one by pairs.
    places = sorted(range(len(positions)), key=sequences.__getitem__)
    places.sort(key=positions.__getitem__)
    return places
