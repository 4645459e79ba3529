"""Which part is looked at, shared by bar and legend."""

from PySide6.QtCore import QObject, Signal


class PartFocus(QObject):
    """The part under the pointer, the one with the keyboard and the one whose rows are shown.

    Signals:
        changed: one of them differs.
        opened: a person asks for the rows of a part (its place in the map).
    """

    changed = Signal()
    opened = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hovered: int | None = None
        self._focused: int | None = None
        self._displayed: int | None = None

    @property
    def hovered(self) -> int | None:
        """The part under the pointer."""
        return self._hovered

    @property
    def focused(self) -> int | None:
        """The part that has the keyboard."""
        return self._focused

    @property
    def displayed(self) -> int | None:
        """The part whose rows are shown."""
        return self._displayed

    def hover(self, location: int | None) -> None:
        """Say which part is under the pointer."""
        if location != self._hovered:
            self._hovered = location
            self.changed.emit()

    def focus(self, location: int | None) -> None:
        """Say which part has the keyboard."""
        if location != self._focused:
            self._focused = location
            self.changed.emit()

    def show(self, location: int | None) -> None:
        """Say which part's rows are shown."""
        if location != self._displayed:
            self._displayed = location
            self.changed.emit()

    def open(self, location: int) -> None:
        """Ask for the rows of a part."""
        self.opened.emit(location)
