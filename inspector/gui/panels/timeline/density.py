"""The messages lane: a bar for every message, or the greatest of each pixel."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.ahead import pieces
from inspector.gui.panels.timeline.arrays import Flags, Floats, MessageColumns, Places
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.panels.timeline.visible import VisibleRange
from inspector.language import _

_LABEL_HEIGHT_PX = 14
FAINT = 0.28
"""The opacity of what a filter does not find."""
_WIDEST_BAR_PX = 24.0
_NARROW = 8
_LEAST_BRACKET_PX = 5.0
_LEAST_GAP_PX = 3.0

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
        drawn &= (middles - which) * step <= _WIDEST_BAR_PX * ratio
        hidden = np.where(drawn, messages.hidden_sizes[which], 0.0)
        visible = np.where(drawn, messages.visible_sizes[which], 0.0)
        return hidden, visible, messages.hidden[which]
    starts: Places = np.clip(np.floor(edges), 0, last).astype(np.intp)
    first, end = int(starts[0]), int(starts[-1]) + 1
    cuts = starts[:-1] - first
    hidden: Floats = np.maximum.reduceat(messages.hidden_sizes[first:end], cuts)
    visible: Floats = np.maximum.reduceat(messages.visible_sizes[first:end], cuts)
    return hidden, visible, visible == 0


def found_messages(found: Places | None, view: VisibleRange) -> list[tuple[int, int]]:
    """The first and the end pixel of every run of messages that a filter finds."""
    left, right = round(view.left), round(view.right)
    if found is None or right <= left:
        return []
    starts = np.floor(view.left + (found - view.first) * view.scale - left).astype(np.intp)
    ends = np.maximum(starts + 1, starts + math.floor(view.scale))
    seen = (ends > 0) & (starts < right - left)
    steps = np.zeros(right - left + 1, dtype=np.intp)
    np.add.at(steps, np.clip(starts[seen], 0, right - left), 1)
    np.add.at(steps, np.clip(ends[seen], 0, right - left), -1)
    covered = np.cumsum(steps) > 0
    edges = np.flatnonzero(np.diff(covered, prepend=False, append=False))
    return [(left + int(one), left + int(other)) for one, other in edges.reshape(-1, 2)]


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
                font_set = state.lettering.label
                font_set.draw(painter, at, _("This chat has no messages."), current_theme().text_3)
            return
        ratio = painter.device().devicePixelRatioF()
        key = (view.first, view.last, view.left, view.right, ratio, state.messages)
        if (key, id(current_theme())) != self._key:
            self._draw(state, ratio)
            self._key = (key, id(current_theme()))
        target = QRectF(
            view.left, lane.top + 1, self._image.width() / ratio, self._image.height() / ratio
        )
        painter.setOpacity(1 if state.found is None else FAINT)
        painter.drawImage(target, self._image)
        painter.setOpacity(1)
        for left, right in found_messages(state.found, view):
            part = QRectF(left, target.top(), right - left, target.height())
            source = QRectF(
                (left - view.left) * ratio, 0, part.width() * ratio, target.height() * ratio
            )
            painter.drawImage(part, self._image, source)
        _brackets(painter, state)

    def _draw(self, state: TimelineState, ratio: float) -> None:
        lane, theme = state.lanes.messages, current_theme()
        hidden, visible, shade = column_heights(state.messages, state.view, ratio)
        height = round((lane.height - 1) * ratio)
        bars = round((lane.height - _LABEL_HEIGHT_PX - 2) * ratio)
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
    y = state.lanes.messages.top + 9
    wide = (runs.ends - runs.starts) * view.scale >= _LEAST_BRACKET_PX
    seen = wide & (runs.ends > view.first) & (runs.starts < view.last)
    gap = _LEAST_GAP_PX / view.scale
    for run in np.flatnonzero(seen).tolist():
        first, end = int(runs.starts[run]), int(runs.ends[run])
        hidden = bool(runs.hidden[first])
        for start, stop, change in pieces(first, end, state.ahead, gap):
            left, right = max(view.px(start), view.left), min(view.px(stop), view.right)
            if change is not None:
                _mark_ahead(painter, state, QRectF(left, y - 9, right - left, 0))
                names = change.words
            else:
                whole = len(runs.starts) == 1 and (start, stop) == (first, end)
                names = _names(start, stop, hidden=hidden, whole=whole)
                if state.ahead and not hidden:
                    names = (
                        _("sent, {number}–{number2}").format(number=start, number2=stop - 1),
                        _("sent"),
                    )
            _name(painter, state, (left, right, y), names, is_quiet=hidden or change is not None)
            if (hidden or change is not None) and view.px(stop) <= view.right:
                painter.fillRect(QRectF(right - 2, y - 3, 1, 7), theme.density_hidden)


def _name(
    painter: QPainter,
    state: TimelineState,
    location: tuple[float, float, float],
    names: tuple[str, ...],
    *,
    is_quiet: bool,
) -> None:
    """Write the longest name that has room, and a line to the end of what it names."""
    left, right, y = location
    theme = current_theme()
    font_set = state.lettering.small if is_quiet else state.lettering.small_bold
    text = next((one for one in names if font_set.width(one) + 16 <= right - left), "")
    start = left + 2
    if text:
        font_set.draw(painter, QPointF(left + 8, y), text, theme.text_2 if is_quiet else theme.text)
        start = left + 14 + font_set.width(text)
    if is_quiet and right - start > 2:
        painter.fillRect(QRectF(start, y, right - start - 1, 1), theme.density_hidden)


def _mark_ahead(painter: QPainter, state: TimelineState, over: QRectF) -> None:
    """Make the bars of what would change hollow: it is not in the file."""
    theme, lane = current_theme(), state.lanes.messages
    top = lane.top + _LABEL_HEIGHT_PX
    bars = QRectF(over.left(), top, over.width(), lane.top + lane.height - 1 - top)
    veil = QColor(theme.surface)
    veil.setAlpha(150)
    painter.fillRect(bars, veil)
    painter.setPen(QPen(theme.text_2, 1, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bars.adjusted(0.5, 0.5, -1.5, -0.5))


def _names(first: int, end: int, *, hidden: bool, whole: bool) -> tuple[str, ...]:
    span = f"{first}–{end - 1}" if end - first > 1 else str(first)
    if hidden:
        return (
            _("hidden from the prompt, {span}").format(span=span),
            _("hidden, {span}").format(span=span),
            _("hidden"),
        )
    return (_("all messages are visible"), _("visible")) if whole else (_("visible"),)
