"""The state of a message's recap as a glyph and a word, and in its colour."""

from PySide6.QtGui import QColor

from inspector.core.recap_verdict import MessageVerdict, RecapState
from inspector.gui.kit.theme import current_theme

GLYPHS = {
    RecapState.IN: "✓",
    RecapState.PAST_LIMIT: "▲",
    RecapState.ERROR: "✕",
    RecapState.EXCLUDED: "–",
    RecapState.NONE: "○",
}


def state_text(verdict: MessageVerdict) -> str:
    """`✓ in`, `▲ past the limit`, `✕ error`, `– excluded` or `○ no recap`."""
    return f"{GLYPHS[verdict.state]} {verdict.state}"


def state_colour(state: RecapState, quiet: QColor) -> QColor:
    """Green, yellow, red, or grey where there is nothing (specs/as-designed.md §4)."""
    theme = current_theme()
    colours = {
        RecapState.IN: theme.verdict_in,
        RecapState.PAST_LIMIT: theme.warning,
        RecapState.ERROR: theme.error,
    }
    return colours.get(state, quiet)


def reason_text(verdict: MessageVerdict) -> str:
    """Why, in a sentence; for what is in, what it costs."""
    tokens = f"{verdict.tokens:,} {'token' if verdict.tokens == 1 else 'tokens'}"
    if verdict.included:
        return f"Its recap is in short-term memory: {tokens}."
    return f"{verdict.reason} {tokens}.".strip() if verdict.recap else verdict.reason
