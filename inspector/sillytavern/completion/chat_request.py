"""Chat completion: messages put together, counted and cut as the host does.

Source: specs/send-path.md §6.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import chain, compress
from operator import attrgetter
from typing import Final

from inspector.core.decoded import text
from inspector.core.javascript import WHITE_SPACE
from inspector.core.sending import SendKind
from inspector.sillytavern.completion.chat_history import (
    GROUP_NUDGE,
    NEW_CHAT,
    History,
    HistoryGapError,
    chat_entries,
    expanded,
    nudge,
    prefills,
)
from inspector.sillytavern.completion.examples import example_entries
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.in_chat import with_injections
from inspector.sillytavern.completion.ledger import (
    REQUEST,
    Count,
    Entry,
    Ledger,
    OverBudgetError,
)
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.post_processing import post_processed, squashed
from inspector.sillytavern.completion.prompt_list import (
    CHAT_HISTORY,
    ENHANCE,
    EXAMPLES,
    JAILBREAK,
    MAIN_PROMPT,
    NSFW,
    ManagedPrompt,
    PromptList,
    beside_main,
    overridden,
    prompt_list,
)
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.completion.slots import beside_main as slots_beside_main
from inspector.sillytavern.completion.sourced import (
    MAIN,
    NUDGE,
    PERSONA,
    Sourced,
    joined,
    sourced,
)
from inspector.sillytavern.host.limits import tools_are_sent
from inspector.sillytavern.prompt import BEFORE_PROMPT, FIRST_KEYS, IN_PROMPT

NEW_EXAMPLE: Final = "newChat"
NOT_SQUASHED: Final = (NEW_CHAT, NEW_EXAMPLE, GROUP_NUDGE)

_BEFORE_CONTROL: Final = (
    "worldInfoBefore",
    MAIN_PROMPT,
    "worldInfoAfter",
    "charDescription",
    "charPersonality",
    "scenario",
    "personaDescription",
)
_PIECES: Final = attrgetter("text.pieces")
_PERSONA_IN_PROMPT = 0
_TAKES_PREFILL: Final = "claude"
_VECTORS: Final = ("3_vectors", "4_vectors_data_bank")


def chat_request(material: Material, macros: Macros, count: Count) -> Request:
    """The messages that are sent.

    Args:
        material: what they are put together from.
        macros: expands texts.
        count: tokens of a text.
    """
    size = material.host.context_size
    ledger = Ledger(size, count)
    entries = _Assembly(material, macros, ledger).assembled()
    if material.oai.get("squash_system_messages") is True:
        entries = squashed(entries, NOT_SQUASHED)
    return Request(messages=tuple(post_processed(entries, material)), lacks=ledger.lacks)


class _Assembly:
    """One request while it is put together.

    Attributes:
        collections: messages by the place of the list at which they stand.
        last: what stands behind all places: the beginning of the reply.
        closing: messages behind everything else.
    """

    def __init__(self, material: Material, macros: Macros, ledger: Ledger) -> None:
        self.material = material
        self.macros = macros
        self.ledger = ledger
        self.prompts = self._filled_list()
        self.collections: dict[str, list[Entry]] = {}
        self.last: list[Entry] = []
        self.closing: list[Entry] = []

    def assembled(self) -> list[Entry]:
        """All messages that fit, in their order."""
        # Where something does not fit that must be in, or the history has a gap, the host sends
        # what there is by then (§6.7).
        with suppress(OverBudgetError, HistoryGapError):
            self._fill()
        places = [one.identifier for one in self.prompts.prompts]
        placed = (self.collections.get(location, ()) for location in places)
        found = [*chain.from_iterable(placed), *self.last, *self.closing]
        return [*compress(found, map(_PIECES, found))]

    def _filled_list(self) -> PromptList:
        material, macros = self.material, self.macros
        prompts = prompt_list(material.host, material.generation, macros)
        for identifier, filling in _markers(material, macros):
            prompts = prompts.filled(identifier, macros.sourced(filling))
        card = material.card
        for identifier, override in ((MAIN_PROMPT, card.prompt), (JAILBREAK, card.instruction)):
            source = "card:system_prompt" if identifier == MAIN_PROMPT else _POST_HISTORY
            prompts = overridden(prompts, identifier, sourced(override, source), macros)
        main = prompts.get(MAIN_PROMPT)
        if main is not None and main.is_in_chat:
            slots = self._relative_slots()
            prompts = beside_main(
                prompts,
                [ManagedPrompt(one.key, macros.sourced(one.text)) for one in slots],
                [one.position == BEFORE_PROMPT for one in slots],
            )
        return prompts

    def _relative_slots(self) -> list[Slot]:
        """Slots of positions 0 and 2 in the order in which the host handles them."""
        slots = self.material.slots
        both = (*slots_beside_main(slots, BEFORE_PROMPT), *slots_beside_main(slots, IN_PROMPT))
        first = [one for key in FIRST_KEYS for one in both if one.key == key]
        return first + [one for one in slots if one in both and one.key not in FIRST_KEYS]

    def _fill(self) -> None:
        ledger = self.ledger
        if ledger.left is not None:
            ledger.left -= REQUEST
        for identifier in _BEFORE_CONTROL:
            self._add(identifier)
        control: list[Entry] = []
        if self.material.kind is SendKind.IMPERSONATE:
            control.append(nudge(self.material, self.macros, "impersonation_prompt"))
        ledger.reserve(*control)
        own = [one.identifier for one in self.prompts.prompts if one.is_own and not one.is_in_chat]
        for identifier in (NSFW, JAILBREAK, *own, ENHANCE):
            self._add(identifier)
        self._add_reply_start()
        self._add_relative_slots()
        if tools_are_sent(self.material.host, self.material.kind):
            ledger.reserve(Entry("user", sourced(self.material.host.tools, NUDGE)))
        entries = chat_entries(self.material)
        if self.material.kind is SendKind.CONTINUE and prefills(self.material) and entries:
            last = self._prefilled(expanded(entries.pop(), self.macros))
            control.append(last)
            ledger.reserve(last)
        among = [one for one in self.prompts.prompts if one.is_in_chat]
        entries = with_injections(entries, among, self.material.slots, self.macros)
        if self.material.host.power_user.get("pin_examples") is True:
            self._add_examples()
            self._add_history(entries)
        else:
            self._add_history(entries)
            self._add_examples()
        ledger.free(*control)
        ledger.put_in(control)
        self.closing += control

    def _add(self, identifier: str) -> None:
        prompt = self.prompts.get(identifier)
        if prompt is None or prompt.is_in_chat:
            return
        entry = Entry(prompt.role, prompt.text)
        self.ledger.put_in([entry])
        self.collections[identifier] = [entry]

    def _add_reply_start(self) -> None:
        """“Start Reply With” is the reply's own beginning, behind every place of the list."""
        wording = self.material.reply_start
        if wording.strip(WHITE_SPACE):
            self.last = [Entry("assistant", sourced(wording, NUDGE))]
            self.ledger.put_in(self.last)

    def _prefilled(self, continued: Entry) -> Entry:
        """A reply that goes on, with the assistant prefill above it, which one source takes."""
        oai = self.material.oai
        if continued.role != "assistant" or oai.get("chat_completion_source") != _TAKES_PREFILL:
            return continued
        prefill = sourced(self.macros.text(text(oai.get("assistant_prefill"))), NUDGE)
        whole = joined([one for one in (prefill, continued.text) if one], "\n\n")
        return replace(continued, text=whole)

    def _add_relative_slots(self) -> None:
        main = self.prompts.get(MAIN_PROMPT)
        if main is None or main.is_in_chat:
            return
        for slot in self._relative_slots():
            role = "system" if slot.key in _VECTORS else slot.role_name
            entry = Entry(role, self.macros.sourced(slot.text))
            self.ledger.put_in([entry])
            here = self.collections.setdefault(MAIN_PROMPT, [])
            if slot.position == BEFORE_PROMPT:
                here.insert(0, entry)
            else:
                here.append(entry)

    def _add_history(self, entries: list[Entry]) -> None:
        if not self.prompts.has(CHAT_HISTORY):
            return
        history = History(self.material, self.macros, self.ledger)
        kept = self.collections[CHAT_HISTORY] = history.kept(entries)
        history.open(kept)
        self.closing += history.continued()

    def _add_examples(self) -> None:
        material, ledger = self.material, self.ledger
        if not self.prompts.has(EXAMPLES) or material.host.power_user.get("strip_examples") is True:
            return
        here = self.collections.setdefault(EXAMPLES, [])
        start = nudge(material, self.macros, "new_example_chat_prompt", NEW_EXAMPLE)
        for block in material.examples:
            wording = example_entries(block, material.user, material.character, material.group)
            if not ledger.fits([start, *wording]):
                break
            ledger.reserve(start, *wording)
            here += [start, *wording]


