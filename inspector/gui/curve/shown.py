"""What the budget curve shows: steps of what is kept, and where a budget stands among them."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

MOST_TICKS = 8
_ROOM = 1.06
_FARTHEST = 2.5


@dataclass(frozen=True, slots=True)
class Point:
    """What a budget keeps.

    Attributes:
        budget: from this budget on.
        memories: how many memories have a line in the block.
        importance: the sum of their importances.
        tokens: what the block costs.
    """

    budget: int
    memories: int
    importance: int
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Knee:
    """A budget at which the curve bends, and what that means in words."""

    budget: int
    words: str


@dataclass(frozen=True)
class CurveShown:
    """A curve as it is painted.

    Attributes:
        points: by rising budget; what holds at one holds until the next.
        knees: by rising budget.
        memories: how many there are to keep.
        importance: the sum of all their importances.
    """

    points: Sequence[Point] = ()
    knees: Sequence[Knee] = ()
    memories: int = 0
    importance: int = 0

    def at(self, budget: float) -> Point | None:
        """What a budget keeps; None below the first point and without any."""
        place = bisect_right(self.points, budget, key=lambda point: point.budget)
        return self.points[place - 1] if place else None

    @property
    def last(self) -> int:
        """The budget from which on nothing changes any more."""
        if not self.points:
            return 0
        end = self.points[-1]
        still = (p for p in self.points if (p.memories, p.importance) == _kept(end))
        return next(still).budget

    def end(self, budget: float) -> int:
        """The right end of the axis: all that changes, and the budget unless it lies far off."""
        last = max(self.last, 1)
        shown = budget if math.isfinite(budget) and budget <= last * _FARTHEST else last
        return math.ceil(max(last, shown) * _ROOM)

    def sentence(self, budget: float) -> str:
        """What a budget keeps, in words."""
        point = self.at(budget)
        if point is None:
            return f"With {budget:,g} tokens nothing is kept."
        kept = f"{point.memories:,} of {self.memories:,} memories"
        weight = f"importance {point.importance:,} of {self.importance:,}"
        return f"With {budget:,g} tokens the block keeps {kept}, {weight}."


def _kept(point: Point) -> tuple[int, int]:
    return point.memories, point.importance


def ticks(end: float, most: int = MOST_TICKS) -> list[int]:
    """Round numbers from 0 to `end`, 1, 2 or 5 times a power of ten apart."""
    wanted = max(end / max(most, 1), 1.0)
    power = 10 ** math.floor(math.log10(wanted))
    step = next(int(s * power) for s in (1, 2, 5, 10) if s * power >= wanted)
    return list(range(0, math.floor(end) + 1, max(step, 1)))
