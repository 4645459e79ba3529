"""Budget against memories kept and importance kept (issue 4, item 8)."""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.asked import Asked
from inspector.analysis.patience import Patience


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


@dataclass(frozen=True, slots=True)
class Knee:
    """A budget beyond which more tokens bring clearly less.

    Attributes:
        budget: where.
        detail: one plain sentence with its numbers.
    """

    budget: int
    detail: str


@dataclass(frozen=True)
class BudgetCurve:
    """Budget against what it keeps.

    Attributes:
        points: by budget, ascending.
        knees: of memories and of importance kept.
        current: the point at the budget that is set.
        enough: the smallest budget tried at which nothing is left out for want of tokens;
            None if not even the greatest one is.
        is_complete: False where it was stopped before all points were tried.
    """

    points: tuple[BudgetPoint, ...]
    knees: tuple[Knee, ...]
    current: BudgetPoint
    enough: int | None
    is_complete: bool = True


def has_budget(asked: Asked) -> bool:
    """Whether the ruleset has a token budget that can be changed."""
    raise NotImplementedError


def budget_curve(asked: Asked, points: int = 40, patience: Patience | None = None) -> BudgetCurve:
    """The whole curve; what is ready when the patience ends."""
    raise NotImplementedError


def budget_curves(asked: Asked, points: int = 40) -> Iterator[BudgetCurve]:
    """The curve again and again, with one more point each time: for a view that fills up."""
    raise NotImplementedError
