"""How editing of a cell ends."""

from enum import Enum
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemDelegate, QFrame, QWidget


class Ending(Enum):
    """How editing of a cell ends."""

    ENTER = "enter"
    TAB = "tab"
    LEFT = "left"
    REVERTED = "reverted"


HINTS: Final = {
    Ending.ENTER: QAbstractItemDelegate.EndEditHint.SubmitModelCache,
    Ending.TAB: QAbstractItemDelegate.EndEditHint.EditNextItem,
    Ending.LEFT: QAbstractItemDelegate.EndEditHint.NoHint,
    Ending.REVERTED: QAbstractItemDelegate.EndEditHint.RevertModelCache,
}
"""What a delegate tells its table by closing an editor; where to go then is the table's affair."""


class CellEditor(QFrame):
    """An editor over a cell.

    Attributes:
        refusal: why what was typed last is refused; empty if it is not.

    Signals:
        finished: editing is over, once; how, is an `Ending`.
    """

    finished = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_over = False
        self.refusal = ""

    def end(self, ending: Ending) -> None:
        """Let editing be over, if it is not yet."""
        if not self._is_over:
            self._is_over = True
            self.refusal = ""
            self.finished.emit(ending)

    def let_go(self) -> None:
        """Let editing be over where the table closes the editor, and says nothing of it."""
        self._is_over = True
        self.refusal = ""

    def go_on(self) -> None:
        """Let editing go on after all."""
        self._is_over = False
        self.setFocus()
