"""What stands in the place of rows where there are none."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Themed, current_theme, font


class Empty(Themed, QWidget):
    """Says why there is no row, and offers all of them where a filter is why.

    Signals:
        all_asked: all messages are wanted.
    """

    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setFont(font(14))
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.show_all = QPushButton("Show all messages", self)
        self.show_all.setAutoDefault(False)
        self.show_all.clicked.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.setSpacing(10)
        column.addStretch(1)
        column.addWidget(self.words)
        column.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.restyle()

    def _tell(self) -> None:
        self.all_requested.emit()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(palette.ColorRole.WindowText, theme.text_2)
        self.words.setPalette(palette)

    def say(self, words: str, *, filtered: bool) -> None:
        """Say why; `filtered` offers all messages."""
        self.words.setText(words)
        self.show_all.setVisible(filtered)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().surface)
        painter.end()
