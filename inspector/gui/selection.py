"""One selection for all views: which memories and which message a person looks at."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """The selected memories and message, and the memory under the pointer.

    Views call the setters on a person's action and follow the signals; setting what is set
    already emits nothing, so that views cannot chase each other.

    Signals:
        memories_changed: the selected memories or the current one differ.
        message_changed: the selected message differs (int index, or None).
        hovered_changed: the memory under the pointer differs (int index, or None).
    """

    memories_changed = Signal()
    message_changed = Signal(object)
    hovered_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memories: tuple[int, ...] = ()
        self._current: int | None = None
        self._message: int | None = None
        self._hovered: int | None = None

    @property
    def memories(self) -> tuple[int, ...]:
        """Indexes of the selected memories, in list order."""
        return self._memories

    @property
    def current(self) -> int | None:
        """The memory that details are shown of; one of the selected, or None."""
        return self._current

    @property
    def message(self) -> int | None:
        """The selected message."""
        return self._message

    @property
    def hovered(self) -> int | None:
        """The memory under the pointer, in whichever view."""
        return self._hovered

    def select(self, memories: Iterable[int], current: int | None = None) -> None:
        """Select memories; `current` is the last of them unless said otherwise."""
        chosen = tuple(sorted(set(memories)))
        if current is None or current not in chosen:
            current = chosen[-1] if chosen else None
        if (chosen, current) != (self._memories, self._current):
            self._memories, self._current = chosen, current
            self.memories_changed.emit()

    def select_message(self, message: int | None) -> None:
        """Select a message."""
        if message != self._message:
            self._message = message
            self.message_changed.emit(message)

    def hover(self, memory: int | None) -> None:
        """Say which memory is under the pointer."""
        if memory != self._hovered:
            self._hovered = memory
            self.hovered_changed.emit(memory)

    def clear(self) -> None:
        """Forget everything, for another chat."""
        self.select(())
        self.select_message(None)
        self.hover(None)
