"""The welcome page's card *Your SillyTavern folder*."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.kit.style import set_role
from inspector.gui.window.welcome_parts import Panelled
from inspector.language import _


class FolderCard(Panelled):
    """Leads to the chats where SillyTavern keeps them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.say(
            _("Your SillyTavern folder"),
            _("All chats by character and group, and which memory systems are inside."),
        )
        self.button = QPushButton(_("Choose a chat…"))
        set_role(self.button, "link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)

    def set_folder(self, folder: str) -> None:
        """Say which folder was used last; empty if none was."""
        self.button.setToolTip(folder)
        self.button.setAccessibleDescription(folder)
