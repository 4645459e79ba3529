"""What the block was over the chat, as far as it is known (`Replayed`)."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from inspector.analysis.replay import ReplayPoint


class Replayed:
    """Points by message, in whichever order they come.

    Attributes:
        version: grows with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._points: list[ReplayPoint] = []
        self._most: tuple[int, int] | None = None

    def __len__(self) -> int:
        return len(self._points)

    @property
    def points(self) -> Sequence[ReplayPoint]:
        """By message."""
        return self._points

    @property
    def most(self) -> tuple[int, int]:
        """The most tokens of any point, and the most memories that exist at one."""
        if self._most is None:
            tokens = max((point.tokens for point in self._points), default=0)
            memories = max((point.existing for point in self._points), default=0)
            self._most = (tokens, memories)
        return self._most

    def add(self, points: Iterable[ReplayPoint]) -> None:
        """Take points; a newer one of the same message replaces the older."""
        self._most = None
        self.version += 1
        for point in points:
            index = bisect_left(self._points, point.at, key=_at)
            if index < len(self._points) and self._points[index].at == point.at:
                self._points[index] = point
            else:
                insort(self._points, point, key=_at)

    def at(self, message: int) -> ReplayPoint | None:
        """The newest point that is not past a message; None before the first."""
        index = bisect_left(self._points, message + 1, key=_at)
        return self._points[index - 1] if index else None


def _at(point: ReplayPoint) -> int:
    return point.at
