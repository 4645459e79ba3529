"""The context map of SillyTavern's request: what each part takes, what no longer fits."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.gates import GateWords
from inspector.core.injection import Derivation
from inspector.core.message_derivation import MessageDerivation
from inspector.core.moment import Moment
from inspector.core.on_demand import OnDemand
from inspector.core.sending import Send
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.sillytavern.completion.ledger import WRAPPING
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.sourced import PENDING
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.send.assembling import assembled_request, history_fails, slots_of
from inspector.sillytavern.send.predicting import Prediction
from inspector.sillytavern.send.simulation import NobodyAnswersError, Simulation, simulate
from inspector.systems import system_of

HIDDEN, CONTEXT, REMOVED, FAILS = "hidden", "context", "removed", "history"
"""Gates of a message or slot that is not in the prompt."""

USUAL_SIZE = 8192
"""Tokens of a context whose size nobody says (specs/as-designed.md §5)."""

UNKNOWN = N_("Not at hand, so not counted: {listed}.")
NO_HISTORY = N_(
    "Nothing of the chat is sent: an extension keeps a message and takes a later one out, and "
    "SillyTavern 1.19.0 fails at that gap."
)
ESTIMATED = N_(
    "Tokens are an estimate by {encoding}: SillyTavern counts with the model's own tokenizer."
)
NO_SIZE = N_("How large the context is, is not at hand, so nothing is cut.")

GATES = (
    GateWords(HIDDEN, short=N_("hidden"), reason=N_("hidden from prompts")),
    GateWords(REMOVED, short=N_("removed"), reason=N_("an extension takes it out of the request")),
    GateWords(
        FAILS,
        short=N_("history fails"),
        reason=N_("SillyTavern fails at a gap and sends no history"),
    ),
    GateWords(CONTEXT, short=N_("context full"), reason=N_("the context is full without it")),
)
"""What people call them."""

CHAT, LORE, SLOT = "chat:", "lore:", "slot:"
"""What the sources of a request's parts begin with (DESIGN §4)."""


def host_map(
    document: Document,
    moment: Moment,
    derivations: Mapping[str, Derivation],
    facts: HostFacts,
    tokenizer: Tokenizer,
    titles: Callable[[str], str] = str,
) -> ContextMap:
    """What shares the context if the file as it lies were sent: nothing happens before.

    Args:
        document: the chat.
        moment: resolved; a pending message counts as the newest one.
        derivations: by ruleset what each memory system puts into the prompt.
        facts: what is known around the chat.
        tokenizer: what counts.
        titles: what people call the source of a part.
    """
    if facts.context_size is None:
        facts = facts.with_context_size(USUAL_SIZE)

    def counter(_encoding: str, _dialect: str) -> Tokenizer:
        return tokenizer

    try:
        send = Send(pending=moment.pending or "", opened=True)
        simulation = simulate(document, facts, send, (), counter, moment)
    except NobodyAnswersError as error:
        nothing = bytes(len(document.chat))
        return ContextMap(int(facts.context_size or 0), (), str(error), nothing)
    removed = [one.removed for one in derivations.values() if isinstance(one, MessageDerivation)]
    simulation = replace(simulation, ignored=frozenset[int]().union(*removed))
    slots = [slot for one in derivations.values() for slot in slots_of(one.injections)]
    request = assembled_request(simulation, slots, {}, counter).request
    return _Mapping(document, simulation, request, derivations, tokenizer, titles).map()


def sent_map(
    document: Document,
    prediction: Prediction,
    derivations: Mapping[str, Derivation],
    tokenizer: Tokenizer,
    titles: Callable[[str], str] = str,
) -> ContextMap:
    """What shares the context of the next request.

    Args:
        document: the chat as its file lies.
        prediction: the request.
        derivations: by ruleset what each memory system answers in it.
        tokenizer: what counts.
        titles: what people call the source of a part.
    """
    simulation, request = prediction.simulation, prediction.request
    return _Mapping(document, simulation, request, derivations, tokenizer, titles).map()


