"""The budgets that can be moved, with what each would need so that nothing is cut."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.gui.panels.context.scale import Scale
from inspector.gui.panels.context.shown import Shown
from inspector.systems.scribe.budget import Budgets, Request
from inspector.systems.scribe.settings import DEFAULTS, HARD_LIMIT, HISTORY, RAG, TAIL, TOTAL

CONTEXT_SIZE = "context size"
"""Stands for the size of SillyTavern's context, which is no setting of a ruleset."""

_LARGEST_CONTEXT = 1 << 20
_TAIL_REACH = 40


@dataclass(frozen=True)
class Knob:
    """A budget as a person knows it.

    Attributes:
        setting: its setting's name, or `CONTEXT_SIZE`.
        title: what it is called.
        meaning: what it does, in one sentence.
        curve: what `systems.scribe.curves` calls it; empty where there is no curve.
        unit: what its value counts, of one and of many.
    """

    setting: str
    title: str
    meaning: str
    curve: str = ""
    unit: tuple[str, str] = ("token", "tokens")


KNOBS: Mapping[str, Knob] = {
    knob.setting: knob
    for knob in (
        Knob(TOTAL, "Total", "The most that the whole request may have.", "total"),
        Knob(
            HARD_LIMIT,
            "Hard limit",
            "The server's own limit of a whole request; requests above it are refused.",
            "limit",
        ),
        Knob(
            HISTORY,
            "History",
            "The most that the messages may have, from the newest back.",
            "history",
        ),
        Knob(
            RAG,
            "Items",
            "The most that retrieved items may have; they get what the history leaves.",
            "rag",
        ),
        Knob(
            TAIL,
            "Tail",
            "The newest messages that are never cut to fit the total.",
            "tail",
            ("message", "messages"),
        ),
        Knob(
            CONTEXT_SIZE,
            "Context size",
            "The greatest context less the response, as SillyTavern asks the model.",
        ),
    )
}


@dataclass(frozen=True)
class Held:
    """A budget as it stands.

    Attributes:
        knob: which one.
        value: what it is.
        need: with so much nothing is cut on its account; None if that is not known.
        scale: where its values lie.
    """

    knob: Knob
    value: int
    need: int | None
    scale: Scale


def held_budgets(shown: Shown) -> tuple[Held, ...]:
    """The budgets of an answer, in the order in which they are shown."""
    scribe = shown.scribe
    if scribe is None:
        return (_context_size(shown),)
    budgets, request = scribe.budgets, scribe.request
    if budgets is None or request is None:
        return ()
    values = {TOTAL: budgets.total, HISTORY: budgets.history, RAG: budgets.rag, TAIL: budgets.tail}
    if budgets.limited_by == HARD_LIMIT:
        values = {TOTAL: budgets.total, HARD_LIMIT: budgets.limit} | values
    needs = _needs(request)
    return tuple(
        Held(KNOBS[name], value, needs[name], _scale(name, needs[name], value))
        for name, value in values.items()
    )


def value_of(budgets: Budgets, setting: str) -> int:
    """What a budget is."""
    return {
        TOTAL: budgets.total,
        HARD_LIMIT: budgets.limit,
        HISTORY: budgets.history,
        RAG: budgets.rag,
        TAIL: budgets.tail,
    }[setting]


def _needs(request: Request) -> Mapping[str, int]:
    count = len(request.history.messages)
    items = sum(request.items)
    whole = request.history.whole(count) if count else request.greeting or 0
    everything = request.head + request.current + whole + items
    return {
        TOTAL: everything,
        HARD_LIMIT: everything,
        HISTORY: request.history.paid(count),
        RAG: items,
        TAIL: count,
    }


def _scale(setting: str, need: int, value: int) -> Scale:
    if setting == TAIL:
        reach = min(max(need, 1), _TAIL_REACH)
        return Scale(reach, max(reach, need, min(value, need * 10)))
    usual = DEFAULTS[TOTAL] if setting == HARD_LIMIT else DEFAULTS.get(setting, 0)
    return Scale.of(need, value, usual)


def _context_size(shown: Shown) -> Held:
    limit = shown.map.limit
    need = 2 * max(limit, shown.map.used)
    scale = Scale.of(need, limit, _LARGEST_CONTEXT)
    return Held(KNOBS[CONTEXT_SIZE], limit, None, scale)
