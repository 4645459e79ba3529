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


def covered(rows: Places, left: Places, right: Places, shape: tuple[int, int]) -> Flags:
    """Which columns of each row at least one of the half-open ranges covers.

    Args:
        rows: the row of each range.
        left: its first column.
        right: the column behind its last one.
        shape: how many rows and columns there are.
    """
    height, width = shape
    first = rows * (width + 1)
    size = height * (width + 1)
    begins, ends = (first + np.minimum(np.maximum(one, 0), width) for one in (left, right))
    steps = np.bincount(begins, minlength=size) - np.bincount(ends, minlength=size)
    sums = steps.reshape(height, width + 1).cumsum(axis=1)
    return np.asarray(sums[:, :width] > 0, dtype=np.bool_)


class CrowdPainter:
    """Paints the rows, what is left out below what is in; kept while nothing differs."""

    def __init__(self) -> None:
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
        view, lanes, found = state.view, state.lanes, state.placed
        width = max(round((view.right - view.left) * ratio), 1)
        left: Places = np.rint((found.left - view.left) * ratio).astype(np.intp)
        right: Places = np.rint((found.right - view.left) * ratio).astype(np.intp)
        inside: Flags = state.verdicts[found.memories] == IN
        rows: Places = state.memories.importance[found.memories] - 1 + ROWS * inside
        columns = covered(rows, left, np.maximum(right, left + 1), (2 * ROWS, width))
        body, line = _colours(columns)
        pixels = np.zeros((round(ROWS * lanes.row_height * ratio), width), dtype=np.uint32)
        thick = max(round(ratio), 1)
        for row in range(ROWS):
            top = round((lanes.span_top(row + 1) - lanes.row_top(ROWS)) * ratio)
            band = pixels[top : top + round(lanes.span_height * ratio)]
            band[:] = body[row]
            band[:thick] = band[-thick:] = line[row]
        self._pixels = pixels
        self._image = QImage(
            pixels.data,
            width,
            pixels.shape[0],
            4 * width,
            QImage.Format.Format_ARGB32_Premultiplied,
        )


def _colours(columns: Flags) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The colours of each row's inner and of its outer lines.

    Args:
        columns: which columns of each row memories that are left out cover, then those in.
    """
    theme = current_theme()
    differs = columns[:, 1:] != columns[:, :-1]
    # The edge belongs to the run: its first or its last column.
    edges = np.zeros_like(columns)
    edges[:, :-1] = differs & columns[:, :-1]
    edges[:, 1:] |= differs & columns[:, 1:]
    fills = np.array([one.rgba() for one in theme.importance], dtype=np.uint32)[:, None]
    body = line = np.uint32(0)
    for first, fill, outline in (
        (0, np.uint32(theme.surface.rgba()), np.uint32(theme.outline_out.rgba())),
        (ROWS, fills, np.uint32(theme.outline_in.rgba())),
    ):
        there = columns[first : first + ROWS]
        edge = edges[first : first + ROWS]
        body = np.where(there, np.where(edge, outline, fill), body)
        line = np.where(there, outline, line)
    return body, line
