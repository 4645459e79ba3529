"""What gets a message or an item into Scribe's request, tried on the real rules (issue 5, 6)."""

from collections.abc import Iterator, Sequence

from inspector.analysis.asked import Asked
from inspector.analysis.patience import Patience
from inspector.analysis.scribe import budget_ways, item_ways
from inspector.analysis.scribe.budget_ways import Way
from inspector.analysis.scribe.offer import Adjustment, Offer, OfferKind
from inspector.analysis.scribe.trial import (
    REFUSED,
    Draft,
    Target,
    Trials,
    answer_of,
    finished,
    gate_of,
)
from inspector.analysis.trial import ImpatienceError
from inspector.core.edits import SetHidden
from inspector.core.settings import checked_settings
from inspector.systems.scribe.explaining import Explanation, explain, row_of
from inspector.systems.scribe.gates import (
    BELOW,
    DISABLED,
    HIDDEN,
    HISTORY_BUDGET,
    LIMIT,
    RAG_BUDGET,
    TRUNCATED,
)

_MOST_STEPS = 5
"""So many gates a change of several parts gets a message or an item past."""


def why_in_request(asked: Asked, wanted: str) -> Explanation:
    """Every gate that `message:12`, `lore:3`, `chronicle:x` or `chat:5` met.

    Raises:
        InspectorError: there is no such message or item, or the ruleset is not Scribe's.
    """
    answer, ruleset = answer_of(asked), asked.ruleset
    settings = checked_settings(ruleset.settings, asked.moment.settings, ruleset.name)
    return explain(answer, settings, wanted)


def offers(asked: Asked, wanted: str, patience: Patience | None = None) -> Iterator[Offer]:
    """Every change that is found to get a message or an item in, the cheapest first.

    An iterator, so that a view can show the first at once and stop when it likes. Nothing is
    offered for what is sent. Where no single change does, the last resort is one of several
    parts, one for each gate in the way.

    Args:
        asked: the question with its answer.
        wanted: the id, as `explaining.ids_of` lists it.
        patience: when to stop looking.

    Raises:
        InspectorError: there is no such message or item, or the ruleset is not Scribe's.
    """
    answer = answer_of(asked)
    target = Target.of(answer, row_of(answer, wanted))
    return _offers(Trials(asked, target, patience or Patience()))


def _offers(trials: Trials) -> Iterator[Offer]:
    found = False
    try:
        for way in _ways_past(trials):
            for draft in way(trials):
                offer = finished(trials, draft)
                if offer is not None:
                    found = True
                    yield offer
        draft = None if found or trials.gate is None else _several(trials)
        offer = None if draft is None else finished(trials, draft)
        if offer is not None:
            yield offer
    except ImpatienceError:
        return


def _ways_past(trials: Trials) -> Sequence[Way]:
    if trials.gate is None:
        return ()
    ways = _ITEM_WAYS if trials.item is not None else _MESSAGE_WAYS
    return (*ways.get(trials.gate, ()), mended)


def _several(trials: Trials) -> Draft | None:
    """One change for each gate in the way, one after the other."""
    whole: Draft | None = None
    for _ in range(_MOST_STEPS):
        gate = trials.gate
        step = Trials(trials.asked, trials.target, trials.patience, past=gate)
        draft = next((one for way in _ways_past(step) for one in way(step)), None)
        if draft is None:
            return None
        whole = draft if whole is None else whole.then(draft)
        after = step.after(draft)
        if after is None:
            return None
        if gate_of(after, trials.target) is None:
            return whole
        trials = Trials(after, trials.target, trials.patience)
    return None


def show(trials: Trials) -> Iterator[Draft]:
    """Show a hidden message again."""
    message = trials.target.message
    if message is not None:
        draft = Draft(
            OfferKind.SHOW,
            "Show the message again",
            "Not hidden any more",
            Adjustment(edits=(SetHidden((message,), hidden=False),)),
        )
        if trials.turns(draft):
            yield draft


def mended(trials: Trials) -> Iterator[Draft]:
    """One fault of the release, mended."""
    for fault in trials.answer.faults:
        draft = Draft(
            OfferKind.FAULT,
            f"Mend the fault: {fault.title[:1].lower()}{fault.title[1:]}",
            f"With {fault.setting}=false",
            Adjustment(settings={fault.setting: False}),
            note=" This is no setting of the server, only a what-if.",
            is_what_if=True,
        )
        if trials.turns(draft):
            yield draft


_MESSAGE_WAYS: dict[str, tuple[Way, ...]] = {
    HIDDEN: (show,),
    HISTORY_BUDGET: (budget_ways.more_history,),
    TRUNCATED: (budget_ways.more_in_all, budget_ways.longer_tail),
    REFUSED: (budget_ways.more_in_all, budget_ways.shorter_tail),
}
_ITEM_WAYS: dict[str, tuple[Way, ...]] = {
    DISABLED: (item_ways.enable,),
    LIMIT: (item_ways.greater_limit, item_ways.pinned_score, item_ways.make_constant),
    BELOW: (item_ways.lower_threshold, item_ways.pinned_score, item_ways.make_constant),
    RAG_BUDGET: (
        budget_ways.more_rag,
        budget_ways.more_in_all,
        budget_ways.rag_and_total,
        item_ways.pinned_score,
        item_ways.shorter_text,
        item_ways.make_constant,
        item_ways.make_room,
        budget_ways.less_history,
    ),
    TRUNCATED: (
        budget_ways.more_in_all,
        item_ways.pinned_score,
        item_ways.shorter_text,
        item_ways.make_constant,
        item_ways.make_room,
        budget_ways.less_history,
    ),
    REFUSED: (budget_ways.more_in_all, budget_ways.shorter_tail),
}
"""By gate, the cheapest way first."""
