"""One summary as it is, as it is worded anew, and the messages that it stands on."""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.analysis.rewriting.checking import rewording
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.memory_words import span_text
from inspector.gui.kit.text import signed, tooltip
from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.rewrite.queue import length_words

_MOST_SOURCES = 40
_OF_WHOM = re.compile(r"The summary of \S+ ")
"""What a remark beside the summary itself need not say."""


class WordingEdit(QPlainTextEdit):
    """Where a summary is worded anew.

    Signals:
        kept: Enter: keep it and go on.
    """

    kept = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.insertPlainText("\n")
        elif is_enter:
            self.kept.emit()
        else:
            super().keyPressEvent(event)


class RewriteEditor(Themed, QWidget):
    """Shows one memory and lets its summary be worded anew; it keeps nothing itself.

    Signals:
        kept: the wording that is typed shall be kept.
        left: the memory shall stay as it is.
    """

    kept = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._memory: Memory | None = None
        self._tokenizer: Tokenizer | None = None
        self.heading = plain_label("", bold=True)
        self.before, self.remark = plain_label(), plain_label()
        self.edit = WordingEdit(self)
        self.edit.setAccessibleName("The new wording")
        self.edit.setTabChangesFocus(True)
        self.edit.setMinimumHeight(scaled(48))
        self.meter, self.findings = plain_label(), plain_label()
        self.keep_button = QPushButton("Keep and go on", self)
        self.leave_button = QPushButton("Leave as it is", self)
        self.leave_button.setToolTip("Alt+Down; Alt+Up goes back")
        self.sources = TextView(self)
        self.sources.setAccessibleName("The messages that it stands on")
        self._lay_out()
        self.edit.textChanged.connect(self._show_meter)
        self.edit.kept.connect(self.kept)
        self.keep_button.clicked.connect(self.kept)
        self.leave_button.clicked.connect(self.left)
        self.setFocusProxy(self.edit)
        self.restyle()

    @property
    def wording(self) -> str:
        """What is typed, without white space around it."""
        return self.edit.toPlainText().strip()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for label in (self.remark, self.findings):
            label.setStyleSheet(f"color: {theme.warning.name()};")

    def load(self, wording: str) -> None:
        """Begin with a wording, all of it selected."""
        self.edit.setPlainText(wording)
        self.edit.selectAll()

    def show_memory(
        self, document: Document, memory: Memory | None, tokenizer: Tokenizer | None, heading: str
    ) -> None:
        """Show a memory beside its messages.

        Args:
            document: holds it.
            memory: the current one; None for none.
            tokenizer: counts; None before the first answer.
            heading: which it is, or why there is none.
        """
        self._document, self._memory, self._tokenizer = document, memory, tokenizer
        self.heading.setText(heading)
        for part in (self.edit, self.keep_button, self.leave_button):
            part.setEnabled(memory is not None)
        self.before.setText("" if memory is None else memory.summary)
        remark = "" if memory is None else self._remark(memory)
        self.remark.setText(_OF_WHOM.sub("It ", remark))
        self.remark.setToolTip(tooltip(remark))
        self.sources.setPlainText("" if memory is None else self._source_text(memory))
        self._show_meter()

    def _remark(self, memory: Memory) -> str:
        if self._tokenizer is None:
            return ""
        found = rewording(self._document, memory.index, memory.summary, self._tokenizer)
        return " ".join(f"▲ {one.text}" for one in found.problems)

    def _source_text(self, memory: Memory) -> str:
        chat = self._document.chat
        indexes = [int(one) for one in memory.sources if 0 <= int(one) < len(chat)]
        parts = [f"Messages {span_text(memory)}"] if indexes else ["It names no message."]
        for index in indexes[:_MOST_SOURCES]:
            message = chat.message(index)
            parts.append(f"{index}  {message.name}\n{message.text}")
        return "\n\n".join(parts)

    def _show_meter(self) -> None:
        text, memory = self.wording, self._memory
        if memory is None or self._tokenizer is None or not text:
            self.meter.clear()
            self.findings.clear()
            return
        found = rewording(self._document, memory.index, text, self._tokenizer)
        self.meter.setText(
            f"{length_words(word_count(text))} · {found.tokens[1]} tokens, "
            f"{found.tokens[0]} before, {signed(-found.saved)}"
        )
        words = " ".join(f"▲ {one.text}" for one in found.problems)
        is_same = found.before == found.after
        words = _OF_WHOM.sub("It ", words) or "✓ no comment, no double, nothing odd"
        self.findings.setText("" if is_same else words)

    def _lay_out(self) -> None:
        margin, gap = scaled(8), scaled(3)
        writing = QVBoxLayout(self)
        writing.setContentsMargins(margin, gap, margin, gap)
        writing.setSpacing(gap)
        wording = QFont(self.font())
        wording.setPixelSize(scaled(13))
        self.before.setFont(wording)
        self.edit.setFont(wording)
        self.heading.setWordWrap(False)
        head = QHBoxLayout()
        head.setSpacing(scaled(12))
        head.addWidget(self.heading)
        head.addWidget(self.remark, 1)
        writing.addLayout(head)
        writing.addWidget(self.before)
        writing.addWidget(self.edit, 1)
        writing.addWidget(self.meter)
        buttons = QHBoxLayout()
        for part in (self.keep_button, self.leave_button):
            buttons.addWidget(part)
        buttons.addWidget(self.findings, 1)
        writing.addLayout(buttons)
