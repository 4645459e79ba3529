"""Trying a change on the real rules: what every search for a smallest change is made of."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.analysis.asked import Asked
from inspector.analysis.changes import Change, Kind
from inspector.analysis.patience import Patience
from inspector.core.cached import cached_property
from inspector.core.edits import Edit
from inspector.core.errors import InspectorError
from inspector.core.injection import GateStep
from inspector.core.memory import Memory
from inspector.core.moment import Moment


class ImpatienceError(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True)
class Draft:
    """A change that has yet to be tried.

    Attributes:
        clause: what is then the case, as the start of a sentence: "With importance 4".
        note: a sentence to add; empty for none. The others are those of `Change`.
    """

    kind: Kind
    title: str
    clause: str
    edits: tuple[Edit, ...] = ()
    moment: Moment | None = None
    note: str = ""
    is_what_if: bool = False
    needs_wording: bool = False

    def then(self, other: "Draft") -> "Draft":
        """This one and after it another, as one change."""
        return Draft(
            Kind.SEVERAL,
            f"{self.title}, {other.title[:1].lower()}{other.title[1:]}",
            f"{self.clause} and {other.clause[:1].lower()}{other.clause[1:]}",
            (*self.edits, *other.edits),
            other.moment or self.moment,
            f"{self.note}{other.note}",
            self.is_what_if or other.is_what_if,
            self.needs_wording or other.needs_wording,
        )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a draft did: whether the memory is then in, and how many gates it came to."""

    stands: bool | None
    gates: int


@dataclass(eq=False)
class Trials:
    """Tries changes for one memory, none of them twice.

    Attributes:
        asked: the question as it stands.
        index: of the memory.
        wanted: whether it should come in, or go out.
        patience: when to stop.
        count: how often the rules were run.
    """

    asked: Asked
    index: int
    wanted: bool
    patience: Patience
    count: int = field(default=0, init=False)
    _turned: tuple[Draft, Asked] | None = field(default=None, init=False)
    _further: tuple[Draft, Asked] | None = field(default=None, init=False)
    _outcomes: list[tuple[Draft, _Outcome]] = field(
        default_factory=list[tuple[Draft, _Outcome]], init=False
    )

    @property
    def memory(self) -> Memory:
        """The memory as it stands."""
        return self.asked.document.memories[self.index]

    @property
    def step(self) -> GateStep | None:
        """The last gate that it came to."""
        steps = self.asked.derivation.steps_for(self.index)
        return steps[-1] if steps else None

    def number(self, name: str) -> float:
        """A number of the last gate; NaN where it has none of that name."""
        return number_of(self.asked, self.index, name)

    def after(self, draft: Draft) -> Asked | None:
        """The question after a change, answered; None where an edit or a setting is refused.

        Raises:
            ImpatienceError: there is no time left to try it.
        """
        for kept in (self._turned, self._further):
            if kept is not None and kept[0] == draft:
                return kept[1]
        if self.patience.is_over:
            raise ImpatienceError
        self.count += 1
        try:
            asked = self.asked.edited(draft.edits)
            asked = asked if draft.moment is None else asked.at(draft.moment)
            _ = asked.derivation
        except InspectorError:
            return None
        if stands(asked, self.index) is self.wanted:
            self._turned = (draft, asked)
        return asked

    def turns(self, draft: Draft) -> bool:
        """Whether a change does what is wanted."""
        return self._outcome(draft).stands is self.wanted

    def gets_further(self, draft: Draft) -> bool:
        """Whether a change gets the memory past the last gate that it came to."""
        return self._outcome(draft).gates > self._gates

    @cached_property
    def _gates(self) -> int:
        return len(self.asked.derivation.steps_for(self.index))

    def _outcome(self, draft: Draft) -> _Outcome:
        known = next((outcome for other, outcome in self._outcomes if other == draft), None)
        if known is None:
            after = self.after(draft)
            known = _NOTHING if after is None else _outcome_of(after, self.index)
            self._outcomes.append((draft, known))
            if after is not None and known.gates > self._gates:
                self._further = (draft, after)
        return known

    def least(self, makes: Callable[[int], Draft], low: int, high: int) -> Draft | None:
        """The draft of the smallest number above `low` up to `high` that turns the verdict.

        Found by bisection, so that it is smallest of all where more always helps; in any case
        one less does not do. None where not even `high` does.

        Args:
            makes: the draft for a number.
            low: does not turn it.
            high: may turn it.
        """
        found = makes(high)
        if not self.turns(found):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            draft = makes(middle)
            if self.turns(draft):
                high, found = middle, draft
            else:
                low = middle
        return found


_NOTHING = _Outcome(None, 0)


def _outcome_of(asked: Asked, memory: int) -> _Outcome:
    return _Outcome(stands(asked, memory), len(asked.derivation.steps_for(memory)))


def number_of(asked: Asked, memory: int, name: str) -> float:
    """A number of the last gate that a memory came to; NaN where it has none of that name."""
    steps = asked.derivation.steps_for(memory)
    return steps[-1].numbers.get(name, math.nan) if steps else math.nan


def stands(asked: Asked, memory: int) -> bool | None:
    """Whether a memory is in the block; None where it does not exist."""
    verdict = asked.derivation.verdict_for(memory)
    return None if verdict is None else verdict.in_block


def finished(trials: Trials, draft: Draft) -> Change | None:
    """The change that a draft makes, tried once more, with all that it costs."""
    after = trials.after(draft)
    if after is None or stands(after, trials.index) is not trials.wanted:
        return None
    before_in, after_in = trials.asked.derivation.in_block, after.derivation.in_block
    others = {trials.index}
    entering = tuple(sorted(after_in - before_in - others))
    leaving = tuple(sorted(before_in - after_in - others))
    return Change(
        kind=draft.kind,
        title=draft.title,
        detail=_sentence(trials, draft) + _costs(trials.asked, entering, leaving),
        edits=draft.edits,
        moment=draft.moment,
        entering=entering,
        leaving=leaving,
        tokens=_used(after) - _used(trials.asked),
        is_what_if=draft.is_what_if,
        needs_wording=draft.needs_wording,
    )


def _sentence(trials: Trials, draft: Draft) -> str:
    result = "it is in the block" if trials.wanted else "it is not in the block"
    return f"{draft.clause}, {result}.{draft.note}"


def _used(asked: Asked) -> int:
    budget = asked.derivation.budget
    return 0 if budget is None else budget.used


def _costs(asked: Asked, entering: tuple[int, ...], leaving: tuple[int, ...]) -> str:
    memories = asked.document.memories
    words = ""
    for indexes, verb in ((entering, "come in too"), (leaving, "drop out instead")):
        if indexes:
            labels = [memories[index].label for index in indexes[:3]]
            more = f" and {len(indexes) - 3} more" if len(indexes) > 3 else ""
            one = verb.replace("come", "comes").replace("drop", "drops")
            words += f" {', '.join(labels)}{more} {one if len(indexes) == 1 else verb}."
    return words
