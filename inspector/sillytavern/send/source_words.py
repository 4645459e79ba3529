"""What the parts of a request are called, for people (DESIGN §4: sources)."""

from typing import Final

_WORDS: Final = {
    "main": "main prompt",
    "example": "example",
    "note": "author's note",
    "depth_prompt": "card's note",
    "pending": "your message",
    "nudge": "nudge",
    "unknown": "unknown text",
    "card:persona": "persona",
    "card:description": "description",
    "card:personality": "personality",
    "card:scenario": "scenario",
}


def source_in_words(source: str) -> str:
    """A source as a person reads it: `slot:openvault` is `openvault`, `chat:12` is `message 12`."""
    if source in _WORDS:
        return _WORDS[source]
    kind, _, rest = source.partition(":")
    match kind:
        case "slot":
            return rest
        case "chat":
            return f"message {rest}"
        case "lore":
            return f"lore {rest}"
        case "card":
            return f"card, {rest.replace('_', ' ')}"
        case _:
            return source