_POST_HISTORY: Final = "card:post_history_instructions"


def _markers(material: Material, macros: Macros) -> list[tuple[str, Sourced]]:
    """What the host fills its places with."""
    card, oai, power_user = material.card, material.oai, material.host.power_user
    found = [
        ("worldInfoBefore", _lore(material.lore_before, oai.get("wi_format"))),
        ("worldInfoAfter", _lore(material.lore_after, oai.get("wi_format"))),
        ("charDescription", sourced(card.description, "card:description")),
        (
            "charPersonality",
            _formatted(card.personality, "personality", oai.get("personality_format"), macros),
        ),
        ("scenario", _formatted(card.scenario, "scenario", oai.get("scenario_format"), macros)),
    ]
    persona = text(power_user.get("persona_description"))
    if persona and power_user.get("persona_description_position", 0) == _PERSONA_IN_PROMPT:
        found.append(("personaDescription", sourced(persona, PERSONA)))
    return found


def _formatted(value: str, name: str, template: object, macros: Macros) -> Sourced:
    """A field in the words of its format, which names it as a macro."""
    spelled = text(template)
    return sourced(macros.text(spelled) if value and spelled else value, f"card:{name}")


def _lore(lore: Sourced, template: object) -> Sourced:
    """Lore in `wi_format`, where `{0}` stands for it."""
    spelled = text(template)
    if not lore or not spelled.strip(WHITE_SPACE):
        return lore
    around = spelled.split("{0}")
    parts: list[Sourced] = []
    for index, piece in enumerate(around):
        if index:
            parts.append(lore)
        parts.append(sourced(piece, MAIN))
    return joined(parts, "")
