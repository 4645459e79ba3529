"""The lane that shows how much of each turn's request a prompt cache could keep."""

from bisect import bisect_right

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.text import plain
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import KEPT, Lane
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _, percent

_PAD_PX, _WIDEST = 4, 13
_NOTHING = 0.005


def kept_lane(state: TimelineState) -> Lane | None:
    """Where the lane lies; None where it is not shown."""
    return state.lanes.extra_lane(KEPT)


def paint_kept(painter: QPainter, state: TimelineState) -> None:
    """A bar a turn as high as its share, a dashed one for the what-if, × where nothing is kept."""
    lane = kept_lane(state)
    if lane is None or not state.kept:
        return
    theme, view = current_theme(), state.view
    foot, room = lane.bottom - _PAD_PX, lane.height - 2 * _PAD_PX
    painter.setPen(QPen(theme.line, 1, Qt.PenStyle.DotLine))
    painter.drawLine(QPointF(view.left, foot - room), QPointF(view.right, foot - room))
    elsewhere = {row.at: row.share for row in state.kept_elsewhere}
    for row in state.kept:
        left, right = view.px(row.at), view.px(row.at + 2)
        if right < view.left or left > view.right:
            continue
        width = max(min(right - left - 1, _WIDEST), 1)
        left += (right - left - width) / 2
        other = elsewhere.get(row.at)
        if other is not None:
            painter.setPen(what_if_pen(theme.accent))
            painter.drawRect(QRectF(left, foot - room * other, width, room * other))
        if row.share < _NOTHING:
            font_set = state.lettering.small
            at = QPointF(left + (width - font_set.width("×")) / 2, foot - 5)
            font_set.draw(painter, at, "×", theme.error)
            continue
        height = max(room * row.share, 1.5)
        painter.fillRect(QRectF(left, foot - height, width, height), theme.density_visible)


def kept_lines(state: TimelineState, message: int) -> list[str]:
    """What a tooltip says at a message."""
    rows = state.kept
    index = bisect_right([row.at for row in rows], message) - 1
    if not 0 <= index < len(rows) or message > rows[index].at + 1:
        return []
    row = rows[index]
    words = _("{kept} of {tokens} tokens stayed the same, {share}").format(
        kept=plain(row.kept), tokens=plain(row.tokens), share=percent(row.share)
    )
    change = row.first_change
    found = [_("The turn after message {at}").format(at=row.at), words]
    if change is not None and change.cause is not None:
        found.append(_("First change: {text}").format(text=change.cause.text))
    elsewhere = {one.at: one.share for one in state.kept_elsewhere}
    if row.at in elsewhere:
        found.append(
            _("With the slots elsewhere {elsewhere}").format(elsewhere=percent(elsewhere[row.at]))
        )
    return found
