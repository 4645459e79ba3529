"""Where the timeline's lanes lie: fixed numbers of the visual language, in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from inspector.language import _

HEIGHT = 238
FOLDED_HEIGHT = 62
"""Down to the buckets: the whole chat, the ruler and the boundaries."""
GUTTER = 104
LEFT_PAD = 8
RIGHT_MARGIN = 14
ROWS = 5
_MEMORIES_TOP = 96
_EXTRA_HEIGHT_PX = 22
_GREATEST_SPAN_PX = 14
BRACKETS = 6
"""Pixels above the rows of memories for the brackets of batches."""

SCENES, RECAPS = _("Scenes"), _("Recaps")
"""Titles of the lanes that a chat kept by Auto-Recap has."""

STRIP = _("Block")
"""Title of the lane that shows what the block was over the chat."""

CONTEXT = _("Context")
"""Title of the lane that shows which messages are in the request."""


KEPT = _("Kept")
"""Title of the lane that shows how much of each turn's request a prompt cache could keep."""

TIERS = _("Tiers")
"""Title of the lane whose rows show in which tier messages' own memories are."""

_HEIGHTS = {KEPT: 44}
TIERS_PAD = 3
"""Pixels above and below the rows of tiers."""
_TIER_PX = 12.8
_GIVING_WAY = (SCENES, RECAPS)
"""What is left out, the first first, where the rows of memories had no room for a text."""
_LEAST_ROW_PX = 12
"""Pixels that a row of memories needs for a text in it or beside it."""
_ROWS_PAD = 4


@dataclass(frozen=True, slots=True)
class Lane:
    """One horizontal strip with a name in the gutter."""

    title: str
    top: int
    height: int

    @property
    def bottom(self) -> int:
        """First pixel below it."""
        return self.top + self.height

    @property
    def middle(self) -> float:
        """Its vertical centre."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Lanes:
    """All lanes from top to bottom.

    Attributes:
        overview: the whole chat with the window of what is visible.
        ruler: message numbers, flags and ticks.
        buckets: names and figures of the buckets, and the handles of their boundaries.
        messages: a bar for every message.
        memories: five rows of spans, the most important on top.
        extra: lanes that only some chats need; the memories give up room for them.
    """

    overview: Lane
    ruler: Lane
    buckets: Lane
    messages: Lane
    memories: Lane
    extra: tuple[Lane, ...] = ()

    @property
    def all(self) -> tuple[Lane, ...]:
        """Every lane."""
        return (
            self.overview,
            self.ruler,
            self.buckets,
            self.messages,
            self.memories,
            *self.extra,
        )

    def extra_lane(self, title: str) -> Lane | None:
        """A lane that only some chats need; None where it is not shown."""
        return next((lane for lane in self.extra if lane.title == title), None)

    @property
    def row_height(self) -> int:
        """Height of one row of memories."""
        return (self.memories.height - BRACKETS - _ROWS_PAD) // ROWS

    @property
    def has_texts(self) -> bool:
        """Whether the rows of memories are high enough for their stars and summaries."""
        return self.row_height >= _LEAST_ROW_PX

    @property
    def span_height(self) -> int:
        """Height of a memory's span."""
        return min(self.row_height - 3, _GREATEST_SPAN_PX)

    def row_top(self, importance: int) -> int:
        """Top of the row of memories of this importance, 5 on top."""
        pad = (self.memories.height - BRACKETS - ROWS * self.row_height) // 2
        return self.memories.top + BRACKETS + pad + (ROWS - importance) * self.row_height

    def span_top(self, importance: int) -> int:
        """Top of a span in its row."""
        return self.row_top(importance) + (self.row_height - self.span_height) // 2


def lanes_with(extra: Sequence[str] = (), tiers: int = 0) -> Lanes:
    """The lanes of a chat.

    Args:
        extra: titles of the lanes below the memories, such as scenes and recaps; a chat
            that has none gives their room to the memories, and where these had too little
            scenes and recaps give way.
        tiers: how many rows the lane of tiers has.
    """
    wanted = {title: _HEIGHTS.get(title, _EXTRA_HEIGHT_PX) for title in extra}
    if TIERS in wanted:
        wanted[TIERS] = round(2 * TIERS_PAD + tiers * _TIER_PX)
    least = _MEMORIES_TOP + BRACKETS + _ROWS_PAD + ROWS * _LEAST_ROW_PX
    for title in _GIVING_WAY:
        if HEIGHT - sum(wanted.values()) < least:
            wanted.pop(title, None)
    top = HEIGHT - sum(wanted.values())
    tops = accumulate(wanted.values(), initial=top)
    return Lanes(
        overview=Lane(_("Whole chat"), 0, 22),
        ruler=Lane(_("Message"), 22, 18),
        buckets=Lane(_("Buckets"), 40, 22),
        messages=Lane(_("Messages"), 62, 34),
        memories=Lane(_("Memories"), _MEMORIES_TOP, top - _MEMORIES_TOP),
        extra=tuple(
            Lane(title, at, height)
            for (title, height), at in zip(wanted.items(), tops, strict=False)
        ),
    )
