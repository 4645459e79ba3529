"""What a Scribe ruleset answers: a row for each message and item, and the whole request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from typing_extensions import override

from inspector.core.cached import cached_property
from inspector.core.injection import Derivation
from inspector.core.items import Item, ItemKind
from inspector.systems.scribe.budget import Budgets, Manner, Plan, Request
from inspector.systems.scribe.head import Head
from inspector.systems.scribe.history import CountedHistory
from inspector.systems.scribe.settings import Fault


class MessageRow(NamedTuple):
    """Whether one message is in the request, and if not, why.

    Attributes:
        message: its index.
        tokens: what it costs in the second layer.
        kept: whether it is in.
        gate: the first gate that it failed; None if it is in.
    """

    message: int
    tokens: int
    kept: bool
    gate: str | None


class ItemRow(NamedTuple):
    """Whether one item is in the request, and if not, why.

    Attributes:
        id: unlike an item's id it stands once; the second row of an item ends in `#2`.
        kind: which sort of item.
        tokens: what it costs by the ruleset's own accounting.
        composite: what it is ranked by, rounded to 6 places.
        kept: whether it is in.
        gate: the first gate that it failed; None if it is in.
        score: how near it is to the query.
        recency: how fresh it counts; None where that plays no part.
        item: what is retrieved.
    """

    id: str
    kind: ItemKind
    tokens: int
    composite: float
    kept: bool
    gate: str | None
    score: float
    recency: float | None
    item: Item


class RequestMessage(NamedTuple):
    """One message of the request as it would leave.

    Attributes:
        role: `system`, `user` or `assistant`.
        text: what it says.
        tokens: its exact count.
        message: its index in the chat; None for what Scribe writes and for the greeting.
    """

    role: str
    text: str
    tokens: int
    message: int | None


class MessageRows(Sequence[MessageRow]):
    """A row for each message, made when somebody looks at it."""

    def __init__(self, tokens: Sequence[int], gates: Sequence[str | None]) -> None:
        self._tokens, self._gates = tokens, gates

    @cached_property
    def kept(self) -> bytes:
        """One byte a message: 1 where it is in the request."""
        return bytes([gate is None for gate in self._gates])

    @override
    def __len__(self) -> int:
        return len(self._gates)

    @overload
    def __getitem__(self, index: int) -> MessageRow: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[MessageRow]: ...

    @override
    def __getitem__(self, index: int | slice) -> MessageRow | Sequence[MessageRow]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        gate = self._gates[place]
        return MessageRow(place, self._tokens[place], gate is None, gate)


@dataclass(frozen=True)
class Parts:
    """How the request's tokens are shared, by the ruleset's own accounting.

    Attributes:
        head: system prompt, persona and character.
        items: retrieved items that are in.
        history: messages that are in, or the greeting.
        current: the user's message.
        limit: what all may have together.
    """

    head: int
    items: int
    history: int
    current: int
    limit: int

    @property
    def total(self) -> int:
        """What all cost together."""
        return self.head + self.items + self.history + self.current

    @property
    def free(self) -> int:
        """What is left; 0 if nothing is."""
        return max(0, self.limit - self.total)


@dataclass(frozen=True, eq=False, repr=False)
class ScribeDerivation(Derivation):
    """All that a Scribe ruleset derives from a document at a moment.

    Attributes:
        messages: a row for each message of the chat.
        rag: a row for each item, in ranking order.
        error: why nothing is sent; None if the request is.
        parts: how the tokens are shared.
        head: the parts of the head.
        plan: what both layers decided.
        request: what everything costs; `budget_curve` asks about other budgets.
        budgets: the numbers that a person can move.
        manner: how truncation goes about it.
        retriever: where the scores come from.
        faults: those faults of the release that make a difference here.
        line_items: for each prompt by its key the item row that each line shows.
        greeting: the card's first message, if it leads the request.
        history: the chat's messages, counted.
    """

    messages: MessageRows = field(default_factory=lambda: MessageRows((), ()))
    rag: Sequence[ItemRow] = ()
    error: str | None = None
    parts: Parts = field(default_factory=lambda: Parts(0, 0, 0, 0, 0))
    head: Head = field(default_factory=lambda: Head(()))
    plan: Plan | None = None
    request: Request | None = None
    budgets: Budgets | None = None
    manner: Manner = field(default_factory=Manner)
    retriever: str = ""
    faults: tuple[Fault, ...] = ()
    line_items: Mapping[str, tuple[str | None, ...]] = field(
        default_factory=dict[str, tuple[str | None, ...]]
    )
    greeting: RequestMessage | None = None
    history: CountedHistory | None = None

    @cached_property
    def sent(self) -> tuple[RequestMessage, ...]:
        """The whole request as a list of messages; empty if nothing is sent."""
        if self.error is not None:
            return ()
        written = {
            one.key: RequestMessage(one.key, one.text, one.tokens, None)
            for one in self.injections
            if one.text
        }
        found = [written[key] for key in ("system",) if key in written]
        found += [self.greeting] if self.greeting is not None else []
        found += self._sent_history()
        return (*found, *(written[key] for key in ("user",) if key in written))

    def _sent_history(self) -> list[RequestMessage]:
        history = self.history
        if history is None:
            return []
        kept = [row.message for row in self.messages if row.kept]
        return [
            RequestMessage(history.roles[one], history.texts[one], history.tokens[one], one)
            for one in kept
        ]

    @property
    def in_words(self) -> str:
        """How much of the chat and of the items is in the request."""
        kept = self.messages.kept.count(1)
        items = sum(row.kept for row in self.rag)
        return f"{kept} of {len(self.messages)} messages and {items} of {len(self.rag)} items in"

    @cached_property
    def sent_text(self) -> str:
        """The whole request as one text, each message under its role."""
        return "\n\n".join(f"[{one.role}]\n{one.text}" for one in self.sent)
