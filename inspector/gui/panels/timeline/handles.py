"""Moving boundaries and the playhead, by mouse or keyboard: rules without any painting."""

from PySide6.QtCore import QObject, Signal

from inspector.gui.panels.timeline.state import Handle, Held, TimelineState


class Handles(QObject):
    """Takes up, moves, drops and cancels the handles of one timeline.

    Signals:
        boundary_dragged: which (`mid` or `recent`), first message of mid, of recent.
        boundary_dropped: first message of mid, of recent.
        cancelled: the handle went back to where it was.
        playhead_dragged: the chat would end after this message.
        playhead_dropped: the chat shall end after this message.
        moved: the handle in someone's hand lies elsewhere, and an answer has been asked for.
    """

    boundary_dragged = Signal(str, int, int)
    boundary_dropped = Signal(int, int)
    cancelled = Signal(str)
    playhead_dragged = Signal(int)
    playhead_dropped = Signal(int)
    moved = Signal()

    def __init__(self, state: TimelineState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state

    def limits(self, handle: Handle) -> tuple[int, int]:
        """Least and greatest place of a handle: a boundary never passes the other one."""
        state = self._state
        length = state.chat_length
        if handle == "end":
            return 1, len(state.messages)
        if handle == "mid":
            return 0, state.location("recent") or 0
        return state.location("mid") or 0, length

    def take(self, handle: Handle, pointer: float) -> None:
        """Take a handle up; `pointer` is the place of the mouse in messages."""
        state = self._state
        location = state.location(handle)
        if location is None:
            return
        self.settle()
        both = handle != "end" and state.location("mid") == state.location("recent")
        state.held = Held(handle, location, location, pointer - location, either=both)
        state.refresh()

    def move(self, pointer: float) -> None:
        """Follow the mouse."""
        held = self._state.held
        if held is None:
            return
        wanted = round(pointer - held.offset)
        if held.either and wanted != held.origin:
            held.handle = "recent" if wanted > held.origin else "mid"
            held.either = False
        self._put(held, wanted)

    def ask_again(self) -> None:
        """Ask what the handle in the hand does to the answer that holds by now."""
        held = self._state.held
        if held is not None and held.moved:
            low, high = self.limits(held.handle)
            held.location = max(low, min(held.location, high))
            self._say_dragged(held.handle)

    def drop(self) -> None:
        """Let the handle go where it is."""
        state, held = self._state, self._state.held
        if held is None:
            return
        if not held.moved:
            self.cancel()
            return
        bounds = state.boundaries
        state.held = None
        if held.handle == "end":
            state.pending_end = held.location
            state.refresh()
            self.playhead_dropped.emit(held.location - 1)
        elif bounds is not None:
            state.pending = bounds
            state.refresh()
            self.boundary_dropped.emit(*bounds)

    def cancel(self) -> bool:
        """Put what is moved back to where it was; False if nothing is."""
        state, held = self._state, self._state.held
        if held is not None:
            state.held = None
            state.what_if = None
            state.refresh()
            self.cancelled.emit(held.handle)
            return True
        nudged = state.nudged
        if nudged is None:
            return False
        self.nudge(nudged.handle, nudged.origin - nudged.location)
        self.settle()
        return True

    def settle(self) -> None:
        """Leave what was nudged where it is."""
        state = self._state
        if state.nudged is not None or state.before is not None:
            state.nudged = None
            state.before = None
            state.refresh()

    def nudge(self, handle: Handle, step: int) -> None:
        """Move a handle by some messages, in the hand or at once."""
        state = self._state
        held = state.held
        if held is not None:
            before = held.location
            if held.either:
                held.handle, held.either = ("recent" if step > 0 else "mid"), False
            self._put(held, held.location + step)
            held.offset -= held.location - before
            return
        location = state.location(handle)
        if location is None:
            return
        low, high = self.limits(handle)
        wanted = max(low, min(location + step, high))
        if wanted == location:
            return
        if state.nudged is None or state.nudged.handle != handle:
            state.nudged = Held(handle, location, location)
            state.before = state.base
        state.nudged.location = wanted
        self._put_at_once(handle, wanted)

    def drag_to(self, handle: Handle, location: int) -> None:
        """Put a handle somewhere at once, as one act."""
        current = self._state.location(handle)
        if current is not None and current != location:
            self.settle()
            self._put_at_once(handle, location)

    def _put(self, held: Held, wanted: int) -> None:
        low, high = self.limits(held.handle)
        wanted = max(low, min(wanted, high))
        if wanted == held.location:
            return
        held.location = wanted
        self.moved.emit()
        self._say_dragged(held.handle)

    def _put_at_once(self, handle: Handle, location: int) -> None:
        state = self._state
        if handle == "end":
            state.pending_end = location
        else:
            mid, recent = state.boundaries or (0, 0)
            state.pending = (location, recent) if handle == "mid" else (mid, location)
        state.refresh()
        self._say_dragged(handle)
        if handle == "end":
            self.playhead_dropped.emit(location - 1)
        elif state.pending is not None:
            self.boundary_dropped.emit(*state.pending)

    def _say_dragged(self, handle: Handle) -> None:
        state = self._state
        if handle == "end":
            self.playhead_dragged.emit(state.chat_length - 1)
        elif (bounds := state.boundaries) is not None:
            self.boundary_dragged.emit(handle, *bounds)
