"""A label whose words change many times a second."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

_SLACK_PX = 24


class SteadyLabel(QLabel):
    """One line of plain text that keeps its width while the words change a little.

    A label that only changes digits else makes every layout above it work anew, up to the docks
    of the whole window. It asks for another width where the words no longer fit or leave more
    than a little room.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._fit()

    @override
    def setText(self, arg__1: str) -> None:
        if arg__1 != self.text():
            super().setText(arg__1)
            self._fit()

    @override
    def clear(self) -> None:
        self.setText("")

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        wanted = super().sizeHint()
        spare = self.maximumWidth() - wanted.width()
        if not self.text() or not 0 <= spare <= _SLACK_PX or self.height() != wanted.height():
            self.setFixedSize(wanted)
