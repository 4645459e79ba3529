"""Everything that the timeline's painters read (`TimelineState`)."""

import math
from bisect import bisect_right
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.document import Document
from inspector.core.injection import BUCKETS, Bucket
from inspector.core.message_derivation import MessageDerivation, MessageLane
from inspector.gui.panels.timeline.ahead import Ahead
from inspector.gui.panels.timeline.answer import OUT, Answer, codes_at
from inspector.gui.panels.timeline.arrays import (
    Bytes,
    Floats,
    MemoryColumns,
    MessageColumns,
    Places,
)
from inspector.gui.panels.timeline.lanes import lanes_with
from inspector.gui.panels.timeline.lettering import Lettering
from inspector.gui.panels.timeline.placing import LastPlaced, Placed
from inspector.gui.panels.timeline.recap_marks import RecapMarks
from inspector.gui.panels.timeline.replayed import Replayed
from inspector.gui.panels.timeline.sent import SentMessages
from inspector.gui.panels.timeline.visible import VisibleRange
from inspector.gui.state.selection import Matches, Selection
from inspector.proof.stability import TurnStability

Handle = Literal["mid", "recent", "end"]
"""What can be dragged: the start of mid, the start of recent, the end of the chat."""
_HANDLES: tuple[Handle, ...] = ("mid", "recent", "end")


@dataclass
class Held:
    """A handle in someone's hand.

    Attributes:
        handle: which one.
        origin: where it was taken up.
        location: where it is.
        offset: from the handle to the pointer, in messages.
        either: both boundaries lie here; the first move decides which one it is.
    """

    handle: Handle
    origin: int
    location: int
    offset: float = 0.0
    either: bool = False

    @property
    def moved(self) -> bool:
        """Whether it is elsewhere than it was."""
        return self.location != self.origin


