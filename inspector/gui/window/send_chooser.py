"""What is looked at: the file as it lies, or the next request, and what is pressed for it."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from inspector.core.sending import SendKind
from inspector.gui.kit.segmented import Segmented
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.language import N_, _

AS_FILE, AS_SENT, AS_WAS = N_("As the file is"), N_("As sent next"), N_("As it was sent")

_KINDS: Final = {
    SendKind.NORMAL: (_("Normal send"), _("Send is pressed, with the pending message")),
    SendKind.REGENERATE: (_("Regenerate"), _("The last answer is removed and made anew")),
    SendKind.SWIPE: (_("Swipe"), _("Another version of the last answer is made")),
    SendKind.CONTINUE: (_("Continue"), _("The last answer is written on")),
    SendKind.IMPERSONATE: (_("Impersonate"), _("The model writes your next message")),
}
_OWN: Final = _("{} makes its requests itself, so SillyTavern's next request holds nothing of it.")


class SendChooser(QWidget):
    """Switch, kind of send, and in a group which answer of the turn.

    Signals:
        edit_requested: a `SetQuestion`.
        offered: the switch has more or fewer buttons.
    """

    edit_requested = Signal(object)
    offered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = Question()
        self._then: Question | None = None
        self._before: Question | None = None
        self.switch = Segmented(_("What is shown"), self)
        self.switch.set_choices([AS_FILE, AS_SENT])
        self.switch.buttons[AS_FILE].setToolTip(_("The block of the chat as it is stored"))
        self.switch.buttons[AS_SENT].setToolTip(
            _(
                "What the next request would hold: extensions hide, clean and count before it. "
                "Nothing of it is written. (Alt+S)"
            )
        )
        self.kind = QComboBox(self)
        for kind, (words, meaning) in _KINDS.items():
            self.kind.addItem(words, kind)
            self.kind.setItemData(self.kind.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)
        self.kind.setAccessibleName(_("Kind of send"))
        self.member = QSpinBox(self)
        self.member.setMinimum(1)
        self.member.setPrefix(_("answer "))
        self.member.setAccessibleName(_("Which answer of the group's turn"))
        self.member.setToolTip(
            _(
                "Which answer of the group's turn is looked at; the first is made without a "
                "character's name"
            )
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(6)
        for part in (self.switch, self.kind, self.member):
            row.addWidget(part)
        self.switch.chosen.connect(self._ask_switch)
        self.kind.activated.connect(self._ask_kind)
        self.member.valueChanged.connect(self._ask_member)
        QShortcut(QKeySequence("Alt+S"), self, self.turn)

    def show_question(self, question: Question) -> None:
        """Show what a question asks for, without asking anything."""
        self._question = question
        system = question.ruleset.partition("/")[0]
        chosen = AS_SENT if question.is_as_sent else AS_FILE
        self.switch.choose(AS_WAS if self._is_then(question) else chosen)
        self.switch.setEnabled(question.can_be_sent)
        self.switch.setToolTip("" if question.can_be_sent else _OWN.format(system))
        self.kind.setVisible(question.is_as_sent)
        self.member.setVisible(question.is_as_sent and bool(question.moment.group))
        blockers = [QSignalBlocker(one) for one in (self.kind, self.member)]
        location = self.kind.findData(question.send.kind)
        self.kind.setCurrentIndex(location)
        self.kind.setToolTip(_KINDS[question.send.kind][1])
        self.member.setMaximum(max(1, len(question.moment.group), question.send.member))
        self.member.setValue(question.send.member)
        for blocker in blockers:
            blocker.unblock()

    def offer_moment(self, question: Question | None) -> None:
        """Offer the moment of a request that was captured, while it is checked.

        Args:
            question: asks for what was sent then; None where no request is checked.
        """
        self._then, self._before = question, None
        names = [AS_FILE, AS_SENT] if question is None else [AS_FILE, AS_SENT, AS_WAS]
        if names != list(self.switch.buttons):
            tips = {name: one.toolTip() for name, one in self.switch.buttons.items()}
            self.switch.set_choices(names)
            for name, button in self.switch.buttons.items():
                button.setToolTip(tips.get(name, _("The moment of the request that is checked")))
            self.offered.emit()
        self.show_question(self._question)

    def _is_then(self, question: Question) -> bool:
        return self._then is not None and _moment_of(question) == _moment_of(self._then)

    def set_short(self, *, short: bool) -> None:
        """Say less where there is little room; the tooltips say all."""
        self.switch.call(AS_FILE, _("File") if short else _(AS_FILE))
        self.switch.call(AS_SENT, _("Sent") if short else _(AS_SENT))
        self.switch.call(AS_WAS, _("Was") if short else _(AS_WAS))

    def turn(self) -> None:
        """Show the other of the two."""
        if self._question.can_be_sent:
            self._ask(as_sent=not self._question.is_as_sent)

    def _ask_switch(self, name: str) -> None:
        if name == AS_WAS and self._then is not None:
            self._before = self._question
            self.edit_requested.emit(SetQuestion(self._then, _(AS_WAS)))
            return
        if self._is_then(self._question) and self._before is not None:
            self._question = self._before
        self._ask(as_sent=name == AS_SENT)

    def _ask(self, *, as_sent: bool) -> None:
        question = replace(self._question, as_sent=as_sent)
        self.edit_requested.emit(SetQuestion(question, _(AS_SENT if as_sent else AS_FILE)))

    def _ask_kind(self) -> None:
        kind = list(_KINDS)[self.kind.currentIndex()]  # Qt would give back a plain text
        question = replace(self._question, send=replace(self._question.send, kind=kind))
        self.edit_requested.emit(SetQuestion(question, _KINDS[kind][0]))

    def _ask_member(self, member: int) -> None:
        question = replace(self._question, send=replace(self._question.send, member=member))
        self.edit_requested.emit(
            SetQuestion(question, _("Answer {member} of the turn").format(member=member), "member")
        )


def _moment_of(question: Question) -> object:
    """What tells one moment of sending from another."""
    moment = question.moment
    people = (moment.user, moment.character)
    return question.is_as_sent, question.send, moment.at, moment.pending, people
