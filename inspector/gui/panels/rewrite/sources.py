"""The messages that a memory stands on, folded to a line each until one is read."""

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.same_words import words_in, words_of_memory
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.explaining import explain
from inspector.gui.kit.labels import OneLine, plain_label
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.kit.memory_words import span_text
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import counted, one_line
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.marked import MarkedText
from inspector.language import _

MOST = 40
"""So many messages are shown; a release gives a memory 30 at most."""
_PADDING_PX = 8
_LONGEST_CHARS, _EXCERPT_CHARS = 4_000, 120
_SENTENCE = re.compile(r"[^.!?…。！？\n]+[.!?…。！？]*")
Span = tuple[int, int]


class _Head(QPushButton):
    """Folds and unfolds a message; a long name ends in … and leaves its place to the tokens."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self.setCheckable(True)
        self.setAutoDefault(False)
        set_role(self, "fold")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)
        explain(self, name)
        self.toggled.connect(self._write)
        self._write()

    def _write(self) -> None:
        sign = "▾  " if self.isChecked() else "▸  "
        metrics = self.fontMetrics()
        room = self.width() - metrics.horizontalAdvance(sign) - scaled(_PADDING_PX)
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        self.setText(f"{sign}{name}".replace("&", "&&"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write()


class Source(QWidget):
    """One message: a line, or all of it with what the memory tells of it marked.

    Args:
        name: its number and who speaks.
        tokens: of its text, in words.
        text: what is said.
        mentioned: stems of the words that the memory tells.
    """

    def __init__(self, name: str, tokens: str, text: str, mentioned: frozenset[str]) -> None:
        super().__init__()
        self.head = _Head(name, self)
        self.head.setAccessibleName(f"{name}, {tokens}")
        self._excerpt = OneLine(self, pixels=11)
        self._excerpt.setText(one_line(text, _EXCERPT_CHARS))
        self.text = MarkedText()
        self.text.show_text(text, list(_telling(text, mentioned)))
        cost = plain_label(tokens, 11)
        cost.setWordWrap(False)
        row = hbox(None, (self.head, 1), cost, spacing=6)
        vbox(self, row, self._excerpt, self.text, margins=0, spacing=0)
        self.head.toggled.connect(self._unfold)
        self._unfold(is_open=False)

    def _unfold(self, is_open: bool) -> None:  # noqa: FBT001 - a slot's signature
        self.text.setVisible(is_open)
        self._excerpt.setVisible(not is_open)


class SourcesView(QWidget):
    """Shows a memory's messages; a click or Space unfolds one.

    Signals:
        message_requested: a message shall be shown among all (its index).
    """

    message_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed: tuple[object, int] | None = None
        self.sources: list[Source] = []
        self.heading = OneLine(self, bold=True)
        self.open_button = QPushButton(_("In Messages"), self)
        set_role(self.open_button, "link")
        self.open_button.setToolTip(_("Show the first of them among all messages"))
        self.open_button.clicked.connect(self._request)
        head = hbox(None, (self.heading, 1), self.open_button)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.viewport().setAutoFillBackground(False)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(_("The messages that it stands on"))
        column = QVBoxLayout(self)
        margin = scaled(8)
        column.setContentsMargins(margin, scaled(4), scaled(4), 0)
        column.setSpacing(scaled(2))
        nest(column, head)
        column.addWidget(self._scroll, 1)
        self._first: int | None = None
        self.setMinimumWidth(scaled(150))

    def show_memory(
        self, document: Document, memory: Memory | None, tokenizer: Tokenizer | None
    ) -> None:
        """Show the messages of a memory; what is unfolded stays while it is the same one."""
        key = None if memory is None else (document.chat, memory.index)
        if key is not None and key == self._displayed:
            return
        self._displayed = None if tokenizer is None else key
        self.sources = []
        body = QWidget()
        column = vbox(body, margins=(0, 0, 6, 0), spacing=2)
        chat = document.chat
        sources = () if memory is None else memory.sources
        indexes = [int(one) for one in sources if 0 <= int(one) < len(chat)]
        self._first = indexes[0] if indexes else None
        self.open_button.setVisible(bool(indexes))
        words = _("It names no message.") if memory is not None else ""
        if memory is not None and indexes:
            words = _("Stands on {span_text}").format(span_text=span_text(memory))
        self.heading.setText(words)
        mentioned = frozenset[str]()
        if memory is not None:
            # A name stands everywhere, and so tells nothing.
            mentioned = words_of_memory(memory) - words_in(" ".join(document.names))
        for index in indexes[:MOST]:
            message = chat.message(index)
            tokens = (
                ""
                if tokenizer is None
                else counted(tokenizer.count(message.text), "{n} token", "{n} tokens")
            )
            source = Source(
                f"{index}  {message.name}", tokens, message.text[:_LONGEST_CHARS], mentioned
            )
            column.addWidget(source)
            self.sources.append(source)
        if len(indexes) > MOST:
            column.addWidget(plain_label(_("… and {n:,} more.").format(n=len(indexes) - MOST), 11))
        column.addStretch(1)
        self._scroll.setWidget(body)
        body.setAutoFillBackground(False)
        best = max(self.sources, key=lambda one: len(one.text.marked), default=None)
        if best is not None:
            best.head.setChecked(True)

    def _request(self) -> None:
        if self._first is not None:
            self.message_requested.emit(self._first)


def _telling(text: str, mentioned: frozenset[str]) -> Iterator[Span]:
    """The sentences of a message that say what the memory tells, by the words they share."""
    for sentence in _SENTENCE.finditer(text):
        start, end = sentence.span()
        start += len(sentence[0]) - len(sentence[0].lstrip(' "“*\n'))
        if words_in(sentence[0]) & mentioned:
            yield start, end
