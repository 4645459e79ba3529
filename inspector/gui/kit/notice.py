"""A line over the views that says what needs a decision, and offers the choices."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

Choice = tuple[str, Callable[[], None]]
"""A button's words and what it does."""


class Notice(QFrame):
    """Shown until a choice is made; never in the way of the work.

    Signals:
        visibility_changed: whether there is something to decide.
        focus_left: the notice, which has the focus, is about to be closed.
    """

    visibility_changed = Signal(bool)
    focus_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 12, 6)
        self._row.setSpacing(8)
        self._row.addWidget(QLabel("▲"))
        self._row.addWidget(self._text, 1)
        self._buttons: list[QPushButton] = []
        self._about: object = None
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    @property
    def buttons(self) -> Sequence[QPushButton]:
        """The choices offered."""
        return self._buttons

    def ask(self, text: str, choices: Sequence[Choice], about: object = None) -> None:
        """Say something and offer choices; each closes the notice.

        Args:
            text: what needs a decision.
            choices: what can be decided.
            about: what it concerns; `close_about` closes it once that is settled otherwise.
        """
        self.close_notice()
        self._about = about
        self._text.setText(text)
        for words, act in choices:
            button = QPushButton(words)
            # Enter presses a button outside a dialog only where it may be its default one.
            button.setAutoDefault(True)
            button.clicked.connect(self.close_notice)
            button.clicked.connect(act)
            self._row.addWidget(button)
            self._buttons.append(button)
        self.setAccessibleName(text)
        self.show()
        self.visibility_changed.emit(True)  # noqa: FBT003 - a signal's argument

    def is_about(self, about: object) -> bool:
        """Whether it asks something that concerns this."""
        return self._about == about

    def close_about(self, about: object) -> None:
        """Take the notice away if it concerns this."""
        if self.is_about(about):
            self.close_notice()

    def close_notice(self) -> None:
        """Take the notice away."""
        # Before a button is hidden: Qt would give its focus to whatever comes next.
        if any(button.hasFocus() for button in self._buttons):
            self.focus_left.emit()
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons.clear()
        self._about = None
        self.hide()
        self.visibility_changed.emit(False)  # noqa: FBT003 - a signal's argument
