"""The card's texts as SillyTavern reads them: overrides of the chat, macros, joined in groups.

Source: specs/send-path.md §6.1, §6.9.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.core.card import Card
from inspector.core.decoded import is_number, items, members, text
from inspector.core.javascript import WHITE_SPACE, to_number
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.slots import DEPTH_KEY, Slot
from inspector.sillytavern.completion.sourced import DEPTH_PROMPT, sourced
from inspector.sillytavern.host.facts import Character, GroupFacts, HostFacts
from inspector.sillytavern.macros.context import CardFields
from inspector.sillytavern.prompt import ASSISTANT, IN_CHAT, SYSTEM, USER

SWAP, JOIN_ENABLED, JOIN_ALL = 0, 1, 2
"""Values of a group's `generation_mode`."""

_FIELD_NAME = re.compile("<FIELDNAME>", re.IGNORECASE)
_DEFAULT_DEPTH = 4
_ROLES = {"system": SYSTEM, "user": USER, "assistant": ASSISTANT}


def card_fields(host: HostFacts, character: Character | None, macros: Macros) -> CardFields:
    """The texts of who answers, and the persona.

    Args:
        host: settings and chat.
        character: who answers; None if the card is not at hand.
        macros: expands them; its own card fields are not known yet.
    """
    card = Card() if character is None else character.card
    power_user = host.power_user
    scenario = text(host.metadata.get("scenario")) or card.scenario
    examples = text(host.metadata.get("mes_example")) or card.example_dialogue
    prompt = text(host.metadata.get("system_prompt")) or card.system_prompt
    takes_prompt = power_user.get("prefer_character_prompt", True) is not False
    takes_instruction = power_user.get("prefer_character_jailbreak", True) is not False

    def read(written: str) -> str:
        return macros.card_text(written.strip(WHITE_SPACE))

    found = CardFields(
        description=read(card.description),
        personality=read(card.personality),
        scenario=read(scenario),
        persona=read(text(power_user.get("persona_description"))),
        prompt=read(prompt) if takes_prompt else "",
        instruction=read(card.post_history) if takes_instruction else "",
        depth_prompt=read(card.depth_prompt),
        creator_notes=read(text(card.record.get("creator_notes"))),
        examples=read(examples),
        first_message=card.greeting,
        greetings=tuple(text(one) for one in items(card.record.get("alternate_greetings"))),
        version=text(card.record.get("character_version")),
    )
    if host.group is None:
        return found
    return _joined(found, host, host.group, character, macros)


def _joined(
    own: CardFields,
    host: HostFacts,
    group: GroupFacts,
    answering: Character | None,
    macros: Macros,
) -> CardFields:
    """The fields of several members, where the group joins their cards (§6.9)."""
    taking = _taking_part(group, answering)
    if not taking:
        return own

    def field(name: str, read: Callable[[Card], str], *, starts: bool = False) -> str:
        parts = [
            _wrapped(read(one.card), one.name, name, group, macros, starts=starts) for one in taking
        ]
        return "\n".join(part for part in parts if part)

    scenario = text(host.metadata.get("scenario")).strip(WHITE_SPACE)
    examples = text(host.metadata.get("mes_example")).strip(WHITE_SPACE)
    return replace(
        own,
        description=field("Description", lambda card: card.description),
        personality=field("Personality", lambda card: card.personality),
        scenario=scenario or field("Scenario", lambda card: card.scenario),
        examples=examples
        or field("Example Messages", lambda card: card.example_dialogue, starts=True),
    )


def _taking_part(group: GroupFacts, answering: Character | None) -> Sequence[Character]:
    mode = group.number("generation_mode", SWAP)
    if mode == JOIN_ALL:
        return group.members
    if mode == JOIN_ENABLED:
        own = None if answering is None else answering.file
        return [one for one in group.members if one.file not in group.disabled or one.file == own]
    return ()


def _wrapped(
    written: str, name: str, field: str, group: GroupFacts, macros: Macros, *, starts: bool
) -> str:
    value = written.strip(WHITE_SPACE)
    if not value:
        return ""
    if starts and not value.startswith("<START>"):
        value = f"<START>\n{value}"

    def wording(text_: str, *, trims: bool) -> str:
        named = _FIELD_NAME.sub(field, text_)
        return macros.card_text(named.strip(WHITE_SPACE) if trims else named, name)

    prefix = wording(text(group.record.get("generation_mode_join_prefix")), trims=False)
    suffix = wording(text(group.record.get("generation_mode_join_suffix")), trims=False)
    return f"{prefix}{wording(value, trims=True)}{suffix}"


def depth_prompts(
    host: HostFacts, answering: Character | None, fields: CardFields, macros: Macros
) -> list[Slot]:
    """The card's note among the messages; of a group that joins cards, that of each member."""
    scan = host.note_settings.get("allowWIScan") is True
    if host.group is not None:
        taking = _taking_part(host.group, answering)
        texts = [
            (one, macros.card_text(one.card.depth_prompt.strip(WHITE_SPACE), one.name))
            for one in taking
        ]
        joined = [(one, written) for one, written in texts if written]
        if joined:
            return [
                _depth_slot(f"{DEPTH_KEY}_{index}", written, one.card, scan=scan)
                for index, (one, written) in enumerate(joined)
            ]
    if answering is None or not fields.depth_prompt:
        return []
    return [_depth_slot(DEPTH_KEY, fields.depth_prompt, answering.card, scan=scan)]


def _depth_slot(key: str, written: str, card: Card, *, scan: bool) -> Slot:
    stored = members(card.extensions.get("depth_prompt"))
    depth = stored.get("depth", _DEFAULT_DEPTH)
    number = to_number(_DEFAULT_DEPTH if depth is None else depth)
    role = _ROLES.get(text(stored.get("role")), SYSTEM)
    where = int(number) if is_number(number) else None
    return Slot(key, sourced(written, DEPTH_PROMPT), IN_CHAT, where, role, scan)
