"""What the selected memories give to other views and to the clipboard."""

from PySide6.QtCore import QObject, Signal

from inspector.core.injection import Derivation
from inspector.gui.panels.memories.edit_controller import EditController


class Copying(QObject):
    """Reads texts and messages off the selected memories.

    Signals:
        copy_requested: a text for the clipboard.
        messages_requested: a message that a memory came from is to be shown (its index).
    """

    copy_requested = Signal(str)
    messages_requested = Signal(int)

    def __init__(self, controller: EditController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.derivation: Derivation | None = None

    def lines(self) -> list[str]:
        """The lines of the prompts that show the selected memories."""
        chosen = set(self._controller.targets())
        injections = self.derivation.injections if self.derivation else ()
        return [
            line.text
            for injection in injections
            for line in injection.lines
            if line.memory in chosen
        ]

    def first_message(self) -> int | None:
        """The first message that the selected memories came from."""
        spans = [memory.span for memory in self._controller.memories()]
        return min((span[0] for span in spans if span), default=None)

    def copy_summaries(self) -> None:
        """Ask for the selected summaries on the clipboard, one a line."""
        summaries = [memory.summary for memory in self._controller.memories()]
        if summaries:
            self.copy_requested.emit("\n".join(summaries))

    def copy_lines(self) -> None:
        """Ask for the selected memories' lines of the prompts on the clipboard."""
        if lines := self.lines():
            self.copy_requested.emit("\n".join(lines))

    def show_messages(self) -> None:
        """Ask for the first source message."""
        first = self.first_message()
        if first is not None:
            self.messages_requested.emit(first)
