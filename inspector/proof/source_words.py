"""Where a part of a request comes from, in a person's words."""

from inspector.language import N_, _
from inspector.sillytavern.completion.sourced import (
    DEPTH_PROMPT,
    EXAMPLE,
    MAIN,
    NOTE,
    NUDGE,
    PENDING,
    PERSONA,
    UNKNOWN,
)
from inspector.systems import slot_name

CARD, LORE, SLOT, CHAT = "card:", "lore:", "slot:", "chat:"

_NAMES = {
    MAIN: N_("Main prompt"),
    NOTE: N_("Author’s note"),
    DEPTH_PROMPT: N_("Card’s note"),
    EXAMPLE: N_("Example"),
    NUDGE: N_("SillyTavern’s own line"),
    PENDING: N_("Your message"),
    PERSONA: N_("Persona"),
    UNKNOWN: N_("Unknown"),
}


def source_in_words(source: str) -> str:
    """A source (DESIGN §4) as a person calls it.

    A slot that is not known keeps its key, an entry its book and number.
    """
    if source in _NAMES:
        return _(_NAMES[source])
    kind, _colon, rest = source.partition(":")
    match f"{kind}:":
        case "slot:":
            return slot_name(rest)
        case "chat:":
            return _("Message {index}").format(index=rest)
        case "card:":
            return _("Card: {field}").format(field=rest.replace("_", " "))
        case "lore:":
            book, _colon, uid = rest.rpartition(":")
            return _("Lore: {book}, entry {uid}").format(book=book, uid=uid)
        case _:
            return source


def card_key(source: str) -> str:
    """Where a card keeps what a part comes from, as dotted keys; empty where no card does."""
    known = {
        "card:description": "data.description",
        "card:personality": "data.personality",
        "card:scenario": "data.scenario",
        "card:system_prompt": "data.system_prompt",
        "card:post_history_instructions": "data.post_history_instructions",
        DEPTH_PROMPT: "data.extensions.depth_prompt",
        EXAMPLE: "data.mes_example",
    }
    return known.get(source, "")


def settings_key(source: str) -> str:
    """Where `settings.json` keeps what a part comes from, as dotted keys; empty if it does not.

    Text completion has its own story string and separators under `power_user.context`.
    """
    known = {
        MAIN: "oai_settings.prompts",
        NUDGE: "oai_settings",
        PERSONA: "power_user.persona_description",
    }
    return known.get(source, "")


def place_in_sillytavern(source: str) -> str:
    """Where a person finds what a part comes from, in one sentence."""
    if source.startswith(SLOT):
        return _("A memory system sets it: see the block of the prompt.")
    if source.startswith(CHAT):
        return _("It is a message of this chat.")
    if source.startswith(LORE):
        return _("It is an entry of a lorebook: World Info in SillyTavern.")
    if source == PERSONA:
        key = settings_key(source)
        return _(
            "It is the persona: Persona Management in SillyTavern, {key} in settings.json."
        ).format(key=key)
    if source.startswith(CARD) or source in (DEPTH_PROMPT, EXAMPLE):
        key = card_key(source)
        if not key:
            return _("It is a field of the character’s card.")
        return _("It is a field of the character’s card, {key}.").format(key=key)
    return {
        MAIN: _("It is a prompt of the prompt manager: oai_settings.prompts in settings.json."),
        NOTE: _(
            "It is the author’s note: chat_metadata.note_prompt of this chat, or the card’s own."
        ),
        NUDGE: _("It is one of SillyTavern’s utility prompts, oai_settings in settings.json."),
        PENDING: _("It is what was typed before sending."),
    }.get(source, _("No file explains it: another extension, or a prompt that changed since."))
