"""What may get a memory into the block, by the gate that it failed; each way is a search."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from inspector.analysis.budgets import least_budget
from inspector.core.change_kinds import ChangeKind
from inspector.core.edits import ChangeNames, SetField, SetHidden
from inspector.core.gates import words_of
from inspector.core.memory import GREATEST_IMPORTANCE
from inspector.core.query import Query
from inspector.core.suggestion import Adjustment, Draft, Trials
from inspector.language import _, ngettext
from inspector.systems import system_of

MemoryWay = Callable[[int, Trials], Iterator[Draft]]
"""Yields drafts that may turn the verdict on the memory of this index, the smallest first."""


def importance(index: int, trials: Trials) -> Iterator[Draft]:
    """One star more after another, unless not even the most of them gets any further."""
    held = trials.query.document.memories[index].importance

    def draft(stars: int) -> Draft:
        return Draft(
            ChangeKind.IMPORTANCE,
            _("Raise importance to {stars}").format(stars=stars),
            _("With importance {stars} instead of {held}").format(stars=stars, held=held),
            Adjustment(edits=(SetField((index,), "importance", stars),)),
        )

    if held < GREATEST_IMPORTANCE and not _is_hopeless(index, trials, draft(GREATEST_IMPORTANCE)):
        yield from map(draft, range(held + 1, GREATEST_IMPORTANCE + 1))


def _is_hopeless(index: int, trials: Trials, most: Draft) -> bool:
    """Whether no fewer stars can do where the most do not: a higher score never ranks lower."""
    steps = trials.query.derivation.steps_for(index)
    if not steps:
        return False
    gate = words_of(system_of(trials.query.ruleset.name).gates, steps[-1].gate)
    return gate.lets_best_in and not trials.gets_farther(most)


def witness(index: int, trials: Trials) -> Iterator[Draft]:
    """Make one of those a witness through whose eyes the prompt may be made."""
    held = {name.casefold() for name in trials.query.document.memories[index].witnesses}
    for name in _viewers(trials.query):
        if name.casefold() not in held:
            yield Draft(
                ChangeKind.WITNESS,
                _("Make {name} a witness").format(name=name),
                _("With {name} as a witness").format(name=name),
                Adjustment(edits=(ChangeNames((index,), "witnesses", add=(name,)),)),
            )


def _viewers(query: Query) -> Iterator[str]:
    """Who may be the point of view: who answers first, then who spoke last."""
    chat = query.document.chat
    moment = query.moment.resolved(chat)
    last = [chat.names[index] for index in range(max(0, query.length - 8), query.length)]
    yield from dict.fromkeys(
        name for name in (moment.character, moment.user, *reversed(last)) if name and name.strip()
    )


def unarchive(index: int, trials: Trials) -> Iterator[Draft]:
    """Take it back out of the archive."""
    if trials.query.document.memories[index].is_archived:
        yield Draft(
            ChangeKind.ARCHIVED,
            _("Take it out of the archive"),
            _("Not archived any more"),
            Adjustment(edits=(SetField((index,), "archived", value=False),)),
        )


def hide(index: int, trials: Trials) -> Iterator[Draft]:
    """Hide the source that is still visible."""
    source = trials.query.number(index, "source")
    hidden = trials.query.document.chat.hidden
    if 0 <= source < len(hidden) and not hidden[int(source)]:
        message = int(source)
        yield Draft(
            ChangeKind.HIDE,
            _("Hide message {message}").format(message=message),
            _("With message {message} hidden").format(message=message),
            Adjustment(edits=(SetHidden((message,), hidden=True),)),
            note=" " + _("The message itself is no longer sent then."),
        )


def boundary(index: int, trials: Trials) -> Iterator[Draft]:
    """One of the two boundaries, moved as little as possible."""
    starts = trials.query.derivation.boundaries
    length = trials.query.length
    if starts is None or not all(map(math.isfinite, starts)) or length <= 0:
        return
    mid, recent = (min(max(0, math.floor(start)), length) for start in starts)
    found: list[tuple[int, Draft]] = []
    for which, at, low, high in (("middle", mid, 0, recent), ("recent", recent, mid, length)):
        for toward in (-1, 1):
            room = at - low if toward < 0 else high - at
            moved = _moved(trials, (mid, recent), which, toward)
            distance, draft = _first_that_turns(trials, moved, room)
            if draft is not None:
                found.append((distance, draft))
    yield from (draft for _, draft in sorted(found, key=lambda one: one[0]))


def _moved(
    trials: Trials, starts: tuple[int, int], which: str, toward: int
) -> Callable[[int], Draft]:
    query = trials.query
    is_setting = not query.ruleset.is_release

    def draft(distance: int) -> Draft:
        mid, recent = starts
        if which == "middle":
            mid += toward * distance
        else:
            recent += toward * distance
        start = mid if which == "middle" else recent
        title, clause = _boundary_words(which, toward)
        note = "" if is_setting else " " + _("This is no setting of the extension, only a what-if.")
        return Draft(
            ChangeKind.BOUNDARY,
            title.format(start=start),
            clause.format(start=start, distance=distance),
            Adjustment(
                moment=query.ruleset.moved_boundaries(query.moment, query.length, mid, recent)
            ),
            note=note,
            is_what_if=not is_setting,
        )

    return draft


def _boundary_words(which: str, toward: int) -> tuple[str, str]:
    if which == "middle":
        return _("Begin middle at message {start}"), (
            _("With the middle bucket beginning at message {start}, {distance} earlier")
            if toward < 0
            else _("With the middle bucket beginning at message {start}, {distance} later")
        )
    return _("Begin recent at message {start}"), (
        _("With the recent bucket beginning at message {start}, {distance} earlier")
        if toward < 0
        else _("With the recent bucket beginning at message {start}, {distance} later")
    )


def _first_that_turns(
    trials: Trials, moved: Callable[[int], Draft], room: int
) -> tuple[int, Draft | None]:
    """The smallest of a few distances that turns the verdict, then the smallest below it."""
    low, high = 0, 1
    while low < room:
        high = min(high, room)
        if trials.turns(moved(high)):
            break
        low, high = high, high * 4
    else:
        return 0, None
    while high - low > 1:
        middle = (low + high) // 2
        if trials.turns(moved(middle)):
            high = middle
        else:
            low = middle
    return high, moved(high)


def budget(index: int, trials: Trials) -> Iterator[Draft]:
    """The fewest tokens more."""
    found = None if _is_past_the_best(index, trials.query) else least_budget(index, trials)
    if found is not None:
        yield found


def _is_past_the_best(index: int, query: Query) -> bool:
    """Whether no budget is asked about the memory: releases look at the best 1000 only."""
    return query.number(index, "rank") > query.number(index, "best")


def summary(index: int, trials: Trials) -> Iterator[Draft]:
    """The longest shorter summary."""
    found = None if _is_past_the_best(index, trials.query) else _shorter_summary(index, trials)
    if found is not None:
        yield found


def _shorter_summary(index: int, trials: Trials, *, own: bool = True) -> Draft | None:
    """The longest shortened summary of a memory that turns the verdict; None where none does.

    The text is only cut: it shows how short a person's own wording has to be.

    Args:
        index: the memory whose summary is shortened.
        trials: for the memory whose verdict is to turn.
        own: whether that is the same memory.
    """
    memory = trials.query.document.memories[index]
    summary = memory.summary.strip()
    counted = trials.query.tokenizer.count(summary)

    def cut(characters: int) -> Draft:
        text = summary[: len(summary) - characters].rstrip()
        tokens = trials.query.tokenizer.count(text)
        fewer = counted - tokens
        title = ngettext(
            "Shorten its summary by {n:,} token", "Shorten its summary by {n:,} tokens", fewer
        )
        clause = _("With a summary of {tokens:,} instead of {counted:,} tokens")
        if not own:
            title = ngettext(
                "Shorten the summary of {label} by {n:,} token",
                "Shorten the summary of {label} by {n:,} tokens",
                fewer,
            )
            clause = _("With a summary of {label} of {tokens:,} instead of {counted:,} tokens")
        return Draft(
            ChangeKind.SUMMARY if own else ChangeKind.ROOM,
            title.format(label=memory.label, n=fewer),
            clause.format(label=memory.label, tokens=tokens, counted=counted),
            Adjustment(edits=(SetField((index,), "summary", text),)),
            needs_wording=True,
        )

    return trials.least(cut, 0, len(summary) - 1) if len(summary) > 1 else None


def make_room(index: int, trials: Trials) -> Iterator[Draft]:
    """Shorten, or put away, the memory at which the formatter stops."""
    stopper = trials.query.number(index, "stopper")
    if not math.isfinite(stopper) or int(stopper) == index:
        return
    other = trials.query.document.memories[int(stopper)]
    found = _shorter_summary(other.index, trials, own=False)
    if found is not None:
        yield found
    yield Draft(
        ChangeKind.ROOM,
        _("Archive {label}").format(label=other.label),
        _("With {label} archived, at which the formatter stops").format(label=other.label),
        Adjustment(edits=(SetField((other.index,), "archived", value=True),)),
    )


def setting(index: int, trials: Trials) -> Iterator[Draft]:
    """One setting that was given, back at its default."""
    query = trials.query
    moment, budget = query.moment, query.budget_setting
    defaults = {spec.name: spec.default for spec in query.ruleset.settings}
    for name, value in moment.settings.items():
        is_budget = budget is not None and name == budget.name
        if not is_budget and name in defaults and value != defaults[name]:
            rest = {other: held for other, held in moment.settings.items() if other != name}
            yield Draft(
                ChangeKind.SETTING,
                _("Set {name} back to its default").format(name=name),
                _("With {name} at its default, {default}").format(
                    name=name, default=_displayed(defaults[name])
                ),
                Adjustment(moment=replace(moment, settings=rest)),
            )


def _displayed(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _("from the chat") if value is None else f"{value}"


WAYS: dict[ChangeKind, MemoryWay] = {
    ChangeKind.IMPORTANCE: importance,
    ChangeKind.WITNESS: witness,
    ChangeKind.ARCHIVED: unarchive,
    ChangeKind.HIDE: hide,
    ChangeKind.BUDGET: budget,
    ChangeKind.BOUNDARY: boundary,
    ChangeKind.SUMMARY: summary,
    ChangeKind.ROOM: make_room,
    ChangeKind.SETTING: setting,
}
"""By what a gate's system says may help there (`GateWords.remedies`)."""
