"""What may get a memory into the block, by the gate that it failed; each way is a search."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from inspector.analysis.budgets import BUDGET, least_budget
from inspector.analysis.changes import Kind
from inspector.analysis.trial import Draft, Trials
from inspector.analysis.wordings import shorter_summary
from inspector.core.edits import ChangeNames, SetField, SetHidden
from inspector.core.memory import GREATEST_IMPORTANCE
from inspector.systems.openvault.retrieval.selection import BEST

Way = Callable[[Trials], Iterator[Draft]]
"""Yields drafts that may turn the verdict, the smallest first."""


def importance(trials: Trials) -> Iterator[Draft]:
    """One star more after another, unless not even the most of them gets any further."""
    held = trials.memory.importance

    def draft(stars: int) -> Draft:
        return Draft(
            Kind.IMPORTANCE,
            f"Raise importance to {stars}",
            f"With importance {stars} instead of {held}",
            (SetField((trials.index,), "importance", stars),),
        )

    if held < GREATEST_IMPORTANCE and not _is_hopeless(trials, draft(GREATEST_IMPORTANCE)):
        yield from map(draft, range(held + 1, GREATEST_IMPORTANCE + 1))


def _is_hopeless(trials: Trials, most: Draft) -> bool:
    """Whether no fewer stars can do where the most do not: a higher score never ranks lower."""
    step = trials.step
    return step is not None and step.gate in _BY_SCORE and not trials.gets_further(most)


def witness(trials: Trials) -> Iterator[Draft]:
    """Make one of those a witness through whose eyes the prompt may be made."""
    held = {name.casefold() for name in trials.memory.witnesses}
    for name in _viewers(trials):
        if name.casefold() not in held:
            yield Draft(
                Kind.WITNESS,
                f"Make {name} a witness",
                f"With {name} as a witness",
                (ChangeNames((trials.index,), "witnesses", add=(name,)),),
            )


def _viewers(trials: Trials) -> Iterator[str]:
    """Who may be the point of view: who answers first, then who spoke last."""
    asked = trials.asked
    chat = asked.document.chat
    moment = asked.moment.resolved(chat)
    last = [chat.names[place] for place in range(max(0, asked.length - 8), asked.length)]
    yield from dict.fromkeys(
        name for name in (moment.character, moment.user, *reversed(last)) if name and name.strip()
    )


def unarchive(trials: Trials) -> Iterator[Draft]:
    """Take it back out of the archive."""
    if trials.memory.is_archived:
        yield Draft(
            Kind.ARCHIVED,
            "Take it out of the archive",
            "Not archived any more",
            (SetField((trials.index,), "archived", value=False),),
        )


def hide(trials: Trials) -> Iterator[Draft]:
    """Hide the source that is still visible."""
    source = trials.number("source")
    hidden = trials.asked.document.chat.hidden
    if 0 <= source < len(hidden) and not hidden[int(source)]:
        message = int(source)
        yield Draft(
            Kind.HIDE,
            f"Hide message {message}",
            f"With message {message} hidden",
            (SetHidden((message,), hidden=True),),
            note=" The message itself is no longer sent then.",
        )


def boundary(trials: Trials) -> Iterator[Draft]:
    """One of the two boundaries, moved as little as possible."""
    starts = trials.asked.derivation.boundaries
    length = trials.asked.length
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
    asked = trials.asked
    is_setting = not asked.ruleset.is_release

    def draft(distance: int) -> Draft:
        mid, recent = starts
        if which == "middle":
            mid += toward * distance
        else:
            recent += toward * distance
        start = mid if which == "middle" else recent
        note = "" if is_setting else " This is no setting of the extension, only a what-if."
        return Draft(
            Kind.BOUNDARY,
            f"Begin {which} at message {start}",
            f"With the {which} bucket beginning at message {start}, {distance} "
            f"{'earlier' if toward < 0 else 'later'}",
            moment=asked.ruleset.moved_boundaries(asked.moment, asked.length, mid, recent),
            note=note,
            is_what_if=not is_setting,
        )

    return draft


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


def budget(trials: Trials) -> Iterator[Draft]:
    """The fewest tokens more."""
    found = None if _is_past_the_best(trials) else least_budget(trials)
    if found is not None:
        yield found


def _is_past_the_best(trials: Trials) -> bool:
    """Whether no budget is asked about the memory: releases look at the best 1000 only."""
    return trials.number("rank") > BEST


def summary(trials: Trials) -> Iterator[Draft]:
    """The longest shorter summary."""
    found = None if _is_past_the_best(trials) else shorter_summary(trials, trials.index)
    if found is not None:
        yield found


def make_room(trials: Trials) -> Iterator[Draft]:
    """Shorten, or put away, the memory at which the formatter stops."""
    stopper = trials.number("stopper")
    if not math.isfinite(stopper) or int(stopper) == trials.index:
        return
    other = trials.asked.document.memories[int(stopper)]
    found = shorter_summary(trials, other.index)
    if found is not None:
        yield found
    yield Draft(
        Kind.ROOM,
        f"Archive {other.label}",
        f"With {other.label} archived, at which the formatter stops",
        (SetField((other.index,), "archived", value=True),),
    )


def setting(trials: Trials) -> Iterator[Draft]:
    """One setting that was given, back at its default."""
    moment = trials.asked.moment
    defaults = {spec.name: spec.default for spec in trials.asked.ruleset.settings}
    for name, value in moment.settings.items():
        if name != BUDGET and name in defaults and value != defaults[name]:
            rest = {other: held for other, held in moment.settings.items() if other != name}
            yield Draft(
                Kind.SETTING,
                f"Set {name} back to its default",
                f"With {name} at its default, {_shown(defaults[name])}",
                moment=replace(moment, settings=rest),
            )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "from the chat" if value is None else f"{value}"


_BY_SCORE = ("score", "balance")
"""Gates that let in the best first."""

WAYS: dict[str, tuple[Way, ...]] = {
    "archived": (unarchive, setting),
    "hidden": (hide, setting),
    "candidates": (witness, hide, setting),
    "pov": (witness, setting),
    "score": (importance, budget, summary, setting),
    "balance": (importance, budget, boundary, summary, setting),
    "budget": (importance, budget, boundary, summary, setting),
    "formatter": (importance, budget, boundary, summary, make_room, setting),
}
"""By gate, the cheapest way first."""
