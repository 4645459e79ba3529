"""What the budget curve shows: what budgets keep, and where a budget stands among them."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.analysis.budget_curve import BudgetCurve, BudgetPoint
from inspector.analysis.knees import Knee
from inspector.language import _, ngettext

_ROOM = 1.04
_FARTHEST = 2.5


@dataclass(frozen=True)
class CurveState:
    """A curve as it is painted.

    Attributes:
        points: budgets that were tried, by budget.
        knees: by budget.
        is_complete: whether no more points are to come.
    """

    points: Sequence[BudgetPoint] = ()
    knees: Sequence[Knee] = ()
    is_complete: bool = True

    @classmethod
    def of(cls, curve: BudgetCurve) -> "CurveState":
        """A curve that was worked out, with the current budget among its points."""
        points = {point.budget: point for point in (*curve.points, curve.current)}
        ordered = tuple(points[budget] for budget in sorted(points))
        return cls(ordered, curve.knees, curve.is_complete)

    @cached_property
    def memories(self) -> int:
        """The most that any budget keeps."""
        return max((point.memories for point in self.points), default=0)

    @cached_property
    def importance(self) -> int:
        """The most importance that any budget keeps."""
        return max((point.importance for point in self.points), default=0)

    @cached_property
    def last(self) -> int:
        """The smallest tried budget that keeps as much as any."""
        best = (p for p in self.points if p.memories == self.memories)
        return next((p.budget for p in best if p.importance == self.importance), 0)

    def end(self, budget: float) -> int:
        """The right end of the axis: all that changes, and the budget unless it lies far off."""
        last = max(self.last, 1)
        displayed = budget if math.isfinite(budget) and budget <= last * _FARTHEST else last
        return math.ceil(max(last, displayed) * _ROOM)

    def nearest(self, budget: float) -> BudgetPoint | None:
        """The tried budget that lies nearest; None without any."""
        if not self.points:
            return None
        index = bisect_left(self.points, budget, key=_budget)
        near = self.points[max(0, index - 1) : index + 1] or self.points[-1:]
        return min(near, key=lambda point: abs(point.budget - budget))

    def between(self, budget: float) -> tuple[float, float]:
        """About how many memories and how much importance a budget keeps."""
        index = bisect_right(self.points, budget, key=_budget)
        if index in (0, len(self.points)):
            edge = self.points[index - 1] if index else None
            return (edge.memories, edge.importance) if edge else (0.0, 0.0)
        low, high = self.points[index - 1], self.points[index]
        share = (budget - low.budget) / (high.budget - low.budget)
        return (
            low.memories + share * (high.memories - low.memories),
            low.importance + share * (high.importance - low.importance),
        )

    def sentence(self, budget: float, known: BudgetPoint | None = None) -> str:
        """What a budget keeps, in words; about, where it was not tried."""
        point = known or self.nearest(budget)
        tried = point is not None and (known is not None or point.budget == round(budget))
        is_exact = tried or point is None or budget > self.points[-1].budget
        if is_exact:
            point = point or BudgetPoint(0, 0, 0, 0)
            memories, importance = point.memories, point.importance
        else:
            around = self.between(budget)
            memories, importance = round(around[0]), round(around[1])
        if self.is_complete and not self.memories:
            return _("No memory gets as far as the budget.")
        say = _with_importance if self.importance else _without_importance
        return say(self.memories, is_exact=is_exact).format(
            budget=round(budget),
            memories=memories,
            memories2=self.memories,
            importance=importance,
            importance2=self.importance,
        )


def _without_importance(of_memories: int, *, is_exact: bool) -> str:
    if is_exact:
        return ngettext(
            "With {budget:,} tokens the block keeps {memories:,} of {memories2:,} memory.",
            "With {budget:,} tokens the block keeps {memories:,} of {memories2:,} memories.",
            of_memories,
        )
    return ngettext(
        "With {budget:,} tokens the block keeps about {memories:,} of {memories2:,} memory.",
        "With {budget:,} tokens the block keeps about {memories:,} of {memories2:,} memories.",
        of_memories,
    )


def _with_importance(of_memories: int, *, is_exact: bool) -> str:
    if is_exact:
        return ngettext(
            "With {budget:,} tokens the block keeps {memories:,} of {memories2:,} memory, "
            "importance {importance:,} of {importance2:,}.",
            "With {budget:,} tokens the block keeps {memories:,} of {memories2:,} memories, "
            "importance {importance:,} of {importance2:,}.",
            of_memories,
        )
    return ngettext(
        "With {budget:,} tokens the block keeps about {memories:,} of {memories2:,} memory, "
        "importance {importance:,} of {importance2:,}.",
        "With {budget:,} tokens the block keeps about {memories:,} of {memories2:,} memories, "
        "importance {importance:,} of {importance2:,}.",
        of_memories,
    )


def _budget(point: BudgetPoint) -> int:
    return point.budget
