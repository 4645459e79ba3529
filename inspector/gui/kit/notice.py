"""A line over the views that says what needs a decision, and offers the choices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

Choice = tuple[str, Callable[[], None]]
"""A button's words and what it does."""


@dataclass(frozen=True, eq=False)
class _Question:
    """What is asked; see `Notice.ask`."""

    text: str
    choices: Sequence[Choice]
    about: object


class Notice(QFrame):
    """Shown until a choice is made; never in the way of the work.

    What is asked later is shown first, and what it covered comes back once that is decided.

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
        self._questions: list[_Question] = []
        """The last one is shown."""
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
        """Say something and offer choices; each settles it.

        Args:
            text: what needs a decision.
            choices: what can be decided.
            about: what it concerns, of which nothing else is asked any more; `close_about` takes it
                away once that is settled otherwise.
        """
        self._take_away()
        self._questions = [
            one
            for one in self._questions
            if one.text != text and (about is None or one.about != about)
        ]
        self._questions.append(_Question(text, choices, about))
        self._show_last()

    def is_about(self, about: object) -> bool:
        """Whether it asks something that concerns this."""
        return bool(self._questions) and self._questions[-1].about == about

    def close_about(self, about: object) -> None:
        """Ask nothing more that concerns this."""
        if self.is_about(about):
            self._settle()
        self._questions = [one for one in self._questions if one.about != about]

    def close_notice(self) -> None:
        """Take away whatever is asked."""
        self._questions.clear()
        self._take_away()

    def _choose(self, act: Callable[[], None]) -> None:
        """Do what was chosen, and ask what is left, unless it asks something itself."""
        self._questions.pop()
        self._take_away()
        act()
        if self._questions and self.isHidden():
            self._show_last()

    def _settle(self) -> None:
        self._questions.pop()
        self._take_away()
        if self._questions:
            self._show_last()

    def _show_last(self) -> None:
        question = self._questions[-1]
        self._text.setText(question.text)
        for words, act in question.choices:
            button = QPushButton(words)
            # Enter presses a button outside a dialog only where it may be its default one.
            button.setAutoDefault(True)
            button.clicked.connect(partial(self._choose, act))
            self._row.addWidget(button)
            self._buttons.append(button)
        self.setAccessibleName(question.text)
        self.show()
        self.visibility_changed.emit(True)  # noqa: FBT003 - a signal's argument

    def _take_away(self) -> None:
        # Before a button is hidden: Qt would give its focus to whatever comes next.
        if any(button.hasFocus() for button in self._buttons):
            self.focus_left.emit()
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons.clear()
        self.hide()
        self.visibility_changed.emit(False)  # noqa: FBT003 - a signal's argument
