"""The memories lane: spans filled if in the block, hollow if left out."""

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from inspector.gui.kit.memory_words import NO_MEMORIES
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.answer import ABSENT, IN
from inspector.gui.panels.timeline.arrays import Flags, Floats, Places
from inspector.gui.panels.timeline.crowd import CrowdPainter, covered
from inspector.gui.panels.timeline.density import FAINT
from inspector.gui.panels.timeline.glyphs import LOCK_WIDTH, paint_lock, paint_span
from inspector.gui.panels.timeline.lettering import one_line
from inspector.gui.panels.timeline.placing import SINGLE
from inspector.gui.panels.timeline.state import TimelineState

_MOST_LOCKS = 250
_MOST_LABELS = 100
_MOST_BRACKETS = 400
_MARK_PX = 3.5
_LEAST_LABEL_PX = 104.0


def span_boxes(state: TimelineState, places: Places) -> Iterator[QRectF]:
    """The rectangles of the visible memories at these places of `state.placed`."""
    found, lanes = state.placed, state.lanes
    left = np.rint(found.left[places])
    # A bucket may be a pixel wide, and a body is no wider than its bucket.
    width = np.maximum(np.rint(found.right[places]) - left, 1)
    rows = state.memories.importance[found.memories[places]]
    tops, height = {row: lanes.span_top(row) for row in set(rows.tolist())}, lanes.span_height
    for x, wide, row in zip(left.tolist(), width.tolist(), rows.tolist(), strict=True):
        yield QRectF(x, tops[row], wide, height)


def span_box(state: TimelineState, at: int) -> QRectF:
    """The rectangle of the visible memory at a place of `state.placed`."""
    return next(span_boxes(state, np.array([at], dtype=np.intp)))


def box_of(state: TimelineState, memory: int) -> QRectF | None:
    """The rectangle of a memory's span; None if it is not visible."""
    at = state.placed.index(memory)
    return None if at is None else span_box(state, at)


def memory_at(state: TimelineState, x: float, y: float) -> int | None:
    """The memory whose span lies at a pixel; one in the block before one left out."""
    lanes = state.lanes
    rows = (row for row in range(1, 6) if 0 <= y - lanes.row_top(row) < lanes.row_height)
    importance = next(rows, None)
    if importance is None:
        return None
    found = state.placed
    here: Flags = (found.left - 1 <= x) & (found.right + 1 >= x)
    hits: Places = np.flatnonzero(here & (state.memories.importance[found.memories] == importance))
    if not len(hits):
        return None
    outside: Flags = state.verdicts[found.memories[hits]] != IN
    best = int(np.lexsort((-hits, found.right[hits] - found.left[hits], outside))[0])
    return int(found.memories[hits[best]])


def paint_brackets(painter: QPainter, state: TimelineState) -> None:
    """A bracket over the messages of each batch, marked where the batch has its place.

    What each memory of a batch happened at is not known; the middle of all its messages decides
    the bucket.
    """
    view, theme = state.view, current_theme()
    memories = state.memories
    starts, ends = memories.start[memories.batches], memories.end[memories.batches]
    seen: Flags = (ends >= view.first) & (starts <= view.last)
    positions = state.positions[memories.batches]
    batches = np.column_stack((starts, ends, positions))[seen]
    top = state.lanes.memories.top + 2
    if len(batches) > _MOST_BRACKETS:
        _paint_crowd(painter, state, batches, top)
        return
    for first, last, position in batches.tolist():
        left = round(view.px(first))
        right = max(round(view.px(last)) - 1, left + 3)
        painter.fillRect(QRectF(left, top, right - left, 1), theme.text_2)
        for end in (left, right - 1):
            painter.fillRect(QRectF(end, top, 1, 4), theme.text_2)
        _paint_place(painter, state, position, top + 0.5)


def _paint_crowd(painter: QPainter, state: TimelineState, batches: Floats, top: float) -> None:
    """One line over all messages of batches that stand too close to be told apart."""
    view = state.view
    width = max(round(view.right - view.left), 1)
    left: Places = np.rint((batches[:, 0] - view.first) * view.scale).astype(np.intp)
    right: Places = np.rint((batches[:, 1] - view.first) * view.scale).astype(np.intp)
    right = np.maximum(right - 1, left + 1)
    line = covered(np.zeros_like(left), left, right, (1, width))[0]
    edges: Places = np.flatnonzero(np.diff(line, prepend=False, append=False))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(current_theme().text_2)
    painter.drawRects(
        [QRectF(view.left + one, top, end - one, 1) for one, end in edges.reshape(-1, 2).tolist()]
    )


def paint_reaches(painter: QPainter, state: TimelineState) -> None:
    """A line from the first to the last source where a memory reaches out of its bucket."""
    found, theme, memories = state.placed, current_theme(), state.memories
    if len(found) > SINGLE:
        return
    which = found.memories
    alone: Flags = (memories.count[which] == 1) & (memories.end[which] - memories.start[which] > 1)
    out: Flags = (found.first < found.left - 1) | (found.last > found.right + 1)
    for at in np.flatnonzero(out & alone).tolist():
        box, memory = span_box(state, at), int(found.memories[at])
        left, right = round(float(found.first[at])), round(float(found.last[at]))
        middle = round(box.center().y())
        painter.fillRect(QRectF(left, middle, right - left, 1), theme.text_2)
        for end in (left, right - 1):
            painter.fillRect(QRectF(end, middle - 2, 1, 5), theme.text_2)
        _paint_place(painter, state, float(state.positions[memory]), box.top())


