"""Where the visible memories' spans lie, in pixels."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

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


@dataclass(frozen=True, eq=False)
class Reaches:
    """Visible memories and where their sources lie, in pixels; see `Placed`.

    Attributes:
        rank: the place of each in its batch.
        count: how many share its sources.
        usual: the width that the smallest span of one without a batch gets.
    """

    memories: Places
    first: Floats
    last: Floats
    rank: Places
    count: Places
    usual: float

    @cached_property
    def free(self) -> Placed:
        """Where they lie as far as no bucket ends beside them."""
        far = np.full(len(self.memories), math.inf)
        return Placed(self.memories, *bodies(self, -far, far), self.first, self.last)

    @cached_property
    def needed(self) -> tuple[Floats, Floats]:
        """The first and the last pixel that a bucket must have for each to lie there."""
        return np.minimum(self.first, self.free.left), np.maximum(self.last, self.free.right)

    def at(self, places: Places) -> "Reaches":
        """Those at some places of these."""
        return Reaches(
            self.memories[places],
            self.first[places],
            self.last[places],
            self.rank[places],
            self.count[places],
            self.usual,
        )


def reaches(view: VisibleRange, memories: MemoryColumns) -> Reaches:
    """The visible memories and where their sources lie, whatever buckets there are."""
    room = 12 / view.scale
    seen: Flags = (memories.end >= view.first - room) & (memories.start <= view.last + room)
    which: Places = np.flatnonzero(seen)
    first: Floats = view.left + (memories.start[which] - view.first) * view.scale
    last: Floats = view.left + (memories.end[which] - view.first) * view.scale
    usual = least_width(len(which))
    return Reaches(which, first, last, memories.rank[which], memories.count[which], usual)


def placed(
    view: VisibleRange, reaches: Reaches, buckets: tuple[Floats, Places] | None = None
) -> Placed:
    """Where the spans of visible memories lie.

    A body lies over its memory's own sources, as far as they are in the memory's bucket: the
    position that decides is the middle of the sources, and these can reach across a boundary.
    Memories of one batch share that room side by side, in their order.

    Args:
        view: what is visible.
        reaches: the visible memories.
        buckets: where buckets begin, in messages, and which bucket each of all memories is in;
            None without buckets.
    """
    # Nothing is drawn outside the chat, and nothing outside its bucket.
    edges, codes = np.array((0.0, view.extent)), np.zeros(len(reaches.memories), dtype=np.intp)
    if buckets is not None:
        edges, codes = np.clip(buckets[0], 0.0, view.extent), buckets[1][reaches.memories]
    px: Floats = view.left + (edges - view.first) * view.scale
    low, high = px[codes], px[codes + 1]
    first, last = reaches.needed
    # Mostly these are the few beside a boundary, and those behind the end.
    confined: Places = np.flatnonzero((first < low) | (last > high))
    free = reaches.free
    left, right = free.left.copy(), free.right.copy()
    bounds = low[confined], high[confined]
    left[confined], right[confined] = bodies(reaches.at(confined), *bounds)
    # What lies behind the last message has no room of its own, and is drawn up to the end.
    end = view.left + (view.extent - view.first) * view.scale
    beside = end - px
    room = np.where(beside >= 1, np.minimum(beside, _LEAST_IN_BATCH), _LEAST_IN_BATCH)
    left, right = np.minimum(left, (end - room)[codes]), np.minimum(right, end)
    return Placed(reaches.memories, left, right, reaches.first, reaches.last)


def bodies(reaches: Reaches, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The left and the right end of each body, between the ends of its bucket in pixels."""
    left, right = _between(reaches.first, low, high), _between(reaches.last, low, high)
    part = (right - left) / reaches.count
    left = left + reaches.rank * part
    right = left + part
    shared = _between(part, _LEAST_IN_BATCH, reaches.usual)
    least = np.where(reaches.count > 1, shared, reaches.usual)
    least = np.minimum(least, np.maximum(high - low, 1.0))
    narrow: Flags = right - left < least
    middle = (left + right) / 2
    left = np.where(narrow, _between(middle - least / 2, low, np.maximum(high - least, low)), left)
    right = np.where(narrow, left + least, right)
    return left, right


class LastPlaced:
    """Where memories lie, kept while what is visible, the memories and their buckets stay."""

    def __init__(self) -> None:
        self._reaches: tuple[object, Reaches] | None = None
        self._placed: tuple[object, Floats, Placed] | None = None

    def of(
        self,
        view: VisibleRange,
        memories: MemoryColumns,
        edges: tuple[int | None, ...],
        decide: tuple[tuple[float, float] | None, Floats],
        buckets: Callable[[], tuple[Floats, Places] | None],
    ) -> Placed:
        """The visible memories in pixels; see `placed`.

        Args:
            view: what is visible.
            memories: all of them.
            edges: where buckets begin, to the message.
            decide: the exact boundaries, and the positions that they part: in which bucket each
                memory is.
            buckets: finds both; called where one of these differs.
        """
        within = (view.first, view.last, view.left, view.right, memories, memories.version)
        if self._reaches is None or self._reaches[0] != within:
            self._reaches = (within, reaches(view, memories))
        found = self._reaches[1]
        bounds, positions = decide
        key, last = (found, edges, bounds), self._placed
        if last is None or last[0] != key or last[1] is not positions:
            last = self._placed = key, positions, placed(view, found, buckets())
        return last[2]


def _between(values: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """What `np.clip` answers, without what that checks first."""
    return np.minimum(np.maximum(values, low), high)
