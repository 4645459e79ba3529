"""Labels that say one thing in a tone: plainly, quietly, as pending, as a warning, as an error."""

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Themed, current_theme, font


class Tone(StrEnum):
    """How something is said; its sign says the same without colour."""

    PLAIN = ""
    QUIET = "quiet"
    PENDING = "pending"
    WARNING = "▲"
    ERROR = "✕"

    def colour(self) -> QColor:
        """The colour of the words."""
        theme = current_theme()
        colours = {
            Tone.QUIET: theme.text_2,
            Tone.PENDING: theme.accent,
            Tone.WARNING: theme.warning,
            Tone.ERROR: theme.error,
        }
        return colours.get(self, theme.text)


class StatusLabel(Themed, QLabel):
    """Plain words that wrap, and take no room while there are none."""

    def __init__(
        self, tone: Tone = Tone.PLAIN, parent: QWidget | None = None, *, bold: bool = False
    ) -> None:
        super().__init__(parent)
        self._tone = tone
        self._words = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFont(font(11 if tone is Tone.QUIET else 12, bold=bold))
        self.hide()

    @property
    def words(self) -> str:
        """What it says, without its sign; empty while it says nothing."""
        return self._words

    def say(self, words: str, tone: Tone | None = None) -> None:
        """Say something, or nothing."""
        self._tone = self._tone if tone is None else tone
        self._words = words
        sign = f"{self._tone} " if self._tone in (Tone.WARNING, Tone.ERROR) else ""
        self.setText(f"{sign}{words}" if words else "")
        self.setVisible(bool(words))
        self.restyle()

    @override
    def restyle(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, self._tone.colour())
        self.setPalette(palette)
