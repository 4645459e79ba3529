"""What moving a budget would do (issue 5: the two curves)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from inspector.systems.scribe.budget import Budgets, plan
from inspector.systems.scribe.derivation import ScribeDerivation


class CurvePoint(NamedTuple):
    """What a budget would keep.

    Attributes:
        budget: the budget's value.
        messages: how many messages would be in.
        items: how many items would be in.
        total: tokens of the request.
        is_sent: whether it would be sent at all.
    """

    budget: int
    messages: int
    items: int
    total: int
    is_sent: bool


BUDGETS = ("total", "limit", "history", "rag", "tail")
"""What can be moved."""


def budget_curve(
    derivation: ScribeDerivation, moved: str, values: Iterable[int]
) -> list[CurvePoint]:
    """What other values of one budget would keep, all else being equal.

    Which pieces of older history are offered stays as it is.

    Args:
        derivation: what the present budgets give.
        moved: one of `BUDGETS`.
        values: the budgets to try.
    """
    if derivation.request is None or derivation.budgets is None:
        return []
    found: list[CurvePoint] = []
    for value in values:
        budgets = _with(derivation.budgets, moved, max(0, value))
        answer = plan(derivation.request, budgets, derivation.manner)
        found.append(
            CurvePoint(
                value,
                answer.layer.newest - len(answer.cut_messages - {-1}),
                answer.kept_items,
                answer.total,
                answer.excess == 0,
            )
        )
    return found


def _with(budgets: Budgets, moved: str, value: int) -> Budgets:
    match moved:
        case "total":
            follows = budgets.limit == budgets.total
            return replace(budgets, total=value, limit=value if follows else budgets.limit)
        case "limit":
            return replace(budgets, limit=value)
        case "history":
            return replace(budgets, history=value)
        case "rag":
            return replace(budgets, rag=value)
        case _:
            return replace(budgets, tail=value)
