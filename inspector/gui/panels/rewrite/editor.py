"""One summary as it is, as it is worded anew, and what that costs."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.lint import FEWEST_WORDS, MOST_WORDS, meta_places, word_count
from inspector.analysis.rewriting.checking import rewording
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.core.tokens import Tokenizer, utf16_length
from inspector.gui.kit.finding import Mark, hit_format, set_marks
from inspector.gui.kit.flow_layout import FlowLayout
from inspector.gui.kit.labels import Label, OneLine, Tone, plain_label
from inspector.gui.kit.layouts import nest
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.text import counted, join_names, signed, tooltip
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.rewrite.marked import MarkedText
from inspector.gui.panels.rewrite.meter import LengthMeter
from inspector.language import _

_STARS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5)
_ROOMY_PX = 285
"""Lower, what is typed needs the lines of keys and facts; buttons and queue have both, too."""
_CONTROL = Qt.KeyboardModifier.ControlModifier


class WordingEdit(PlainTextEdit):
    """Where a summary is worded anew; its comments on itself are marked in place.

    Signals:
        kept: Enter: keep it and go on.
        importance_set: Ctrl with a digit (1 to 5).
    """

    kept = Signal()
    importance_set = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("The new wording"))
        self.setMinimumHeight(scaled(44))
        self.setMaximumHeight(scaled(130))
        self.textChanged.connect(self.mark)

    def mark(self) -> None:
        """Mark where the text comments on itself."""
        text = self.text
        marks: list[Mark] = []
        for start, end in meta_places(text):
            one = Mark()
            one.cursor = QTextCursor(self.document())
            one.cursor.setPosition(utf16_length(text[:start]))
            one.cursor.setPosition(utf16_length(text[:end]), QTextCursor.MoveMode.KeepAnchor)
            one.format = hit_format()
            marks.append(one)
        set_marks(self, "meta", marks)

    @override
    def sizeHint(self) -> QSize:
        # What can scroll is given all that it wishes for, and the buttons would be out of sight.
        return QSize(super().sizeHint().width(), self.minimumHeight())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())

    @override
    def event(self, event: QEvent) -> bool:
        """Stars are set here; elsewhere these keys go to views."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and _is_stars(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        is_control = event.modifiers() == _CONTROL
        if is_enter and is_control:
            self.insertPlainText("\n")
        elif is_enter:
            self.kept.emit()
        elif _is_stars(event):
            self.importance_set.emit(_STARS.index(Qt.Key(event.key())) + 1)
        else:
            super().keyPressEvent(event)


def _is_stars(event: QKeyEvent) -> bool:
    return event.modifiers() == _CONTROL and event.key() in _STARS


