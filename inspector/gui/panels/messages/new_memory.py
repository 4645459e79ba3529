"""The dialog that makes a memory from messages."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.core.decoded import names
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.fields import checked_messages, spelled_messages
from inspector.core.memory import DEFAULT_IMPORTANCE, GREATEST_IMPORTANCE, LEAST_IMPORTANCE
from inspector.core.readings import message_place
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.memory_words import length_advice
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import font, scaled
from inspector.language import _
from inspector.stamping import stamp_now
from inspector.systems import memory_maker

_WITNESSES, _INVOLVED = "witnesses", "characters_involved"


class NewMemoryDialog(EditDialog):
    """Asks what is remembered; who saw it is proposed from the messages.

    Args:
        document: the chat.
        messages: what is proposed as sources, such as `12..15`.

    Signals:
        edit_requested: the `core.edits.Edit` that makes it.
    """

    edit_requested = Signal(object)

    def __init__(self, document: Document, messages: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("New memory from messages"))
        self._document = document
        self._proposed: dict[str, str] = {}
        self.summary = PlainTextEdit(self)
        self.summary.setFont(font(13))
        self.summary.setAccessibleName(_("Summary"))
        self.summary.setPlaceholderText(_("What happened, in one sentence"))
        self.summary.setFixedHeight(scaled(78))
        self.count = plain_label("", 11, Tone.QUIET)
        self.messages = LineEdit(messages, self)
        self.fields = {_WITNESSES: LineEdit(self), _INVOLVED: LineEdit(self)}
        self.messages.setAccessibleName(_("Messages"))
        self.fields[_WITNESSES].setAccessibleName(_("Witnesses"))
        self.fields[_INVOLVED].setAccessibleName(_("Took part"))
        self.importance = QSpinBox(self)
        self.importance.setRange(LEAST_IMPORTANCE, GREATEST_IMPORTANCE)
        self.importance.setValue(DEFAULT_IMPORTANCE)
        self.make = QPushButton(_("Make it"), self)
        self._lay_out()
        self.messages.textChanged.connect(self._propose)
        self.summary.textChanged.connect(self._show_state)
        self.summary.committed.connect(self._make)
        self.summary.reverted.connect(self.reject)
        self.make.clicked.connect(self._make)
        self._propose()

    @override
    def follow(self, document: Document) -> None:
        """Name the same messages, wherever they stand there."""
        former, self._document = self._document.chat, document
        try:
            named = checked_messages(_("Messages"), self.messages.text())
        except InspectorError:
            return
        found = [
            message_place(former, one, document.chat) if one < len(former) else None
            for one in named
        ]
        known = [one for one in found if one is not None]
        if known != list(named):
            self.messages.setText(spelled_messages(known))
        if len(known) < len(named):
            self.show_trouble(_("Others wrote the chat, and some of these messages are gone."))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(scaled(6))
        form.addRow(_("Messages"), self.messages)
        form.addRow(_("Summary"), self.summary)
        form.addRow("", self.count)
        form.addRow(_("Witnesses"), self.fields[_WITNESSES])
        form.addRow(_("Took part"), self.fields[_INVOLVED])
        form.addRow(_("Importance"), self.importance)
        cancel = QPushButton(_("Cancel"), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.make.setDefault(True)
        vbox(self, form, self.trouble, hbox(None, 1, cancel, self.make))
        self.setMinimumWidth(scaled(480))
        self.summary.setFocus()

    def _propose(self) -> None:
        """Fill in who was there, unless a person has written something else."""
        self.show_trouble("")
        try:
            sources = checked_messages(_("Messages"), self.messages.text())
            values = memory_maker(self._document).proposed(self._document, sources)
        except InspectorError as error:
            self.show_trouble(str(error))
            return
        for key, edit in self.fields.items():
            proposal = ", ".join(names(values.get(key)))
            if edit.text() in ("", self._proposed.get(key, "")):
                edit.setText(proposal)
            self._proposed[key] = proposal
        self._show_state()

    def _show_state(self) -> None:
        written = self.summary.text
        advice = length_advice(written) if written.strip() else ""
        words = counted(word_count(written), "{n} word", "{n} words")
        self.count.setText(f"▲ {words} · {advice}" if advice else words)
        self.count.set_tone(Tone.WARNING if advice else Tone.QUIET)
        self.make.setEnabled(bool(written.strip()))

    def _make(self) -> None:
        values: dict[str, object] = {
            "message_ids": self.messages.text(),
            "summary": " ".join(self.summary.text.split()),
            "importance": self.importance.value(),
        }
        for key, edit in self.fields.items():
            values[key] = [one.strip() for one in edit.text().split(",") if one.strip()]
        try:
            maker = memory_maker(self._document)
            edit = maker.new_memory(self._document, values, stamp_now())
        except InspectorError as error:
            self.show_trouble(str(error))
            return
        self.finish(lambda: self.edit_requested.emit(edit))
