"""What the gates of messages, items and slots are called in the context map."""

from collections.abc import Mapping
from typing import Final

_WORDS: Final[Mapping[str, str]] = {
    "hidden": "hidden from prompts",
    "history budget": "the history budget is used up by newer messages",
    "truncated": "cut to keep the whole request within its limit",
    "context": "the context is full without it",
    "disabled": "disabled",
    "limit": "beyond the number that is retrieved",
    "threshold": "its score is below the threshold",
    "rag budget": "the budget for items is used up by better ones",
}

_SHORT: Final[Mapping[str, str]] = {
    "hidden": "hidden",
    "history budget": "history full",
    "truncated": "cut to fit",
    "context": "context full",
    "disabled": "disabled",
    "limit": "not retrieved",
    "threshold": "score too low",
    "rag budget": "items full",
}


def gate_in_words(gate: str | None) -> str:
    """Why something is left out; empty for what is in."""
    return "" if gate is None else _WORDS.get(gate, gate)


def gate_in_short(gate: str) -> str:
    """The same in two or three words, as a column has room for."""
    return _SHORT.get(gate, gate)
