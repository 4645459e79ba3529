"""Budget against memories kept and importance kept (issue 4, item 8)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import floor, isfinite

from inspector.analysis.budgets import MOST_TOKENS, has_budget, limit_of
from inspector.analysis.knees import Knee, knees_of
from inspector.core.deadline import Deadline
from inspector.core.message_derivation import MessageDerivation, Tier
from inspector.core.query import Query

_LEAST = 1
"""Not 0, which means the default in releases 1.41 and 1.44."""


@dataclass(frozen=True, slots=True)
class BudgetPoint:
    """What one budget keeps.

    Attributes:
        budget: tokens allowed.
        memories: how many are in the block, messages' own included.
        importance: the sum of their importance, as stars; messages' own have none.
        used: tokens used, by the ruleset's own accounting.
    """

    budget: int
    memories: int
    importance: int
    used: int


@dataclass(frozen=True)
class BudgetCurve:
    """Budget against what it keeps.

    Attributes:
        points: by budget, ascending.
        knees: of memories and of importance kept.
        current: the point at the budget that is set.
        enough: the smallest budget tried that keeps as much as a budget without limit; None
            where no such was tried yet.
        is_complete: False where it was stopped before all points were tried.
    """

    points: tuple[BudgetPoint, ...]
    knees: tuple[Knee, ...]
    current: BudgetPoint
    enough: int | None
    is_complete: bool = True


def budget_curves(
    query: Query, points: int = 40, deadline: Deadline | None = None, which: int = 0
) -> Iterator[BudgetCurve]:
    """The curve again and again, finer each time: for a view that fills up.

    The first holds the current budget, next to none and one without limit; the last one is
    complete unless the deadline ended.

    Args:
        query: with its answer.
        points: how many budgets to try.
        deadline: when to stop.
        which: of the ruleset's budgets.
    """
    current = budget_point(query, which)
    if current is None:
        return
    trial = partial(_point, query, which)
    unlimited = trial(MOST_TOKENS)
    found = {current.budget: current, _LEAST: trial(_LEAST)}
    high = max(_greatest(trial, found, unlimited), current.budget, 2)
    yield _curve(found, current, unlimited, is_complete=False)
    for batch in _ever_finer(_LEAST, high, points - len(found)):
        for budget in batch:
            if deadline is not None and deadline.is_over:
                yield _curve(found, current, unlimited, is_complete=False)
                return
            if budget not in found:
                found[budget] = trial(budget)
        yield _curve(found, current, unlimited, is_complete=False)
    yield _curve(found, current, unlimited, is_complete=True)


def budget_point(query: Query, which: int = 0) -> BudgetPoint | None:
    """What the budget that is set keeps; None where it has no limit, or there is none."""
    kept = tier_of(query, which)
    if kept is not None:
        limit = kept.limit
        return None if limit is None or not isfinite(limit) else _of_tier(kept, floor(limit))
    if which or not has_budget(query):
        return None
    return replace(_point_of(query, query), budget=limit_of(query))


def tier_of(query: Query, which: int) -> Tier | None:
    """The tier of messages' memories that a budget limits; None for another sort of budget."""
    derivation, budgets = query.derivation, query.ruleset.budget_settings
    if which >= len(budgets) or not isinstance(derivation, MessageDerivation):
        return None
    return next((one for one in derivation.tiers if one.setting == budgets[which].name), None)


def _of_tier(kept: Tier, budget: int) -> BudgetPoint:
    return BudgetPoint(budget, kept.count, 0, kept.used)


def _greatest(
    trial: Callable[[int], BudgetPoint], found: dict[int, BudgetPoint], unlimited: BudgetPoint
) -> int:
    """A budget that keeps everything, not much larger than needed."""
    budget = max(unlimited.used, 2)
    for _ in range(6):
        found[budget] = trial(budget)
        if found[budget].memories >= unlimited.memories:
            break
        budget = budget * 5 // 4
    return budget


def _point(query: Query, which: int, budget: int) -> BudgetPoint:
    other = query.with_budget(budget, which)
    kept = tier_of(other, which)
    if kept is not None:
        return _of_tier(kept, budget)
    return replace(_point_of(query, other), budget=budget)


def _point_of(query: Query, other: Query) -> BudgetPoint:
    derivation = other.derivation
    memories = query.document.memories
    limit = derivation.budget
    return BudgetPoint(
        budget=0,
        memories=len(derivation.in_block),
        importance=sum(memories[index].importance for index in derivation.in_block),
        used=0 if limit is None else limit.used,
    )


def _ever_finer(low: int, high: int, count: int) -> Iterator[Sequence[int]]:
    """Batches of evenly spread budgets, each between those of the batches before."""
    made, parts = 0, 2
    while made < count:
        step = (high - low) / parts
        batch = [low + round(step * index) for index in range(1, parts, 2)][: count - made]
        made += len(batch)
        yield batch
        if step < 2:
            return
        parts *= 2


def _curve(
    found: dict[int, BudgetPoint],
    current: BudgetPoint,
    unlimited: BudgetPoint,
    *,
    is_complete: bool,
) -> BudgetCurve:
    points = tuple(found[budget] for budget in sorted(found))
    enough = next((point.budget for point in points if point.memories >= unlimited.memories), None)
    return BudgetCurve(
        points=points,
        knees=knees_of(
            [point.budget for point in points],
            {
                "memories": [point.memories for point in points],
                "stars": [point.importance for point in points],
            },
        ),
        current=current,
        enough=enough,
        is_complete=is_complete,
    )
