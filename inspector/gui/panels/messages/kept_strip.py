"""What a system keeps with a message: its state with the reason, its text to edit, its marks."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.core.document import Document
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.recap_verdict import MessageVerdict
from inspector.core.system import MemorySystem
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import Label, OneLine, Tone
from inspector.gui.kit.layouts import nest
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import font, scaled
from inspector.gui.panels.messages.state_words import reason_text, state_text, state_tone
from inspector.language import _

_LINES = 2
_TEXT = "memory"


class KeptStrip(FilledWidget):
    """Shows what a system keeps about one message and asks for edits of it.

    Signals:
        edit_requested: a `core.edits.Edit`.
        refused: why an edit cannot be made.
    """

    has_top_line = True

    edit_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: int | None = None
        self._verdict: MessageVerdict | None = None
        self._system: MemorySystem | None = None
        self._document = Document()
        self._values: Mapping[str, object] = {}
        self._read_only = ""
        self._requested: object = None
        self._is_refused = False
        self.title = Label(self, pixels=11, bold=True)
        self.state = OneLine(self, Tone.QUIET, 11, bold=True)
        self.reason = OneLine(self, Tone.QUIET, 11)
        self.boxes: dict[str, QCheckBox] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.edit = PlainTextEdit(self)
        self._head = QHBoxLayout()
        self._lay_out()
        for done in (self.edit.left, self.edit.committed):
            done.connect(self.commit)
        self.edit.reverted.connect(self.edit.restore)
        self.hide()

    def show_nothing(self) -> None:
        """There is no message, or nobody keeps anything with messages."""
        self.commit()
        self._message = None
        self.hide()

    def show_message(
        self,
        message: int,
        verdict: MessageVerdict | None,
        system: MemorySystem,
        document: Document,
    ) -> None:
        """Show what is kept with a message.

        Args:
            message: its index.
            verdict: what the ruleset says; None where it does not see the message.
            system: who keeps it.
            document: the chat.
        """
        if message != self._message or system is not self._system:
            self.commit()
        is_other = message != self._message or system is not self._system
        self._set_system(system)
        self._message, self._verdict, self._document = message, verdict, document
        self._values = system.message_values(document, message)
        held = str(self._values.get(_TEXT, ""))
        if is_other or (self.edit.text != held and not self.edit.is_modified):
            self.edit.load(held)
        for name, box in self.boxes.items():
            blocker = QSignalBlocker(box)
            box.setChecked(self._values.get(name) is True)
            blocker.unblock()
        for button in self.buttons.values():
            button.setEnabled(any(map(bool, self._values.values())))
        self._show_state()
        self.show()

    def set_read_only(self, reason: str) -> None:
        """Say why nothing can be edited now, and let nobody type in vain; empty if it can."""
        self._read_only = reason
        self.edit.setReadOnly(bool(reason))
        self._show_state()

    def commit(self) -> None:
        """Ask for what is typed; it stays typed if it is refused."""
        if self._message is not None and self.edit.is_modified:
            words, self._is_refused = self.edit.text, False
            self.edit.accept()
            self._ask(_TEXT, words)
            if self._is_refused:
                self.edit.load(str(self._values.get(_TEXT, "")))
                self.edit.type_over(words)

    def take_refusal(self, edit: object, why: str) -> None:
        """Hear that an edit was refused, be it what was asked for here or not."""
        if edit is self._requested:
            self._refuse(why)

    def _refuse(self, why: str) -> None:
        self._is_refused = True
        self.refused.emit(why)

    def _ask(self, name: str, value: object) -> None:
        if self._message is None or self._system is None:
            return
        try:
            edit = self._system.edit_message(self._document, self._message, name, value)
        except EditError as error:
            self._refuse(str(error))
        else:
            self._requested = edit
            self.edit_requested.emit(edit)
            self._requested = None

    def _press(self, name: str) -> None:
        self._ask(name, value=True)

    def _set_system(self, system: MemorySystem) -> None:
        if system is self._system:
            return
        self._system = system
        for old in (*self.boxes.values(), *self.buttons.values()):
            old.hide()
            old.deleteLater()
        self.boxes, self.buttons = {}, {}
        held = system.message_values(Document(), -1)
        for spec in system.message_fields:
            if spec.key == _TEXT:
                self._name_text(spec)
            elif spec.kind is FieldKind.FLAG and spec.key in held:
                self._add_box(spec)
            elif spec.kind is FieldKind.FLAG:
                self._add_button(spec)

    def _name_text(self, spec: FieldSpec) -> None:
        self.title.setText(_(spec.title))
        self.setAccessibleName(_("{title} of the message").format(title=_(spec.title)))
        self.edit.setAccessibleName(_("Text of the message's {lower}").format(lower=spec.within))
        self.edit.setPlaceholderText(_("No {lower}").format(lower=spec.within))

    def _add_box(self, spec: FieldSpec) -> None:
        box = self.boxes[spec.key] = QCheckBox(_(spec.title), self)
        box.setFont(font(11))
        box.setToolTip(_(spec.meaning))
        box.toggled.connect(partial(self._ask, spec.key))
        self._head.addWidget(box)

    def _add_button(self, spec: FieldSpec) -> None:
        button = self.buttons[spec.key] = QPushButton(_(spec.title), self)
        set_role(button, "link")
        button.setFont(font(11))
        button.setToolTip(_(spec.meaning))
        button.clicked.connect(partial(self._press, spec.key))
        self._head.addWidget(button)

    def _show_state(self) -> None:
        verdict = self._verdict
        words = state_text(verdict) if verdict else ""
        why = reason_text(verdict) if verdict else _("It comes after the moment.")
        why = self._read_only or why
        self.state.setText(words)
        self.reason.setText(why)
        self.reason.setToolTip("")
        self.setAccessibleDescription(f"{words}. {why}")
        self.state.set_tone(Tone.QUIET if verdict is None else state_tone(verdict))

    def _lay_out(self) -> None:
        self.state.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.edit.setFont(font(12))
        height = self.edit.fontMetrics().lineSpacing() * _LINES + scaled(14)
        self.edit.setFixedHeight(height)
        self._head.setSpacing(8)
        for part in (self.title, self.state):
            self._head.addWidget(part)
        self._head.addWidget(self.reason, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 10, 8)
        column.setSpacing(4)
        nest(column, self._head)
        column.addWidget(self.edit)
