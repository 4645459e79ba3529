"""What stands out: the memory under the pointer, the selected ones, what a drag changes."""

from collections.abc import Iterable, Iterator

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.answer import ABSENT, codes_at
from inspector.gui.panels.timeline.arrays import Bytes, Flags, Floats, Places
from inspector.gui.panels.timeline.density import found_messages
from inspector.gui.panels.timeline.lanes import HEIGHT, RIGHT_MARGIN, ROWS
from inspector.gui.panels.timeline.placing import SINGLE
from inspector.gui.panels.timeline.spans import box_of, span_boxes
from inspector.gui.panels.timeline.state import TimelineState

_MOST = 200
_CHANGE_OFF_PX = 2.5
"""Half a pixel, so that a line of one pixel lies on one."""


def paint_hover(painter: QPainter, state: TimelineState) -> None:
    """A thin outline around the memory that is under the pointer in any view."""
    hovered = state.selection.hovered
    box = box_of(state, hovered) if hovered is not None else None
    if box is not None:
        _rings(painter, [box], QPen(current_theme().text_2, 1), 2)


def paint_selection(painter: QPainter, state: TimelineState) -> None:
    """A ring around every selected memory, and the selected message's bar."""
    theme, selection = current_theme(), state.selection
    if selection.memories:
        chosen = np.isin(state.placed.memories, np.asarray(selection.memories))
        pen = QPen(theme.accent, 2)
        _rings(painter, span_boxes(state, np.flatnonzero(chosen)), pen, 2.5)
    message = selection.message
    if message is not None and 0 <= message < len(state.messages):
        left, right = state.view.px(message), state.view.px(message + 1)
        if right >= state.view.left and left <= state.view.right:
            lane = state.lanes.messages
            background = QColor(theme.accent)
            background.setAlpha(70)
            width = max(right - left, 2.0)
            painter.fillRect(QRectF(left, lane.top + 1, width, lane.height - 1), background)


def paint_matches(painter: QPainter, state: TimelineState) -> None:
    """A ring around found memories, a line below found messages; the others are faint."""
    if state.matches is None:
        return
    chosen = np.isin(state.placed.memories, np.fromiter(state.matches.memories, dtype=np.intp))
    places = np.flatnonzero(chosen)
    colour = current_theme().warning
    bottom = round(state.lanes.messages.bottom)
    for left, right in found_messages(state.found, state.view):
        painter.fillRect(left, bottom - 2, right - left, 2, colour)
    if len(places) <= _MOST:
        _rings(painter, span_boxes(state, places), QPen(colour, 1.5), 2)
        return
    # So many rings would be one blot.
    for box in span_boxes(state, places):
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 2), colour)


def changed_memories(state: TimelineState) -> Flags | None:
    """Memories whose verdict or bucket differs from what is compared; None if nothing is."""
    before, after, memories = state.compared, state.displayed, state.memories
    count = len(memories)
    if before is None or len(before.verdicts) != count or len(after.verdicts) != count:
        return None
    bounds = state.boundaries
    exact = after.boundaries if after is not before else None
    there = before.verdicts != after.verdicts
    if before.boundaries is not None and bounds is not None:
        moved = before.bucket_codes != codes_at(state.positions, exact or bounds)
        there = there | (moved & ~memories.archived & (after.verdicts != ABSENT))
    return np.asarray(there, dtype=np.bool_)


def paint_changes(painter: QPainter, state: TimelineState) -> None:
    """A dashed outline around every memory that would be in another bucket or verdict."""
    changed = changed_memories(state)
    if changed is None or not changed.any():
        return
    places = np.flatnonzero(changed[state.placed.memories])
    crowded = len(state.placed) > SINGLE
    boxes = _crowd_boxes(state, places) if crowded else span_boxes(state, places)
    # A pen of one pixel: Qt draws it several times as fast as a wider one, and these are many.
    _rings(painter, boxes, what_if_pen(current_theme().accent), _CHANGE_OFF_PX)


def paint_focus(painter: QPainter, state: TimelineState) -> None:
    """A ring around the lanes when the keyboard has come to them and to no handle."""
    if state.keyboard and state.focused is None:
        right = state.view.right + RIGHT_MARGIN
        painter.setPen(QPen(current_theme().accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(1, 23, right - 2, HEIGHT - 24))


def joined(rows: Bytes, left: Floats, right: Floats) -> Iterator[tuple[int, float, float]]:
    """Row, left end and width of one box for those of a row whose rings would touch.

    Args:
        rows: the row of each span, 1 to 5; the boxes of the greatest come first.
        left: its left end in pixels.
        right: its right end.
    """
    if not len(rows):
        return
    left = np.rint(left)
    right = left + np.maximum(np.rint(right) - left, 3)
    # One row behind the other, so far that no box of one reaches the next.
    behind = (ROWS - rows) * (right.max() - left.min() + 3 * _CHANGE_OFF_PX)
    order = (left + behind).argsort(kind="stable")
    starts, ends = (left + behind)[order], np.maximum.accumulate((right + behind)[order])
    parted = (starts[1:] - ends[:-1] > 2 * _CHANGE_OFF_PX).nonzero()[0].tolist()
    firsts, lasts = order[[0, *(at + 1 for at in parted)]], [*parted, len(order) - 1]
    widths = ends[lasts] - behind[order[lasts]] - left[firsts]
    yield from zip(rows[firsts].tolist(), left[firsts].tolist(), widths.tolist(), strict=True)


def _crowd_boxes(state: TimelineState, places: Places) -> Iterator[QRectF]:
    """In a crowd, one box for those of a row whose rings would touch."""
    found, lanes = state.placed, state.lanes
    rows = state.memories.importance[found.memories[places]]
    for row, x, width in joined(rows, found.left[places], found.right[places]):
        yield QRectF(x, lanes.span_top(row), width, lanes.span_height)


def _rings(painter: QPainter, boxes: Iterable[QRectF], pen: QPen, off: float) -> None:
    """A ring around each box; memories that lie on the same pixels have one ring together."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    seen: set[object] = set()
    for box in boxes:
        location = box.getRect()
        if location not in seen:
            painter.drawRoundedRect(box.adjusted(-off, -off, off, off), 2 + off, 2 + off)
            seen.add(location)
        if len(seen) == _MOST:
            break
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
