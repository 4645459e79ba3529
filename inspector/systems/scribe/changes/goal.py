"""That a message or an item comes into Scribe's request (issue 5, 6)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.core.change_kinds import ChangeKind
from inspector.core.edits import SetHidden
from inspector.core.explanation import MESSAGE
from inspector.core.items import numbered
from inspector.core.query import Query
from inspector.core.request import Fault
from inspector.core.suggestion import Adjustment, Draft, Effects, Trials, Way
from inspector.language import _, ngettext, within
from inspector.systems.scribe.changes import budgets as budget_ways
from inspector.systems.scribe.changes import items as item_ways
from inspector.systems.scribe.changes.budgets import TargetWay
from inspector.systems.scribe.changes.target import (
    REFUSED,
    Target,
    TargetTrials,
    answer_of,
    gate_of,
    reach_of,
)
from inspector.systems.scribe.derivation import ScribeDerivation
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
_NAMED = 2
"""So many items are named; of more only their number is given."""


@dataclass(frozen=True)
class RequestGoal:
    """That a message or an item comes in (implements `core.suggestion.Goal`)."""

    target: Target
    most_steps: int = _MOST_STEPS
    by_gate: bool = True

    @property
    def result(self) -> str:
        """See `Goal`."""
        return _("it is in the request")

    @classmethod
    def of(cls, query: Query, wanted: str) -> "RequestGoal":
        """The goal for `message:12`, `lore:3`, `chronicle:x` or `chat:5`.

        Raises:
            InspectorError: there is no such message or item, or the answer is not Scribe's.
        """
        answer = answer_of(query)
        return cls(Target.of(answer, answer.row_named(wanted)))

    def is_met(self, query: Query) -> bool:
        """See `Goal`."""
        answer = answer_of(query)
        return self.target.row(answer) is not None and gate_of(query, self.target) is None

    def reach(self, query: Query) -> float:
        """See `Goal`."""
        return reach_of(query, self.target)

    def ways(self, query: Query) -> Sequence[Way]:
        """See `Goal`."""
        gate = gate_of(query, self.target)
        if gate is None:
            return ()
        table = _MESSAGE_WAYS if self.target.message is not None else _ITEM_WAYS
        mended = (partial(_mended, fault) for fault in answer_of(query).faults)
        return [partial(_tried, self.target, way) for way in (*table.get(gate, ()), *mended)]

    def effects(self, before: Query, after: Query) -> Effects:
        """See `Goal`."""
        old, new = answer_of(before), answer_of(after)
        before_in, after_in = _sent(old), _sent(new)
        target = self.target.name
        entering = tuple(one for one in after_in if one not in before_in and one != target)
        leaving = tuple(one for one in before_in if one not in after_in and one != target)
        tokens = new.parts.total - old.parts.total
        return Effects(entering, leaving, tokens, _costs(entering, leaving))


def _tried(target: Target, way: TargetWay, trials: Trials) -> Iterator[Draft]:
    return way(TargetTrials(target, trials))


def _show(trials: TargetTrials) -> Iterator[Draft]:
    """Show a hidden message again."""
    message = trials.target.message
    if message is not None:
        yield Draft(
            ChangeKind.SHOW,
            _("Show the message again"),
            _("Not hidden any more"),
            Adjustment(edits=(SetHidden((message,), hidden=False),)),
        )


def _mended(fault: Fault, _trials: TargetTrials) -> Iterator[Draft]:
    """One fault of the release, mended."""
    title = _(fault.title)
    yield Draft(
        ChangeKind.FAULT,
        _("Mend the fault: {fault}").format(fault=f"{within(title[:1])}{title[1:]}"),
        _("With {setting}").format(setting=f"{fault.setting}=false"),
        Adjustment(settings={fault.setting: False}),
        note=" " + _("This is no setting of the server, only a what-if."),
        is_what_if=True,
    )


def _sent(answer: ScribeDerivation) -> dict[str, None]:
    """What is in, by message and by item key, numbered where an item has several rows."""
    if answer.error is not None:
        return {}
    messages = (f"{MESSAGE}{row.message}" for row in answer.messages if row.kept)
    seen: Counter[str] = Counter()
    rows = [(numbered(row.item.key, seen), row.kept) for row in answer.rag]
    items = (name for name, kept in rows if kept)
    return dict.fromkeys((*messages, *items))


def _costs(entering: tuple[str, ...], leaving: tuple[str, ...]) -> str:
    words = ""
    if entering:
        more = ngettext("{names} comes in too.", "{names} come in too.", len(entering))
        words += " " + more.format(names=_named(entering))
    if leaving:
        less = ngettext("{names} drops out instead.", "{names} drop out instead.", len(leaving))
        words += " " + less.format(names=_named(leaving))
    return words


def _named(ids: tuple[str, ...]) -> str:
    messages = [name for name in ids if name.startswith(MESSAGE)]
    rest = [name for name in ids if not name.startswith(MESSAGE)]
    n = len(messages)
    named = [ngettext("{n:,} message", "{n:,} messages", n).format(n=n)] if n > 1 else messages
    named += rest if len(rest) <= _NAMED else [_("{n:,} items").format(n=len(rest))]
    if len(named) == 1:
        return named[0]
    return _("{names} and {last}").format(names=", ".join(named[:-1]), last=named[-1])


_MESSAGE_WAYS: dict[str, tuple[TargetWay, ...]] = {
    HIDDEN: (_show,),
    HISTORY_BUDGET: (budget_ways.more_history,),
    TRUNCATED: (budget_ways.more_in_all, budget_ways.longer_tail),
    REFUSED: (budget_ways.more_in_all, budget_ways.shorter_tail),
}
_ITEM_WAYS: dict[str, tuple[TargetWay, ...]] = {
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