class TimelineState(QObject):
    """What is shown, and of which there is one a timeline.

    Attributes:
        lettering: all fonts.
        lanes: where the lanes lie.
        view: which part of the chat is visible.
        document: the chat, None without one.
        messages: its messages in columns.
        memories: its memories in columns.
        base: what holds.
        what_if: what would hold, while someone tries something.
        before: what held before a handle was nudged with the keyboard.
        held: the handle that is dragged.
        nudged: the handle that was nudged last, and where it was before.
        pending: boundaries that were dropped and that no answer has confirmed yet.
        pending_end: the same for the end of the chat.
        focused: the handle that has the keyboard.
        keyboard: whether the timeline itself was reached with the keyboard.
        hovered_handle: the handle under the pointer.
        boundaries_are_settings: whether the ruleset has settings for its boundaries.
        note: what the window says about the setting that a drag changes.
        replayed: what the block was over the chat.
        sent: which messages are in the request, where a context map says so.
        ahead: which messages would be hidden or shown before the next request.
        recaps: where scenes and versions of the running recap end.
        tiers: where messages and their own memories are, a row each.
        kept: how much of each turn's request a prompt cache could keep, oldest first.
        kept_elsewhere: the same with slots elsewhere, as a what-if.
        matches: what a filter finds; None without one.
        found: the messages among it; None where it is not about messages.

    Signals:
        changed: something that is painted differs.
    """

    changed = Signal()

    def __init__(self, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.selection = selection
        self.lettering = Lettering.of_application()
        self.lanes = lanes_with()
        self.view = VisibleRange(self)
        self.document: Document | None = None
        self.messages = MessageColumns()
        self.memories = MemoryColumns()
        self.base = Answer()
        self.what_if: Answer | None = None
        self.before: Answer | None = None
        self.held: Held | None = None
        self.nudged: Held | None = None
        self.pending: tuple[int, int] | None = None
        self.pending_end: int | None = None
        self.focused: Handle | None = None
        self.keyboard = False
        self.hovered_handle: Handle | None = None
        self.boundaries_are_settings = True
        self.replayed = Replayed()
        self.sent = SentMessages()
        self.ahead: tuple[Ahead, ...] = ()
        self.recaps = RecapMarks()
        self.tiers: Sequence[MessageLane] = ()
        self.judged: MessageDerivation | None = None
        self.kept: Sequence[TurnStability] = ()
        self.kept_elsewhere: Sequence[TurnStability] = ()
        self.matches: Matches | None = None
        self.found: Places | None = None
        self._last_placed = LastPlaced()
        self._locations: Mapping[Handle, int | None] | None = None
        self._placed: Placed | None = None

    @contextmanager
    def still(self) -> Generator[None]:
        """Nothing differs within, as while it is painted: what many read is worked out once."""
        self._locations = {handle: self.location(handle) for handle in _HANDLES}
        try:
            yield
        finally:
            self._locations = self._placed = None

    def refresh(self) -> None:
        """Say that something that is painted differs."""
        self.changed.emit()

    @property
    def placed(self) -> Placed:
        """The visible memories in pixels."""
        if self._placed is not None:
            return self._placed
        edges = (self.location("mid"), self.location("recent"), self.chat_length)
        decide = self.exact_boundaries, self.positions
        found = self._last_placed.of(self.view, self.memories, edges, decide, self._buckets)
        if self._locations is not None:
            self._placed = found
        return found

    def _buckets(self) -> tuple[Floats, Places] | None:
        """Where buckets begin, and in which each memory is; what comes later begins at the end."""
        bounds, memories = self.boundaries, self.memories
        mid, recent = self.location("mid"), self.location("recent")
        if bounds is None or mid is None or recent is None:
            return None
        length = self.chat_length
        edges = np.array((0, min(mid, recent), recent, length, len(self.messages)), dtype=float)
        codes = codes_at(self.positions, self.exact_boundaries or bounds).astype(np.intp)
        codes[memories.last >= length] = 3
        return edges, codes

    @property
    def exact_boundaries(self) -> tuple[float, float] | None:
        """The boundaries as the answer on screen has them; None while they are in a hand."""
        held = self.held is not None and self.held.handle != "end"
        return None if held or self.pending is not None else self.displayed.boundaries

    @property
    def positions(self) -> Floats:
        """Where the ruleset places each memory, which decides its bucket."""
        positions, memories = self.displayed.positions, self.memories
        return positions if len(positions) == len(memories) else memories.position

    @property
    def verdicts(self) -> Bytes:
        """OUT, IN or ABSENT for every memory; all are out until an answer comes."""
        verdicts, count = self.displayed.verdicts, len(self.memories)
        return verdicts if len(verdicts) == count else np.full(count, OUT, dtype=np.int8)

    @property
    def displayed(self) -> Answer:
        """The answer whose figures and verdicts are on screen."""
        return self.what_if or self.base

    @property
    def compared(self) -> Answer | None:
        """The answer that the shown one differs from while someone tries something."""
        return self.before or (self.base if self.held or self.what_if else None)

    @property
    def moving(self) -> Held | None:
        """The handle that is on its way, by mouse or by keyboard."""
        return self.held or self.nudged

    @property
    def chat_length(self) -> int:
        """Where the chat ends, the playhead in someone's hand included."""
        if self.held is not None and self.held.handle == "end":
            return self.held.location
        if self.pending_end is not None:
            return self.pending_end
        seen = self.displayed.chat_length or len(self.messages)
        return min(seen, len(self.messages))

    @property
    def boundaries(self) -> tuple[int, int] | None:
        """First messages of mid and of recent, not clamped to the chat."""
        held = self.held
        if self.pending is not None:
            mid, recent = self.pending
        else:
            source = self.base if held and held.handle != "end" else self.displayed
            if source.boundaries is None:
                return None
            mid, recent = (math.ceil(location - 1e-9) for location in source.boundaries)
        if held is not None and held.handle == "mid":
            mid = held.location
        elif held is not None and held.handle == "recent":
            recent = held.location
        return mid, recent

    def location(self, handle: Handle) -> int | None:
        """Where a handle is drawn; None if there is no such handle."""
        if self._locations is not None:
            return self._locations[handle]
        if not len(self.messages):
            return None
        if handle == "end":
            return self.chat_length
        bounds = self.boundaries
        if bounds is None:
            return None
        return max(0, min(bounds[0] if handle == "mid" else bounds[1], self.chat_length))

    def handles(self) -> tuple[Handle, ...]:
        """The handles that there are, from left to right."""
        return tuple(handle for handle in _HANDLES if self.location(handle) is not None)

    def bucket_ranges(self) -> list[tuple[Bucket, int, int]]:
        """First message and end of every bucket that has room."""
        mid, recent = self.location("mid"), self.location("recent")
        if mid is None or recent is None:
            return []
        edges = (0, min(mid, recent), recent, self.chat_length)
        found = zip(BUCKETS, edges, edges[1:], strict=False)
        return [(bucket, first, end) for bucket, first, end in found if end > first]

    def bucket_at(self, position: float) -> Bucket | None:
        """The bucket of what is placed by a position; None without buckets."""
        bounds = self.exact_boundaries or self.boundaries
        return None if bounds is None else BUCKETS[bisect_right(bounds, position)]
