"""A dialog that ends with an edit, and stays where that is refused."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget

from inspector.gui.kit.labels import Tone, plain_label


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
