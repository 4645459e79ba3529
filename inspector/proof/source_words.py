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


def place_in_sillytavern(source: str) -> str:
    """Where a person finds what a part comes from, in one sentence."""
    if source.startswith(SLOT):
        return "A memory system sets it: see the block of the prompt."
    if source.startswith(CHAT):
        return "It is a message of this chat."
    if source.startswith(LORE):
        return "It is an entry of a lorebook: World Info in SillyTavern."
    if source == PERSONA:
        return "It is the persona: Persona Management in SillyTavern."
    if source.startswith(CARD) or source in (DEPTH_PROMPT, EXAMPLE):
        return "It is a field of the character’s card."
    return {
        MAIN: "It is a prompt of SillyTavern’s prompt manager.",
        NOTE: "It is the author’s note of this chat, or the card’s.",
        NUDGE: "It is one of SillyTavern’s utility prompts.",
        PENDING: "It is what was typed before sending.",
    }.get(source, "No file explains it: another extension, or a prompt that changed since.")
