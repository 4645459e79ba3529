"""Which messages are in the request (`SentMessages`)."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from inspector.analysis.context_map import ContextMap, MapPart, Share
from inspector.gui.panels.timeline.arrays import Bytes, Places
from inspector.gui.panels.timeline.visible import VisibleRange

OUTSIDE, CUT, SENT = 0, 1, 2
"""What a message is: hidden or behind the chat's end, left out for want of room, in."""


@dataclass(frozen=True, eq=False)
class SentMessages:
    """Which messages are in the request, message by message.

    Attributes:
        codes: `OUTSIDE`, `CUT` or `SENT` for each message.
        history: the rows that say why.
    """

    codes: Bytes = field(default_factory=lambda: np.zeros(0, dtype=np.int8))
    history: MapPart | None = None

    @classmethod
    def of(cls, found: ContextMap | None, hidden: bytes) -> "SentMessages":
        """What a map says of a chat's messages.

        Args:
            found: the map; None without one.
            hidden: 1 where a message is left out of prompts, one byte a message.
        """
        if found is None or len(found.messages) != len(hidden):
            return cls()
        kept = np.frombuffer(found.messages, dtype=np.int8)
        visible = np.frombuffer(hidden, dtype=np.int8) == 0
        history = next((part for part in found.parts if part.share is Share.HISTORY), None)
        rows = 0 if history is None else len(history.rows)
        within = np.arange(len(hidden)) < rows
        codes = np.where(kept > 0, SENT, np.where(visible & within, CUT, OUTSIDE))
        return cls(codes.astype(np.int8), history)

    def runs(self, view: VisibleRange, ratio: float) -> list[tuple[float, float, int]]:
        """Left and right in pixels, and code, of every stretch; where many meet, SENT wins."""
        return runs_of(self.codes, view, ratio)


def runs_of(codes: Bytes, view: VisibleRange, ratio: float) -> list[tuple[float, float, int]]:
    """Left and right in pixels, and code, of every stretch of equal codes.

    Args:
        codes: one a message; where many fall on a pixel, the greatest wins.
        view: what of the chat is visible.
        ratio: device pixels in a pixel.
    """
    last = len(codes) - 1
    width = max(round((view.right - view.left) * ratio), 1)
    edges = view.first + np.arange(width + 1) / (view.scale * ratio)
    edges = edges[edges < last + 1]
    if last < 0 or len(edges) < 2:
        return []
    starts: Places = np.clip(np.floor(edges), 0, last).astype(np.intp)
    columns = np.maximum.reduceat(codes, starts)
    cuts = np.flatnonzero(np.diff(columns)) + 1
    places = [0, *cuts.tolist(), len(columns)]
    return [
        (view.left + a / ratio, view.left + b / ratio, int(columns[a])) for a, b in pairwise(places)
    ]
