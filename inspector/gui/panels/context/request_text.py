"""A long text that fills up while one already reads it."""

from itertools import accumulate

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.text_view import CONTINUED, TextView
from inspector.gui.kit.theme import fixed_font
from inspector.gui.panels.context.sent import Paragraphs
from inspector.language import _

_AT_ONCE_CHARS = 24_000
"""Characters that are laid out between two turns of the event loop."""


class RequestText(TextView):
    """Shows a text in the fixed font, exactly as it is sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[str] = []
        self._continued: frozenset[int] = frozenset()
        self._filled = 0
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._fill)
        self.setAccessibleName(_("Text of the request"))
        self.setFont(fixed_font())

    @property
    def is_filling(self) -> bool:
        """Whether more is to come."""
        return self._filled < len(self._pieces)

    def show_paragraphs(self, displayed: Paragraphs) -> None:
        """Show another text from its start."""
        self._next.stop()
        self._pieces, self._continued = displayed[0], frozenset(displayed[1])
        self._filled = 0
        self.clear()
        self._fill()

    def _fill(self) -> None:
        """Add the next part at the end; the caret and the view stay."""
        if not self.is_filling:
            return
        rest = self._pieces[self._filled : self._filled + _AT_ONCE_CHARS]
        sizes = accumulate(len(piece) + 1 for piece in rest)
        count = next((n for n, size in enumerate(sizes, 1) if size >= _AT_ONCE_CHARS), len(rest))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        text = "\n".join(rest[:count])
        cursor.insertText(f"\n{text}" if self._filled else text)
        for number in range(self._filled, self._filled + count):
            if number in self._continued:
                self.document().findBlockByNumber(number).setUserState(CONTINUED)
        self._filled += count
        if self.isVisible():
            self._next.start()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._next.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._next.stop()
