"""The budgets that can be moved, what each would need, and what moving one would do (issue 5)."""

from collections.abc import Mapping
from dataclasses import replace

from inspector.core.request import CurvePoint, RequestBudget
from inspector.language import N_, _
from inspector.systems.scribe.budget import Budgets, Manner, Request, plan
from inspector.systems.scribe.settings import DEFAULTS, HARD_LIMIT, HISTORY, RAG, TAIL, TOTAL

_WORDS: Mapping[str, tuple[str, str]] = {
    TOTAL: (N_("Total"), N_("The most that the whole request may have.")),
    HARD_LIMIT: (
        N_("Hard limit"),
        N_("The server's own limit of a whole request; requests above it are refused."),
    ),
    HISTORY: (N_("History"), N_("The most that the messages may have, from the newest back.")),
    RAG: (
        N_("Items"),
        N_("The most that retrieved items may have; they get what the history leaves."),
    ),
    TAIL: (N_("Tail"), N_("The newest messages that are never cut to fit the total.")),
}


def movable_budgets(budgets: Budgets, request: Request) -> tuple[RequestBudget, ...]:
    """The budgets with what each would need so that nothing is cut on its account."""
    values = {TOTAL: budgets.total, HISTORY: budgets.history, RAG: budgets.rag, TAIL: budgets.tail}
    if budgets.limited_by == HARD_LIMIT:
        values = {TOTAL: budgets.total, HARD_LIMIT: budgets.limit} | values
    needs = _needs(request)
    return tuple(
        RequestBudget(
            name,
            *map(_, _WORDS[name]),
            value=value,
            need=needs[name],
            usual=DEFAULTS[TOTAL] if name == HARD_LIMIT else DEFAULTS.get(name, 0),
            unit=(N_("message"), N_("messages")) if name == TAIL else (N_("token"), N_("tokens")),
        )
        for name, value in values.items()
    )


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


def with_budget(budgets: Budgets, setting: str, value: int) -> Budgets:
    """The budgets with another value of one of them."""
    moved = max(0, value)
    match setting:
        case "default_context_total_token_limit":
            follows = budgets.limit == budgets.total
            return replace(budgets, total=moved, limit=moved if follows else budgets.limit)
        case "CONTEXT_TOTAL_TOKEN_LIMIT":
            return replace(budgets, limit=moved)
        case "default_context_recent_history_budget":
            return replace(budgets, history=moved)
        case "default_context_rag_budget":
            return replace(budgets, rag=moved)
        case _:
            return replace(budgets, tail=moved)


def curve_point(request: Request, budgets: Budgets, manner: Manner, value: int) -> CurvePoint:
    """What budgets would keep of a request.

    Args:
        request: what everything costs.
        budgets: those that are tried.
        manner: how truncation goes about it.
        value: of the budget that was moved.
    """
    answer = plan(request, budgets, manner)
    return CurvePoint(
        value,
        answer.layer.latest - len(answer.cut_messages - {-1}),
        answer.kept_items,
        answer.total,
        answer.excess == 0,
    )
