"""Where the visible memories' spans lie, in pixels."""

from dataclasses import dataclass

import numpy as np

from inspector.gui.panels.timeline.arrays import Flags, Floats, MemoryColumns, Places
from inspector.gui.panels.timeline.visible import VisibleRange

SINGLE = 500
"""So many visible memories are painted one by one; more become a picture of their rows."""

_LEAST_IN_BATCH = 3.0


def least_width(visible: int) -> float:
    """The width that the smallest span gets, so that a crowd still shows its gaps."""
    if visible <= SINGLE // 2:
        return 9.0
    return 6.0 if visible <= SINGLE else 3.0


@dataclass(frozen=True, eq=False)
class Placed:
    """Visible memories in pixels, in list order.

    Attributes:
        memories: which they are.
        left: left end of each body, which lies in the bucket of its memory.
        right: right end of each body.
        first: where the sources of each begin, whatever buckets they lie in.
        last: where they end.
    """

    memories: Places
    left: Floats
    right: Floats
    first: Floats
    last: Floats

    def __len__(self) -> int:
        return len(self.memories)

    def index(self, memory: int) -> int | None:
        """Where a memory stands among the visible ones."""
        at = int(np.searchsorted(self.memories, memory))
        return at if at < len(self) and int(self.memories[at]) == memory else None


def placed(
    view: VisibleRange, memories: MemoryColumns, bounds: tuple[Floats, Floats] | None = None
) -> Placed:
    """The visible memories and where their spans lie.

    A body lies over its memory's own sources, as far as they are in the memory's bucket: the
    position that decides is the middle of the sources, and these can reach across a boundary.
    Memories of one batch share that room side by side, in their order.

    Args:
        view: what is visible.
        memories: all memories.
        bounds: where the bucket of each begins and ends, in messages; None without buckets.
    """
    room = 12 / view.scale
    seen: Flags = (memories.end >= view.first - room) & (memories.start <= view.last + room)
    which: Places = np.flatnonzero(seen)
    first: Floats = view.left + (memories.start[which] - view.first) * view.scale
    last: Floats = view.left + (memories.end[which] - view.first) * view.scale
    # Nothing is drawn outside the chat, and nothing outside its bucket.
    low: Floats = np.full(len(which), view.px(0.0))
    high: Floats = np.full(len(which), view.px(view.extent))
    if bounds is not None:
        low = np.maximum(low, view.left + (bounds[0][which] - view.first) * view.scale)
        high = np.minimum(high, view.left + (bounds[1][which] - view.first) * view.scale)
    left, right = np.clip(first, low, high), np.clip(last, low, high)
    count, rank = memories.count[which], memories.rank[which]
    part = (right - left) / count
    left = left + rank * part
    right = left + part
    usual = least_width(len(which))
    least = np.where(count > 1, np.clip(part, _LEAST_IN_BATCH, usual), usual)
    least = np.minimum(least, np.maximum(high - low, 1.0))
    narrow: Flags = right - left < least
    middle = (left + right) / 2
    left = np.where(narrow, np.clip(middle - least / 2, low, np.maximum(high - least, low)), left)
    right = np.where(narrow, left + least, right)
    return Placed(which, left, right, first, last)
