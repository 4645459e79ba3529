"""The budgets that can be moved, with what each would need so that nothing is cut."""

from dataclasses import dataclass

from inspector.core.request import RequestBudget
from inspector.gui.panels.context.scale import Scale
from inspector.gui.panels.context.state import ContextState
from inspector.language import _

CONTEXT_SIZE = _("context size")
"""Stands for the size of SillyTavern's context, which is no setting of a ruleset."""

_LARGEST_CONTEXT = 1 << 20
_TAIL_REACH = 40


@dataclass(frozen=True)
class Held:
    """A budget as it stands.

    Attributes:
        knob: which one.
        value: what it is.
        need: with so much nothing is cut on its account; None if that is not known.
        scale: where its values lie.
        has_curve: whether it is known what other values would keep.
    """

    knob: RequestBudget
    value: int
    need: int | None
    scale: Scale
    has_curve: bool = True


def held_budgets(displayed: ContextState) -> tuple[Held, ...]:
    """The budgets of an answer, in the order in which they are shown."""
    if displayed.request is None:
        return (_context_size(displayed),)
    return tuple(Held(one, one.value, one.need, _scale(one)) for one in displayed.request.movable)


def _scale(budget: RequestBudget) -> Scale:
    if budget.unit[1] != "tokens":
        reach = min(max(budget.need, 1), _TAIL_REACH)
        return Scale(reach, max(reach, budget.need, min(budget.value, budget.need * 10)))
    return Scale.of(budget.need, budget.value, budget.usual)


def _context_size(displayed: ContextState) -> Held:
    limit = displayed.map.limit
    need = 2 * max(limit, displayed.map.used)
    knob = RequestBudget(
        CONTEXT_SIZE,
        _("Context size"),
        _("The greatest context less the response, as SillyTavern asks the model."),
        limit,
        need,
    )
    return Held(knob, limit, None, Scale.of(need, limit, _LARGEST_CONTEXT), has_curve=False)
