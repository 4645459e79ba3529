"""Keys of the timeline; they act only while it has the keyboard."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from inspector.gui.panels.timeline.handles import Handles
from inspector.gui.panels.timeline.state import TimelineState

_ZOOM = 0.7
_STEP = 0.15
_KEY = Qt.Key
_LETTERS = {
    _KEY.Key_W,
    _KEY.Key_S,
    _KEY.Key_A,
    _KEY.Key_D,
    _KEY.Key_F,
    _KEY.Key_0,
    _KEY.Key_Comma,
    _KEY.Key_Period,
}
_STARS = {
    _KEY.Key_1: 1,
    _KEY.Key_2: 2,
    _KEY.Key_3: 3,
    _KEY.Key_4: 4,
    _KEY.Key_5: 5,
}
_ARROWS = {_KEY.Key_Left: -1, _KEY.Key_Right: 1, _KEY.Key_Up: -1, _KEY.Key_Down: 1}


class Keyboard(QObject):
    """Turns key presses into acts.

    Signals:
        memory_activated: Enter was pressed on the current memory.
        importance_set: the selected memories shall have this importance.
        secret_toggled: the selected memories shall become secrets, or none any more.
        wording_requested: the current memory is to be worded anew.
    """

    memory_activated = Signal(int)
    importance_set = Signal(int)
    secret_toggled = Signal()
    wording_requested = Signal()

    def __init__(self, state: TimelineState, handles: Handles, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state
        self._handles = handles
        self._acts: dict[int, Callable[[], None]] = {
            _KEY.Key_W: lambda: self._zoom(_ZOOM),
            _KEY.Key_S: lambda: self._zoom(1 / _ZOOM),
            _KEY.Key_A: lambda: self._pan(-1),
            _KEY.Key_D: lambda: self._pan(1),
            _KEY.Key_F: self._focus_selection,
            _KEY.Key_0: state.view.fit,
            _KEY.Key_Comma: lambda: self._step(-1),
            _KEY.Key_Period: lambda: self._step(1),
            _KEY.Key_Home: lambda: state.view.pan(-state.view.extent),
            _KEY.Key_End: lambda: state.view.pan(state.view.extent),
        }
        self._acts_on_selection: dict[int, Callable[[], None]] = {
            _KEY.Key_X: self.secret_toggled.emit,
            _KEY.Key_F2: self.wording_requested.emit,
            **{key: partial(self.importance_set.emit, stars) for key, stars in _STARS.items()},
        }

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the timeline although a shortcut wants it, too."""
        plain = event.modifiers() in {
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        }
        if event.key() in _ARROWS or event.key() == _KEY.Key_Escape:
            return self._state.moving is not None or self._state.focused is not None
        return plain and (event.key() in _LETTERS or event.key() in self._acts_on_selection)

    def press(self, event: QKeyEvent) -> bool:
        """Act; False if the key means nothing here."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = modifiers == Qt.KeyboardModifier.ShiftModifier
        key = event.key()
        if key in _ARROWS and (shift or not modifiers.value):
            self._arrow(_ARROWS[_KEY(key)], by_ten=shift)
            return True
        if modifiers.value:
            return False
        if key == _KEY.Key_Escape:
            return self._handles.cancel()
        if key in {_KEY.Key_Return, _KEY.Key_Enter}:
            return self._enter()
        act = self._acts.get(key)
        if act is None and self._state.selection.memories:
            act = self._acts_on_selection.get(key)
        if act is None:
            return False
        act()
        return True

    def leave(self) -> None:
        """The keyboard goes to something else: what was nudged stays where it is."""
        self._handles.settle()

    def _arrow(self, direction: int, *, by_ten: bool) -> None:
        """Move the focused handle; without one go on along the memories, as in their table."""
        state = self._state
        handle = state.held.handle if state.held is not None else state.focused
        if handle is not None:
            self._handles.nudge(handle, direction * (10 if by_ten else 1))
            location = state.location(handle)
            if location is not None and state.held is None:
                state.view.reveal(location, location)
        elif by_ten:
            self._pan(direction)
        else:
            self._step(direction)

    def _enter(self) -> bool:
        state = self._state
        if state.held is not None:
            self._handles.drop()
            return True
        if state.nudged is not None:
            self._handles.settle()
            return True
        current = state.selection.current
        if current is None or state.focused is not None:
            return False
        self.memory_activated.emit(current)
        return True

    def _zoom(self, factor: float) -> None:
        view = self._state.view
        spot = self._selected()
        middle = (view.first + view.last) / 2
        if spot is not None and view.first <= (spot[0] + spot[1]) / 2 <= view.last:
            middle = (spot[0] + spot[1]) / 2
        view.zoom(factor, middle)

    def _pan(self, direction: int) -> None:
        view = self._state.view
        view.pan(direction * view.span * _STEP)

    def _selected(self) -> tuple[float, float] | None:
        """The places that the selection covers."""
        state = self._state
        chosen = [m for m in state.selection.memories if m < len(state.memories)]
        if chosen:
            start = float(state.memories.start[chosen].min())
            return start, float(state.memories.end[chosen].max())
        message = state.selection.message
        return None if message is None else (float(message), float(message + 1))

    def _focus_selection(self) -> None:
        """Centre on the selection; once it is in the middle, fit it."""
        spot = self._selected()
        if spot is not None and not self._state.view.centre(*spot):
            self._state.view.fit_range(*spot)

    def _step(self, direction: int) -> None:
        """Select the memory before or after the current one along the chat."""
        state = self._state
        order = state.memories.order.tolist()
        if not order:
            return
        current = state.selection.current
        if current is None or current >= len(order):
            at = 0 if direction > 0 else len(order) - 1
        else:
            at = max(0, min(order.index(current) + direction, len(order) - 1))
        state.selection.select((order[at],))
