"""Thousands of spans as one picture: five rows of covered pixel columns."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.answer import IN
from inspector.gui.panels.timeline.arrays import Flags, Places
from inspector.gui.panels.timeline.lanes import ROWS
from inspector.gui.panels.timeline.state import TimelineState


def covered(left: Places, right: Places, width: int) -> Flags:
    """Which of `width` columns at least one of the half-open ranges covers."""
    steps = np.bincount(np.clip(left, 0, width), minlength=width + 1)
    steps = steps - np.bincount(np.clip(right, 0, width), minlength=width + 1)
    return np.asarray(np.cumsum(steps)[:width] > 0, dtype=np.bool_)


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
        key = (state.placed, state.displayed, current_theme(), state.lanes, ratio)
        if key != self._key:
            self._draw(state, ratio)
            self._key = key
        location = QRectF(
            state.view.left,
            state.lanes.row_top(ROWS),
            self._image.width() / ratio,
            self._image.height() / ratio,
        )
        painter.drawImage(location, self._image)

    def _draw(self, state: TimelineState, ratio: float) -> None:
        view, theme, lanes, found = state.view, current_theme(), state.lanes, state.placed
        width = max(round((view.right - view.left) * ratio), 1)
        left: Places = np.rint((found.left - view.left) * ratio).astype(np.intp)
        right: Places = np.maximum(
            np.rint((found.right - view.left) * ratio).astype(np.intp), left + 1
        )
        importance = state.memories.importance[found.memories]
        chosen: Flags = (state.verdicts[found.memories] == IN) == self._inside
        pixels = np.zeros((round(ROWS * lanes.row_height * ratio), width), dtype=np.uint32)
        outline = theme.outline_in if self._inside else theme.outline_out
        line = max(round(ratio), 1)
        for row in range(1, ROWS + 1):
            mine = chosen & (importance == row)
            if not mine.any():
                continue
            columns = covered(left[mine], right[mine], width)
            fill = theme.importance[row - 1] if self._inside else theme.surface
            top = round((lanes.span_top(row) - lanes.row_top(ROWS)) * ratio)
            band = pixels[top : top + round(lanes.span_height * ratio)]
            inner = np.flatnonzero(columns[1:] != columns[:-1])
            # The edge belongs to the run: its first or its last column.
            edges = np.where(columns[inner], inner, inner + 1)
            body = np.where(columns, np.uint32(fill.rgba()), np.uint32(0))
            body[edges] = outline.rgba()
            band[:] = body
            band[:line] = band[-line:] = np.where(columns, np.uint32(outline.rgba()), np.uint32(0))
        self._pixels = pixels
        self._image = QImage(
            pixels.data,
            width,
            pixels.shape[0],
            4 * width,
            QImage.Format.Format_ARGB32_Premultiplied,
        )
