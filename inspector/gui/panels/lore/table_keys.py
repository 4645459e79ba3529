"""What the tables' keys mean."""

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


class Deed(Enum):
    """What a key asks for."""

    EDIT = auto()
    COPY = auto()
    ENABLED = auto()
    CONSTANT = auto()


_DEEDS = {
    Qt.Key.Key_F2: Deed.EDIT,
    Qt.Key.Key_Return: Deed.EDIT,
    Qt.Key.Key_Enter: Deed.EDIT,
    Qt.Key.Key_Space: Deed.ENABLED,
    Qt.Key.Key_C: Deed.CONSTANT,
}
_BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def deed_of(event: QKeyEvent) -> Deed | None:
    """What a key asks for; None if it is none of ours."""
    if event.matches(QKeySequence.StandardKey.Copy):
        return Deed.COPY
    return _DEEDS.get(Qt.Key(event.key())) if event.modifiers() in _BARE else None
