"""The state of a message's own memory or recap as a glyph and a word, and in its colour."""

from PySide6.QtGui import QColor

from inspector.core.recap_verdict import MessageVerdict, RecapState
from inspector.gui.kit.labels import Tone
from inspector.gui.kit.text import counted
from inspector.language import N_, _

GLYPHS = {
    RecapState.IN: "✓",
    RecapState.PAST_LIMIT: "▲",
    RecapState.ERROR: "✕",
    RecapState.EXCLUDED: "–",
    RecapState.NONE: "○",
}

_WHERE = {
    "short": N_("It is in short-term memory: {tokens}."),
    "long": N_("It is in long-term memory: {tokens}."),
}

DIFFERS = "≠"
"""Stands where the file says something else of a message than what holds."""


def state_text(verdict: MessageVerdict) -> str:
    """`✓ in`, `▲ past the limit`, `– excluded`, or the extension's own word for it."""
    if verdict.mark is not None:
        if not verdict.mark.stored:
            return verdict.mark.word.strip()
        words = _("{word} {DIFFERS} file").format(word=verdict.mark.word, DIFFERS=DIFFERS)
        return words.strip()
    return f"{GLYPHS[verdict.state]} {_(verdict.state)}"


def state_tone(verdict: MessageVerdict) -> Tone:
    """Green, yellow, red, or grey where there is nothing (specs/as-designed.md §4)."""
    tones = {
        RecapState.IN: Tone.IN_BLOCK,
        RecapState.PAST_LIMIT: Tone.WARNING,
        RecapState.ERROR: Tone.ERROR,
    }
    if verdict.mark is not None and not verdict.included:
        return Tone.QUIET
    return tones.get(verdict.state, Tone.QUIET)


def swatch_colour(verdict: MessageVerdict) -> QColor | None:
    """The extension's own colour of the state; None where it has none."""
    if verdict.mark is None or not verdict.mark.colour:
        return None
    colour = QColor(verdict.mark.colour)
    colour.setAlphaF(0.5 if verdict.mark.is_faint else 1.0)
    return colour


def reason_text(verdict: MessageVerdict) -> str:
    """Why, in a sentence; for what is in, what it costs."""
    tokens = counted(verdict.tokens, "{n} token", "{n} tokens")
    if verdict.mark is None and verdict.included:
        return _("Its recap is in short-term memory: {tokens}.").format(tokens=tokens)
    words = _(_WHERE.get(verdict.tier or "", N_("It is in the prompt: {tokens}.")))
    words = words.format(tokens=tokens)
    if not verdict.included:
        words = f"{verdict.reason} {tokens}.".strip() if verdict.recap else verdict.reason
    return f"{words} {verdict.mark.note}".strip() if verdict.mark else words
