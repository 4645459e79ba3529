"""The messages lane: a bar for every message, or the greatest of each pixel."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.arrays import Flags, Floats, MessageColumns, Places
from inspector.gui.panels.timeline.lettering import number
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.panels.timeline.visible import VisibleRange

_LABEL_HEIGHT = 14
_WIDEST_BAR = 24.0
_NARROW = 8
_LEAST_BRACKET = 5.0

Pixels = NDArray[np.uint32]


def column_heights(
    messages: MessageColumns, view: VisibleRange, ratio: float
) -> tuple[Floats, Floats, Flags]:
    """Hidden height, visible height and shade of every device pixel column.

    Heights are 0 to 1. Far out a column shows the greatest of its messages; close by a
    message has a bar with a gap to the next. Shaded is a column of hidden messages only.
    """
    width = max(round((view.right - view.left) * ratio), 1)
    edges = view.first + np.arange(width + 1) / (view.scale * ratio)
    last = len(messages) - 1
    if last < 0:
        return np.zeros(width), np.zeros(width), np.zeros(width, dtype=np.bool_)
    step = view.scale * ratio
    if step >= 2:
        middles = (edges[:-1] + edges[1:]) / 2
        which: Places = np.clip(np.floor(middles), 0, last).astype(np.intp)
        gap = 1 if step < _NARROW * ratio else round(2 * ratio)
        drawn: Flags = np.floor(middles + gap / step) == np.floor(middles)
        drawn &= (middles - which) * step <= _WIDEST_BAR * ratio
        hidden = np.where(drawn, messages.hidden_sizes[which], 0.0)
        visible = np.where(drawn, messages.visible_sizes[which], 0.0)
        return hidden, visible, messages.hidden[which]
    starts: Places = np.clip(np.floor(edges), 0, last).astype(np.intp)
    first, end = int(starts[0]), int(starts[-1]) + 1
    cuts = starts[:-1] - first
    hidden: Floats = np.maximum.reduceat(messages.hidden_sizes[first:end], cuts)
    visible: Floats = np.maximum.reduceat(messages.visible_sizes[first:end], cuts)
    return hidden, visible, visible == 0


def _argb(colour: QColor, alpha: int = 255) -> int:
    share = alpha / 255
    parts = (round(c * share) for c in (colour.red(), colour.green(), colour.blue()))
    red, green, blue = parts
    return (alpha << 24) | (red << 16) | (green << 8) | blue


class DensityPainter:
    """Paints the bars as one image that is kept while view and chat stay."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixels: Pixels = np.zeros((1, 1), dtype=np.uint32)
        self._image = QImage()

    def paint(self, painter: QPainter, state: TimelineState) -> None:
        """Bars, shade of hidden ranges, and the brackets that name them."""
        lane, view = state.lanes.messages, state.view
        if not len(state.messages):
            if state.document is not None:
                at = QPointF(view.left + 12, lane.middle)
                hand = state.lettering.label
                hand.draw(painter, at, "This chat has no messages.", current_theme().text_3)
            return
        ratio = painter.device().devicePixelRatioF()
        key = (view.first, view.last, view.left, view.right, ratio, id(state.messages))
        if (key, id(current_theme())) != self._key:
            self._draw(state, ratio)
            self._key = (key, id(current_theme()))
        target = QRectF(
            view.left, lane.top + 1, self._image.width() / ratio, self._image.height() / ratio
        )
        painter.drawImage(target, self._image)
        _brackets(painter, state)

    def _draw(self, state: TimelineState, ratio: float) -> None:
        lane, theme = state.lanes.messages, current_theme()
        hidden, visible, shade = column_heights(state.messages, state.view, ratio)
        height = round((lane.height - 1) * ratio)
        bars = round((lane.height - _LABEL_HEIGHT - 2) * ratio)
        up = np.arange(height, 0, -1)[:, None]
        pixels = np.zeros((height, len(hidden)), dtype=np.uint32)
        pixels[:, shade] = _argb(theme.density_hidden, 30 if theme.is_dark else 24)
        pixels[up <= np.ceil(hidden * bars)] = _argb(theme.density_hidden)
        pixels[up <= np.ceil(visible * bars)] = _argb(theme.density_visible)
        self._pixels = np.ascontiguousarray(pixels)
        self._image = QImage(
            self._pixels.data,
            len(hidden),
            height,
            4 * len(hidden),
            QImage.Format.Format_ARGB32_Premultiplied,
        )


def _brackets(painter: QPainter, state: TimelineState) -> None:
    """Name what is hidden from the prompt and what is visible, where there is room."""
    view, theme, runs = state.view, current_theme(), state.messages
    small, bold = state.lettering.small, state.lettering.small_bold
    y = state.lanes.messages.top + 9
    wide = (runs.ends - runs.starts) * view.scale >= _LEAST_BRACKET
    seen = wide & (runs.ends > view.first) & (runs.starts < view.last)
    for run in np.flatnonzero(seen).tolist():
        first, end = int(runs.starts[run]), int(runs.ends[run])
        left = max(view.px(first), view.left)
        right = min(view.px(end), view.right)
        hidden = bool(runs.hidden[first])
        hand = small if hidden else bold
        text = ""
        for text in _names(first, end, hidden=hidden, whole=len(runs.starts) == 1):
            if hand.width(text) + 16 <= right - left:
                break
        else:
            text = ""
        start = left + 2
        if text:
            colour = theme.text_2 if hidden else theme.text
            hand.draw(painter, QPointF(left + 8, y), text, colour)
            start = left + 14 + hand.width(text)
        if hidden and right - start > 2:
            painter.fillRect(QRectF(start, y, right - start - 1, 1), theme.density_hidden)
            if view.px(end) <= view.right:
                painter.fillRect(QRectF(right - 2, y - 3, 1, 7), theme.density_hidden)


def _names(first: int, end: int, *, hidden: bool, whole: bool) -> tuple[str, ...]:
    span = f"{number(first)}–{number(end - 1)}" if end - first > 1 else number(first)
    if hidden:
        return f"hidden from the prompt, {span}", f"hidden, {span}", "hidden"
    return ("all messages are visible", "visible") if whole else ("visible",)
