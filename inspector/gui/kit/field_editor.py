"""What every editor of one field is: a memory's, an entry's or event's, a setting's."""

from weakref import WeakSet

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid
from typing_extensions import override

from inspector.gui.kit.focus_chain import focus_proxy

_every: "WeakSet[FieldEditor]" = WeakSet()


def modified_settings() -> "list[FieldEditor]":
    """All editors of settings in which something is typed, of whichever window; soon found."""
    settings = (one for one in [*_every] if not one.edits_document and isValid(one))
    return [one for one in settings if one.is_modified]


class FieldEditor(QWidget):
    """Edits one field; what is typed stays until it is kept, or reverted by Esc.

    Attributes:
        is_submitting: whether the value that it asks for is being made.

    Signals:
        committed: a person is done; the value that they want (object, see `typed`).
    """

    committed = Signal(object)

    edits_document = True
    """Whether what is typed is part of the chat, or of what stands beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _every.add(self)
        self.is_submitting = False

    @property
    def name(self) -> str:
        """What a screen reader calls it."""
        control = focus_proxy(self)
        return self.accessibleName() if control is None else control.accessibleName()

    @property
    def is_modified(self) -> bool:
        """Whether something is typed that is not kept yet."""
        return False

    @property
    def draft(self) -> str:
        """What is typed, as it is written."""
        return ""

    def typed(self) -> object:
        """The value that stands in it; None where nothing can be typed.

        Raises:
            ValueError: what is typed stands for none; the text says why.
        """
        return None

    def commit(self) -> None:
        """Ask for what is typed, if it differs; it stays typed if it is refused."""
        if self.is_modified:
            self.submit(self.typed())

    def revert(self) -> None:
        """Forget what is typed."""

    def submit(self, value: object) -> None:
        """Ask for a value; while it is made the new values replace what is typed."""
        if not self.is_submitting:
            self.is_submitting = True
            self.committed.emit(value)
            self.is_submitting = False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_modified:
            self.revert()
        else:
            super().keyPressEvent(event)
