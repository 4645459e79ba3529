"""What the table's keys mean."""

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


class Action(Enum):
    """What a key asks for, besides an importance."""

    EDIT = auto()
    SECRET = auto()
    COPY = auto()
    DUPLICATE = auto()
    SPLIT = auto()
    MERGE = auto()
    DELETE = auto()
    CHANGE = auto()


_IMPORTANCE = {
    Qt.Key.Key_1: 1,
    Qt.Key.Key_2: 2,
    Qt.Key.Key_3: 3,
    Qt.Key.Key_4: 4,
    Qt.Key.Key_5: 5,
}
_ACTIONS = {
    Qt.Key.Key_F2: Action.EDIT,
    Qt.Key.Key_Return: Action.EDIT,
    Qt.Key.Key_Enter: Action.EDIT,
    Qt.Key.Key_X: Action.SECRET,
    Qt.Key.Key_D: Action.DUPLICATE,
    Qt.Key.Key_S: Action.SPLIT,
    Qt.Key.Key_M: Action.MERGE,
    Qt.Key.Key_Delete: Action.DELETE,
    Qt.Key.Key_C: Action.CHANGE,
}
_BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def action_of(event: QKeyEvent) -> Action | int | None:
    """What a key asks for: an action, an importance from 1 to 5, or nothing of ours."""
    if event.matches(QKeySequence.StandardKey.Copy):
        return Action.COPY
    if event.modifiers() not in _BARE:
        return None
    key = Qt.Key(event.key())
    return _IMPORTANCE.get(key) or _ACTIONS.get(key)
