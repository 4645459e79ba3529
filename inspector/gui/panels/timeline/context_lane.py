"""The lane that shows which messages are in the request, and which no longer fit."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import CONTEXT, Lane
from inspector.gui.panels.timeline.lettering import counted
from inspector.gui.panels.timeline.sent import CUT, SENT
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _

_BAR_PX = 8


def context_lane(state: TimelineState) -> Lane | None:
    """Where the lane lies; None where it is not shown."""
    return state.lanes.extra_lane(CONTEXT)


def paint_context(painter: QPainter, state: TimelineState) -> None:
    """A firm bar over messages that are in, a hatched one over those that are left out."""
    lane, sent = context_lane(state), state.sent
    if lane is None or not len(sent.codes):
        return
    ratio = painter.device().devicePixelRatioF()
    top = round(lane.middle - _BAR_PX / 2)
    theme = current_theme()
    hatch = QBrush(theme.text_3, Qt.BrushStyle.BDiagPattern)
    for left, right, code in sent.runs(state.view, ratio):
        bar = QRectF(left, top, right - left, _BAR_PX)
        if code == SENT:
            painter.fillRect(bar, theme.density_visible)
        elif code == CUT:
            painter.fillRect(bar, hatch)
            painter.setPen(QPen(theme.density_hidden, 1))
            painter.drawLine(QPointF(left, top), QPointF(right, top))
            painter.drawLine(QPointF(left, top + _BAR_PX), QPointF(right, top + _BAR_PX))
    _write_counts(painter, state, lane)


def context_lines(state: TimelineState, message: int) -> list[str]:
    """What a tooltip says at a message."""
    sent = state.sent
    if not 0 <= message < len(sent.codes) or sent.history is None:
        return []
    if message >= len(sent.history.rows):
        return [_("Message {message} is behind the chat's end").format(message=message)]
    row = sent.history.rows[message]
    cost = "" if row.tokens is None else f", {counted(row.tokens, '{n} token', '{n} tokens')}"
    if row.kept:
        return [_("Message {message} is in the context{cost}").format(message=message, cost=cost)]
    return [
        _("Message {message} is left out{cost}").format(message=message, cost=cost),
        f"{gate_in_words(row.gate)}.",
    ]


def _write_counts(painter: QPainter, state: TimelineState, lane: Lane) -> None:
    """How many messages are in and how many are left out: before the bars, else where they end."""
    sent, view, font_set = state.sent, state.view, state.lettering.small
    kept = int(np.count_nonzero(sent.codes == SENT))
    cut = int(np.count_nonzero(sent.codes == CUT))
    in_words = counted(kept, "{n} message", "{n} messages")
    text = _("{messages} in").format(messages=in_words)
    if cut:
        out_words = counted(cut, "{n} is", "{n} are")
        text = _("{messages} in, {are} left out").format(messages=in_words, are=out_words)
    width = font_set.width(text)
    taking_part = np.flatnonzero(sent.codes)
    first = view.px(int(taking_part[0])) if len(taking_part) else view.left
    if first - width - 16 > view.left:
        font_set.draw(
            painter, QPointF(first - 8, lane.middle), text, current_theme().text_2, right=True
        )
        return
    right = min(view.px(len(sent.codes)), view.right) - 8
    if right - width < view.left + 4:
        return
    background = QColor(current_theme().surface)
    background.setAlpha(225)
    painter.fillRect(
        QRectF(right - width - 4, lane.top + 3, width + 8, lane.height - 5), background
    )
    font_set.draw(painter, QPointF(right, lane.middle), text, current_theme().text, right=True)
