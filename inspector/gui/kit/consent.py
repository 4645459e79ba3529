"""The question that is put before anything goes to an address for the first time."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import hbox, vbox
from inspector.language import _


class Consent(QFrame):
    """Says what would be sent and where, until a person has chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Dressed by the style sheet of the window.
        self.setObjectName("notice")
        self._act: Callable[[], None] | None = None
        self.question = StatusLabel(self, Tone.WARNING)
        self.send_button = QPushButton(_("Send"), self)
        self.keep_button = QPushButton(_("Do not send"), self)
        buttons = hbox(None, self.send_button, self.keep_button, 1, spacing=8)
        vbox(self, self.question, buttons, margins=(10, 8, 10, 8), spacing=6)
        self.send_button.clicked.connect(self._agree)
        self.keep_button.clicked.connect(self.withdraw)
        self.hide()

    def ask(
        self,
        question: str,
        act: Callable[[], None],
        words: tuple[str, str] = (_("Send"), _("Do not send")),
    ) -> None:
        """Ask, and act on agreement.

        Args:
            question: what would be sent, and where.
            act: does it.
            words: of the buttons that agree and that do not.
        """
        self._act = act
        for button, wording in zip((self.send_button, self.keep_button), words, strict=True):
            button.setText(wording)
        self.question.say(question)
        self.setAccessibleName(question)
        self.show()
        self.keep_button.setFocus()

    def withdraw(self) -> None:
        """Ask no more; nothing is sent."""
        self._act = None
        self.hide()

    def _agree(self) -> None:
        act = self._act
        self.withdraw()
        if act is not None:
            act()
