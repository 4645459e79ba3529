"""The strip under the lanes: tokens and memories of the block over the whole chat."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.analysis.replay import ReplayPoint
from inspector.gui.charts.lane import LanePlot
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.arrays import Floats
from inspector.gui.panels.timeline.density import FAINT
from inspector.gui.panels.timeline.glyphs import strip_background, strip_dashes
from inspector.gui.panels.timeline.lanes import STRIP, Lane
from inspector.gui.panels.timeline.lettering import counted
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _, numeral

if TYPE_CHECKING:
    from pyqtgraph import ViewBox

_PAD_PX = 3


def strip_lane(state: TimelineState) -> Lane | None:
    """Where the strip lies; None where it is not shown."""
    return state.lanes.extra_lane(STRIP)


class StripPlot:
    """The lane's plot: tokens as ground with a firm edge, memories as a dashed line.

    Both are shares of the most that there is at any message.

    Args:
        state: what is shown.
        along: the view box of the timeline.
    """

    def __init__(self, state: TimelineState, along: "ViewBox") -> None:
        self._state = state
        self.plot = LanePlot(along, _PAD_PX, most=3)
        self._drawn: object = None

    def follow(self) -> None:
        """Lie where the lane is, and draw what is new."""
        state, lane, strip = self._state, strip_lane(self._state), self._state.replayed
        # Before there is anything to draw as well: the first drawing takes long enough.
        self.plot.setVisible(lane is not None)
        # Only where the chat ends elsewhere the curves are those of what is tried out, too.
        moving = state.moving
        is_other = state.what_if is not None and (moving is None or moving.handle != "end")
        self.plot.setOpacity(FAINT if is_other else 1)
        if lane is None:
            return
        view = state.view
        self.plot.set_place(QRectF(view.left, lane.top, view.right - view.left, lane.height))
        drawn = (strip, strip.version, current_theme())
        if drawn != self._drawn:
            self._drawn = drawn
            self._draw()

    def _draw(self) -> None:
        points, (most_tokens, most_memories) = (
            self._state.replayed.points,
            self._state.replayed.most,
        )
        if not points:
            self.plot.draw()
            return
        # A value holds from the end of its message to the end of the next one that was looked at.
        ends: Floats = np.array([point.at + 1 for point in points], dtype=float)
        tokens: Floats = np.array([point.tokens for point in points]) / max(most_tokens, 1)
        memories: Floats = np.array([point.memories for point in points]) / max(most_memories, 1)
        lines = (
            self.plot.area(ends, tokens, strip_background()),
            self.plot.steps(ends, tokens, QPen(current_theme().density_visible, 1)),
            self.plot.steps(ends, memories, strip_dashes()),
        )
        self.plot.draw(*(lines if most_memories else lines[:2]))


def paint_strip_words(painter: QPainter, state: TimelineState) -> None:
    """The numbers where the chat ends; that it is being worked out, as long as it is."""
    lane = strip_lane(state)
    if lane is None or not len(state.messages):
        return
    if len(state.replayed):
        _write_figures(painter, state, lane)
    else:
        at = QPointF(state.view.left + 12, lane.middle + 1)
        state.lettering.small.draw(painter, at, _("working…"), current_theme().text_3)


def strip_lines(state: TimelineState, message: int) -> list[str]:
    """What a tooltip says at a message."""
    point = state.replayed.at(message)
    if point is None:
        return []
    return [
        _("If the chat ended after message {number}").format(number=point.at),
        ", ".join(figures(state, point)),
    ]


def figures(state: TimelineState, point: ReplayPoint) -> tuple[str, ...]:
    """A point's tokens, and its memories where there are any at all, in words."""
    tokens = counted(point.tokens, "{n} token", "{n} tokens", state.displayed.spelled)
    if not state.replayed.most[1]:
        return (tokens,)
    memories = _("{number} of {memorys}").format(
        number=numeral(point.memories),
        memorys=counted(point.existing, "{n} memory", "{n} memories"),
    )
    return tokens, memories if point.existing else _("no memories yet")


def words_at_end(state: TimelineState) -> str:
    """The figures where the chat ends, those of what is tried out while something is."""
    tried = state.what_if
    point = state.replayed.at(state.chat_length - 1) if tried is None else tried.block
    if point is None:
        return ""
    words = " · ".join(figures(state, point))
    return words if tried is None else _("what if: {count}").format(count=words)


def _write_figures(painter: QPainter, state: TimelineState, lane: Lane) -> None:
    """The numbers where the chat ends, each behind its sign, where there is room."""
    words = words_at_end(state)
    if not words:
        return
    font_set, theme, view = state.lettering.small, current_theme(), state.view
    width = font_set.width(words)
    x = view.px(state.chat_length)
    left = min(x, view.right) - 8 - width
    left = left if left > view.left + 4 else x + 8
    if not view.left <= left <= view.right - width:
        return
    background = QColor(theme.surface)
    background.setAlpha(225)
    painter.fillRect(QRectF(left - 4, lane.top + 3, width + 8, lane.height - 5), background)
    font_set.draw(painter, QPointF(left, round(lane.middle) + 0.5), words, theme.text)
