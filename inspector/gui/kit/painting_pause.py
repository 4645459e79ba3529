"""A window that is not painted while its parts are being laid out."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class PaintingPause(QObject):
    """Keeps a window as it looks until what it is to show stands in its place.

    Args:
        window: what is not painted meanwhile.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._end = QTimer(self, singleShot=True)
        self._end.timeout.connect(self._paint_again)

    def start(self, most_ms: int) -> None:
        """Paint nothing for that many milliseconds, or until `end_soon`."""
        self._window.setUpdatesEnabled(False)
        self._end.start(most_ms)

    def end_soon(self) -> None:
        """Paint everything in the next turn of the event loop."""
        self._end.start(0)

    def _paint_again(self) -> None:
        self._window.setUpdatesEnabled(True)
        # What waited to be repainted as the pause began waits still, and while something waits Qt
        # asks for no repaint: nothing would be painted until a part of the window is resized.
        QCoreApplication.postEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
