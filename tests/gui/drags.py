"""A drag from another program, as the events of which it consists."""

import PySide6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

# Before 6.12 PySide6 takes whole pixels, and since then fractions.
_AT = QPointF(5, 5) if PySide6.__version_info__ >= (6, 12) else QPoint(5, 5)


def _carrying(data):
    return Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def comes_in(data):
    """It comes in over a widget; what is dragged has to live as long as the event."""
    return QDragEnterEvent(_AT, *_carrying(data))


def moves(data):
    """It goes on over it."""
    return QDragMoveEvent(_AT, *_carrying(data))


def drops(data):
    """It lets go."""
    return QDropEvent(QPointF(5, 5), *_carrying(data))
