"""Where a part of a request comes from, in a person's words."""

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
    MAIN: "Main prompt",
    NOTE: "Author’s note",
    DEPTH_PROMPT: "Card’s note",
    EXAMPLE: "Example",
    NUDGE: "SillyTavern’s own line",
    PENDING: "Your message",
    PERSONA: "Persona",
    UNKNOWN: "Unknown",
}


def source_in_words(source: str) -> str:
    """A source (DESIGN §4) as a person calls it.

    A slot that is not known keeps its key, an entry its book and number.
    """
    if source in _NAMES:
        return _NAMES[source]
    kind, _, rest = source.partition(":")
    match f"{kind}:":
        case "slot:":
            return slot_name(rest)
        case "chat:":
            return f"Message {rest}"
        case "card:":
            return f"Card: {rest.replace('_', ' ')}"
        case "lore:":
            book, _, uid = rest.rpartition(":")
            return f"Lore: {book}, entry {uid}"
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
        return "A memory system sets it: see the block of the prompt."
    if source.startswith(CHAT):
        return "It is a message of this chat."
    if source.startswith(LORE):
        return "It is an entry of a lorebook: World Info in SillyTavern."
    if source == PERSONA:
        key = settings_key(source)
        return f"It is the persona: Persona Management in SillyTavern, {key} in settings.json."
    if source.startswith(CARD) or source in (DEPTH_PROMPT, EXAMPLE):
        key = card_key(source)
        return f"It is a field of the character’s card{f', {key}' if key else ''}."
    return {
        MAIN: "It is a prompt of the prompt manager: oai_settings.prompts in settings.json.",
        NOTE: "It is the author’s note: chat_metadata.note_prompt of this chat, or the card’s own.",
        NUDGE: "It is one of SillyTavern’s utility prompts, oai_settings in settings.json.",
        PENDING: "It is what was typed before sending.",
    }.get(source, "No file explains it: another extension, or a prompt that changed since.")
