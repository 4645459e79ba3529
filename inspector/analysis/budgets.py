"""A ruleset's main token budget: how much more of it a memory needs."""

import math

from inspector.core.change_kinds import ChangeKind
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.core.suggestion import Adjustment, Draft, Trials
from inspector.language import _, ngettext

MOST_TOKENS = 1 << 22
_FEWEST_GUESSED = 16
_GUESSES, _MOST_GUESSES = 4, 12
"""After so many at one gate, or at all of them, it is what surely does, or twice as much."""


def has_budget(query: Query) -> bool:
    """Whether the ruleset has a token budget for memories that can be changed, and it is finite."""
    derived = query.derivation.budget
    if query.budget_setting is None or isinstance(query.derivation, RequestDerivation):
        return False
    return derived is not None and math.isfinite(derived.limit)


def limit_of(query: Query) -> int:
    """The budget that is set; 0 for a ruleset without a finite one."""
    derived = query.derivation.budget
    if derived is None or not math.isfinite(derived.limit):
        return 0
    return math.floor(derived.limit)


def least_budget(index: int, trials: Trials) -> Draft | None:
    """The fewest tokens more that let a memory in; one less does not do."""
    if not has_budget(trials.query):
        return None
    limit = limit_of(trials.query)
    low, high = 0, _guessed(trials.query, index, 0, limit)
    gate, guesses = "", 0
    for tried in range(MOST_TOKENS):
        after = trials.after(_raised(trials, limit, high))
        if after is None or high >= MOST_TOKENS:
            return None
        if after.holds(index):
            break
        before, gate = gate, _gate(after, index)
        guesses = guesses + 1 if gate == before else 1
        guess = _guessed(after, index, high, limit)
        if guesses > _GUESSES or tried > _MOST_GUESSES:
            guess = max(_sure(after, index, limit) or 2 * high, guess)
        low, high = high, min(MOST_TOKENS, guess)
    if high - low == 1 or not trials.turns(_raised(trials, limit, high - 1)):
        return _raised(trials, limit, high)
    return trials.least(lambda tokens: _raised(trials, limit, tokens), low, high - 1)


def _gate(query: Query, memory: int) -> str:
    verdict = query.derivation.verdict_for(memory)
    return "" if verdict is None or verdict.gate is None else verdict.gate


def _guessed(query: Query, memory: int, tried: int, limit: int) -> int:
    """How many tokens more may do where `tried` did not, by what the failed gate says."""
    enough = query.number(memory, "enough") - limit
    over = query.number(memory, "over") + tried
    guess = enough if math.isfinite(enough) else over
    if not math.isfinite(guess):
        return max(_FEWEST_GUESSED, 4 * tried)
    return min(MOST_TOKENS, max(tried + 1, math.ceil(guess)))


def _sure(query: Query, memory: int, limit: int) -> int:
    """How many tokens more surely get the memory past its gate; 0 where it does not say."""
    sure = query.number(memory, "surely_enough") - limit
    return math.ceil(min(sure, MOST_TOKENS)) if math.isfinite(sure) else 0


def _raised(trials: Trials, limit: int, tokens: int) -> Draft:
    total, budget = limit + tokens, trials.query.budget_setting
    return Draft(
        ChangeKind.BUDGET,
        _("Raise the budget to {total:,} tokens").format(total=total),
        ngettext(
            "With {n:,} more token of budget, {total:,} in all",
            "With {n:,} more tokens of budget, {total:,} in all",
            tokens,
        ).format(n=tokens, total=total),
        Adjustment(settings={} if budget is None else {budget.name: total}),
    )
