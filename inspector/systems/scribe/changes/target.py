"""A message or an item whose verdict is to turn, and how it stands in an answer."""

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.errors import InspectorError
from inspector.core.explanation import MESSAGE
from inspector.core.query import Query
from inspector.core.request import ItemRow, MessageRow
from inspector.core.suggestion import Draft, Trials
from inspector.language import _
from inspector.systems.scribe.derivation import ScribeDerivation
from inspector.systems.scribe.gates import ITEM_GATES, MESSAGE_GATES

REFUSED = "refused"
"""Where a kept row fails whose whole request is above its limit: no gate, but it is not sent."""
_ORDER = (*dict.fromkeys((*MESSAGE_GATES[:-1], *ITEM_GATES)), REFUSED)


@dataclass(frozen=True)
class Target:
    """A message or an item, found again whatever a change does to its place.

    Attributes:
        message: the message's index; None for an item.
        key: the item's key.
        turn: which of the item's rows, 0-based: the release can take a constant entry twice.
    """

    message: int | None = None
    key: str = ""
    turn: int = 0

    @classmethod
    def of(cls, derivation: ScribeDerivation, row: MessageRow | ItemRow) -> "Target":
        """What a row is about."""
        if isinstance(row, MessageRow):
            return cls(message=row.message)
        same = [one for one in derivation.rag if one.item.key == row.item.key]
        return cls(key=row.item.key, turn=[one is row for one in same].index(True))

    @property
    def name(self) -> str:
        """What it is called in what a change costs."""
        if self.message is not None:
            return f"{MESSAGE}{self.message}"
        return self.key if self.turn == 0 else f"{self.key}#{self.turn + 1}"

    def row(self, derivation: ScribeDerivation) -> MessageRow | ItemRow | None:
        """Its row in another answer; None where it has none."""
        if self.message is not None:
            return derivation.messages[self.message]
        same = [one for one in derivation.rag if one.item.key == self.key]
        return same[self.turn] if self.turn < len(same) else None


def answer_of(query: Query) -> ScribeDerivation:
    """The answer of a Scribe ruleset.

    Raises:
        InspectorError: it is another system's.
    """
    if not isinstance(query.derivation, ScribeDerivation):
        raise InspectorError(_("{name} assembles no request.").format(name=query.ruleset.name))
    return query.derivation


def gate_of(query: Query, target: Target) -> str | None:
    """Where a message or an item fails; None if it is sent, or if it is not there at all."""
    answer = answer_of(query)
    row = target.row(answer)
    if row is None or row.gate is not None:
        return None if row is None else row.gate
    return REFUSED if answer.error is not None else None


def reach_of(query: Query, target: Target) -> float:
    """How far a message or an item comes: the place of the gate that it fails; -1 if it is gone."""
    if target.row(answer_of(query)) is None:
        return -1
    gate = gate_of(query, target)
    return len(_ORDER) if gate is None else _ORDER.index(gate)


@dataclass(frozen=True, eq=False)
class TargetTrials:
    """Trials for one message or item, with how it stands."""

    target: Target
    trials: Trials

    @property
    def query(self) -> Query:
        """As things stand."""
        return self.trials.query

    @property
    def answer(self) -> ScribeDerivation:
        """The answer as it stands."""
        return answer_of(self.query)

    @property
    def row(self) -> MessageRow | ItemRow | None:
        """The target's row as it stands."""
        return self.target.row(self.answer)

    @property
    def item(self) -> ItemRow | None:
        """The target's row, if it is an item."""
        row = self.row
        return row if isinstance(row, ItemRow) else None

    @property
    def gate(self) -> str | None:
        """Where it fails as things stand; None if it is sent."""
        return gate_of(self.query, self.target)

    def turns(self, draft: Draft) -> bool:
        """Whether a draft does what is wanted."""
        return self.trials.turns(draft)

    def least(
        self, makes: Callable[[int], Draft], low: int, high: int, guess: int | None = None
    ) -> Draft | None:
        """See `Trials.least`."""
        return self.trials.least(makes, low, high, guess)
