"""A dialog that ends with an edit, and stays where that is refused."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.panel import Panel


class EditDialog(QDialog):
    """Closes once its edit is made; refused, it keeps what was typed and says why.

    Attributes:
        trouble: why the edit cannot be made; hidden where nothing is wrong.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trouble = plain_label("", 11, Tone.WARNING)
        self.trouble.hide()
        self._is_requesting = False

    @override
    def open(self) -> None:
        """Open over the window, in which its panel has to stand for that."""
        owner = self.parentWidget()
        while owner is not None and not isinstance(owner, Panel):
            owner = owner.parentWidget()
        if owner is not None:
            owner.enter_window()
        super().open()

    def finish(self, request: Callable[[], object]) -> None:
        """Have the edit made, and close unless it is refused.

        Args:
            request: asks for the edit; a refusal has come to `take_refusal` when it returns.
        """
        self.show_trouble("")
        self._is_requesting = True
        try:
            request()
        finally:
            self._is_requesting = False
        if not self.trouble.text():
            self.accept()

    def leave_chat(self) -> None:
        """Hear that another chat is open, of which nothing here is."""
        if self.isVisible():
            self.reject()

    def take_document(self, document: Document) -> None:
        """Hear of another document of the same chat, unless this dialog's edit makes it."""
        if not self._is_requesting:
            self.follow(document)

    def follow(self, document: Document) -> None:
        """Be of another document of the same chat, where things may stand elsewhere."""

    def take_refusal(self, _edit: object, reason: str) -> None:
        """Hear that an edit was refused, be it that of this dialog or not."""
        if self._is_requesting:
            self.show_trouble(reason)

    def show_trouble(self, reason: str) -> None:
        """Say what is wrong; empty for nothing."""
        self.trouble.setText(reason)
        self.trouble.setVisible(bool(reason))
        layout = self.layout()
        if reason and layout is not None:
            # By itself it would only grow for a line that is not wrapped.
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))
