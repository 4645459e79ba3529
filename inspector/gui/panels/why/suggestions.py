"""Changes that turn a memory's verdict, each with everything that it costs."""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.smallest_change import changes
from inspector.core.change_kinds import ChangeKind
from inspector.core.deadline import Deadline
from inspector.core.edits import Edit, SetField
from inspector.core.injection import Derivation
from inspector.core.query import Query
from inspector.core.suggestion import SuggestedChange
from inspector.gui.kit.text import signed
from inspector.language import _, numeral

MOST_ROWS = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a change does.

    Attributes:
        words: what happens.
        figure: by how many tokens, or from where to where.
        is_named: whether the words name what it happens to.
    """

    words: str
    figure: str
    is_named: bool = False


@dataclass(frozen=True, eq=False)
class Suggestion:
    """A change and what it costs.

    Attributes:
        change: what would be done.
        effects: what is asked about itself, who comes or goes with it, the whole last.
        is_of_request: whether it is about a message or an item, not about a memory.
    """

    change: SuggestedChange
    effects: tuple[Effect, ...]
    is_of_request: bool = False

    @property
    def can_be_kept_unasked(self) -> bool:
        """Whether it can be made for a ruleset that is not the one that is asked.

        Settings of each ruleset are kept, boundaries that no setting holds are not.
        """
        moment = self.change.adjustment.moment
        is_moved = self.change.kind is ChangeKind.BOUNDARY and moment is not None
        return not is_moved or moment is None or moment.boundaries is None


def suggestions_for_memory(
    requested: Query, memory: int, deadline: Deadline
) -> Iterator[Suggestion]:
    """The cheapest changes that turn a memory's verdict, one after the other."""
    for change in changes(requested, memory, deadline):
        yield Suggestion(change, effects_of(requested, change, memory))


def effects_of(requested: Query, change: SuggestedChange, memory: int) -> tuple[Effect, ...]:
    """What a change does, worked out on the real rules."""
    before, after = requested.derivation, change.applied(requested).derivation
    was_in, is_in = memory in before.in_block, memory in after.in_block
    rows = [_own_effect(before, after, change, memory)] if was_in != is_in else []
    moving = len(change.entering) + len(change.leaving)
    most = moving if moving <= MOST_ROWS else MOST_ROWS - 1
    entering = change.memories_entering[:most]
    leaving = change.memories_leaving[: most - len(entering)]
    rows += [_entering(after, other, also=not was_in) for other in entering]
    rows += [_leaving(before, other, instead=not was_in) for other in leaving]
    if moving > most:
        rows.append(
            Effect(_("{moving:,} more memories come or go").format(moving=moving - most), "")
        )
    return (*rows, *_block(before, after))


def new_stars(edits: tuple[Edit, ...], memory: int) -> int | None:
    """The importance that a change gives a memory; None if it gives none."""
    for edit in edits:
        if isinstance(edit, SetField) and edit.field == "importance" and memory in edit.memories:
            return edit.value if isinstance(edit.value, int) else None
    return None


def _own_effect(
    before: Derivation, after: Derivation, change: SuggestedChange, memory: int
) -> Effect:
    if memory in before.in_block:
        return Effect(
            _("#{memory} drops out").format(memory=memory),
            signed(-_tokens(before, memory)),
            is_named=True,
        )
    stars = (
        new_stars(change.adjustment.edits, memory) if change.kind is ChangeKind.IMPORTANCE else None
    )
    words = _("#{memory} gets in, now with {stars}") if stars else _("#{memory} gets in")
    return Effect(
        words.format(memory=memory, stars="★" * (stars or 0)),
        signed(_tokens(after, memory)),
        is_named=True,
    )


def _entering(after: Derivation, memory: int, *, also: bool) -> Effect:
    words = (
        _("#{memory} gets in as well").format(memory=memory)
        if also
        else _("#{memory} gets in instead").format(memory=memory)
    )
    return Effect(words, signed(_tokens(after, memory)), is_named=True)


def _leaving(before: Derivation, memory: int, *, instead: bool) -> Effect:
    words = (
        _("#{memory} drops out instead").format(memory=memory)
        if instead
        else _("#{memory} drops out as well").format(memory=memory)
    )
    return Effect(words, signed(-_tokens(before, memory)), is_named=True)


def _block(before: Derivation, after: Derivation) -> tuple[Effect, ...]:
    if before.budget is None or after.budget is None:
        return ()
    old, new = before.budget, after.budget
    return (
        Effect(
            _("Budget, of {limit:,g} tokens").format(limit=new.limit),
            f"{numeral(old.used)} → {numeral(new.used)}",
        ),
    )


def _tokens(derivation: Derivation, memory: int) -> int:
    """What a memory's lines cost, in whichever prompt they stand."""
    lines = (line for injection in derivation.injections for line in injection.lines)
    found = [line.tokens for line in lines if line.memory == memory]
    if found:
        return sum(found)
    verdict = derivation.verdict_for(memory)
    return 0 if verdict is None else verdict.tokens
