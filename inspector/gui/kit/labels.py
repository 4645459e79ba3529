"""What stands around the rows: a refused edit, and words where there are no rows."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.theme import Themed, current_theme, font


def plain_label(text: str = "", pixels: float = 12, *, bold: bool = False) -> QLabel:
    """A label that shows a text as it is and wraps it."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFont(font(pixels, bold=bold))
    label.setText(text)
    return label


class Notice(Themed, QFrame):
    """One message that stays until it is closed or no longer true."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("memoryNotice")
        self._sign = plain_label("✕", bold=True)
        self._sign.setWordWrap(False)
        self._text = plain_label()
        close = QToolButton(self)
        close.setText("×")
        close.setAutoRaise(True)
        close.setAccessibleName("Close the message")
        close.clicked.connect(self.hide)
        hbox(self, self._sign, (self._text, 1), close, margins=(10, 4, 6, 4), spacing=8)
        self.restyle()
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

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.setStyleSheet(
            f"#memoryNotice {{ background: {theme.error_background.name()}; }}"
            f" QLabel {{ color: {theme.text.name()}; }}"
        )
        self._sign.setStyleSheet(f"color: {theme.error.name()};")


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
        self._clear = QPushButton("Clear the filter", self)
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
