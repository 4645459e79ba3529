"""Trying a change on Scribe's real rules: what every search for an offer is made of."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.analysis.asked import Asked
from inspector.analysis.patience import Patience
from inspector.analysis.scribe.offer import Adjustment, Offer, OfferKind
from inspector.analysis.trial import ImpatienceError
from inspector.core.errors import InspectorError
from inspector.core.items import numbered
from inspector.systems.scribe.derivation import ItemRow, MessageRow, ScribeDerivation
from inspector.systems.scribe.explaining import MESSAGE
from inspector.systems.scribe.gates import ITEM_GATES, MESSAGE_GATES

REFUSED = "refused"
"""Where a kept row fails whose whole request is above its limit: no gate, but it is not sent."""


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


@dataclass(frozen=True)
class Draft:
    """A change that has yet to be tried.

    Attributes:
        clause: what is then the case, as the start of a sentence: "With 40 tokens more".
        note: a sentence to add; empty for none. The others are those of `Offer`.
    """

    kind: OfferKind
    title: str
    clause: str
    adjustment: Adjustment
    note: str = ""
    is_what_if: bool = False
    needs_wording: bool = False

    def then(self, other: "Draft") -> "Draft":
        """This one and after it another, as one change."""
        return Draft(
            OfferKind.SEVERAL,
            f"{self.title}, {_lower(other.title)}",
            f"{self.clause} and {_lower(other.clause)}",
            self.adjustment.then(other.adjustment),
            f"{self.note}{other.note}",
            self.is_what_if or other.is_what_if,
            self.needs_wording or other.needs_wording,
        )


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def answer_of(asked: Asked) -> ScribeDerivation:
    """The answer of a Scribe ruleset.

    Raises:
        InspectorError: another system's ruleset was asked.
    """
    if not isinstance(asked.derivation, ScribeDerivation):
        raise InspectorError(f"{asked.ruleset.name} assembles no request.")
    return asked.derivation


@dataclass(eq=False)
class Trials:
    """Tries changes for one message or item.

    Attributes:
        asked: the question as it stands.
        target: what is to come in.
        patience: when to stop.
        past: a gate that it is enough to get past; None to get all the way in.
        count: how often the rules were run.
    """

    asked: Asked
    target: Target
    patience: Patience
    past: str | None = None
    count: int = field(default=0, init=False)
    _turned: tuple[Draft, Asked] | None = field(default=None, init=False)

    @property
    def answer(self) -> ScribeDerivation:
        """The answer as it stands."""
        return answer_of(self.asked)

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
        return gate_of(self.asked, self.target)

    def after(self, draft: Draft) -> Asked | None:
        """The question after a change, answered; None where an edit or a setting is refused.

        Raises:
            ImpatienceError: there is no time left to try it.
        """
        if self._turned is not None and self._turned[0] == draft:
            return self._turned[1]
        if self.patience.is_over:
            raise ImpatienceError
        self.count += 1
        try:
            asked = draft.adjustment.applied(self.asked)
            _ = asked.derivation
        except InspectorError:
            return None
        return asked

    def turns(self, draft: Draft) -> bool:
        """Whether a change does what is wanted."""
        asked = self.after(draft)
        if asked is None or not self._is_enough(asked):
            return False
        self._turned = (draft, asked)
        return True

    def _is_enough(self, asked: Asked) -> bool:
        if self.target.row(answer_of(asked)) is None:
            return False
        gate = gate_of(asked, self.target)
        return gate is None or (self.past is not None and _place(gate) > _place(self.past))

    def least(
        self, makes: Callable[[int], Draft], low: int, high: int, guess: int | None = None
    ) -> Draft | None:
        """The draft of the smallest number above `low` up to `high` that turns the verdict.

        Found by bisection, so that it is smallest of all where more always helps; in any case
        one less does not do. None where neither the guess nor `high` does.

        Args:
            makes: the draft for a number.
            low: does not turn it.
            high: may turn it.
            guess: where the answer probably is; tried first.
        """
        tried = [] if guess is None or not low < guess < high else [guess]
        found = next((one for one in (*tried, high) if one > low and self.turns(makes(one))), None)
        if found is None:
            return None
        if found - low == 1 or not self.turns(makes(found - 1)):
            return makes(found)
        high = found - 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.turns(makes(middle)):
                high = middle
            else:
                low = middle
        return makes(high)


_ORDER = (*dict.fromkeys((*MESSAGE_GATES[:-1], *ITEM_GATES)), REFUSED)


def _place(gate: str) -> int:
    return _ORDER.index(gate)


def gate_of(asked: Asked, target: Target) -> str | None:
    """Where a message or an item fails; None if it is sent, or if it is not there at all."""
    answer = answer_of(asked)
    row = target.row(answer)
    if row is None or row.gate is not None:
        return None if row is None else row.gate
    return REFUSED if answer.error is not None else None


def finished(trials: Trials, draft: Draft) -> Offer | None:
    """The offer that a draft makes, tried once more, with all that it costs."""
    if not trials.turns(draft):
        return None
    after = trials.after(draft)
    if after is None:
        return None
    before_in, after_in = _sent(trials.answer), _sent(answer_of(after))
    target = trials.target.name
    entering = tuple(one for one in after_in if one not in before_in and one != target)
    leaving = tuple(one for one in before_in if one not in after_in and one != target)
    return Offer(
        kind=draft.kind,
        title=draft.title,
        detail=f"{draft.clause}, it is in the request.{draft.note}{_costs(entering, leaving)}",
        adjustment=draft.adjustment,
        entering=entering,
        leaving=leaving,
        tokens=answer_of(after).parts.total - trials.answer.parts.total,
        is_what_if=draft.is_what_if,
        needs_wording=draft.needs_wording,
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
    for ids, one, many in (
        (entering, "comes in too", "come in too"),
        (leaving, "drops out instead", "drop out instead"),
    ):
        messages = [name for name in ids if name.startswith(MESSAGE)]
        others = [name for name in ids if not name.startswith(MESSAGE)]
        named = [_counted(messages)] if messages else []
        named += others if len(others) <= _NAMED else [f"{len(others)} items"]
        if named:
            words += f" {_listed(named)} {one if len(ids) == 1 else many}."
    return words


_NAMED = 2
"""So many items are named; of more only their number is told."""


def _counted(messages: list[str]) -> str:
    return messages[0] if len(messages) == 1 else f"{len(messages)} messages"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
