"""Where a curve bends: beyond it, more tokens bring clearly less."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.language import _

_CLEARLY = 1.5
"""So many times as steep a curve is before a knee as behind it."""

_PER = 100


@dataclass(frozen=True, slots=True)
class Knee:
    """A budget beyond which more tokens bring clearly less.

    Attributes:
        budget: where.
        what: of what there is less then: `memories`, or `stars` of importance.
        detail: one plain sentence with its numbers.
    """

    budget: int
    what: str
    detail: str


def knees_of(budgets: Sequence[int], kept: Mapping[str, Sequence[int]]) -> tuple[Knee, ...]:
    """The knee of each curve that has one, by budget.

    Args:
        budgets: ascending.
        kept: what each budget keeps, by what is counted.
    """
    found = [
        knee for what, values in kept.items() if (knee := _knee(budgets, values, what)) is not None
    ]
    return tuple(sorted(found, key=lambda knee: knee.budget))


def _knee(budgets: Sequence[int], values: Sequence[int], what: str) -> Knee | None:
    """The point farthest above the straight line from the first budget to where all is kept."""
    if not values:
        return None
    last = next(index for index, value in enumerate(values) if value == max(values))
    if last < 2 or budgets[last] == budgets[0] or values[last] == values[0]:
        return None
    slope = (values[last] - values[0]) / (budgets[last] - budgets[0])
    heights = [
        values[index] - values[0] - slope * (budgets[index] - budgets[0]) for index in range(last)
    ]
    best = max(range(last), key=heights.__getitem__)
    if best == 0:
        return None
    before = (values[best] - values[0]) / (budgets[best] - budgets[0])
    behind = (values[last] - values[best]) / (budgets[last] - budgets[best])
    if before < _CLEARLY * behind:
        return None
    detail = _(
        "Up to {budget:,} tokens, {per} more bring about {amount}; beyond, about {less:.1f}."
    ).format(
        budget=budgets[best],
        per=_PER,
        amount=_amount(_PER * before, what),
        less=_PER * behind,
    )
    return Knee(budgets[best], what, detail)


def _amount(amount: float, what: str) -> str:
    words = _("{amount:.1f} stars") if what == "stars" else _("{amount:.1f} memories")
    return words.format(amount=amount)
