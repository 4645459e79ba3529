"""The Qt application: dressed the same on every platform, and what the system tells it."""

import sys
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from inspector.gui.window.languages import translate_qt
from inspector.gui.window.process import GuiCollector, keep_one_heap, spare_sources
from inspector.shipped import shipped

_TURN_S = 0.0001


class Application(QApplication):
    """The application of the window: macOS tells it, and no arguments, which files to open.

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


def make_application() -> QApplication:
    """The Qt application, dressed the same on every platform."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    # While a worker computes, the window gets its turn after this time instead of after 5 ms:
    # each call of Qt gives it away, and painting takes hundreds of them.
    sys.setswitchinterval(_TURN_S)
    keep_one_heap()
    spare_sources()
    application = Application(sys.argv[:1])
    application.setApplicationName("memory-inspector")
    application.setApplicationDisplayName("Memory Inspector")
    application.setDesktopFileName("memory-inspector")
    application.setStyle("Fusion")
    translate_qt(application)
    GuiCollector(application)
    icon = shipped().joinpath("icons", "memory-inspector.svg")
    if icon.is_file():
        application.setWindowIcon(QIcon(str(icon)))
    return application
