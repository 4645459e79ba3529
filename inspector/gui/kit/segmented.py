"""Buttons side by side of which one is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import font, scaled
from inspector.language import _


def dress_segment(button: QPushButton, *, is_first: bool) -> None:
    """Let a button be one of several side by side of which one is chosen; before it is shown."""
    button.setCheckable(True)
    set_role(button, "segment")
    if is_first:
        set_role(button, "first")
    fit_segment(button)


def say_in_segment(button: QPushButton, words: str) -> None:
    """Give such a button other words, and their room."""
    button.setText(words)
    fit_segment(button)


def fit_segment(button: QPushButton) -> None:
    """Have room for the words of such a button also where it is chosen, and bold."""
    button.setFont(font(11))
    room = QFontMetrics(font(11, bold=True)).horizontalAdvance(button.text())
    button.setFixedSize(room + scaled(20), scaled(24))


class Segmented(QWidget):
    """Offers names; one of them is chosen.

    A name is an English message: it tells the choices apart in every language, and the button
    says it in the one in use.

    Signals:
        chosen: a person chose a name (str).
    """

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)
        self._group.buttonClicked.connect(self._tell)

    @property
    def buttons(self) -> dict[str, QPushButton]:
        """The buttons by name."""
        return self._buttons

    @property
    def current(self) -> str:
        """The chosen name; empty without any."""
        return next((name for name, one in self._buttons.items() if one.isChecked()), "")

    def set_choices(self, names: Sequence[str]) -> None:
        """Offer these names; the chosen one stays chosen if it is among them, else the first is."""
        if list(names) == list(self._buttons):
            return
        chosen = self.current
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {name: self._made(name) for name in names}
        self.choose(chosen if chosen in self._buttons else next(iter(names), ""))

    def choose(self, name: str) -> None:
        """Choose a name without saying that a person did."""
        if name in self._buttons:
            self._buttons[name].setChecked(True)

    def call(self, name: str, words: str) -> None:
        """Let a button say more than its name."""
        button = self._buttons.get(name)
        if button is not None and button.text() != words:
            say_in_segment(button, words)

    def apply_style(self) -> None:
        """Take the application's font as it is now."""
        for button in self._buttons.values():
            fit_segment(button)

    def _made(self, name: str) -> QPushButton:
        button = QPushButton(_(name), self)
        button.setAutoDefault(False)
        dress_segment(button, is_first=not self._row.count())
        self._group.addButton(button)
        self._row.addWidget(button)
        return button

    def _tell(self) -> None:
        self.chosen.emit(self.current)
