"""From a simulated chat and its systems' slots to the whole request."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.injection import Injection
from inspector.core.javascript import WHITE_SPACE
from inspector.core.sending import SendEvent, SendKind, TokenizerFor
from inspector.sillytavern.completion.chat_history import has_gap
from inspector.sillytavern.completion.chat_request import chat_request
from inspector.sillytavern.completion.examples import blocks_of
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.history import (
    Line,
    is_narrated,
    lines_at,
    prepared_lines,
    stored_lines,
    visible_indexes,
)
from inspector.sillytavern.completion.ledger import WRAPPING
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.completion.sourced import EXAMPLE, PENDING, UNKNOWN, sourced
from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.lore_scan.model import ScanOutput
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.prompt import NOWHERE
from inspector.sillytavern.send.card_fields import card_fields, depth_prompts
from inspector.sillytavern.send.chat_ends import ending_records
from inspector.sillytavern.send.lore import LoreScan
from inspector.sillytavern.send.note import authors_note, note_slots
from inspector.sillytavern.send.request_macros import generation_of, macro_context
from inspector.sillytavern.send.simulation import Simulation
from inspector.sillytavern.send.taking_in import greeting_events, greeting_of
from inspector.sillytavern.text_completion.text_request import text_request


def slots_of(injections: Sequence[Injection]) -> list[Slot]:
    """A system's slots as the host holds them."""
    return [
        Slot(
            one.key,
            sourced(one.text, f"slot:{one.key}"),
            NOWHERE if one.position is None else one.position,
            one.depth,
            one.role,
            one.scan,
        )
        for one in injections
    ]


@dataclass(frozen=True, eq=False)
class Assembled:
    """A request with what was done while it was put together.

    Attributes:
        request: what is sent.
        events: what was done to messages.
        lore: what the scan of lorebooks found; None where none is scanned.
    """

    request: Request
    events: tuple[SendEvent, ...] = ()
    lore: ScanOutput | None = None


def assembled_request(
    simulation: Simulation,
    slots: Sequence[Slot],
    macros: Mapping[str, str],
    tokenizer_for: TokenizerFor,
) -> Assembled:
    """The request that is sent.

    Args:
        simulation: the chat at the moment at which its systems are asked.
        slots: what they answer, in order of registration.
        macros: what the systems' own macros stand for.
        tokenizer_for: gives token counters.
    """
    return _Assembling(simulation, slots, macros, tokenizer_for).assembled()


