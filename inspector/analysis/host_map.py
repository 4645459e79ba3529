"""The context map of SillyTavern's prompt: what each memory system takes, what no longer fits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from weakref import WeakKeyDictionary

from inspector.analysis.context_map import ContextMap, LazyRows, MapPart, MapRow, Share
from inspector.core.card import Card
from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.gates import GateWords
from inspector.core.injection import Derivation, Injection
from inspector.core.moment import Moment
from inspector.core.tokens import Tokenizer
from inspector.sillytavern.context import WRAPPING, Fit, fitting
from inspector.sillytavern.prompt import Completion
from inspector.systems import system_of

HIDDEN, CONTEXT = "hidden", "context"
"""Gates of a message or slot that is not in the prompt."""

USUAL_SIZE = 8192
"""Tokens of a context whose size nobody says (specs/as-designed.md §5)."""

NOT_COUNTED = "SillyTavern's own prompts, lorebook entries and example dialogue are not counted."
NO_CARD = "The character's card is not at hand, so it is not counted."
ESTIMATED = "Tokens are an estimate: SillyTavern counts with the model's own tokenizer."

GATES = (
    GateWords(HIDDEN, short="hidden", reason="hidden from prompts"),
    GateWords(CONTEXT, short="context full", reason="the context is full without it"),
)
"""What people call them."""

_PENDING = -1


@dataclass(frozen=True)
class HostContext:
    """How SillyTavern asks the model.

    Attributes:
        size: the greatest context less the response, in tokens.
        completion: with a text or with a list of messages.
        card: the character's card; None if it is not at hand.
    """

    size: int = USUAL_SIZE
    completion: Completion = Completion.CHAT
    card: Card | None = None


def host_map(
    document: Document,
    moment: Moment,
    derivations: Mapping[str, Derivation],
    context: HostContext,
    tokenizer: Tokenizer,
) -> ContextMap:
    """What shares the context of SillyTavern's prompt (specs/sillytavern.md §5.1).

    Args:
        document: the chat.
        moment: resolved; a pending message counts as the newest one.
        derivations: by ruleset what each memory system puts into the prompt.
        context: how the model is asked.
        tokenizer: what counts.
    """
    costs = _Costs(document.chat, moment.pending, tokenizer, context.completion)
    head = _head(context.card, costs)
    injections = [slot for one in derivations.values() for slot in one.injections]
    chat = document.chat
    length = len(chat) if moment.at is None else moment.at + 1
    room = context.size - head.tokens
    fit = fitting(injections, _newest_first(chat, length, moment), costs, room, context.completion)
    kept = bytearray(len(chat))
    for index in fit.messages:
        if index >= 0:
            kept[index] = 1
    parts = [head] if head.rows else []
    parts += [_injected(name, one, fit, costs) for name, one in derivations.items()]
    parts.append(_history(chat, length, bytes(kept), fit, costs))
    if moment.pending:
        parts.append(_current(fit, costs))
    notes = (NOT_COUNTED, *(() if context.card is not None else (NO_CARD,)), ESTIMATED)
    return ContextMap(context.size, tuple(parts), None, bytes(kept), notes)


class _Costs:
    """What things cost (specs/sillytavern.md §6); a chat's messages are counted once."""

    def __init__(
        self, chat: Chat, pending: str | None, tokenizer: Tokenizer, completion: Completion
    ) -> None:
        self._chat = chat
        self._pending = pending
        self._tokenizer = tokenizer
        self._named = completion is Completion.TEXT
        self._counted = _counted_for(chat, tokenizer, completion)

    def message(self, index: int) -> int:
        """What a message costs; `_PENDING` is the one about to be sent."""
        if index == _PENDING:
            return self.text(self._pending or "")
        found = self._counted.get(index)
        if found is None:
            found = self._counted[index] = self._count(index)
        return found

    def known(self, index: int) -> int | None:
        """What a message costs, if it was ever counted."""
        return self._counted.get(index)

    def text(self, text: str) -> int:
        """What another part of the prompt costs."""
        return self._tokenizer.count(text) + (0 if self._named else WRAPPING)

    def _count(self, index: int) -> int:
        message = self._chat.message(index)
        return self.text(f"{message.name}: {message.text}\n" if self._named else message.text)


_Counted = dict[int, int]
_known: WeakKeyDictionary[object, dict[tuple[Tokenizer, Completion], _Counted]] = (
    WeakKeyDictionary()
)


def _counted_for(chat: Chat, tokenizer: Tokenizer, completion: Completion) -> _Counted:
    return _known.setdefault(chat.lasting, {}).setdefault((tokenizer, completion), {})


def _newest_first(chat: Chat, length: int, moment: Moment) -> Iterator[int]:
    if moment.pending:
        yield _PENDING
    index = chat.hidden.rfind(0, 0, length)
    while index >= 0:
        yield index
        index = chat.hidden.rfind(0, 0, index)


def _head(card: Card | None, costs: _Costs) -> MapPart:
    written = () if card is None else _described(card)
    rows = [
        MapRow(f"card:{title.lower()}", title, costs.text(text), kept=True)
        for title, text in written
        if text.strip()
    ]
    total = sum(row.tokens or 0 for row in rows)
    return MapPart(Share.HEAD, "Character card", total, rows, len(rows))


def _described(card: Card) -> tuple[tuple[str, str], ...]:
    return (
        ("Description", card.description),
        ("Personality", card.personality),
        ("Scenario", card.scenario),
    )


def _injected(ruleset: str, derivation: Derivation, fit: Fit, costs: _Costs) -> MapPart:
    slots = [slot for slot in derivation.injections if slot.text.strip()]
    rows = [_slot_row(slot, fit, costs) for slot in slots]
    kept = [row for row in rows if row.kept]
    return MapPart(
        Share.INJECTIONS,
        system_of(ruleset).title,
        sum(row.tokens or 0 for row in kept),
        rows,
        len(kept),
    )


def _slot_row(slot: Injection, fit: Fit, costs: _Costs) -> MapRow:
    tokens = fit.slots.get(slot.key)
    is_in = tokens is not None
    cost = tokens if tokens is not None else costs.text(slot.text)
    return MapRow(f"slot:{slot.key}", slot.key, cost, is_in, None if is_in else CONTEXT)


def _history(chat: Chat, length: int, kept: bytes, fit: Fit, costs: _Costs) -> MapPart:
    return MapPart(
        Share.HISTORY,
        "History",
        fit.history - (costs.message(_PENDING) if _PENDING in fit.messages else 0),
        LazyRows(length, partial(_message_row, chat, kept, costs)),
        kept.count(1),
    )


def _message_row(chat: Chat, kept: bytes, costs: _Costs, index: int) -> MapRow:
    gate = None if kept[index] else HIDDEN if chat.hidden[index] else CONTEXT
    name = chat.names[index] or ("User" if chat.from_user[index] else "Character")
    tokens = costs.known(index)
    return MapRow(f"message:{index}", f"#{index} {name}", tokens, bool(kept[index]), gate, index)


def _current(fit: Fit, costs: _Costs) -> MapPart:
    is_in = _PENDING in fit.messages
    tokens = costs.message(_PENDING)
    row = MapRow(
        "current", "The message about to be sent", tokens, is_in, None if is_in else CONTEXT
    )
    return MapPart(Share.CURRENT, "Current message", tokens if is_in else 0, [row], int(is_in))
