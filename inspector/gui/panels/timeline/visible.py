"""Which part of the chat is visible (`VisibleRange`), and where it lies in pixels.

It is not pyqtgraph's view range, which it sets: minimap, gutter and empty lanes follow it before
pyqtgraph is read, and it ends where the chat does.
"""

import math

from PySide6.QtCore import QObject, Signal

from inspector.gui.panels.timeline.lanes import LEFT_PAD

_LEAST_MESSAGES = 8.0
_MARGIN_SHARE = 0.06


class VisibleRange(QObject):
    """The visible part of the chat: message i fills the half-open range from i to i + 1.

    Signals:
        changed: range or pixels differ.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._extent = 1.0
        self._first = 0.0
        self._last = 1.0
        self._left = float(LEFT_PAD)
        self._right = 1000.0

    @property
    def first(self) -> float:
        """Left end, in messages."""
        return self._first

    @property
    def last(self) -> float:
        """Right end, in messages."""
        return self._last

    @property
    def span(self) -> float:
        """How many messages are visible."""
        return self._last - self._first

    @property
    def extent(self) -> float:
        """Length of the whole chat, at least 1."""
        return self._extent

    @property
    def left(self) -> float:
        """Pixel of the left end."""
        return self._left

    @property
    def right(self) -> float:
        """Pixel of the right end."""
        return self._right

    @property
    def scale(self) -> float:
        """Pixels a message."""
        return (self._right - self._left) / (self._last - self._first)

    def px(self, location: float) -> float:
        """The pixel of a place in the chat."""
        return self._left + (location - self._first) * self.scale

    def location(self, px: float) -> float:
        """The place in the chat at a pixel, not clamped."""
        return self._first + (px - self._left) / self.scale

    def message(self, px: float) -> int:
        """The message at a pixel, clamped to the chat."""
        return max(0, min(math.floor(self.location(px)), math.ceil(self._extent) - 1))

    def set_edges(self, left: float, right: float) -> None:
        """Say which pixels the range fills."""
        right = max(right, left + 1)
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.changed.emit()

    def set_extent(self, messages: int) -> None:
        """Take a chat of this length and show all of it."""
        self._extent = float(max(messages, 1))
        self._first, self._last = 0.0, self._extent
        self.changed.emit()

    def show_range(self, first: float, last: float) -> None:
        """Show a range; it is kept inside the chat and not made too small."""
        span = min(max(last - first, _LEAST_MESSAGES), self._extent)
        start = (first + last) / 2 - span / 2
        start = max(0.0, min(start, self._extent - span))
        if (start, start + span) != (self._first, self._last):
            self._first, self._last = start, start + span
            self.changed.emit()

    def fit(self) -> None:
        """Show the whole chat."""
        self.show_range(0.0, self._extent)

    def pan(self, messages: float) -> None:
        """Move the range."""
        self.show_range(self._first + messages, self._last + messages)

    def zoom(self, factor: float, around: float) -> None:
        """Show `factor` times as many messages; the place `around` stays where it is."""
        span = min(max(self.span * factor, _LEAST_MESSAGES), self._extent)
        share = (around - self._first) / self.span
        first = around - share * span
        self.show_range(first, first + span)

    def centre(self, first: float, last: float) -> bool:
        """Bring the middle of a range to the middle; False if it is there already."""
        before = self._first
        middle = (first + last) / 2
        self.show_range(middle - self.span / 2, middle + self.span / 2)
        return abs(before - self._first) * self.scale >= 1

    def fit_range(self, first: float, last: float) -> None:
        """Show a range with some room around it."""
        room = max((last - first) * 0.75, _LEAST_MESSAGES)
        self.show_range(first - room, last + room)

    def reveal(self, first: float, last: float) -> None:
        """Move as little as possible so that a range is visible."""
        room = self.span * _MARGIN_SHARE
        if first >= self._first and last <= self._last:
            return
        if first < self._first or last - first > self.span:
            self.pan(first - room - self._first)
        else:
            self.pan(last + room - self._last)
