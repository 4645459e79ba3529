"""The order that scores give, of which only what somebody looks at is worked out exactly.

A release adds thousands of numbers up for each memory, in an order that decides the last digit.
Almost always a sum that is quicker to make decides who ranks before whom, too: where two of
these are too close to tell, and where a score is displayed, the release's own is worked out.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite

from inspector.core.cached import cached_property
from inspector.core.javascript_sort import sorted_by_number

_ERROR, _LEAST_ERROR = 1e-9, 1e-300
"""How far apart two sums of a million numbers surely tell which is the greater: a share of the
greater one, and an amount for what is hardly a number any more."""
_ALL_FROM = 8
"""Once as large a part of all scores is known, the rest is worked out at once."""


@dataclass(frozen=True, eq=False)
class Order:
    """Places by their scores, the best first, and of equal ones the first in the list.

    Attributes:
        places: of what is scored, in the order of the list.
        nearly: what each scores but for the last digits, where that is easy to tell, see
            `trusted`; else None.
        exact: the exact scores of some, by their numbers in `places`.
    """

    places: Sequence[int]
    nearly: Sequence[float] | None
    exact: Callable[[Sequence[int]], Sequence[float]]

    _known: dict[int, float] = field(init=False, repr=False, default_factory=dict[int, float])
    _settled: dict[int, tuple[int, Sequence[int]]] = field(
        init=False, repr=False, default_factory=dict[int, tuple[int, Sequence[int]]]
    )

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, location: object) -> bool:
        return location in self._numbers

    def score(self, location: int) -> float:
        """The score of what stands at a place."""
        number, known = self._numbers[location], self._known
        if number not in known:
            are_many = len(known) * _ALL_FROM > len(self.places)
            self._exact(range(len(self.places)) if are_many else [number])
        return known[number]

    def rank(self, location: int) -> int:
        """The rank of what stands at a place, 1 the best."""
        number, nearly = self._numbers[location], self.nearly
        if nearly is None:
            return self._ordered.index(number) + 1
        near = bisect_left(self._ordered, -nearly[number], key=lambda one: -nearly[one])
        first, alike = self._alike(near)
        return first + alike.index(number) + 1

    def lowest(self, places: Collection[int]) -> float:
        """The lowest score of what stands at some places, which are not none."""
        numbers = [self._numbers[location] for location in places]
        if self.nearly is not None:
            least = min(map(self.nearly.__getitem__, numbers))
            numbers = [one for one in numbers if not _are_apart(self.nearly[one], least)]
        return min(map(self._exact(numbers).__getitem__, numbers))

    def best(self, most: int) -> list[int]:
        """The best places, the best first."""
        found, nearly = list(self._ordered[:most]), self.nearly
        if nearly is not None:
            values = [nearly[number] for number in self._ordered[: most + 1]]
            end = 0
            for rank, (better, worse) in enumerate(pairwise(values)):
                if rank >= end and not _are_apart(better, worse):
                    first, alike = self._alike(rank)
                    end = first + len(alike)
                    found[first:end] = alike
        return [self.places[number] for number in found[:most]]

    def _exact(self, numbers: Sequence[int]) -> Mapping[int, float]:
        """The exact scores of some by number, and of others that are known."""
        known = self._known
        further = [number for number in numbers if number not in known]
        if further:
            known.update(zip(further, self.exact(further), strict=True))
        return known

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {location: number for number, location in enumerate(self.places)}

    @cached_property
    def _ordered(self) -> Sequence[int]:
        """Numbers of the places, the best first; of those that are almost alike the first."""
        numbers = range(len(self.places))
        if self.nearly is None:
            scores = self._exact(numbers)
            return sorted_by_number(numbers, scores.__getitem__, descending=True)
        return sorted(numbers, key=self.nearly.__getitem__, reverse=True)

    def _alike(self, rank: int) -> tuple[int, Sequence[int]]:
        """Those too close to tell from the one of a rank: their first rank, and their order."""
        if rank in self._settled:
            return self._settled[rank]
        ordered, nearly = self._ordered, self.nearly
        first, end = rank, rank + 1
        if nearly is not None:
            while first and not _are_apart(nearly[ordered[first - 1]], nearly[ordered[first]]):
                first -= 1
            while end < len(ordered) and not _are_apart(
                nearly[ordered[end - 1]], nearly[ordered[end]]
            ):
                end += 1
        alike = ordered[first:end]
        if len(alike) > 1:
            scores = self._exact(alike)
            alike = sorted(sorted(alike), key=scores.__getitem__, reverse=True)
            self._settled.update(dict.fromkeys(range(first, end), (first, alike)))
        return first, alike


def trusted(*parts: Sequence[float]) -> bool:
    """Whether sums of numbers are surely right but for the last digits: none is below 0."""
    return all(not part or (min(part) >= 0 and isfinite(sum(part))) for part in parts)


def _are_apart(better: float, worse: float) -> bool:
    return better - worse > better * _ERROR + _LEAST_ERROR
