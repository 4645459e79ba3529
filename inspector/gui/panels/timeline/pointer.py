"""The mouse on the timeline: what a press takes hold of, and what moving it does.

What lies under it is found by arithmetic, lane by lane: spans and marks are thousands, painted from
arrays, and no items of a scene that could be asked.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent

from inspector.gui.panels.timeline.background import bucket_sentence
from inspector.gui.panels.timeline.boundary import handle_at
from inspector.gui.panels.timeline.context_lane import context_lane, context_lines
from inspector.gui.panels.timeline.handles import Handles
from inspector.gui.panels.timeline.hints import handle_lines, memory_lines, message_lines
from inspector.gui.panels.timeline.kept_lane import kept_lane, kept_lines
from inspector.gui.panels.timeline.recaps import recap_lines, recap_message_at
from inspector.gui.panels.timeline.spans import memory_at
from inspector.gui.panels.timeline.state import Handle, TimelineState
from inspector.gui.panels.timeline.strip import strip_lane, strip_lines
from inspector.gui.panels.timeline.tiers_lane import tiers_lane, tiers_lines

_CLICK_PX = 4.0
_MIDDLE = Qt.MouseButton.MiddleButton
_LEFT = Qt.MouseButton.LeftButton


class Pointer(QObject):
    """Follows the mouse.

    Signals:
        memory_activated: a memory was double-clicked.
        reset_requested: a boundary was double-clicked.
        cursor_changed: the shape that the pointer takes.
    """

    memory_activated = Signal(int)
    reset_requested = Signal()
    cursor_changed = Signal(object)

    def __init__(self, state: TimelineState, handles: Handles, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state
        self._handles = handles
        self._drag: Callable[[QPointF], None] | None = None
        self._pressed = QPointF()
        self._last = QPointF()
        self._clears = False

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        at, state = event.position(), self._state
        state.keyboard = False
        self._pressed = self._last = at
        self._clears = False
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        handle = self.handle(at)
        if event.button() == _MIDDLE or (event.button() == _LEFT and shift and handle is None):
            self._start_panning()
        elif event.button() == _LEFT:
            self._press_left(event, at, handle)

    def _press_left(self, event: QMouseEvent, at: QPointF, handle: Handle | None) -> None:
        state = self._state
        state.focused = handle
        if handle is not None:
            self._handles.take(handle, state.view.location(at.x()))
            return
        self._handles.settle()
        memory = memory_at(state, at.x(), at.y())
        if memory is not None:
            self._select(memory, add=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif self._on_messages(at):
            self._drag = self._scrub
            self._scrub(at)
        elif (message := recap_message_at(state, at)) is not None:
            state.selection.select_message(message)
        else:
            self._clears = state.lanes.memories.top <= at.y() < state.lanes.memories.bottom
            self._drag = self._pan
        state.refresh()

    def move(self, event: QMouseEvent) -> None:
        """The mouse moved, with or without a button."""
        at, state = event.position(), self._state
        if state.held is not None:
            self._handles.move(state.view.location(at.x()))
        elif self._drag is not None:
            if (at - self._pressed).manhattanLength() >= _CLICK_PX:
                self._clears = False
            self._drag(at)
        else:
            self.hover(at)
        self._last = at

    def release(self, event: QMouseEvent) -> None:
        """A button went up."""
        if event.button() not in {_LEFT, _MIDDLE}:
            return
        if self._clears:
            self._state.selection.select(())
        self._clears = False
        self._drag = None
        if event.button() == _LEFT:
            self._handles.drop()
        self.hover(event.position())

    def double_click(self, event: QMouseEvent) -> None:
        """Activate a memory, or put a handle back."""
        if event.button() != _LEFT:
            return
        at, state = event.position(), self._state
        handle = self.handle(at)
        if handle == "end":
            self._handles.drag_to("end", len(state.messages))
        elif handle is not None:
            self._handles.settle()
            self.reset_requested.emit()
        elif (memory := memory_at(state, at.x(), at.y())) is not None:
            self.memory_activated.emit(memory)

    def wheel(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl."""
        view = self._state.view
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            view.zoom(0.8 ** (delta.y() / 120), view.location(event.position().x()))
        else:
            steps = (delta.y() or delta.x()) / 120
            view.pan(-steps * view.span * 0.1)
        event.accept()

    def leave(self) -> None:
        """The mouse is elsewhere."""
        self._state.selection.hover(None)
        self._hover_handle(None)

    def cancel(self) -> None:
        """Forget what a pressed button was about to do."""
        self._drag = None
        self._clears = False

    def handle(self, at: QPointF) -> Handle | None:
        """The handle, or where nothing else lies the line, at a pixel."""
        state = self._state
        found = handle_at(state, at.x(), at.y())
        occupied = (
            memory_at(state, at.x(), at.y()) is not None or recap_message_at(state, at) is not None
        )
        if found is None and not occupied:
            found = handle_at(state, at.x(), at.y(), line=True)
        return found

    def hover(self, at: QPointF) -> None:
        """Say what lies under the pointer."""
        state = self._state
        handle = self.handle(at)
        memory = None if handle is not None else memory_at(state, at.x(), at.y())
        state.selection.hover(memory)
        self._hover_handle(handle)
        shape = Qt.CursorShape.ArrowCursor
        if handle is not None:
            shape = Qt.CursorShape.SizeHorCursor
        elif memory is not None:
            shape = Qt.CursorShape.PointingHandCursor
        self.cursor_changed.emit(shape)

    def memory(self, at: QPointF) -> int | None:
        """The memory at a pixel."""
        return memory_at(self._state, at.x(), at.y())

    def lines_at(self, at: QPointF) -> list[str]:
        """What a tooltip says at a pixel."""
        state = self._state
        handle = self.handle(at)
        if handle is not None:
            return handle_lines(state, handle)
        memory = memory_at(state, at.x(), at.y())
        if memory is not None:
            return memory_lines(state, memory)
        if self._on_messages(at):
            return message_lines(state, state.view.message(at.x()))
        lines = _extra_lines(state, at)
        if lines is not None:
            return lines
        return recap_lines(state, at) or self._bucket_lines(at)

    def _bucket_lines(self, at: QPointF) -> list[str]:
        state, location = self._state, self._state.view.location(at.x())
        if not state.lanes.buckets.top <= at.y() < state.lanes.buckets.bottom:
            return []
        ranges = state.bucket_ranges()
        return [
            bucket_sentence(state, name) for name, first, end in ranges if first <= location < end
        ]

    def _on_messages(self, at: QPointF) -> bool:
        lanes, y = self._state.lanes, at.y()
        return len(self._state.messages) > 0 and any(
            lane.top <= y < lane.bottom for lane in (lanes.ruler, lanes.messages)
        )

    def _hover_handle(self, handle: Handle | None) -> None:
        if handle != self._state.hovered_handle:
            self._state.hovered_handle = handle
            self._state.refresh()

    def _select(self, memory: int, *, add: bool) -> None:
        selection = self._state.selection
        if not add:
            selection.select((memory,))
            return
        chosen = set(selection.memories) ^ {memory}
        selection.select(chosen, memory if memory in chosen else None)

    def _start_panning(self) -> None:
        self._drag = self._pan
        self.cursor_changed.emit(Qt.CursorShape.ClosedHandCursor)

    def _scrub(self, at: QPointF) -> None:
        self._state.selection.select_message(self._state.view.message(at.x()))

    def _pan(self, at: QPointF) -> None:
        view = self._state.view
        view.pan((self._last.x() - at.x()) / view.scale)


def _extra_lines(state: TimelineState, at: QPointF) -> list[str] | None:
    """What a tooltip says in a lane that only some chats have; None in others."""
    for lane, lines in (
        (strip_lane(state), strip_lines),
        (context_lane(state), context_lines),
        (kept_lane(state), kept_lines),
        (tiers_lane(state), tiers_lines),
    ):
        if lane is not None and lane.top <= at.y() < lane.bottom:
            return lines(state, state.view.message(at.x()))
    return None