class RewriteEditor(Themed, QWidget):
    """Shows one memory and lets its summary be worded anew; it keeps nothing itself.

    Signals:
        kept: the wording that is typed shall be kept.
        left: the memory shall stay as it is.
        typed: another wording is typed.
    """

    kept = Signal()
    left = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._memory: Memory | None = None
        self._tokenizer: Tokenizer | None = None
        self._is_roomy = False
        self.heading = OneLine(self, bold=True)
        self.cost = plain_label("", 11, Tone.QUIET)
        self.cost.setWordWrap(False)
        self.before, self.remark = MarkedText(13), plain_label("", 11, Tone.WARNING)
        self.edit = WordingEdit(self)
        self.caption, self.keys = Label(self, Tone.QUIET, 11), OneLine(self, Tone.QUIET, 11)
        self.caption.setText(_("As you write it"))
        self.keys.setText(_("Enter keeps it and goes on, Alt+↓ leaves it"))
        self.length, self.tokens = Label(self, bold=True), OneLine(self)
        self.meter = LengthMeter(self)
        self.findings, self.facts = OneLine(self), OneLine(self, Tone.QUIET)
        self.keep_button = QPushButton(_("Keep and go on"), self)
        make_primary(self.keep_button)
        self.keep_button.setToolTip(_("Enter; Ctrl+Enter makes a new line"))
        self.leave_button = QPushButton(_("Leave as it is"), self)
        self.leave_button.setToolTip(_("Alt+Down; Alt+Up goes back"))
        self.split_button = QPushButton(_("Split in two…"), self)
        self._lay_out()
        self.edit.textChanged.connect(self._type)
        self.edit.kept.connect(self.kept)
        self.keep_button.clicked.connect(self.kept)
        self.leave_button.clicked.connect(self.left)
        self.setFocusProxy(self.edit)
        self.restyle()

    @property
    def wording(self) -> str:
        """What is typed, without white space around it."""
        return self.edit.text.strip()

    @property
    def is_typed(self) -> bool:
        """Whether anything was typed since the wording it began with."""
        return self.edit.is_modified

    @override
    def restyle(self) -> None:
        wording = QFont(self.font())
        wording.setPixelSize(scaled(14))
        self.edit.setFont(wording)
        self.edit.mark()

    def fit(self, height: int) -> None:
        """Leave out what matters least where so much height is too little for all."""
        self._is_roomy = height >= scaled(_ROOMY_PX)
        for label in (self.caption, self.keys, self.facts):
            label.setVisible(self._is_roomy)
        self._make_room_for_findings()

    def _make_room_for_findings(self) -> None:
        """Keep their line free where there is room, so that nothing moves while one types."""
        self.findings.setVisible(self._is_roomy or bool(self.findings.text()))

    def load(self, wording: str) -> None:
        """Begin with a wording, all of it selected."""
        self.edit.load(wording)
        self.edit.selectAll()

    def show_memory(
        self, document: Document, memory: Memory | None, tokenizer: Tokenizer | None, heading: str
    ) -> None:
        """Show a memory.

        Args:
            document: holds it.
            memory: the current one; None for none.
            tokenizer: counts; None before the first answer.
            heading: which it is, or why there is none.
        """
        self._document, self._memory, self._tokenizer = document, memory, tokenizer
        self.heading.setText(heading)
        for part in (self.edit, self.keep_button, self.leave_button, self.split_button):
            part.setEnabled(memory is not None)
        summary = "" if memory is None else memory.summary
        self.before.show_text(summary, meta_places(summary))
        self.facts.setText("" if memory is None else _facts(memory))
        self._show_remark()
        self._show_meter()

    def _show_remark(self) -> None:
        memory, tokenizer = self._memory, self._tokenizer
        if memory is None or tokenizer is None:
            self.cost.setText("")
            self.remark.setText("")
        else:
            found = rewording(self._document, memory.index, memory.summary, tokenizer)
            words = counted(word_count(memory.summary), "{n} word", "{n} words")
            self.cost.setText(
                _("As it is: {words} · {tokens}").format(
                    words=words, tokens=counted(found.tokens[0], "{n} token", "{n} tokens")
                )
            )
            self.remark.setText(_wording(found.problems))
        self.remark.setVisible(bool(self.remark.text()))

    def _type(self) -> None:
        self._show_meter()
        self.typed.emit()

    def _show_meter(self) -> None:
        text, memory = self.wording, self._memory
        is_there = memory is not None and self._tokenizer is not None and bool(text)
        self.meter.setVisible(is_there)
        if memory is None or self._tokenizer is None or not text:
            for label in (self.length, self.tokens, self.findings):
                label.clear()
            self._make_room_for_findings()
            return
        found = rewording(self._document, memory.index, text, self._tokenizer)
        count = word_count(text)
        self.length.setText(counted(count, "{n} word", "{n} words"))
        self.meter.show_words(count)
        best = _("{FEWEST_WORDS} to {MOST_WORDS} read best").format(
            FEWEST_WORDS=FEWEST_WORDS, MOST_WORDS=MOST_WORDS
        )
        tokens = counted(found.tokens[1], "{n} token", "{n} tokens")
        self.tokens.setText(f"{tokens}, {signed(-found.saved)} · {best}")
        words = _wording(found.problems)
        is_same = found.before == found.after
        self.findings.setText("" if is_same else words or _("✓ no comment, no double, nothing odd"))
        self.findings.setToolTip(tooltip(words))
        self.findings.set_tone(Tone.WARNING if words else Tone.IN_BLOCK)
        self._make_room_for_findings()

    def _lay_out(self) -> None:
        margin, gap = scaled(10), scaled(4)
        writing = QVBoxLayout(self)
        writing.setContentsMargins(margin, gap, margin, gap)
        writing.setSpacing(gap)
        nest(writing, _row(((self.heading, 1), (self.cost, 0))))
        writing.addWidget(self.before)
        writing.addWidget(self.remark)
        nest(writing, _row(((self.caption, 0), (self.keys, 1))))
        writing.addWidget(self.edit, 4)
        nest(writing, _row(((self.length, 0), (self.meter, 1), (self.tokens, 3))))
        writing.addWidget(self.findings)
        row = QWidget(self)
        buttons = FlowLayout(row, scaled(8))
        for part in (self.keep_button, self.leave_button, self.split_button, QWidget(row)):
            buttons.addWidget(part)
        writing.addWidget(row)
        writing.addWidget(self.facts)
        writing.addStretch(1)


def _row(parts: Sequence[tuple[QWidget, int]]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(scaled(8))
    for part, stretch in parts:
        row.addWidget(part, stretch)
    return row


def _wording(problems: Sequence[Problem]) -> str:
    return " ".join(f"▲ {one.brief or one.text}" for one in problems)


def _facts(memory: Memory) -> str:
    """What else is known of it, and the keys that change it."""
    stars = "★" * memory.importance + "☆" * (5 - memory.importance)
    known = join_names(memory.witnesses) or _("nobody")
    facts = _("{stars} Ctrl+1 to 5 · known to {known}").format(stars=stars, known=known)
    return f"{facts} · {_('secret')}" if memory.is_secret else facts
