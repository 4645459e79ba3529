"""What a ruleset answers about a message: whether its recap is in short-term memory, and why."""

from enum import StrEnum
from typing import NamedTuple

from inspector.language import N_

PAST_LIMIT, NO_RECAP, ERROR = "past limit", "no recap", "error"
"""Gates at which a recap itself stops, after those that leave its message out."""

STORED = N_("stored flag, no longer computed")
"""What a release that computes nothing says of every message (DESIGN §4)."""


class RecapState(StrEnum):
    """What a list of messages shows of a recap (specs/as-designed.md §4, indicators)."""

    IN = N_("in")
    PAST_LIMIT = N_("past the limit")
    ERROR = N_("error")
    EXCLUDED = N_("excluded")
    NONE = N_("no recap")


class StateMark(NamedTuple):
    """What an extension itself shows of a message's memory.

    Attributes:
        word: for the state, such as `short-term`; empty where there is nothing to say.
        colour: the extension's own, as `#rrggbb`; empty where it has none.
        is_faint: whether it is painted half transparent.
        note: where the colour or the file says something else, in sentences; empty for nothing.
        stored: the word for what the file says, where that is something else.
    """

    word: str
    colour: str = ""
    is_faint: bool = False
    note: str = ""
    stored: str = ""


class MessageVerdict(NamedTuple):
    """Whether one message's recap is in short-term memory, and if not, why.

    Attributes:
        message: index of the message.
        included: whether its recap is in.
        gate: the first gate that it failed (DESIGN §4); None if it is in.
        reason: one plain sentence; empty if there is nothing to say.
        recap: the message's recap; None without one.
        tokens: tokens of the recap alone.
        scene: the scene break that ends its scene; None in the open scene.
        tier: which tier it is in, such as `short` or `long`; None where there is one alone.
        lagging: whether it is kept back, since its message is still sent itself.
        kept: whether the message itself stays in the context.
        mark: what the extension itself shows of it; None where that follows from `state`.
    """

    message: int
    included: bool
    gate: str | None
    reason: str
    recap: str | None
    tokens: int
    scene: int | None
    tier: str | None = None
    lagging: bool = False
    kept: bool = True
    mark: StateMark | None = None

    @property
    def state(self) -> RecapState:
        """What to show; being left out and having no recap are two things."""
        if self.included:
            return RecapState.IN
        displayed = {
            PAST_LIMIT: RecapState.PAST_LIMIT,
            ERROR: RecapState.ERROR,
            NO_RECAP: RecapState.NONE,
            STORED: RecapState.NONE,
        }
        return displayed.get(self.gate or "", RecapState.EXCLUDED)
