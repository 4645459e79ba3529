"""Where the keyboard is within the timeline: on all of it, or on one handle."""

from PySide6.QtCore import Qt

from inspector.gui.panels.timeline.keyboard import Keyboard
from inspector.gui.panels.timeline.state import Handle, TimelineState

_REASON = Qt.FocusReason
_BY_KEYBOARD = {
    _REASON.TabFocusReason,
    _REASON.BacktabFocusReason,
    _REASON.ShortcutFocusReason,
}
_FOR_A_MOMENT = {_REASON.PopupFocusReason, _REASON.ActiveWindowFocusReason}


class Focus:
    """Walks from the timeline over its handles to what comes next in the window."""

    def __init__(self, state: TimelineState, keyboard: Keyboard) -> None:
        self._state = state
        self._keyboard = keyboard

    def enter(self, reason: Qt.FocusReason) -> None:
        """The timeline got the keyboard."""
        state = self._state
        if reason not in _FOR_A_MOMENT:
            handles = state.handles()
            backwards = reason == _REASON.BacktabFocusReason
            if reason != _REASON.MouseFocusReason:
                state.focused = handles[-1] if backwards and handles else None
            state.keyboard = reason in _BY_KEYBOARD
        state.refresh()

    def leave(self, reason: Qt.FocusReason) -> None:
        """Something else got the keyboard."""
        if reason not in _FOR_A_MOMENT:
            self._state.focused = None
            self._state.keyboard = False
            self._keyboard.leave()
        self._state.refresh()

    def advance(self, step: int) -> bool:
        """Go to the next or the previous stop; False if there is none."""
        state = self._state
        stops: list[Handle | None] = [None, *state.handles()]
        at = stops.index(state.focused) if state.focused in stops else 0
        if not 0 <= at + step < len(stops):
            return False
        self._keyboard.leave()
        state.focused = stops[at + step]
        state.keyboard = True
        location = state.location(state.focused) if state.focused is not None else None
        if location is not None:
            state.view.reveal(location, location)
        state.refresh()
        return True