class _Assembling:
    """One request while its material is gathered."""

    def __init__(
        self,
        simulation: Simulation,
        slots: Sequence[Slot],
        macros: Mapping[str, str],
        tokenizer_for: TokenizerFor,
    ) -> None:
        self.simulation = simulation
        self.host = simulation.host
        self.slots = list(slots)
        self.added = simulation.added
        self.count = tokenizer_for(counting_of(self.host).encoding, "tiktoken").count
        self.events: list[SendEvent] = []
        self.scan: ScanOutput | None = None
        self.visible = 0
        self.macros = Macros(_macro_context(simulation, macros))
        self._expand_added()
        self.fields = card_fields(self.host, simulation.answering, self.macros)
        self.macros.context = replace(self.macros.context, card=self.fields)

    def _expand_added(self) -> None:
        """The text that is sent has systems' macros left: their texts are those of this turn."""
        self.added = tuple(
            {**one, "mes": self.macros.text(str(one["mes"]))} if one["is_user"] else one
            for one in self.added
        )
        records = _all_records(self.simulation, self.added)
        self.macros.context = replace(self.macros.context, chat=records)

    def assembled(self) -> Assembled:
        """The whole request."""
        material = self._material()
        assemble = chat_request if self.host.uses_chat_completion else text_request
        request = assemble(material, self.macros, self.count)
        request = replace(request, macros=self.macros.context)
        return Assembled(request, tuple(self.events), self.scan)

    def _material(self) -> Material:
        simulation, host = self.simulation, self.host
        lines = self._lines()
        note = authors_note(
            host,
            simulation.answering,
            user_messages=_count_user(simulation),
        )
        own = depth_prompts(host, simulation.answering, self.fields, self.macros)
        lore = LoreScan(
            host=host,
            answering=simulation.answering,
            generation=generation_of(host, simulation.send),
            lines=lines,
            count_lines=self.visible,
            slots=[note.slot(note.text), *self.slots, *own],
            suppressed=simulation.suppresses_lorebooks,
            rewritten=simulation.rewritten,
            count=self.count,
        ).placed(self.macros)
        self.scan = lore.scan
        self.macros.context = replace(self.macros.context, outlets=lore.outlets)
        slots = [
            *note_slots(note, host, lore.note_top, lore.note_bottom),
            *self.slots,
            *own,
            *lore.slots,
        ]
        own_examples = blocks_of(self.fields.examples, EXAMPLE)
        return Material(
            host=host,
            kind=simulation.send.kind,
            generation=generation_of(host, simulation.send),
            user=simulation.user,
            character=simulation.character,
            group=simulation.group_names,
            card=self.fields,
            lines=tuple(lines),
            slots=tuple(slots),
            lore_before=lore.before,
            lore_after=lore.after,
            examples=(*lore.examples_top, *own_examples, *lore.examples_bottom),
            reply_start=self._reply_start(),
        )

    def _lines(self) -> list[Line]:
        simulation = self.simulation
        is_continue = simulation.send.kind is SendKind.CONTINUE
        lines = [*self._stored_lines(), *map(_added_line, self.added)]
        if simulation.send.kind is SendKind.SWIPE:
            lines = lines[:-1]
        return prepared_lines(
            lines,
            self.host,
            simulation.answering,
            self.macros,
            continuing=is_continue,
        )

    def _stored_lines(self) -> list[Line]:
        """Visible messages that can matter, oldest first: no more than the context could hold."""
        simulation = self.simulation
        tools = self.host.oai.get("function_calling") is True
        displayed = visible_indexes(simulation.chat, simulation.hidden, tools=tools)
        self.visible = len(displayed) + len(self.added)
        if simulation.send.kind is SendKind.SWIPE:
            self.visible -= 1
        greeting = self._greeting()
        most = self._most_lines()
        if math.isinf(most):
            lines = lines_at(simulation.chat, displayed)
        else:
            stored_line = stored_lines(simulation.chat)
            lines = list[Line]()
            for index in reversed(displayed):
                lines.append(stored_line(index))
                most -= bool(lines[-1].text if index else greeting)
                if most < 0:
                    break
            lines.reverse()
        if lines and lines[0].index == 0:
            lines[0] = replace(lines[0], text=greeting)
        if simulation.ignored:
            lines = [
                replace(one, is_ignored=True) if one.index in simulation.ignored else one
                for one in lines
            ]
        return lines

    def _most_lines(self) -> float:
        size = self.host.context_size
        if size is None:
            return math.inf
        least = WRAPPING + 1 if self.host.uses_chat_completion else 1
        return max(size / least, _SCANNED)

    def _reply_start(self) -> str:
        """What the reply is to begin with: of the last message not a reply's, or of the settings.

        Nothing where a reply goes on or the model speaks for the user.
        """
        simulation = self.simulation
        kind = simulation.send.kind
        if kind in (SendKind.CONTINUE, SendKind.IMPERSONATE):
            return ""
        wording = ""
        if not simulation.send.pending or simulation.unknown:
            wording = _own_start(simulation.chat, skips_last=kind is SendKind.SWIPE)
        return self.macros.text(wording or text(self.host.power_user.get("user_prompt_bias")))

    def _greeting(self) -> str:
        """The first message with its macros expanded, which is for good (§3, step 6)."""
        chat = self.simulation.chat
        expanded = greeting_of(chat, self.macros)
        self.events += greeting_events(chat, expanded)
        return expanded


def history_fails(simulation: Simulation) -> bool:
    """Whether the host sends nothing of the chat, since what extensions take out leaves a gap."""
    if not simulation.ignored or not simulation.host.uses_chat_completion:
        return False
    return has_gap(visible_indexes(simulation.chat, simulation.hidden), simulation.ignored)


_SCANNED = 1000
"""How many messages lorebooks may look into."""


def _own_start(chat: Chat, *, skips_last: bool) -> str:
    """`extra.bias` of the newest message that is no reply; empty if it has none."""
    for index in range(len(chat) - 1 - skips_last, -1, -1):
        if chat.from_user[index] or chat.hidden[index] or is_narrated(chat, index):
            extra = members(chat.records[index].get("extra"))
            wording = text(extra.get("bias"))
            return wording if wording.strip(WHITE_SPACE) else ""
    return ""


def _added_line(record: Mapping[str, object]) -> Line:
    """A message of this turn that is not in the file."""
    return Line(
        name=str(record["name"]),
        text=str(record["mes"]),
        source=PENDING if record["is_user"] else UNKNOWN,
        is_user=bool(record["is_user"]),
        has_avatar=bool(record.get("force_avatar")),
    )


def _all_records(
    simulation: Simulation, added: Sequence[Mapping[str, object]]
) -> Sequence[Mapping[str, object]]:
    """Every message as stored, new ones behind them."""
    return ending_records(simulation.chat.records, len(simulation.chat), added)


def _count_user(simulation: Simulation) -> int:
    new = sum(bool(record["is_user"]) for record in simulation.added)
    return simulation.chat.from_user.count(1) + new


def _macro_context(simulation: Simulation, registered: Mapping[str, str]) -> MacroContext:
    """What macros are expanded with before the user's new message is there."""
    own = macro_context(
        simulation.host,
        simulation.send,
        simulation.extensions,
        simulation.user,
        (simulation.answering, simulation.character),
        simulation.chat.records,
    )
    return replace(own, registered=registered, variables=simulation.variables or own.variables)
