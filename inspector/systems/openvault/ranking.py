"""The memories of a design in the orders and columns that its budget reads again and again."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeVar

from inspector.core.cached import cached_property
from inspector.systems.openvault.designed_memory import DesignedMemory

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, slots=True)
class _Class:
    """Memories of one importance: their ranks, and what all before each of them cost."""

    ranks: Sequence[int]
    sums: Sequence[int]


_FEW = 32
"""An edit of more memories than these is not worth following one by one."""


@dataclass(frozen=True, eq=False)
class Costs:
    """What memories cost, oldest first; a memory's rank is its place here.

    Attributes:
        each: by rank.
        importances: by rank, 1 to 5.
        known: the classes, where those of other costs were taken over.
    """

    each: Sequence[int]
    importances: Sequence[int]
    known: Mapping[int, _Class] | None = None

    def total(self, ranks: range) -> int:
        """What the memories of these ranks cost together."""
        return sum(
            equals.sums[bisect_left(equals.ranks, ranks.stop)]
            - equals.sums[bisect_left(equals.ranks, ranks.start)]
            for equals in self._classes.values()
        )

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

    def continued(self, alike: int, each: Sequence[int], importances: Sequence[int]) -> "Costs":
        """Costs that begin with these.

        Args:
            alike: how many of these they begin with.
            each: of all.
            importances: of all.
        """
        classes: dict[int, _Class] = {}
        further: defaultdict[int, list[int]] = defaultdict(list)
        for rank, importance in enumerate(importances[alike:], alike):
            further[importance].append(rank)
        for importance in self._classes.keys() | further.keys():
            equals = self._classes.get(importance, _Class((), (0,)))
            cut = bisect_left(equals.ranks, alike)
            ranks = further[importance]
            costs = accumulate(map(each.__getitem__, ranks), initial=equals.sums[cut])
            classes[importance] = _Class(
                _continued(equals.ranks, cut, ranks), _continued(equals.sums, cut, costs)
            )
        return Costs(each, importances, classes)

    def edited(
        self, ranks: Collection[int], each: Sequence[int], importances: Sequence[int]
    ) -> "Costs":
        """The same after an edit of some memories.

        Args:
            ranks: those of the memories.
            each: of all.
            importances: of all.
        """
        classes = dict(self._classes)
        both = (self.importances, importances)
        for importance in {column[rank] for rank in ranks for column in both}:
            there = classes[importance].ranks if importance in classes else ()
            stay = [rank for rank in there if rank not in ranks]
            come = [rank for rank in ranks if importances[rank] == importance]
            classes[importance] = _class_of(sorted([*stay, *come]), each)
        return Costs(each, importances, classes)

    @cached_property
    def _classes(self) -> Mapping[int, _Class]:
        """All ranks by importance, oldest first."""
        if self.known is not None:
            return self.known
        ranks: defaultdict[int, list[int]] = defaultdict(list)
        for rank, importance in enumerate(self.importances):
            ranks[importance].append(rank)
        return {importance: _class_of(some, self.each) for importance, some in ranks.items()}


def _continued(known: Sequence[Value], alike: int, rest: Iterable[Value]) -> list[Value]:
    """The first of what is known, and the rest; thousands are copied once."""
    found = [*known]
    del found[alike:]
    found.extend(rest)
    return found


def _class_of(ranks: Sequence[int], costs: Sequence[int]) -> _Class:
    return _Class(ranks, list(accumulate(map(costs.__getitem__, ranks), initial=0)))


@dataclass(frozen=True, eq=False)
class Ranking:
    """Some of a document's memories, oldest first; a memory's rank is its place here.

    Attributes:
        every: all memories of the document.
        order: the places of these in that list.
        positions: where each lies, in messages.
        costs: what each costs by itself.
    """

    every: Sequence[DesignedMemory]
    order: Sequence[int]
    positions: Sequence[float]
    costs: Costs

    @cached_property
    def members(self) -> Sequence[DesignedMemory]:
        """The memories."""
        return [*map(self.every.__getitem__, self.order)]

    def among(self, places: Sequence[int], prepared: "Prepared") -> "Ranking":
        """Those of them at some places in the list of all.

        Where an end is dragged, these are the oldest but for a few, which alone are looked at.

        Args:
            places: ascending, each once.
            prepared: all memories.
        """
        unbroken = bisect_left(range(len(places)), 1, key=lambda number: places[number] - number)
        further = frozenset(places[unbroken:])
        least, greatest = self._bounds
        alike, end = least[unbroken], greatest[unbroken] + 1
        end = max(end, greatest[places[-1] + 1] + 1) if further else end
        rest = [one for one in self.order[alike:end] if one < unbroken or one in further]

        def column(known: Sequence[Value], of_all: Sequence[Value]) -> Sequence[Value]:
            return _continued(known, alike, map(of_all.__getitem__, rest))

        return Ranking(
            self.every,
            _continued(self.order, alike, rest),
            column(self.positions, prepared.positions),
            self.costs.continued(
                alike,
                column(self.costs.each, prepared.costs),
                column(self.costs.importances, prepared.importances),
            ),
        )

    def edited(self, places: Collection[int], prepared: "Prepared") -> "Ranking":
        """The same after an edit of the memories at some places, which left each where it lies.

        Args:
            places: in the list of all.
            prepared: all memories as they are by then.
        """
        ranks = {self.order.index(location) for location in places}

        def column(known: Sequence[Value], of_all: Sequence[Value]) -> Sequence[Value]:
            patched = list(known)
            for rank in ranks:
                patched[rank] = of_all[self.order[rank]]
            return patched

        return Ranking(
            prepared.members,
            self.order,
            self.positions,
            self.costs.edited(
                ranks,
                column(self.costs.each, prepared.costs),
                column(self.costs.importances, prepared.importances),
            ),
        )

    @cached_property
    def _bounds(self) -> tuple[Sequence[int], Sequence[int]]:
        """By place in the list of all: the least rank from there on, the greatest before it."""
        count, places = len(self.order), range(len(self.every))
        ranks = {location: rank for rank, location in enumerate(self.order)}
        before = accumulate((ranks.get(one, -1) for one in places), max, initial=-1)
        behind = accumulate((ranks.get(one, count) for one in reversed(places)), min, initial=count)
        return list(behind)[::-1], list(before)


@dataclass(frozen=True, eq=False)
class Prepared:
    """All memories of a document as a design reads them, in columns in list order.

    Attributes:
        members: the memories.
        positions: in messages.
        chronology: all places, oldest first.
        costs: of the lines of each.
        importances: 1 to 5.
        archived: places of those that are put away.
        known: those that are not put away, where that was taken over from before an edit.
    """

    members: Sequence[DesignedMemory]
    positions: Sequence[float]
    chronology: Sequence[int]
    costs: Sequence[int]
    importances: Sequence[int]
    archived: frozenset[int]
    known: Ranking | None = None

    @cached_property
    def unarchived(self) -> Ranking:
        """All but those that are put away, oldest first."""
        return self.ranked(self.archived) if self.known is None else self.known

    def ranked(self, excluded: frozenset[int]) -> Ranking:
        """All but those at some places, oldest first."""
        order = self.chronology
        if excluded:
            order = [location for location in order if location not in excluded]

        def column(of_all: Sequence[Value]) -> Sequence[Value]:
            return [*map(of_all.__getitem__, order)]

        costs = Costs(column(self.costs), column(self.importances))
        return Ranking(self.members, order, column(self.positions), costs)

    def after_edit(self, before: "Prepared", places: frozenset[int]) -> "Prepared":
        """The same, with what is known of it from before an edit.

        Args:
            before: as many memories before it.
            places: where the memories are others than those.
        """
        stayed = before.chronology is self.chronology and before.archived is self.archived
        if not stayed or len(places) > _FEW:
            return self
        return replace(self, known=before.unarchived.edited(places - self.archived, self))


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

    @property
    def chronology(self) -> Sequence[DesignedMemory]:
        """The memories, oldest first."""
        there, every = frozenset(self.places), self.prepared.members
        return [every[location] for location in self.prepared.chronology if location in there]

    def candidates(self, excluded: frozenset[int]) -> Ranking:
        """All but those at some places in the list of all, oldest first."""
        prepared = self.prepared
        if excluded == prepared.archived:
            unarchived = prepared.unarchived
            return unarchived if self.are_all else unarchived.among(self.places, prepared)
        missing = frozenset(range(len(prepared.members))).difference(self.places)
        return prepared.ranked(excluded | missing)


def chronological(positions: Sequence[float], sequences: Sequence[float]) -> Sequence[int]:
    """Places of memories by position, then sequence, then file order."""
    # Two stable sorts by plain numbers are far faster than one by pairs.
    places = sorted(range(len(positions)), key=sequences.__getitem__)
    places.sort(key=positions.__getitem__)
    return places
