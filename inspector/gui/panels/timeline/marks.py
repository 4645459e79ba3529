"""What stands out: the memory under the pointer, the selected ones, what a drag changes."""

from collections.abc import Iterable, Iterator

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.arrays import Places
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


def paint_changes(painter: QPainter, state: TimelineState) -> None:
    """A dashed outline around every memory that would be in another bucket or verdict."""
    changed = state.changed_memories()
    if changed is None or not changed.any():
        return
    places = np.flatnonzero(changed[state.placed.memories])
    crowded = len(state.placed) > SINGLE
    boxes = _joined(state, places) if crowded else span_boxes(state, places)
    # A pen of one pixel: Qt draws it several times as fast as a wider one, and these are many.
    _rings(painter, boxes, what_if_pen(current_theme().accent), _CHANGE_OFF_PX)


def paint_focus(painter: QPainter, state: TimelineState) -> None:
    """A ring around the lanes when the keyboard has come to them and to no handle."""
    if state.keyboard and state.focused is None:
        right = state.view.right + RIGHT_MARGIN
        painter.setPen(QPen(current_theme().accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(1, 23, right - 2, HEIGHT - 24))


def _joined(state: TimelineState, places: Places) -> Iterator[QRectF]:
    """In a crowd, one box for those of a row whose rings would touch."""
    found, lanes = state.placed, state.lanes
    left = np.rint(found.left[places])
    right = left + np.maximum(np.rint(found.right[places]) - left, 3)
    rows = state.memories.importance[found.memories[places]]
    for row in range(ROWS, 0, -1):
        mine = np.flatnonzero(rows == row)
        if not len(mine):
            continue
        order = mine[np.argsort(left[mine], kind="stable")]
        starts, ends = left[order], np.maximum.accumulate(right[order])
        parted = np.flatnonzero(starts[1:] - ends[:-1] > 2 * _CHANGE_OFF_PX) + 1
        firsts, lasts = starts[np.append(0, parted)], ends[np.append(parted - 1, -1)]
        for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
            yield QRectF(first, lanes.span_top(row), last - first, lanes.span_height)


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
