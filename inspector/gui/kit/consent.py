"""The question that is put before anything goes to an address for the first time."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.gui.kit.status_label import StatusLabel, Tone
from inspector.gui.kit.theme import scaled


class Consent(QFrame):
    """Says what would be sent and where, until a person has chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Dressed by the style sheet of the window.
        self.setObjectName("notice")
        self._act: Callable[[], None] | None = None
        self.question = StatusLabel(Tone.WARNING, self)
        self.send_button = QPushButton("Send", self)
        self.keep_button = QPushButton("Do not send", self)
        buttons = QHBoxLayout()
        buttons.setSpacing(scaled(8))
        buttons.addWidget(self.send_button)
        buttons.addWidget(self.keep_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8))
        column.setSpacing(scaled(6))
        column.addWidget(self.question)
        column.addLayout(buttons)
        self.send_button.clicked.connect(self._agree)
        self.keep_button.clicked.connect(self.withdraw)
        self.hide()

    def ask(
        self,
        question: str,
        act: Callable[[], None],
        words: tuple[str, str] = ("Send", "Do not send"),
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