def mark_x(state: TimelineState, position: float) -> float:
    """Where the position that decides a bucket is marked, in pixels: inside that bucket."""
    x = state.view.px(position + 0.5)
    for bucket, first, end in state.bucket_ranges():
        if position < state.chat_length and state.bucket_at(position) == bucket:
            low, high = state.view.px(first), state.view.px(end)
            half = min(_MARK_PX, (high - low) / 2)
            x = min(max(x, low + half), high - half)
    return x


def _paint_place(painter: QPainter, state: TimelineState, position: float, y: float) -> None:
    """A small triangle at the position that decides a bucket."""
    x = mark_x(state, position)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(current_theme().text)
    corners = [QPointF(x - _MARK_PX, y - 2.5), QPointF(x + _MARK_PX, y - 2.5), QPointF(x, y + 2.5)]
    painter.drawPolygon(QPolygonF(corners))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


class SpansPainter:
    """Paints the spans: those left out below those in the block."""

    def __init__(self) -> None:
        self._crowd = CrowdPainter()

    def paint(self, painter: QPainter, state: TimelineState) -> None:
        """One by one if they are few, else as a picture of the rows."""
        found = state.placed
        matches = None if state.matches is None else state.matches.memories
        if len(found) > SINGLE:
            painter.setOpacity(1 if matches is None else FAINT)
            self._crowd.paint(painter, state)
            painter.setOpacity(1)
            return
        theme, memories = current_theme(), state.memories
        verdicts = state.verdicts[found.memories]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places: Places = np.argsort(verdicts == IN, kind="stable")
        for at, box in zip(places.tolist(), span_boxes(state, places), strict=True):
            memory = int(found.memories[at])
            painter.setOpacity(1 if matches is None or memory in matches else FAINT)
            if int(verdicts[at]) == IN:
                fill = theme.importance[int(memories.importance[memory]) - 1]
                paint_span(painter, box, fill, theme.outline_in)
            else:
                gone = int(verdicts[at]) == ABSENT
                outline = theme.strong_line if gone else theme.outline_out
                struck = bool(memories.archived[memory])
                paint_span(painter, box, theme.surface, outline, struck=struck)
        painter.setOpacity(1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def paint_locks(painter: QPainter, state: TimelineState) -> None:
    """The lock at the right of every secret, and summaries where there is room for them."""
    view, theme, memories, found = state.view, current_theme(), state.memories, state.placed
    if len(found) <= SINGLE:
        selected = set(state.selection.memories)
        places: Places = np.flatnonzero(memories.secret[found.memories])[:_MOST_LOCKS]
        for at, box in zip(places.tolist(), span_boxes(state, places), strict=True):
            left = box.right() + (5 if int(found.memories[at]) in selected else 2)
            if left + LOCK_WIDTH <= view.right + 8:
                paint_lock(painter, left, box.center().y(), theme.secret)
    if len(found) <= _MOST_LABELS and state.lanes.has_texts:
        _paint_summaries(painter, state)


def _paint_summaries(painter: QPainter, state: TimelineState) -> None:
    document = state.document
    if document is None:
        return
    memories, found, verdicts = state.memories, state.placed, state.verdicts
    font_set, theme = state.lettering.small, current_theme()
    importance = memories.importance[found.memories]
    # Texts keep off the boundaries that hold; they do not flicker while one is dragged.
    base = state.base
    walls = [state.view.px(location) for location in (*(base.boundaries or ()), base.chat_length)]
    walls.append(state.view.right)
    for row in range(1, 6):
        places: Places = np.flatnonzero(importance == row)
        order = places[np.argsort(found.left[places], kind="stable")].tolist()
        furthest = 0.0
        followers: list[int | None] = [*order[1:], None]
        for at, after in zip(order, followers, strict=False):
            memory = int(found.memories[at])
            furthest = max(furthest, float(found.right[at]))
            start = max(furthest, state.view.left) + 7
            start += LOCK_WIDTH + 3 if memories.secret[memory] else 0
            stop = float(found.left[after]) if after is not None else state.view.right
            stop = min([stop, *(wall for wall in walls if wall > start - 7)])
            if stop - start - 8 < _LEAST_LABEL_PX or furthest > float(found.right[at]):
                continue
            text = font_set.fitted(one_line(document.memories[memory].summary), stop - start - 8)
            colour = theme.text_2 if int(verdicts[memory]) == IN else theme.text_3
            box = span_box(state, at)
            font_set.draw(painter, QPointF(start, box.center().y()), text, colour)


def paint_nothing_there(painter: QPainter, state: TimelineState) -> None:
    """Say so where a chat has none for this lane."""
    if state.document is None or len(state.memories):
        return
    lane = state.lanes.memories
    at = QPointF(state.view.left + 12, lane.middle)
    state.lettering.label.draw(painter, at, NO_MEMORIES, current_theme().text_3)
