"""Budget against memories kept and importance kept (issue 4, item 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.analysis.budgets import MOST_TOKENS, has_budget, limit_of
from inspector.analysis.knees import Knee, knees_of
from inspector.core.deadline import Deadline
from inspector.core.query import Query

_LEAST = 1
"""Not 0, which means the default in releases 1.41 and 1.44."""


@dataclass(frozen=True, slots=True)
class BudgetPoint:
    """What one budget keeps.

    Attributes:
        budget: tokens allowed.
        memories: how many are in the block.
        importance: the sum of their importance, as stars.
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
    query: Query, points: int = 40, deadline: Deadline | None = None
) -> Iterator[BudgetCurve]:
    """The curve again and again, finer each time: for a view that fills up.

    The first holds the current budget, next to none and one without limit; the last one is
    complete unless the deadline ended.
    """
    if not has_budget(query):
        return
    current = replace(_point_of(query, query), budget=limit_of(query))
    unlimited = _point(query, MOST_TOKENS)
    found = {current.budget: current, _LEAST: _point(query, _LEAST)}
    high = max(_greatest(query, found, unlimited), current.budget, 2)
    yield _curve(found, current, unlimited, is_complete=False)
    for batch in _ever_finer(_LEAST, high, points - len(found)):
        for budget in batch:
            if deadline is not None and deadline.is_over:
                yield _curve(found, current, unlimited, is_complete=False)
                return
            if budget not in found:
                found[budget] = _point(query, budget)
        yield _curve(found, current, unlimited, is_complete=False)
    yield _curve(found, current, unlimited, is_complete=True)


def _greatest(query: Query, found: dict[int, BudgetPoint], unlimited: BudgetPoint) -> int:
    """A budget that keeps everything, not much larger than needed."""
    budget = max(unlimited.used, 2)
    for _ in range(6):
        found[budget] = _point(query, budget)
        if found[budget].memories >= unlimited.memories:
            break
        budget = budget * 5 // 4
    return budget


def _point(query: Query, budget: int) -> BudgetPoint:
    return replace(_point_of(query, query.with_budget(budget)), budget=budget)


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
        batch = [low + round(step * place) for place in range(1, parts, 2)][: count - made]
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
