"""The Prompt Manager's list: what chat completion sends, in its order (specs/send-path.md §6.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.core.decoded import is_list, is_number, is_object, items, members, names, text
from inspector.core.javascript import truthy
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.sourced import MAIN, NOTHING, Sourced, sourced
from inspector.sillytavern.host.facts import HostFacts

MAIN_PROMPT, JAILBREAK, NSFW = "main", "jailbreak", "nsfw"
ENHANCE, CHAT_HISTORY, EXAMPLES = "enhanceDefinitions", "chatHistory", "dialogueExamples"
GLOBAL_ORDER: Final = 100001
"""`character_id` of the order that holds for every character."""

DEFAULT_LIST: Final = (
    MAIN_PROMPT,
    "worldInfoBefore",
    "personaDescription",
    "charDescription",
    "charPersonality",
    "scenario",
    NSFW,
    "worldInfoAfter",
    EXAMPLES,
    CHAT_HISTORY,
    JAILBREAK,
)
"""What is on where the settings hold no list."""

_DEFAULT_DEPTH, _DEFAULT_ORDER = 4, 100
_IN_CHAT = 1


@dataclass(frozen=True, slots=True)
class ManagedPrompt:
    """One place of the list.

    Attributes:
        identifier: what the host calls it.
        text: what stands there, macros expanded.
        role: who speaks it.
        is_in_chat: whether it goes among the messages.
        depth: messages from the end, if so.
        order: greater stands lower, at one depth.
        is_own: whether a person made it (`system_prompt` false).
        forbids_overrides: whether a card may not replace it.
    """

    identifier: str
    text: Sourced = NOTHING
    role: str = "system"
    is_in_chat: bool = False
    depth: float = _DEFAULT_DEPTH
    order: float = _DEFAULT_ORDER
    is_own: bool = False
    forbids_overrides: bool = False


@dataclass(frozen=True, slots=True)
class PromptList:
    """The list with what stands at each place.

    Attributes:
        prompts: in the order in which they are sent.
        disabled: places that are in the list and switched off.
    """

    prompts: tuple[ManagedPrompt, ...]
    disabled: frozenset[str] = frozenset()

    def get(self, identifier: str) -> ManagedPrompt | None:
        """The prompt of one place; None where the list has none."""
        return next((one for one in self.prompts if one.identifier == identifier), None)

    def has(self, identifier: str) -> bool:
        """Whether the list has a place."""
        return self.get(identifier) is not None

    def filled(self, identifier: str, filling: Sourced) -> "PromptList":
        """The list with a marker filled; one that is missing and not switched off comes last."""
        known = self.get(identifier)
        if known is None:
            if identifier in self.disabled:
                return self
            added = ManagedPrompt(identifier, filling)
            return replace(self, prompts=(*self.prompts, added))
        return self.replaced(known, replace(known, text=filling))

    def replaced(self, old: ManagedPrompt, new: ManagedPrompt) -> "PromptList":
        """The list with another prompt at a place."""
        return replace(self, prompts=tuple(new if one is old else one for one in self.prompts))


def prompt_list(host: HostFacts, generation: str, macros: Macros) -> PromptList:
    """The list with its own texts; markers are empty.

    Args:
        host: settings.
        generation: the kind of generation, as `injection_trigger` spells it.
        macros: expands the prompts' texts.
    """
    known = _prompts(host.oai)
    found: list[ManagedPrompt] = []
    disabled: set[str] = set()
    for identifier, enabled in _order(host.oai):
        record = known.get(identifier)
        if record is None:
            continue
        is_sent = enabled and _is_triggered(record, generation)
        if is_sent:
            content = macros.sourced(sourced(text(record.get("content")), MAIN))
            found.append(_prompt(identifier, record, content))
            continue
        disabled.add(identifier)
        if identifier == MAIN_PROMPT:
            found.append(_prompt(identifier, record, Sourced()))
    return PromptList(tuple(found), frozenset(disabled))


def _prompts(oai: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    stored = oai.get("prompts")
    if not is_list(stored):
        return {identifier: {} for identifier in DEFAULT_LIST}
    found: dict[str, Mapping[str, object]] = {}
    for one in stored:
        if is_object(one):
            found.setdefault(text(one.get("identifier")), one)
    return found


def _order(oai: Mapping[str, object]) -> list[tuple[str, bool]]:
    stored = [members(one) for one in items(oai.get("prompt_order"))]
    own = [one for one in stored if str(one.get("character_id")) == str(GLOBAL_ORDER)]
    if not own:
        return [(identifier, True) for identifier in DEFAULT_LIST]
    entries = [members(one) for one in items(own[0].get("order"))]
    return [(text(one.get("identifier")), one.get("enabled") is True) for one in entries]


def _is_triggered(record: Mapping[str, object], generation: str) -> bool:
    triggers = names(record.get("injection_trigger"))
    return not triggers or generation in triggers


def _prompt(identifier: str, record: Mapping[str, object], content: Sourced) -> ManagedPrompt:
    depth, order = record.get("injection_depth"), record.get("injection_order")
    return ManagedPrompt(
        identifier,
        content,
        role=text(record.get("role")) or "system",
        is_in_chat=record.get("injection_position") == _IN_CHAT,
        depth=depth if is_number(depth) else _DEFAULT_DEPTH,
        order=order if is_number(order) else _DEFAULT_ORDER,
        is_own=record.get("system_prompt") is False,
        forbids_overrides=truthy(record.get("forbid_overrides", False)),
    )


def overridden(
    prompts: PromptList, identifier: str, override: Sourced, macros: Macros
) -> PromptList:
    """The list in which a card's own text replaces a prompt that is on (§6.1).

    Args:
        prompts: the list.
        identifier: `main` or `jailbreak`.
        override: the card's text; `{{original}}` in it is the replaced text.
        macros: expands it.
    """
    known = prompts.get(identifier)
    if not override or known is None or known.forbids_overrides or identifier in prompts.disabled:
        return prompts
    new = macros.sourced(override, {"original": known.text.text})
    return prompts.replaced(known, replace(known, text=new))


def beside_main(
    prompts: PromptList, slots: Sequence[ManagedPrompt], at_start: Sequence[bool]
) -> PromptList:
    """The list with relative slots around a main prompt that goes among the messages.

    Each takes its depth, order and role; one of the start goes right before it, one of the end
    right behind it, so that these stand reversed (§6.2).

    Args:
        prompts: the list, whose main prompt is in chat.
        slots: the slots, in the order in which the host handles them.
        at_start: whether each goes before the main prompt.
    """
    main = prompts.get(MAIN_PROMPT)
    if main is None:
        return prompts
    found = list(prompts.prompts)
    for slot, is_before in zip(slots, at_start, strict=True):
        location = found.index(main) + (0 if is_before else 1)
        found.insert(
            location,
            replace(slot, role=main.role, is_in_chat=True, depth=main.depth, order=main.order),
        )
    return replace(prompts, prompts=tuple(found))
