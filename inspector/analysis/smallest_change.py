"""The smallest change that turns a verdict, tried on the real rules (issue 4, item 3)."""

from collections.abc import Iterator, Sequence

from inspector.analysis import ways_in, ways_out
from inspector.analysis.asked import Asked
from inspector.analysis.changes import Change
from inspector.analysis.patience import Patience
from inspector.analysis.trial import Draft, ImpatienceError, Trials, finished, stands
from inspector.analysis.ways_in import Way

_MOST_STEPS = 4
"""So many gates a change of several parts gets a memory past."""


def smallest_change(asked: Asked, memory: int, patience: Patience | None = None) -> Change | None:
    """The cheapest change that gets a memory into the block, or, if it is in, takes it out.

    It was verified by running the rules again. None where nothing was found in time, where
    the memory does not exist at the moment, or where no way is known.
    """
    return next(changes(asked, memory, patience), None)


def changes(asked: Asked, memory: int, patience: Patience | None = None) -> Iterator[Change]:
    """Every such change that is found, the cheapest first (see `Kind`).

    An iterator, so that a view can show the first at once and stop when it likes. Where no
    single change does, the last resort is one of several parts, one for each gate in the way.
    """
    is_in = stands(asked, memory)
    if is_in is None:
        return
    trials = Trials(asked, memory, not is_in, patience or Patience())
    try:
        yield from _changes(trials, ways_out.WAYS if is_in else _ways_past(trials))
    except ImpatienceError:
        return


def _changes(trials: Trials, ways: Sequence[Way]) -> Iterator[Change]:
    found = False
    for draft in _single(trials, ways):
        change = finished(trials, draft)
        if change is not None:
            found = True
            yield change
    if not found and trials.wanted:
        draft = _several(trials)
        change = None if draft is None else finished(trials, draft)
        if change is not None:
            yield change


def _ways_past(trials: Trials) -> tuple[Way, ...]:
    step = trials.step
    return () if step is None else ways_in.WAYS.get(step.gate, (ways_in.setting,))


def _single(trials: Trials, ways: Sequence[Way]) -> Iterator[Draft]:
    """The smallest draft of each way that turns the verdict."""
    for way in ways:
        draft = next((one for one in way(trials) if trials.turns(one)), None)
        if draft is not None:
            yield draft


def _several(trials: Trials) -> Draft | None:
    """One change for each gate in the way, one after the other."""
    whole: Draft | None = None
    for _ in range(_MOST_STEPS):
        draft = next(_single(trials, _ways_past(trials)), None) or _onward(trials)
        if draft is None:
            return None
        whole = draft if whole is None else whole.then(draft)
        after = trials.after(draft)
        if after is None:
            return None
        trials = Trials(after, trials.index, trials.wanted, trials.patience)
        if stands(after, trials.index):
            return whole
    return None


def _onward(trials: Trials) -> Draft | None:
    """A change that at least gets the memory past the gate that it failed."""
    drafts = (draft for way in _ways_past(trials) for draft in way(trials))
    return next(filter(trials.gets_further, drafts), None)
