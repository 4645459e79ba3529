"""The Qt application: on macOS it is told there, and not as arguments, which files to open."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override


class Application(QApplication):
    """The application of the window.

    Args:
        arguments: of the process.

    Signals:
        files_opened: the system asks to open files, at the start or later (a list of paths).
    """

    files_opened = Signal(list)

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._names: list[str] = []

    @override
    def event(self, event: QEvent, /) -> bool:
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        # Of files that are opened together each comes in an event of its own.
        if not self._names:
            QTimer.singleShot(0, self, self._hand_on)
        self._names.append(event.file())
        return True

    def _hand_on(self) -> None:
        names, self._names = self._names, []
        self.files_opened.emit([name for name in names if name])
