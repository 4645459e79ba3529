"""The ruler: message numbers, and the selected message among them.

It is no `AxisItem`: numbers give way to the flags of boundaries and playhead, message by message.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from inspector.gui.charts.frame import round_step
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.playhead import flag_box
from inspector.gui.panels.timeline.state import TimelineState

_LEAST_GAP_PX = 78.0


def tick_step(scale: float) -> int:
    """Messages from one number to the next: 1, 2 or 5 times a power of ten."""
    return round_step(_LEAST_GAP_PX / scale)


def _minor(step: int) -> int:
    """Messages from one small tick to the next."""
    return max(step // 4 if str(step)[0] == "2" and step >= 20 else step // 5, 1)


@dataclass(frozen=True)
class Ticks:
    """Where ticks stand, and the numbers beside the great ones.

    Attributes:
        great: the ticks that have numbers.
        small: those between.
        numbers: what stands from which pixel to which.
    """

    great: Sequence[QRectF]
    small: Sequence[QRectF]
    numbers: Sequence[tuple[float, float, str]]


def ticks(state: TimelineState) -> Ticks:
    """All ticks of what is visible."""
    view, lane = state.view, state.lanes.ruler
    step = tick_step(view.scale)
    minor = _minor(step)
    first = math.floor(view.first / minor) * minor
    last = math.floor(min(view.last, len(state.messages) - 1))
    great: list[QRectF] = []
    small: list[QRectF] = []
    numbers: list[tuple[float, float, str]] = []
    width = state.lettering.small.width
    for location in range(first, last + 1, minor):
        x = round(view.px(location))
        if x < view.left - 1:
            continue
        if location % step:
            small.append(QRectF(x, lane.bottom - 4, 1, 4))
        else:
            great.append(QRectF(x, lane.bottom - 9, 1, 9))
            numbers.append((x + 5, x + 5 + width(str(location)), str(location)))
    return Ticks(great, small, numbers)


class RulerPainter:
    """Paints the ruler; where ticks stand is kept while view and chat stay."""

    def __init__(self) -> None:
        self._key: object = None
        self._ticks = Ticks((), (), ())

    def paint(self, painter: QPainter, state: TimelineState) -> None:
        """Ticks and numbers; a number gives way to a flag."""
        view, theme = state.view, current_theme()
        if not len(state.messages):
            return
        visible = (view.first, view.last, view.left, view.right)
        key = (visible, len(state.messages), state.lanes, state.lettering)
        if key != self._key:
            self._key, self._ticks = key, ticks(state)
        font_set = state.lettering.small
        # Flags and numbers are about as high as the ruler: what is beside another is clear of it.
        occupied = [(box.left(), box.right()) for box in _occupied(state)]
        base = font_set.base(state.lanes.ruler.middle)
        free = [
            (left, base, text)
            for left, right, text in self._ticks.numbers
            if right <= view.right
            and not any(right > start and left < end for start, end in occupied)
        ]
        font_set.write_all(painter, free, theme.text_2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.control_border)
        painter.drawRects(self._ticks.great)
        painter.setBrush(theme.strong_line)
        painter.drawRects(self._ticks.small)
        _paint_selected(painter, state)


def selected_place(state: TimelineState) -> float | None:
    """Where the accent tick stands: at the selected message, else at the current memory."""
    message = state.selection.message
    if message is not None and 0 <= message < len(state.messages):
        return message + 0.5
    current = state.selection.current
    if current is not None and current < len(state.memories):
        return float(state.memories.start[current] + state.memories.end[current]) / 2
    return None


def _label(state: TimelineState) -> tuple[QPointF, str] | None:
    """The selected message's number, beside its tick."""
    location, message = selected_place(state), state.selection.message
    if location is None or message is None or not 0 <= message < len(state.messages):
        return None
    x, text = round(state.view.px(location)), str(message)
    font_set = state.lettering.small_bold
    end = flag_box(state)
    at = QPointF(x + 5, state.lanes.ruler.middle)
    box = font_set.box(at, text)
    if box.right() > state.view.right or (end is not None and box.intersects(end)):
        at = QPointF(x - 4 - font_set.width(text), at.y())
    return at, text


def _occupied(state: TimelineState) -> list[QRectF]:
    """Places in the ruler that numbers keep clear of."""
    occupied: list[QRectF] = []
    end = flag_box(state)
    if end is not None:
        occupied.append(end.adjusted(-6, 0, 6, 0))
    label = _label(state)
    if label is not None:
        box = state.lettering.small_bold.box(*label)
        occupied.append(box.adjusted(-8, 0, 8, 0))
    selected = selected_place(state)
    if selected is not None:
        x = state.view.px(selected)
        occupied.append(QRectF(x - 4, state.lanes.ruler.top, 8, state.lanes.ruler.height))
    moving = state.moving
    if moving is not None:
        for location in (moving.origin, moving.location):
            x = state.view.px(location)
            occupied.append(QRectF(x - 64, state.lanes.ruler.top, 128, state.lanes.ruler.height))
    elif state.focused is not None and (location := state.location(state.focused)) is not None:
        x = state.view.px(location)
        occupied.append(QRectF(x - 30, state.lanes.ruler.top, 60, state.lanes.ruler.height))
    return occupied


def _paint_selected(painter: QPainter, state: TimelineState) -> None:
    location = selected_place(state)
    if location is None:
        return
    view, lane = state.view, state.lanes.ruler
    x = round(view.px(location))
    if view.left - 1 <= x <= view.right + 1:
        painter.fillRect(QRectF(x - 1, lane.top + 1, 2, lane.height - 1), current_theme().accent)
        label = _label(state)
        if label is not None:
            state.lettering.small_bold.draw(painter, *label, current_theme().accent)
