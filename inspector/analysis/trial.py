"""Tries changes on the real rules: the one engine of every search for a smallest change."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.core.cached import cached_property
from inspector.core.deadline import Deadline
from inspector.core.errors import InspectorError
from inspector.core.query import Query
from inspector.core.suggestion import Draft, Goal, SuggestedChange
from inspector.language import _


class DeadlineError(Exception):
    """There is no time left to try anything."""


class _Outcome(NamedTuple):
    is_met: bool
    reach: float


_REFUSED = _Outcome(is_met=False, reach=-1)


@dataclass(eq=False)
class Trials:
    """Tries drafts for one goal, none of them twice (implements `core.suggestion.Trials`).

    Attributes:
        query: as things stand.
        goal: what is to be achieved.
        deadline: when to stop.
        past: it is enough to get farther than this; None where only the goal will do.
        count: how often the rules were run.
    """

    query: Query
    goal: Goal
    deadline: Deadline
    past: float | None = None
    count: int = field(default=0, init=False)
    _met: tuple[Draft, Query] | None = field(default=None, init=False)
    _farther: tuple[Draft, Query] | None = field(default=None, init=False)
    _outcomes: list[tuple[Draft, _Outcome]] = field(
        default_factory=list[tuple[Draft, _Outcome]], init=False
    )

    @cached_property
    def reach(self) -> float:
        """How far it comes as things stand."""
        return self.goal.reach(self.query)

    def after(self, draft: Draft) -> Query | None:
        """The query after a draft, answered; None where an edit or a setting is refused.

        Raises:
            DeadlineError: there is no time left to try it.
        """
        for kept in (self._met, self._farther):
            if kept is not None and kept[0] == draft:
                return kept[1]
        if self.deadline.is_over:
            raise DeadlineError
        self.count += 1
        try:
            query = draft.adjustment.applied(self.query)
            _ = query.derivation
        except InspectorError:
            return None
        if self.goal.is_met(query):
            self._met = (draft, query)
        return query

    def turns(self, draft: Draft) -> bool:
        """Whether a draft meets the goal, or gets as far as is enough."""
        outcome = self._outcome(draft)
        return outcome.is_met or (self.past is not None and outcome.reach > self.past)

    def gets_farther(self, draft: Draft) -> bool:
        """Whether a draft gets past the last gate that was met."""
        return self._outcome(draft).reach > self.reach

    def _outcome(self, draft: Draft) -> _Outcome:
        known = next((outcome for other, outcome in self._outcomes if other == draft), None)
        if known is None:
            after = self.after(draft)
            known = _REFUSED
            if after is not None:
                known = _Outcome(self.goal.is_met(after), self.goal.reach(after))
                if known.reach > self.reach:
                    self._farther = (draft, after)
            self._outcomes.append((draft, known))
        return known

    def least(
        self, makes: Callable[[int], Draft], low: int, high: int, guess: int | None = None
    ) -> Draft | None:
        """The draft of the smallest number above `low` up to `high` that does what is wanted.

        Found by bisection, so that it is smallest of all where more always helps; in any case
        one less does not do. None where neither the guess nor `high` does.

        Args:
            makes: the draft for a number.
            low: does not do.
            high: may do.
            guess: where the answer probably is; tried first.
        """
        tops = [high] if guess is None or not low < guess < high else [guess, high]
        top = next((one for one in tops if one > low and self.turns(makes(one))), None)
        if top is None:
            return None
        if top == guess and top - low > 1 and not self.turns(makes(top - 1)):
            return makes(top)
        while top - low > 1:
            middle = (low + top) // 2
            if self.turns(makes(middle)):
                top = middle
            else:
                low = middle
        return makes(top)

    def suggestion(self, draft: Draft) -> SuggestedChange | None:
        """The change that a draft makes, with all that it costs; None where it does not do."""
        after = self.after(draft)
        if after is None or not self.goal.is_met(after):
            return None
        effects = self.goal.effects(self.query, after)
        return SuggestedChange(
            kind=draft.kind,
            title=draft.title,
            detail=_("{clause}, {result}.").format(clause=draft.clause, result=self.goal.result)
            + draft.note
            + effects.words,
            adjustment=draft.adjustment,
            entering=effects.entering,
            leaving=effects.leaving,
            tokens=effects.tokens,
            is_what_if=draft.is_what_if,
            needs_wording=draft.needs_wording,
        )


def suggested(trials: Trials) -> Iterator[SuggestedChange]:
    """Every change that is found for a goal, the cheapest first.

    Where no single change does, the last resort is one of several parts, one for each gate.
    """
    found = False
    try:
        for draft in _single(trials):
            change = trials.suggestion(draft)
            if change is not None:
                found = True
                yield change
        draft = None if found else _several(trials)
        change = None if draft is None else trials.suggestion(draft)
        if change is not None:
            yield change
    except DeadlineError:
        return


def _single(trials: Trials) -> Iterator[Draft]:
    """The smallest draft of each way that does what is wanted."""
    for way in trials.goal.ways(trials.query):
        draft = next((one for one in way(trials) if trials.turns(one)), None)
        if draft is not None:
            yield draft


def _several(trials: Trials) -> Draft | None:
    """One draft for each gate in the way, one after the other."""
    whole: Draft | None = None
    for _step in range(trials.goal.most_steps):
        draft, after = _part(trials)
        if draft is None or after is None:
            return None
        whole = draft if whole is None else whole.then(draft)
        if trials.goal.is_met(after):
            return whole
        trials = Trials(after, trials.goal, trials.deadline)
    return None


def _part(trials: Trials) -> tuple[Draft | None, Query | None]:
    """One part of a change of several parts, and what it leads to."""
    if trials.goal.by_gate:
        trials = Trials(trials.query, trials.goal, trials.deadline, past=trials.reach)
        draft = next(_single(trials), None)
    else:
        draft = next(_single(trials), None) or _onward(trials)
    return draft, None if draft is None else trials.after(draft)


def _onward(trials: Trials) -> Draft | None:
    """A draft that at least gets past the gate that was failed."""
    drafts = (draft for way in trials.goal.ways(trials.query) for draft in way(trials))
    return next(filter(trials.gets_farther, drafts), None)
