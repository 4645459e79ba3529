"""The strip under the lanes: tokens and memories of the block over the whole chat."""

import math
from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from inspector.analysis.replay import ReplayPoint
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.glyphs import strip_dashes, strip_ground
from inspector.gui.panels.timeline.lanes import STRIP, Lane
from inspector.gui.panels.timeline.lettering import counted, number
from inspector.gui.panels.timeline.state import TimelineState

_PAD = 3


def strip_lane(state: TimelineState) -> Lane | None:
    """Where the strip lies; None where it is not shown."""
    return state.lanes.extra_lane(STRIP)


class StripPainter:
    """Paints the lane; its lines are a picture that is kept while view and points stay."""

    def __init__(self) -> None:
        self._key: object = None
        self._image = QImage()

    def paint(self, painter: QPainter, state: TimelineState) -> None:
        """Tokens as ground with a firm edge; memories as a dashed line below all that exist."""
        lane, view, strip = strip_lane(state), state.view, state.replayed
        if lane is None or not len(state.messages):
            return
        if not len(strip):
            at = QPointF(view.left + 12, lane.middle + 1)
            state.lettering.small.draw(painter, at, "working…", current_theme().text_3)
            return
        ratio = painter.device().devicePixelRatioF()
        places = (view.first, view.last, view.left, view.right, lane, ratio)
        key = (places, current_theme(), strip, strip.version)
        if key != self._key:
            self._draw(state, lane, ratio)
            self._key = key
        painter.drawImage(QPointF(view.left, lane.top), self._image)
        _write_figures(painter, state, lane)

    def _draw(self, state: TimelineState, lane: Lane, ratio: float) -> None:
        view, strip = state.view, state.replayed
        width, height = math.ceil((view.right - view.left) * ratio), round(lane.height * ratio)
        self._image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        self._image.setDevicePixelRatio(ratio)
        self._image.fill(Qt.GlobalColor.transparent)
        most_tokens, most_memories = strip.most
        tokens = _line(state, lane, [(p.at, p.tokens) for p in strip.points], most_tokens)
        memories = _line(state, lane, [(p.at, p.memories) for p in strip.points], most_memories)
        if not tokens:
            return
        painter = QPainter(self._image)
        painter.translate(-view.left, -lane.top)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(strip_ground())
        foot = lane.bottom - 1.0
        closed = [QPointF(tokens[0].x(), foot), *tokens, QPointF(tokens[-1].x(), foot)]
        painter.drawPolygon(QPolygonF(closed))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(current_theme().density_visible, 1))
        painter.drawPolyline(QPolygonF(tokens))
        if most_memories:
            painter.setPen(strip_dashes())
            painter.drawPolyline(QPolygonF(memories))
        painter.end()


def strip_lines(state: TimelineState, message: int) -> list[str]:
    """What a tooltip says at a message."""
    point = state.replayed.at(message)
    if point is None:
        return []
    return [f"If the chat ended after message {number(point.at)}", ", ".join(figures(state, point))]


def figures(state: TimelineState, point: ReplayPoint) -> tuple[str, ...]:
    """A point's tokens, and its memories where there are any at all, in words."""
    tokens = counted(point.tokens, "token", "tokens")
    if state.is_next:
        # Beside the block of the next request another number would look like a mistake.
        tokens = f"as the file is: {tokens}"
    if not state.replayed.most[1]:
        return (tokens,)
    memories = f"{number(point.memories)} of {counted(point.existing, 'memory', 'memories')}"
    return tokens, memories if point.existing else "no memories yet"


def _line(
    state: TimelineState, lane: Lane, values: Sequence[tuple[int, int]], most: int
) -> list[QPointF]:
    """A value holds from the end of its message to the end of the next one that was looked at."""
    view, room = state.view, lane.height - 2 * _PAD
    first, last = view.first - 1, view.last + 1
    low = max(0, bisect_left(values, first, key=_message) - 1)
    high = bisect_left(values, last, key=_message) + 1
    line: list[QPointF] = []
    for at, value in values[low:high]:
        x = view.px(at + 1)
        y = lane.bottom - _PAD - (value / most * room if most else 0)
        if line:
            line.append(QPointF(x, line[-1].y()))
        line.append(QPointF(x, y))
    return line


def _write_figures(painter: QPainter, state: TimelineState, lane: Lane) -> None:
    """The numbers where the chat ends, each behind its sign, where there is room."""
    point = state.replayed.at(state.chat_length - 1)
    if point is None:
        return
    hand, theme, view = state.lettering.small, current_theme(), state.view
    words = " · ".join(figures(state, point))
    width = hand.width(words)
    x = view.px(state.chat_length)
    left = min(x, view.right) - 8 - width
    left = left if left > view.left + 4 else x + 8
    if not view.left <= left <= view.right - width:
        return
    ground = QColor(theme.surface)
    ground.setAlpha(225)
    painter.fillRect(QRectF(left - 4, lane.top + 3, width + 8, lane.height - 5), ground)
    hand.draw(painter, QPointF(left, round(lane.middle) + 0.5), words, theme.text)


def _message(pair: tuple[int, int]) -> int:
    return pair[0]
