"""Labels in one of the tones of the theme, and what stands around rows: refusals, empty states."""

from enum import StrEnum
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.language import _


class Tone(StrEnum):
    """How something is said; the sign of what is wrong says the same without colour."""

    PLAIN = ""
    QUIET = "quiet"
    FAINT = "faint"
    PENDING = "pending"
    IN_BLOCK = "in"
    OUTSIDE = "out"
    WARNING = "▲"
    ERROR = "✕"

    def colour(self) -> QColor:
        """The colour of the words."""
        theme = current_theme()
        colours = {
            Tone.QUIET: theme.text_2,
            Tone.FAINT: theme.text_3,
            Tone.PENDING: theme.accent,
            Tone.IN_BLOCK: theme.verdict_in,
            Tone.OUTSIDE: theme.verdict_out,
            Tone.WARNING: theme.warning,
            Tone.ERROR: theme.error,
        }
        return colours.get(self, theme.text)


class Label(Themed, QLabel):
    """Plain text in one tone and size, which follow the theme and the application's font."""

    _ACROSS = QSizePolicy.Policy.Preferred

    def __init__(
        self,
        parent: QWidget | None = None,
        tone: Tone = Tone.PLAIN,
        pixels: float = 12,
        *,
        bold: bool = False,
        tabular: bool = False,
    ) -> None:
        super().__init__(parent)
        self._tone, self._pixels = tone, pixels
        self._bold, self._tabular = bold, tabular
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(self._ACROSS, QSizePolicy.Policy.Preferred)
        Label.restyle(self)

    def set_tone(self, tone: Tone) -> None:
        """Speak in another tone from now on."""
        if tone is not self._tone:
            self._tone = tone
            self.restyle()

    @override
    def restyle(self) -> None:
        self.setFont(font(self._pixels, bold=self._bold, tabular=self._tabular))
        palette = QPalette()
        if self._tone is not Tone.PLAIN:
            palette.setColor(QPalette.ColorRole.WindowText, self._tone.colour())
        self.setPalette(palette)


def plain_label(
    text: str = "",
    pixels: float = 12,
    tone: Tone = Tone.PLAIN,
    *,
    bold: bool = False,
    tabular: bool = False,
) -> Label:
    """A label that shows a text as it is and wraps it."""
    label = Label(None, tone, pixels, bold=bold, tabular=tabular)
    label.setWordWrap(True)
    label.setText(text)
    return label


class OneLine(Label):
    """Takes the room there is and ends in … where that is too little; the pointer shows all."""

    _ACROSS = QSizePolicy.Policy.Ignored

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and not self.toolTip() and self._is_shortened:
            QToolTip.showText(event.globalPos(), f"<qt>{escape(self.text())}</qt>", self)
            return True
        return super().event(event)

    @property
    def _is_shortened(self) -> bool:
        return QFontMetrics(self.font()).horizontalAdvance(self.text()) > self.width()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        displayed = QFontMetrics(self.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter), displayed)
        painter.end()


class StatusLabel(Label):
    """Words that wrap, and take no room while there are none."""

    def __init__(
        self, parent: QWidget | None = None, tone: Tone = Tone.PLAIN, *, bold: bool = False
    ) -> None:
        super().__init__(parent, tone, 11 if tone is Tone.QUIET else 12, bold=bold)
        self._words = ""
        self.setWordWrap(True)
        self.hide()

    @property
    def words(self) -> str:
        """What it says, without its sign; empty while it says nothing."""
        return self._words

    def say(self, words: str, tone: Tone | None = None) -> None:
        """Say something, or nothing."""
        self._words = words
        self.set_tone(self._tone if tone is None else tone)
        sign = f"{self._tone} " if self._tone in (Tone.WARNING, Tone.ERROR) else ""
        self.setText(f"{sign}{words}" if words else "")
        self.setVisible(bool(words))


class RefusalBar(QFrame):
    """One message that stays until it is closed or no longer true."""

    def __init__(self, parent: QWidget | None = None, end: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "refusal")
        sign = Label(self, Tone.ERROR, bold=True)
        sign.setText(Tone.ERROR.value)
        self._text = plain_label(tabular=True)
        end = end or self._close_button()
        hbox(self, sign, (self._text, 1), end, margins=(10, 4, 6, 4), spacing=8)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is closed."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str) -> None:
        """Show a message, or none."""
        self._text.setText(text)
        self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def _close_button(self) -> QToolButton:
        close = QToolButton(self)
        close.setText("×")
        close.setAutoRaise(True)
        close.setAccessibleName(_("Close the message"))
        close.clicked.connect(self.hide)
        return close


class EmptyState(QWidget):
    """Says why there are no rows, and what to do about it.

    Signals:
        cleared: the filter is to be cleared.
    """

    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = plain_label()
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._clear = QPushButton(_("Clear the filter"), self)
        self._clear.clicked.connect(self.cleared)
        layout = vbox(self, 2, self._text)
        layout.addWidget(self._clear, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    @property
    def text(self) -> str:
        """What it says; empty while there are rows."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str, *, can_clear: bool = False) -> None:
        """Say why there are no rows; nothing where there are some."""
        self._text.setText(text)
        self._clear.setVisible(can_clear)
        self.setVisible(bool(text))
