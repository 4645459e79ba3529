"""A window stands whole on its screen, with its frame."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override


def fitted(frame: QRect, room: QRect) -> QRect:
    """A rectangle inside a room: moved and shrunk no more than that needs."""
    size = frame.size().boundedTo(room.size())
    last = QPoint(room.x() + room.width() - size.width(), room.y() + room.height() - size.height())
    left = min(max(frame.x(), room.x()), last.x())
    top = min(max(frame.y(), room.y()), last.y())
    return QRect(QPoint(left, top), size)


def fit_on_screen(window: QWidget) -> None:
    """Put a window that is seen, and its frame with it, onto its screen."""
    if not (window.isWindow() and window.isVisible()):
        return
    margins = window.windowHandle().frameMargins()
    frame = window.geometry().marginsAdded(margins)
    inside = fitted(frame, window.screen().availableGeometry())
    if inside != frame:
        window.setGeometry(inside.marginsRemoved(margins))


def show_on_screen(window: QWidget, *, is_placed: bool) -> None:
    """Show a window for the first time.

    Args:
        window: not shown yet.
        is_placed: whether it stands where it was left; else it is made as large as its screen, or
            not larger where nobody can.
    """
    _FirstFit(window)
    if is_placed:
        window.show()
        return
    window.resize(window.size().boundedTo(window.screen().availableSize()))
    window.showMaximized()


class _FirstFit(QObject):
    """Puts a window onto its screen once, when it is first painted in a size of its own.

    Before that nobody knows how wide its frame is: Qt assumes one where it restores a window, and
    takes none where it opens one as large as the screen.

    Args:
        window: stands for itself, perhaps maximised at first.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Paint
            and isinstance(watched, QWidget)
            and _is_normal(watched)
        ):
            watched.removeEventFilter(self)
            # A window that was maximised until now may not have its place yet.
            QTimer.singleShot(0, watched, partial(fit_on_screen, watched))
        return False


def _is_normal(window: QWidget) -> bool:
    return not (window.isMaximized() or window.isFullScreen() or window.isMinimized())
