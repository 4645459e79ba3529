"""What stands in the place of rows where there are none."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import Tone, plain_label
from inspector.language import _


class Empty(FilledWidget):
    """Says why there is no row, and offers all of them where a filter is why.

    Signals:
        all_asked: all messages are wanted.
    """

    fill = "surface"

    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = plain_label(pixels=14, tone=Tone.QUIET)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.show_all = QPushButton(_("Show all messages"), self)
        self.show_all.setAutoDefault(False)
        self.show_all.clicked.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.setSpacing(10)
        column.addStretch(1)
        column.addWidget(self.words)
        column.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def _tell(self) -> None:
        self.all_requested.emit()

    def say(self, words: str, *, filtered: bool) -> None:
        """Say why; `filtered` offers all messages."""
        self.words.setText(words)
        self.show_all.setVisible(filtered)
