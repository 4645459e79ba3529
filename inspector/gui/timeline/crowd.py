"""Thousands of spans as one picture: five rows of covered pixel columns."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.gui.timeline.answer import IN
from inspector.gui.timeline.arrays import Flags, Places
from inspector.gui.timeline.lanes import ROWS
from inspector.gui.timeline.state import TimelineState


def covered(left: Places, right: Places, width: int) -> Flags:
    """Which of `width` columns at least one of the half-open ranges covers."""
    steps = np.bincount(np.clip(left, 0, width), minlength=width + 1)
    steps = steps - np.bincount(np.clip(right, 0, width), minlength=width + 1)
    depth = np.cumsum(steps)[:width]
    return np.asarray(depth > 0, dtype=np.bool_)


class CrowdPainter:
    """Paints the rows of one verdict; the picture is kept while nothing differs."""

    def __init__(self, *, inside: bool) -> None:
        self._inside = inside
        self._key: object = None
        self._pixels: NDArray[np.uint32] = np.zeros((1, 1), dtype=np.uint32)
        self._image = QImage()

    def paint(self, painter: QPainter, state: TimelineState) -> None:
        """Paint the rows."""
        ratio = painter.device().devicePixelRatioF()
        key = (state.placed, state.shown, state.theme, ratio)
        if self._key is None or any(a is not b for a, b in zip(key, self._key_parts(), strict=True)):
            self._draw(state, ratio)
            self._parts = key
            self._key = key
        top = state.lanes.row_top(5)
        size = self._image.size()
        painter.drawImage(
            QRectF(state.view.left, top, size.width() / ratio, size.height() / ratio), self._image
        )
