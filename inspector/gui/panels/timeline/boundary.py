"""Bucket boundaries: a line through all lanes, with a handle in the bucket lane.

They are no `InfiniteLine`: they are dragged by the keyboard as well (`handles`), stop at each other
and at messages, and go back when a drag is given up.
"""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from inspector.gui.kit.paint import fill_high
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import HEIGHT
from inspector.gui.panels.timeline.playhead import flag_box
from inspector.gui.panels.timeline.state import Handle, TimelineState
from inspector.language import _

REACH_PX = 8
_WIDTH_PX, _HEIGHT_PX = 12, 17
_LINE_REACH_PX = 3
BOUNDARIES: tuple[Handle, Handle] = ("mid", "recent")


def handle_box(state: TimelineState, handle: Handle) -> QRectF | None:
    """Where a boundary's handle lies; None if it is out of sight."""
    location = state.location(handle)
    if location is None:
        return None
    view = state.view
    x = round(view.px(location))
    if not view.left - 1 <= x <= view.right + 1:
        return None
    lane = state.lanes.buckets
    return QRectF(
        x - _WIDTH_PX / 2, lane.top + (lane.height - _HEIGHT_PX) / 2 + 0.5, _WIDTH_PX, _HEIGHT_PX
    )


def handle_at(state: TimelineState, x: float, y: float, *, line: bool = False) -> Handle | None:
    """The handle at a pixel: the nearer one of two.

    Args:
        state: what is shown.
        x: in pixels.
        y: in pixels.
        line: look for a boundary's line below the bucket lane, and not for handles.
    """
    end = flag_box(state)
    if not line and end is not None:
        location = state.view.px(state.location("end") or 0)
        ruler = state.lanes.ruler
        if end.adjusted(-2, -2, 4, 2).contains(x, y):
            return "end"
        if ruler.top <= y < ruler.bottom and abs(x - location) <= REACH_PX:
            return "end"
    lane = state.lanes.buckets
    inside = y >= lane.bottom if line else lane.top - 1 <= y < lane.bottom
    reach = _LINE_REACH_PX if line else REACH_PX
    near: list[tuple[float, Handle]] = []
    for handle in ("mid", "recent", "end") if line else BOUNDARIES:
        location = state.location(handle)
        if inside and location is not None:
            distance = abs(round(state.view.px(location)) - x)
            if distance <= reach and _in_sight(state, location):
                near.append((distance, handle))
    return min(near)[1] if near else None


def _in_sight(state: TimelineState, location: int) -> bool:
    view = state.view
    return view.left - 1 <= view.px(location) <= view.right + 1


def paint_hatch(painter: QPainter, state: TimelineState) -> None:
    """A hatch from where a moved boundary was to where it is."""
    moving = state.moving
    if moving is None or moving.handle == "end" or not moving.moved:
        return
    view, top = state.view, state.lanes.messages.top
    left, right = sorted((view.px(moving.origin), view.px(moving.location)))
    left, right = max(left, view.left), min(right, view.right)
    if right > left:
        colour = QColor(current_theme().accent)
        colour.setAlpha(95)
        hatch = QBrush(colour, Qt.BrushStyle.BDiagPattern)
        fill_high(painter, QRectF(left, top, right - left, HEIGHT - top), hatch)


def paint_ghost(painter: QPainter, state: TimelineState) -> None:
    """A dashed line where a moved boundary was."""
    moving = state.moving
    if moving is None or moving.handle == "end" or not moving.moved:
        return
    view, theme, top = state.view, current_theme(), state.lanes.messages.top
    was = view.px(moving.origin)
    if not view.left <= was <= view.right:
        return
    pen = QPen(theme.text_2, 1)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    x = round(was)
    painter.drawLine(QLineF(x, top, x, HEIGHT))
    painter.drawLine(QLineF(x, state.lanes.ruler.bottom - 8, x, state.lanes.ruler.bottom))
    text = _("was {number}").format(number=moving.origin)
    font_set = state.lettering.small
    width = font_set.width(text)
    # It stands on the side from which the boundary went away.
    at = x - width - 5 if moving.location > moving.origin else x + 5
    if at < view.left:
        at = x + 5
    elif at + width > view.right:
        at = x - width - 5
    spot = QPointF(at, state.lanes.ruler.middle)
    painter.fillRect(font_set.box(spot, text).adjusted(-3, 0, 3, 0), theme.surface)
    font_set.draw(painter, spot, text, theme.text_2)


def paint_boundaries(painter: QPainter, state: TimelineState) -> None:
    """Both boundaries, the one in someone's hand last."""
    moving = state.moving
    active = moving.handle if moving is not None else state.focused
    for handle in sorted(BOUNDARIES, key=lambda name: name == active):
        box = handle_box(state, handle)
        if box is not None:
            _paint_one(painter, state, handle, box)


def _paint_one(painter: QPainter, state: TimelineState, handle: Handle, box: QRectF) -> None:
    theme, lanes = current_theme(), state.lanes
    x = box.center().x()
    moving = state.moving
    dragged = moving is not None and moving.handle == handle
    painter.fillRect(QRectF(x, lanes.ruler.bottom, 1.2, HEIGHT - lanes.ruler.bottom), theme.text)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    near = state.hovered_handle == handle
    painter.setPen(QPen(theme.accent if dragged or near else theme.control_border, 1))
    painter.setBrush(theme.accent if dragged else theme.surface)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(QPen(theme.on_accent if dragged else theme.text_2, 1))
    middle = box.center().y()
    for grip in (x - 2, x + 2):
        painter.drawLine(QPointF(grip, middle - 3.5), QPointF(grip, middle + 3.5))
    if state.focused == handle:
        painter.setPen(QPen(theme.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 6, 6)
    painter.restore()
    if dragged or near or state.focused == handle:
        _paint_number(painter, state, handle, x, strong=dragged or state.focused == handle)


def _paint_number(
    painter: QPainter, state: TimelineState, handle: Handle, x: float, *, strong: bool
) -> None:
    """The message at which the bucket starts, in the ruler above its handle."""
    theme, lane, font_set = current_theme(), state.lanes.ruler, state.lettering.small_bold
    text = str(state.location(handle) or 0)
    width = font_set.width(text) + 12
    left = max(state.view.left - 4, min(x - width / 2, state.view.right + 4 - width))
    box = QRectF(round(left), lane.top + 1, round(width), lane.height - 3)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if strong else QPen(theme.accent, 1))
    painter.setBrush(theme.accent if strong else theme.surface)
    painter.drawRoundedRect(box if strong else box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.restore()
    colour = theme.on_accent if strong else theme.accent
    font_set.draw(painter, QPointF(box.left() + 6, box.center().y()), text, colour)
