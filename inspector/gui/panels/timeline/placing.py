"""Where the visible memories' spans lie, in pixels."""

from dataclasses import dataclass

import numpy as np

from inspector.gui.panels.timeline.arrays import Flags, Floats, MemoryColumns, Places
from inspector.gui.panels.timeline.visible import VisibleRange

SINGLE = 500
"""So many visible memories are painted one by one; more become a picture of their rows."""


def least_width(visible: int) -> float:
    """The width that the smallest span gets, so that a crowd still shows its gaps."""
    if visible <= SINGLE // 2:
        return 9.0
    return 6.0 if visible <= SINGLE else 3.0


@dataclass(frozen=True, eq=False)
class Placed:
    """Visible memories in pixels, in list order."""

    memories: Places
    left: Floats
    right: Floats

    def __len__(self) -> int:
        return len(self.memories)

    def index(self, memory: int) -> int | None:
        """Where a memory stands among the visible ones."""
        at = int(np.searchsorted(self.memories, memory))
        return at if at < len(self) and int(self.memories[at]) == memory else None


def placed(view: VisibleRange, memories: MemoryColumns) -> Placed:
    """The visible memories and where their spans lie."""
    room = 12 / view.scale
    seen: Flags = (memories.end >= view.first - room) & (memories.start <= view.last + room)
    which: Places = np.flatnonzero(seen)
    left: Floats = view.left + (memories.start[which] - view.first) * view.scale
    right: Floats = view.left + (memories.end[which] - view.first) * view.scale
    least = least_width(len(which))
    narrow: Flags = right - left < least
    middle: Floats = (left[narrow] + right[narrow]) / 2
    # The first and the last message's span stay inside the chat.
    low = view.left - view.first * view.scale
    high = low + view.extent * view.scale - least
    left[narrow] = np.clip(middle - least / 2, low, max(high, low))
    right[narrow] = left[narrow] + least
    return Placed(which, left, right)
