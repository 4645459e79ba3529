"""What would take a memory out of the block."""

import math
from collections.abc import Iterator

from inspector.analysis.budgets import has_budget, limit_of, with_budget
from inspector.analysis.changes import Kind
from inspector.analysis.trial import Draft, Trials
from inspector.analysis.ways_in import Way
from inspector.core.edits import ChangeNames, SetField, SetHidden
from inspector.core.memory import LEAST_IMPORTANCE


def importance(trials: Trials) -> Iterator[Draft]:
    """One star less after another."""
    held = trials.memory.importance
    for stars in range(held - 1, LEAST_IMPORTANCE - 1, -1):
        yield Draft(
            Kind.IMPORTANCE,
            f"Lower importance to {stars}",
            f"With importance {stars} instead of {held}",
            (SetField((trials.index,), "importance", stars),),
        )


def witness(trials: Trials) -> Iterator[Draft]:
    """Whoever answers is no witness any more."""
    name = trials.asked.moment.resolved(trials.asked.document.chat).character or ""
    held = [one for one in trials.memory.witnesses if one.casefold() == name.casefold()]
    if held:
        yield Draft(
            Kind.WITNESS,
            f"Take {held[0]} off its witnesses",
            f"Without {held[0]} as a witness",
            (ChangeNames((trials.index,), "witnesses", remove=tuple(held)),),
        )


def archive(trials: Trials) -> Iterator[Draft]:
    """Put it away."""
    yield Draft(
        Kind.ARCHIVED,
        "Archive it",
        "Archived",
        (SetField((trials.index,), "archived", value=True),),
    )


def unhide(trials: Trials) -> Iterator[Draft]:
    """Show its source again, so that nothing is said twice."""
    steps = trials.asked.derivation.steps_for(trials.index)
    hidden = trials.asked.document.chat.hidden
    for step in steps:
        source = step.numbers.get("source", math.nan)
        if 0 <= source < len(hidden) and hidden[int(source)]:
            message = int(source)
            yield Draft(
                Kind.HIDE,
                f"Show message {message} again",
                f"With message {message} sent as it is",
                (SetHidden((message,), hidden=False),),
            )
            return


def budget(trials: Trials) -> Iterator[Draft]:
    """The fewest tokens less."""
    limit = limit_of(trials.asked)
    if not has_budget(trials.asked) or limit < 1:
        return

    def fewer(tokens: int) -> Draft:
        total = limit - tokens
        return Draft(
            Kind.BUDGET,
            f"Lower the budget to {total} tokens",
            f"With {tokens} {'token' if tokens == 1 else 'tokens'} less of budget, {total} in all",
            moment=with_budget(trials.asked.moment, total),
        )

    # A budget of 0 means the default in releases 1.41 and 1.44.
    found = trials.least(fewer, 0, limit - 1)
    if found is not None:
        yield found


WAYS: tuple[Way, ...] = (importance, witness, archive, unhide, budget)
"""The cheapest first."""
