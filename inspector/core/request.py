"""A whole request: the messages and items in it, what keeps others out, and its budgets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, overload, runtime_checkable

from inspector.core.cached import cached_property
from inspector.core.errors import InspectorError
from inspector.core.explanation import MESSAGE, Explains, message_named
from inspector.core.injection import Derivation
from inspector.core.items import Item, ItemKind
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_, _


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
        message: its index in the chat; None for what the server writes and for the greeting.
    """

    role: str
    text: str
    tokens: int
    message: int | None


class MessageRows:
    """A row for each message, made when somebody looks at it."""

    def __init__(self, tokens: Sequence[int], gates: Sequence[str | None]) -> None:
        self._tokens, self._gates = tokens, gates

    @cached_property
    def kept(self) -> bytes:
        """One byte a message: 1 where it is in the request."""
        return bytes([gate is None for gate in self._gates])

    def __len__(self) -> int:
        return len(self._gates)

    @overload
    def __getitem__(self, index: int) -> MessageRow: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[MessageRow]: ...

    def __iter__(self) -> Iterator[MessageRow]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int | slice) -> MessageRow | Sequence[MessageRow]:
        if isinstance(index, slice):
            return [self[location] for location in range(*index.indices(len(self)))]
        location = range(len(self))[index]
        gate = self._gates[location]
        return MessageRow(location, self._tokens[location], gate is None, gate)


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


@dataclass(frozen=True)
class Fault:
    """Something that the released server does and should not.

    Attributes:
        setting: the switch: true is the release, false is the same request mended.
        title: what it is called.
        meaning: what goes wrong.
    """

    setting: str
    title: str
    meaning: str

    @property
    def spec(self) -> SettingSpec:
        """The switch as a setting."""
        return SettingSpec(
            self.setting,
            SettingKind.FLAG,
            True,  # noqa: FBT003
            self.meaning,
            note=N_("False mends it."),
        )


class CurvePoint(NamedTuple):
    """What a budget would keep.

    Attributes:
        budget: the budget's value.
        messages: how many messages would be in.
        items: how many items would be in.
        total: tokens of the request.
        is_sent: whether it would be sent at all.
    """

    budget: int
    messages: int
    items: int
    total: int
    is_sent: bool


class RequestPart(NamedTuple):
    """One part of a request's head.

    Attributes:
        name: stable.
        title: what a person calls it.
        tokens: what it costs.
    """

    name: str
    title: str
    tokens: int


@dataclass(frozen=True)
class RequestBudget:
    """A budget of a request that a person can move.

    Attributes:
        setting: its setting's name.
        title: what it is called.
        meaning: what it does, in one sentence.
        value: what it is.
        need: with so much nothing is cut on its account.
        usual: what it is by default; 0 where that says nothing.
        unit: what it counts, of one and of many.
    """

    setting: str
    title: str
    meaning: str
    value: int
    need: int
    usual: int = 0
    unit: tuple[str, str] = ("token", "tokens")


class CountedMessages(Protocol):
    """A chat's messages with their tokens, one place a message."""

    @property
    def texts(self) -> Sequence[str]:
        """What each says."""
        ...

    @property
    def tokens(self) -> Sequence[int]:
        """What that costs."""
        ...

    @property
    def roles(self) -> Sequence[str]:
        """`user`, `assistant` or `system`."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class RequestDerivation(Derivation):
    """All that a ruleset derives that assembles a whole request.

    Attributes:
        messages: a row for each message of the chat.
        rag: a row for each item, in ranking order.
        error: why nothing is sent; None if the request is.
        parts: how the tokens are shared.
        retriever: where the scores come from.
        faults: those faults of the release that make a difference here.
        known_faults: all its faults that a person can switch off.
        line_items: for each prompt by its key the item row that each line shows.
        greeting: the card's first message, if it leads the request.
        history: the chat's messages, counted.
    """

    messages: MessageRows = field(default_factory=lambda: MessageRows((), ()))
    rag: Sequence[ItemRow] = ()
    error: str | None = None
    parts: Parts = field(default_factory=lambda: Parts(0, 0, 0, 0, 0))
    retriever: str = ""
    faults: tuple[Fault, ...] = ()
    known_faults: tuple[Fault, ...] = ()
    line_items: Mapping[str, tuple[str | None, ...]] = field(
        default_factory=dict[str, tuple[str | None, ...]]
    )
    greeting: RequestMessage | None = None
    history: CountedMessages | None = None

    @property
    def head_parts(self) -> tuple[RequestPart, ...]:
        """The parts of the head, in order."""
        return ()

    @property
    def movable(self) -> tuple[RequestBudget, ...]:
        """The budgets that a person can move, in the order in which they are shown."""
        return ()

    @property
    def limit_name(self) -> str:
        """What the limit of the whole request is called."""
        return "total"

    @property
    def limit_setting(self) -> str:
        """The setting that holds that limit; empty without one."""
        return ""

    @property
    def kept_tail(self) -> int:
        """How many of the newest messages are never cut."""
        return 0

    def curve(self, setting: str, values: Iterable[int]) -> list[CurvePoint]:
        """What other values of one budget would keep, all else being equal.

        Args:
            setting: of one of the movable budgets.
            values: the budgets to try.
        """
        return []

    def budget_named(self, setting: str) -> RequestBudget | None:
        """The movable budget with this setting; None without one."""
        return next((one for one in self.movable if one.setting == setting), None)

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
        return _("{kept:,} of {messages:,} messages and {taken:,} of {items:,} items in").format(
            kept=kept, messages=len(self.messages), taken=items, items=len(self.rag)
        )

    @cached_property
    def sent_text(self) -> str:
        """The whole request as one text, each message under its role."""
        return "\n\n".join(f"[{one.role}]\n{one.text}" for one in self.sent)

    @property
    def ids(self) -> list[str]:
        """What can be explained: all messages, then all items in ranking order."""
        messages = [f"{MESSAGE}{index}" for index in range(len(self.messages))]
        return [*messages, *(row.id for row in self.rag)]

    def row_named(self, wanted: str) -> MessageRow | ItemRow:
        """The row of `message:12`, `lore:3`, `chronicle:x` or `chat:5`.

        Raises:
            InspectorError: there is no such message or item.
        """
        if wanted.startswith(MESSAGE):
            return self.messages[message_named(wanted, len(self.messages))]
        row = next((row for row in self.rag if row.id == wanted), None)
        if row is None:
            raise InspectorError(_("There is no item {wanted!r}.").format(wanted=wanted))
        return row


@runtime_checkable
class AssemblesRequest(Explains, Protocol):
    """A ruleset that answers with a whole request (`RequestDerivation`)."""

    @property
    def message_gates(self) -> tuple[str, ...]:
        """In the order in which a message meets them."""
        ...

    @property
    def item_gates(self) -> tuple[str, ...]:
        """In the order in which an item meets them."""
        ...

    @property
    def switches(self) -> Mapping[ItemKind, str]:
        """By kind of item the setting that leaves all of it out when it is false."""
        ...

    @property
    def retrieves_messages(self) -> bool:
        """Whether pieces of older messages are items too."""
        ...
