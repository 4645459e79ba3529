"""Shows a message's text exactly as it is: no HTML, no links, no pictures."""

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from inspector.gui.kit.finding import Mark, hit_format, set_marks
from inspector.gui.kit.paint import frame
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.language import _

_LONGEST_CHARS = 2000

CONTINUED = 1
"""The user state of a paragraph that goes on in the next."""

_MOST_HITS = 500
_BREAK = "\u2029"


class TextView(Themed, QPlainTextEdit):
    """A read-only text.

    A line of 200,000 characters would take a second to lay out. So a very long one becomes
    several paragraphs, cut at spaces where there are any; copying puts it together again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._needle = ""
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName(_("Text of the message"))
        self.setFont(font(12))
        self.document().setDocumentMargin(8)

    @override
    def restyle(self) -> None:
        self._mark_hits()

    def show_text(self, text: str) -> None:
        """Show a text from its start, or from the first hit."""
        pieces, continued = paragraphs(text)
        self.setPlainText("\n".join(pieces))
        for number in continued:
            self.document().findBlockByNumber(number).setUserState(CONTINUED)
        self._mark_hits()
        hits = self.extraSelections()
        if hits:
            cursor = QTextCursor(self.document())
            cursor.setPosition(hits[0].cursor.selectionStart())
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def set_needle(self, needle: str) -> None:
        """Mark another text."""
        if needle != self._needle:
            self._needle = needle
            self._mark_hits()

    def _mark_hits(self) -> None:
        hits: list[Mark] = []
        found = hit_format()
        cursor = QTextCursor(self.document())
        while self._needle and len(hits) < _MOST_HITS:
            cursor = self.document().find(self._needle, cursor)
            if cursor.isNull():
                break
            hit = Mark()
            hit.cursor = cursor
            hit.format = found
            hits.append(hit)
        set_marks(self, "needle", hits)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            frame(painter, self.viewport().rect(), current_theme().accent)
            painter.end()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        block = self.document().findBlock(cursor.selectionStart())
        parts = cursor.selectedText().split(_BREAK)
        copied = parts[0]
        for part in parts[1:]:
            copied += part if block.userState() == CONTINUED else f"\n{part}"
            block = block.next()
        data = QMimeData()
        data.setText(copied)
        return data


def paragraphs(text: str) -> tuple[list[str], list[int]]:
    """The paragraphs to show, and which of them go on in the next."""
    pieces: list[str] = []
    continued: list[int] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace(_BREAK, "\n").split("\n"):
        at = 0
        while len(line) - at > _LONGEST_CHARS:
            space = line.rfind(" ", at + _LONGEST_CHARS // 2, at + _LONGEST_CHARS)
            end = space + 1 if space >= 0 else at + _LONGEST_CHARS
            continued.append(len(pieces))
            pieces.append(line[at:end])
            at = end
        pieces.append(line[at:])
    return pieces, continued
