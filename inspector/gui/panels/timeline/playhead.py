"""The playhead: where the chat ends, with its flag in the ruler."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.kit.paint import fill_high
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import HEIGHT
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _

_PAD_PX = 5


def flag_text(state: TimelineState) -> str:
    """What the flag says."""
    return _("end {number}").format(number=state.chat_length - 1)


def flag_box(state: TimelineState) -> QRectF | None:
    """Where the flag lies; None if the playhead is out of sight."""
    location = state.location("end")
    if location is None:
        return None
    view, lane = state.view, state.lanes.ruler
    x = round(view.px(location))
    if not view.left - 1 <= x <= view.right + 1:
        return None
    width = round(state.lettering.small_bold.width(flag_text(state))) + 2 * _PAD_PX
    left = x - width if x - width >= view.left - 4 else x
    return QRectF(left, lane.top + 1, width, lane.height - 3)


def paint_playhead(painter: QPainter, state: TimelineState) -> None:
    """The line and its flag; what comes after it is as if it were not there."""
    location = state.location("end")
    if location is None:
        return
    view, theme = state.view, current_theme()
    x = round(view.px(location))
    if x < view.right:
        top = state.lanes.buckets.top
        background = QColor(theme.window)
        background.setAlpha(170)
        left = max(x, round(view.left))
        fill_high(painter, QRectF(left, top, round(view.right) - left, HEIGHT - top), background)
    box = flag_box(state)
    if box is None:
        return
    moving = state.moving
    dragged = moving is not None and moving.handle == "end"
    colour = theme.accent if dragged else theme.text
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    line = 2 if dragged else 1.5
    painter.fillRect(QRectF(x - line / 2, box.bottom(), line, HEIGHT - box.bottom()), colour)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(box, 2, 2)
    if state.focused == "end":
        painter.setPen(QPen(theme.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)
    painter.restore()
    background = theme.on_accent if dragged else theme.surface
    state.lettering.small_bold.draw(
        painter, QPointF(box.left() + _PAD_PX, box.center().y()), flag_text(state), background
    )
