"""What moving one budget would keep, worked out off the UI thread."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.knees import Knee, knees_of
from inspector.core.request import CurvePoint, RequestDerivation
from inspector.gui.panels.context.budgets import Held
from inspector.gui.state.workers import CancelToken

_POINTS = 120
_TURN = 12
MESSAGES, ITEMS = "messages", "items"


@dataclass(frozen=True, eq=False)
class Curve:
    """What values of one budget would keep.

    Attributes:
        held: the budget.
        points: by value, ascending.
        messages: how many messages there are.
        items: how many items there are.
        knees: where more tokens bring clearly less, by what is counted.
    """

    held: Held
    points: Sequence[CurvePoint]
    messages: int
    items: int
    knees: Sequence[Knee] = ()

    @property
    def end(self) -> int:
        """The greatest value."""
        return self.points[-1].budget if self.points else 1

    def kept(self, what: str) -> list[int]:
        """How many of a sort each value keeps."""
        return [one.messages if what == MESSAGES else one.items for one in self.points]

    def total(self, what: str) -> int:
        """How many of a sort there are."""
        return self.messages if what == MESSAGES else self.items


def curve_of(derivation: RequestDerivation, held: Held, token: CancelToken) -> Curve:
    """The curve of a budget; called on the worker."""
    points: list[CurvePoint] = []
    values = _values(derivation, held)
    for start in range(0, len(values), _TURN):
        token.check()
        points += derivation.curve(held.knob.setting, values[start : start + _TURN])
    found = Curve(held, points, len(derivation.messages), len(derivation.rag))
    if held.knob.unit[1] != "tokens":
        return found
    budgets = [one.budget for one in points]
    knees = knees_of(budgets, {what: found.kept(what) for what in (MESSAGES, ITEMS)})
    return Curve(held, points, found.messages, found.items, knees)


def _values(derivation: RequestDerivation, held: Held) -> list[int]:
    """Even values up to where nothing changes any more, and those that are looked at."""
    end = held.scale.reach
    present = derivation.budget_named(held.knob.setting)
    if present is not None:
        end = max(end, min(present.value, 2 * end))
    found = {round(end * index / _POINTS) for index in range(_POINTS + 1)}
    return sorted(found | {min(held.value, end), min(held.need or 0, end)})
