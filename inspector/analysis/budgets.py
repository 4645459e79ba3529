"""A ruleset's token budget: which setting it is, and how much more of it a memory needs."""

import math
from dataclasses import replace

from inspector.analysis.asked import Asked
from inspector.analysis.changes import Kind
from inspector.analysis.trial import Draft, Trials, number_of, stands
from inspector.core.moment import Moment

BUDGET = "retrievalFinalTokens"
"""What all OpenVault rulesets call their budget."""

MOST_TOKENS = 1 << 22
_FEWEST_GUESSED = 16
_GUESSES, _MOST_GUESSES = 4, 12
"""After so many at one gate, or at all of them, it is what surely does, or twice as much."""


def has_budget(asked: Asked) -> bool:
    """Whether the ruleset has a token budget that can be changed, and it is finite."""
    derived = asked.derivation.budget
    has_setting = any(spec.name == BUDGET for spec in asked.ruleset.settings)
    return has_setting and derived is not None and math.isfinite(derived.limit)


def with_budget(moment: Moment, tokens: int) -> Moment:
    """The moment with another budget."""
    return replace(moment, settings={**moment.settings, BUDGET: tokens})


def limit_of(asked: Asked) -> int:
    """The budget that is set; 0 for a ruleset without a finite one."""
    derived = asked.derivation.budget
    if derived is None or not math.isfinite(derived.limit):
        return 0
    return math.floor(derived.limit)


def least_budget(trials: Trials) -> Draft | None:
    """The fewest tokens more that let a memory in; one less does not do."""
    if not has_budget(trials.asked):
        return None
    limit = limit_of(trials.asked)
    low, high = 0, _guessed(trials.asked, trials.index, 0, limit)
    gate, guesses = "", 0
    for tried in range(MOST_TOKENS):
        after = trials.after(_raised(trials, limit, high))
        if after is None or high >= MOST_TOKENS:
            return None
        if stands(after, trials.index):
            break
        before, gate = gate, _gate(after, trials.index)
        guesses = guesses + 1 if gate == before else 1
        guess = _guessed(after, trials.index, high, limit)
        if guesses > _GUESSES or tried > _MOST_GUESSES:
            guess = max(_sure(after, trials.index, limit) or 2 * high, guess)
        low, high = high, min(MOST_TOKENS, guess)
    if high - low == 1 or not trials.turns(_raised(trials, limit, high - 1)):
        return _raised(trials, limit, high)
    return trials.least(lambda tokens: _raised(trials, limit, tokens), low, high - 1)


def _gate(asked: Asked, memory: int) -> str:
    verdict = asked.derivation.verdict_for(memory)
    return "" if verdict is None or verdict.gate is None else verdict.gate


def _guessed(asked: Asked, memory: int, tried: int, limit: int) -> int:
    """How many tokens more may do where `tried` did not, by what the failed gate says."""
    enough = number_of(asked, memory, "enough") - limit
    over = number_of(asked, memory, "over") + tried
    guess = enough if math.isfinite(enough) else over
    if not math.isfinite(guess):
        return max(_FEWEST_GUESSED, 4 * tried)
    return min(MOST_TOKENS, max(tried + 1, math.ceil(guess)))


def _sure(asked: Asked, memory: int, limit: int) -> int:
    """How many tokens more surely get the memory past its gate; 0 where it does not say."""
    sure = number_of(asked, memory, "surely_enough") - limit
    return math.ceil(min(sure, MOST_TOKENS)) if math.isfinite(sure) else 0


def _raised(trials: Trials, limit: int, tokens: int) -> Draft:
    total = limit + tokens
    return Draft(
        Kind.BUDGET,
        f"Raise the budget to {total} tokens",
        f"With {tokens} more {'token' if tokens == 1 else 'tokens'} of budget, {total} in all",
        moment=with_budget(trials.asked.moment, total),
    )
