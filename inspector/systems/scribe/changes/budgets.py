"""Budgets that may get a message or an item in: each way searches the fewest tokens that do."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from inspector.core.change_kinds import ChangeKind
from inspector.core.request import ItemRow, MessageRow
from inspector.core.suggestion import Adjustment, Draft
from inspector.language import _, ngettext
from inspector.systems.scribe.budget import Budgets, Plan, Request, plan
from inspector.systems.scribe.changes.target import REFUSED, TargetTrials
from inspector.systems.scribe.settings import HARD_LIMIT, HISTORY, RAG, TAIL, TOTAL

TargetWay = Callable[[TargetTrials], Iterator[Draft]]
"""Yields drafts that may turn the verdict, the smallest first."""

_KINDS = {
    TOTAL: ChangeKind.TOTAL,
    HARD_LIMIT: ChangeKind.TOTAL,
    HISTORY: ChangeKind.HISTORY,
    RAG: ChangeKind.RAG,
}


def set_to(setting: str, value: int, held: int) -> Draft:
    """A draft that gives one of the budgets another value."""
    n = abs(value - held)
    if value > held:
        title = _raised(setting, value)
        clause = ngettext(
            "With {setting}, {n:,} token more than now",
            "With {setting}, {n:,} tokens more than now",
            n,
        )
    else:
        title = _lowered(setting, value)
        clause = ngettext(
            "With {setting}, {n:,} token fewer than now",
            "With {setting}, {n:,} tokens fewer than now",
            n,
        )
    return Draft(
        _KINDS[setting],
        title.format(n=value),
        clause.format(setting=f"{setting}={value}", n=n),
        Adjustment(settings={setting: value}),
    )


def _raised(setting: str, n: int) -> str:
    if setting == TOTAL:
        return ngettext("Raise the total to {n:,} token", "Raise the total to {n:,} tokens", n)
    if setting == HARD_LIMIT:
        return ngettext(
            "Raise the server's limit to {n:,} token", "Raise the server's limit to {n:,} tokens", n
        )
    if setting == HISTORY:
        return ngettext(
            "Raise the history budget to {n:,} token", "Raise the history budget to {n:,} tokens", n
        )
    return ngettext(
        "Raise the RAG budget to {n:,} token", "Raise the RAG budget to {n:,} tokens", n
    )


def _lowered(setting: str, n: int) -> str:
    if setting == TOTAL:
        return ngettext("Lower the total to {n:,} token", "Lower the total to {n:,} tokens", n)
    if setting == HARD_LIMIT:
        return ngettext(
            "Lower the server's limit to {n:,} token", "Lower the server's limit to {n:,} tokens", n
        )
    if setting == HISTORY:
        return ngettext(
            "Lower the history budget to {n:,} token", "Lower the history budget to {n:,} tokens", n
        )
    return ngettext(
        "Lower the RAG budget to {n:,} token", "Lower the RAG budget to {n:,} tokens", n
    )


def _held(trials: TargetTrials) -> tuple[Budgets, Request] | None:
    """The budgets as they stand, and what everything costs."""
    answer = trials.answer
    if answer.budgets is None or answer.request is None:
        return None
    return answer.budgets, answer.request


def _everything(request: Request) -> int:
    """With so many tokens nothing is cut."""
    greeting = request.greeting or 0
    return request.head + request.current + greeting + _whole(request) + sum(request.items)


def _whole(request: Request) -> int:
    return sum(request.history.costs)


def more_history(trials: TargetTrials) -> Iterator[Draft]:
    """The smallest history budget that reaches back to the message."""
    held, row = _held(trials), trials.row
    if held is None or not isinstance(row, MessageRow):
        return
    budgets, request = held
    history = request.history
    if row.message not in history.messages:
        return
    needed = history.needed(history.messages.index(row.message))
    found = trials.least(
        lambda tokens: set_to(HISTORY, tokens, budgets.history),
        budgets.history,
        max(needed, _whole(request)),
        needed,
    )
    if found is not None:
        yield found


def less_history(trials: TargetTrials) -> Iterator[Draft]:
    """The greatest history budget that leaves an item its tokens."""
    held = _held(trials)
    if held is None or trials.item is None:
        return
    budgets, request = held
    # A budget above what the history costs is as good as that cost.
    spent = min(budgets.history, _whole(request))
    found = trials.least(lambda fewer: set_to(HISTORY, spent - fewer, budgets.history), 0, spent)
    if found is not None:
        note = " " + _("Older messages make room for it.")
        yield replace(found, note=note)


def more_rag(trials: TargetTrials) -> Iterator[Draft]:
    """The smallest RAG budget in which an item fits."""
    held, row = _held(trials), trials.item
    if held is None or row is None:
        return
    budgets, request = held
    found = trials.least(
        lambda tokens: set_to(RAG, tokens, budgets.rag),
        budgets.rag,
        max(budgets.rag, sum(request.items)),
        _needed(trials, row),
    )
    if found is not None:
        yield found


def _needed(trials: TargetTrials, row: ItemRow) -> int:
    """What an item costs with all that are offered before it."""
    costs = 0
    for one in trials.answer.rag:
        costs += one.tokens if one.gate in (None, row.gate, "truncated") else 0
        if one is row:
            break
    return costs


def more_in_all(trials: TargetTrials) -> Iterator[Draft]:
    """The smallest total, or limit of the server, with which it fits."""
    held = _held(trials)
    if held is None:
        return
    budgets, request = held
    is_cut = trials.gate in ("truncated", REFUSED)
    setting = budgets.limited_by if is_cut else TOTAL
    present = budgets.limit if is_cut else budgets.total
    enough = max(present, _everything(request))
    found = trials.least(
        lambda tokens: set_to(setting, tokens, present),
        present,
        enough,
        _guessed_limit(trials, budgets, request, enough) if is_cut else _guessed_total(trials),
    )
    if found is not None:
        yield found


def _guessed_total(trials: TargetTrials) -> int | None:
    row, decided = trials.item, trials.answer.plan
    if row is None or decided is None:
        return None
    return decided.layer.used + _needed(trials, row)


def _guessed_limit(
    trials: TargetTrials, budgets: Budgets, request: Request, enough: int
) -> int | None:
    """By the numbers alone, which are quick to try: the rules have the last word."""
    is_in = _standing(trials)
    if is_in is None:
        return None
    low, high = budgets.limit, enough
    follows = budgets.limit == budgets.total
    while high - low > 1:
        middle = (low + high) // 2
        tried = replace(budgets, limit=middle, total=middle if follows else budgets.total)
        if is_in(plan(request, tried, trials.answer.manner)):
            high = middle
        else:
            low = middle
    return high


def _standing(trials: TargetTrials) -> Callable[[Plan], bool] | None:
    """Whether a plan sends the target; None if there is no telling."""
    answer, row = trials.answer, trials.row
    if isinstance(row, MessageRow):
        message = row.message
        return lambda decided: not decided.excess and message not in decided.cut_messages
    if row is None:
        return None
    gates = ("truncated", "rag budget", None)
    offered = [one for one in answer.rag if one.gate in gates]
    location = next((at for at, one in enumerate(offered) if one is row), None)
    if location is None:
        return None
    return lambda decided: not decided.excess and decided.kept_items > location


def rag_and_total(trials: TargetTrials) -> Iterator[Draft]:
    """The RAG budget that an item needs, where that is not enough, and the total for it."""
    held, row = _held(trials), trials.item
    decided = trials.answer.plan
    if held is None or row is None or decided is None:
        return
    budgets, request = held
    needed = _needed(trials, row)
    if needed <= budgets.rag:
        return
    rag = set_to(RAG, needed, budgets.rag)
    if trials.turns(rag):
        return
    found = trials.least(
        lambda tokens: rag.then(set_to(TOTAL, tokens, budgets.total)),
        budgets.total,
        max(budgets.total, _everything(request)),
        request.head + request.current + decided.layer.whole + needed,
    )
    if found is not None:
        yield found


def longer_tail(trials: TargetTrials) -> Iterator[Draft]:
    """The smallest tail that protects a message from truncation."""
    held, row = _held(trials), trials.row
    if held is None or not isinstance(row, MessageRow):
        return
    budgets, request = held
    history = request.history.messages
    found = trials.least(
        lambda messages: _tail(messages, budgets.tail),
        budgets.tail,
        max(budgets.tail, len(history)),
        len(history) - history.index(row.message),
    )
    if found is not None:
        yield found


def shorter_tail(trials: TargetTrials) -> Iterator[Draft]:
    """The greatest tail with which a refused request is sent."""
    held = _held(trials)
    if held is None:
        return
    budgets, _ = held
    found = trials.least(lambda fewer: _tail(budgets.tail - fewer, budgets.tail), 0, budgets.tail)
    if found is not None:
        yield found


def _tail(messages: int, held: int) -> Draft:
    if messages > held:
        title = ngettext(
            "Lengthen the protected tail to {n:,} message",
            "Lengthen the protected tail to {n:,} messages",
            messages,
        )
    else:
        title = ngettext(
            "Shorten the protected tail to {n:,} message",
            "Shorten the protected tail to {n:,} messages",
            messages,
        )
    clause = _("With {setting} instead of {held:,}")
    return Draft(
        ChangeKind.TAIL,
        title.format(n=messages),
        clause.format(setting=f"{TAIL}={messages}", held=held),
        Adjustment(settings={TAIL: messages}),
    )
