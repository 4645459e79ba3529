"""That a message's memory comes in: what every ruleset that judges messages can say of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.core.change_kinds import ChangeKind
from inspector.core.errors import InspectorError
from inspector.core.explanation import MESSAGE
from inspector.core.message_derivation import MessageDerivation
from inspector.core.query import Query
from inspector.core.suggestion import Adjustment, Draft, Effects, Trials, Way
from inspector.language import N_, _, ngettext

WaysPast = Callable[[Query, int, str], Sequence[Way]]
"""What may get a message past a gate."""


def message_answer(query: Query) -> MessageDerivation:
    """The answer of a ruleset that judges messages.

    Raises:
        InspectorError: it judges none.
    """
    if not isinstance(query.derivation, MessageDerivation):
        raise InspectorError(_("{name} judges no messages.").format(name=query.ruleset.name))
    return query.derivation


@dataclass(frozen=True)
class MessageGoal:
    """That a message's memory comes in (implements `core.suggestion.Goal`).

    Attributes:
        message: its index.
        gates: the ruleset's gates in their order.
        past: what may get it past one of them.
    """

    message: int
    gates: tuple[str, ...]
    past: WaysPast
    most_steps: int = 5
    by_gate: bool = True
    outcome: str = N_("its memory is in")

    @property
    def result(self) -> str:
        """See `Goal`."""
        return _(self.outcome)

    def is_met(self, query: Query) -> bool:
        """See `Goal`."""
        return message_answer(query).messages[self.message].included

    def reach(self, query: Query) -> float:
        """See `Goal`."""
        gate = message_answer(query).messages[self.message].gate
        return self.gates.index(gate) if gate in self.gates else len(self.gates)

    def ways(self, query: Query) -> Sequence[Way]:
        """See `Goal`."""
        gate = message_answer(query).messages[self.message].gate
        return () if gate is None else self.past(query, self.message, gate)

    def effects(self, before: Query, after: Query) -> Effects:
        """See `Goal`."""
        old, new = _included(before), _included(after)
        own = {self.message}
        entering = tuple(f"{MESSAGE}{one}" for one in sorted(new - old - own))
        leaving = tuple(f"{MESSAGE}{one}" for one in sorted(old - new - own))
        words = ""
        if n := len(entering):
            more = ngettext("{n:,} memory comes in too.", "{n:,} memories come in too.", n)
            words += " " + more.format(n=n)
        if n := len(leaving):
            less = ngettext(
                "{n:,} memory drops out instead.", "{n:,} memories drop out instead.", n
            )
            words += " " + less.format(n=n)
        return Effects(entering, leaving, _used(after) - _used(before), words)


def _included(query: Query) -> frozenset[int]:
    return message_answer(query).included


def _used(query: Query) -> int:
    return sum(tier.used for tier in message_answer(query).tiers)


def with_setting(title: str, name: str, value: object) -> Way:
    """A way that gives a setting another value."""

    def drafts(_trials: Trials) -> Iterator[Draft]:
        written = str(value).lower() if isinstance(value, bool) else f"{value}"
        settings = {name: value}
        clause = _("With {setting}").format(setting=f"{name}={written}")
        yield Draft(ChangeKind.SETTING, title, clause, Adjustment(settings=settings))

    return drafts
