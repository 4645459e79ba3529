"""The page of the request as it would leave: its messages, their text, and copies of them."""

from functools import partial
from itertools import accumulate

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QStackedLayout, QWidget
from typing_extensions import override

from inspector.gui.kit.find_bar import with_find_bar
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import split
from inspector.gui.kit.text import counted
from inspector.gui.kit.text_view import CONTINUED, TextView, paragraphs
from inspector.gui.kit.theme import fixed_font, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.context.request_copying import RequestCopier
from inspector.gui.panels.context.request_model import TEXT, RequestModel
from inspector.gui.panels.context.sent import Paragraphs, Sent, sent_of
from inspector.gui.panels.context.state import ContextState
from inspector.gui.panels.context.words import tokens
from inspector.gui.state.workers import LatestWorker
from inspector.gui.tables.view import Table
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


WORKING = _("Putting the request together…")
NOTHING = _("Nothing is sent, so there is nothing to copy.")
EMPTY = _("The request is empty.")


class RequestPage(QWidget):
    """Shows the request that holds; what is only tried out is not in here yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.copier = RequestCopier()
        self.model = RequestModel(self)
        self.table = Table(self.model, _("Messages of the request"), "request_messages", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.setMinimumWidth(scaled(180))
        self.text = RequestText(self)
        self.words = plain_label(EMPTY, tone=Tone.QUIET)
        self._sent = Sent()
        self._displayed: ContextState | None = None
        self._seen = WhenSeen(self, self._start)
        self._lay_out()
        self.worker.answered.connect(self._take)
        self.worker.slow_changed.connect(self._show_slow)
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self._take(Sent())

    def show_answer(self, displayed: ContextState | None) -> None:
        """Show another answer's request."""
        self._displayed = displayed
        self._start()

    def _start(self) -> None:
        """Put the request together, if anybody looks and it is another one."""
        request = None if self._displayed is None else self._displayed.request
        is_seen = self._seen.is_now()
        if request is None or request.error is not None:
            self.worker.cancel()
            self._take(Sent())
            self._say(EMPTY if request is None else NOTHING)
        elif is_seen and self._sent.derivation is not request:
            self.worker.ask(partial(sent_of, request))

    def _take(self, sent: Sent) -> None:
        row = max(self.table.currentIndex().row(), 0)
        self._sent = sent
        self.model.show_messages(sent.messages, sent.tokens)
        if sent.messages:
            self._stack.setCurrentIndex(0)
            last = self.model.rowCount() - 1
            self.table.setCurrentIndex(self.model.index(min(row, last), TEXT))
        else:
            self._say(EMPTY)
        self._show_row()

    def _show_row(self) -> None:
        """Show the message of the current row, or the whole request."""
        sent = self._sent
        message = self.model.message_at(self.table.currentIndex().row())
        if message is None:
            count = counted(len(sent.messages), "{n} message", "{n} messages")
            self.copier.show_request(
                sent, None, _("{tokens} in {count}").format(tokens=tokens(sent.tokens), count=count)
            )
            self.text.show_paragraphs(sent.displayed)
        else:
            location = (
                ""
                if message.message is None
                else f" · {_('#{message} of the chat').format(message=message.message)}"
            )
            about = f"{tokens(message.tokens)}{location}"
            self.copier.show_request(sent, message, about)
            self.text.show_paragraphs(paragraphs(message.text))

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentIndex(1)

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if slow and not self._sent.messages:
            self._say(WORKING)

    def _lay_out(self) -> None:
        parts = (self.table, with_find_bar(self.text, self))
        both = split("request", *parts, sizes=(360, 500), stretches=(2, 3))
        self.text.setObjectName("readingText")
        self.text.setMinimumHeight(scaled(20))
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(both)
        self._stack.addWidget(self.words)
