"""What an open SillyTavern tab does to a chat that is saved beside it, in words.

A tab holds the whole chat and writes all of it at its next reply. SillyTavern compares marks
before that, where its check is on and both have one (specs/sillytavern.md §3).
"""

from enum import StrEnum
from typing import Final

from inspector.language import N_, _


class TabEffect(StrEnum):
    """What the next reply in an open tab of the chat does to the saved file."""

    OVERWRITES = "overwrites"
    ASKS = "asks"
    IS_UNCHECKED = "is unchecked"

    @property
    def in_words(self) -> str:
        """The consequence, as a sentence."""
        return _(_WORDS[self])


_WORDS: Final = {
    TabEffect.OVERWRITES: N_(
        "If this chat is open in one of its tabs, the next reply there overwrites "
        "what is saved here, without asking."
    ),
    TabEffect.ASKS: N_(
        "The chat gets a new integrity mark: a tab that still holds the old one asks "
        "before it overwrites what is saved here, and what is unsaved in that tab is "
        "then at risk."
    ),
    TabEffect.IS_UNCHECKED: N_(
        "If this chat is open in one of its tabs, the next reply there overwrites "
        "what is saved here, without asking; another integrity mark would not help, "
        "since its check is switched off in config.yaml."
    ),
}

ROTATED: Final = N_(
    "the chat has a new integrity mark: a SillyTavern tab that still holds the "
    "old one asks before it overwrites this, and what is unsaved in that tab is "
    "then at risk; open the chat there anew"
)
"""What a script or a person is told of a chat that was written with a new mark."""


def effect_on_tab(before: str, after: str, *, checks: bool) -> TabEffect:
    """What an open tab does to a saved chat.

    Args:
        before: the mark that the file holds, which the tab has read; empty for none.
        after: the mark that is saved.
        checks: whether SillyTavern compares marks.
    """
    if not checks:
        return TabEffect.IS_UNCHECKED
    return TabEffect.ASKS if after and before != after else TabEffect.OVERWRITES
