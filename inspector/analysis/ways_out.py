"""What would take a memory out of the block."""

import math
from collections.abc import Iterator

from inspector.analysis.budgets import has_budget, limit_of
from inspector.analysis.ways_in import MemoryWay
from inspector.core.change_kinds import ChangeKind
from inspector.core.edits import ChangeNames, SetField, SetHidden
from inspector.core.memory import LEAST_IMPORTANCE
from inspector.core.suggestion import Adjustment, Draft, Trials
from inspector.language import _, ngettext


def importance(index: int, trials: Trials) -> Iterator[Draft]:
    """One star less after another."""
    held = trials.query.document.memories[index].importance
    for stars in range(held - 1, LEAST_IMPORTANCE - 1, -1):
        yield Draft(
            ChangeKind.IMPORTANCE,
            _("Lower importance to {stars}").format(stars=stars),
            _("With importance {stars} instead of {held}").format(stars=stars, held=held),
            Adjustment(edits=(SetField((index,), "importance", stars),)),
        )


def witness(index: int, trials: Trials) -> Iterator[Draft]:
    """Whoever answers is no witness any more."""
    name = trials.query.moment.resolved(trials.query.document.chat).character or ""
    held = [
        one
        for one in trials.query.document.memories[index].witnesses
        if one.casefold() == name.casefold()
    ]
    if held:
        yield Draft(
            ChangeKind.WITNESS,
            _("Take {name} off its witnesses").format(name=held[0]),
            _("Without {name} as a witness").format(name=held[0]),
            Adjustment(edits=(ChangeNames((index,), "witnesses", remove=tuple(held)),)),
        )


def archive(index: int, trials: Trials) -> Iterator[Draft]:
    """Put it away."""
    yield Draft(
        ChangeKind.ARCHIVED,
        _("Archive it"),
        _("Archived"),
        Adjustment(edits=(SetField((index,), "archived", value=True),)),
    )


def unhide(index: int, trials: Trials) -> Iterator[Draft]:
    """Show its source again, so that nothing is said twice."""
    steps = trials.query.derivation.steps_for(index)
    hidden = trials.query.document.chat.hidden
    for step in steps:
        source = step.numbers.get("source", math.nan)
        if 0 <= source < len(hidden) and hidden[int(source)]:
            message = int(source)
            yield Draft(
                ChangeKind.HIDE,
                _("Show message {message} again").format(message=message),
                _("With message {message} sent as it is").format(message=message),
                Adjustment(edits=(SetHidden((message,), hidden=False),)),
            )
            return


def less_budget(index: int, trials: Trials) -> Iterator[Draft]:
    """The fewest tokens less."""
    budget, limit = trials.query.budget_setting, limit_of(trials.query)
    if budget is None or not has_budget(trials.query) or limit < 1:
        return

    def fewer(tokens: int) -> Draft:
        total = limit - tokens
        return Draft(
            ChangeKind.BUDGET,
            _("Lower the budget to {total:,} tokens").format(total=total),
            ngettext(
                "With {n:,} token less of budget, {total:,} in all",
                "With {n:,} tokens less of budget, {total:,} in all",
                tokens,
            ).format(n=tokens, total=total),
            Adjustment(settings={budget.name: total}),
        )

    # A budget of 0 means the default in releases 1.41 and 1.44.
    found = trials.least(fewer, 0, limit - 1)
    if found is not None:
        yield found


WAYS: tuple[MemoryWay, ...] = (importance, witness, archive, unhide, less_budget)
"""The cheapest first."""