@dataclass(frozen=True, eq=False)
class _Mapping:
    """A request on its way to a map."""

    document: Document
    simulation: Simulation
    request: Request
    derivations: Mapping[str, Derivation]
    tokenizer: Tokenizer
    titles: Callable[[str], str]

    def count(self, text: str) -> int:
        """Tokens of a text."""
        return self.tokenizer.count(text)

    def map(self) -> ContextMap:
        """The whole picture."""
        costs = self._costs()
        chat = self.document.chat
        kept = bytearray(len(chat))
        for source in costs:
            if source.startswith(CHAT):
                index = int(source.removeprefix(CHAT))
                if index < len(kept):
                    kept[index] = 1
        parts = [
            *self._listed(Share.HEAD, _("Prompts and card"), costs, _is_head),
            *self._listed(Share.ITEMS, _("Lorebooks"), costs, _is_lore),
            *(self._injected(name, one, costs) for name, one in self.derivations.items()),
            self._history(bytes(kept), costs),
            *self._current(costs),
        ]
        limit = self.simulation.host.context_size
        hidden, used = self._hidden(chat), sum(part.tokens for part in parts)
        # Of what is not known nothing is said to be too much.
        size = max(USUAL_SIZE, used) if limit is None else int(limit)
        is_endless = limit is None and size == used
        notes = tuple(self._notes(is_endless=is_endless))
        return ContextMap(
            size,
            tuple(parts),
            messages=bytes(kept),
            notes=notes,
            hidden=hidden,
            encoding=self.tokenizer.encoding,
            is_endless=is_endless,
        )

    def _costs(self) -> Counter[str]:
        """Tokens by source; what wraps a message counts to what it begins with."""
        costs: Counter[str] = Counter()
        is_list = self.request.prompt is None
        for content in self.request.texts:
            if not content.pieces:
                continue
            first, *remainder = content.pieces
            rest = 0
            for piece in remainder:
                tokens = self.count(piece.text)
                costs[piece.source] += tokens
                rest += tokens
            whole = self.count(content.text) + (WRAPPING if is_list else 0)
            costs[first.source] += whole - rest
        return costs

    def _hidden(self, chat: Chat) -> bytes:
        now = self.simulation.hidden
        return now[: len(chat)] + chat.hidden[len(now) :]

    def _injected(self, ruleset: str, derivation: Derivation, costs: Counter[str]) -> MapPart:
        rows: list[MapRow] = []
        for slot in derivation.injections:
            if slot.text.strip():
                source = f"{SLOT}{slot.key}"
                is_in = source in costs
                tokens = costs[source] if is_in else self.count(slot.text)
                rows.append(MapRow(source, slot.key, tokens, is_in, None if is_in else CONTEXT))
        kept = [row for row in rows if row.kept]
        total = sum(row.tokens or 0 for row in kept)
        return MapPart(Share.INJECTIONS, system_of(ruleset).title, total, rows, len(kept))

    def _history(self, kept: bytes, costs: Counter[str]) -> MapPart:
        chat, simulation = self.document.chat, self.simulation
        length = len(chat) if simulation.at is None else simulation.at + 1
        own = {
            int(source.removeprefix(CHAT)): tokens
            for source, tokens in costs.items()
            if source.startswith(CHAT)
        }
        hidden = self._hidden(chat)
        unsent = FAILS if history_fails(simulation) else CONTEXT
        gates = _Gates(hidden, simulation.ignored, unsent)
        rows = OnDemand(length, partial(_message_row, chat, gates, own))
        return MapPart(Share.HISTORY, _("History"), sum(own.values()), rows, kept.count(1))

    def _current(self, costs: Counter[str]) -> Iterator[MapPart]:
        pending = self.simulation.send.pending
        if not pending:
            return
        is_in = PENDING in costs
        tokens = costs[PENDING] if is_in else self.count(pending)
        row = MapRow(
            "current", _("The message about to be sent"), tokens, is_in, None if is_in else CONTEXT
        )
        yield MapPart(
            Share.CURRENT, _("Current message"), tokens if is_in else 0, [row], int(is_in)
        )

    def _listed(
        self, share: Share, title: str, costs: Counter[str], belongs: Callable[[str], bool]
    ) -> Sequence[MapPart]:
        """A part whose rows are all in; none where there is nothing of it."""
        rows = [
            MapRow(source, self.titles(source), tokens, kept=True)
            for source, tokens in costs.items()
            if belongs(source)
        ]
        total = sum(row.tokens or 0 for row in rows)
        return [MapPart(share, title, total, rows, len(rows))] if rows else []

    def _notes(self, *, is_endless: bool) -> Iterator[str]:
        if history_fails(self.simulation):
            yield _(NO_HISTORY)
        if is_endless:
            yield _(NO_SIZE)
        unknown = self.simulation.host.unknown
        if unknown:
            yield _(UNKNOWN).format(listed=", ".join(unknown))
        yield _(ESTIMATED).format(encoding=self.tokenizer.encoding)


def _is_lore(source: str) -> bool:
    return source.startswith(LORE)


def _is_head(source: str) -> bool:
    return not source.startswith((LORE, SLOT, CHAT)) and source != PENDING


class _Gates(NamedTuple):
    """Why messages that are not sent are not: hidden, taken out, or what holds of all others."""

    hidden: bytes
    removed: Container[int]
    unsent: str

    def of(self, index: int) -> str:
        """The gate of a message that is not sent."""
        if self.hidden[index]:
            return HIDDEN
        return REMOVED if index in self.removed else self.unsent


def _message_row(chat: Chat, gates: _Gates, own: Mapping[int, int], index: int) -> MapRow:
    tokens = own.get(index)
    gate = None if tokens is not None else gates.of(index)
    name = chat.names[index] or (_("User") if chat.from_user[index] else _("Character"))
    return MapRow(f"message:{index}", f"#{index} {name}", tokens, gate is None, gate, index)
