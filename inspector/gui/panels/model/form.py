"""The form of a language model: where it is, how much it may take, how the agent works."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.endpoint_fields import EndpointFields
from inspector.gui.kit.form_fields import Choices, number_box, show_number
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import stacked
from inspector.gui.kit.style import set_role
from inspector.language import _
from inspector.llm.endpoint import chat_call
from inspector.llm.enrichment.agent import AgentRuleset
from inspector.preferences import ModelChoice


class ModelForm(QWidget):
    """Edits what is needed to ask a language model.

    Signals:
        edited: something was changed by a person's hand.
        agreement_ended: before anything is sent it shall be asked again.
    """

    edited = Signal()
    agreement_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = ModelChoice()
        self.fields = EndpointFields("http://localhost:8080/v1", (60.0, 600.0), self)
        self.most = number_box(
            SettingSpec(_("Most a session"), SettingKind.WHOLE, 200_000, "", "", 0, 100_000_000)
        )
        self.most.setSpecialValueText(_("any"))
        self.most.setToolTip(_("Tokens, requests and answers together, until the window is closed"))
        self.context = number_box(
            SettingSpec(_("Messages at once"), SettingKind.WHOLE, 8000, "", "", 500, 2_000_000)
        )
        self.context.setToolTip(_("Tokens of messages in one request; longer ranges are parted"))
        self.agent = Choices(self)
        for one in AgentRuleset:
            self.agent.addItem(one.value, one.value)
        self.agent.setAccessibleName(_("Enrichment agent"))
        self.agent.setToolTip(
            _(
                "scribe/design judges, searches and then writes; scribe/2025-08 writes one event "
                "of "
                "the last ten messages each time, as the server really does"
            )
        )
        for title, field in (
            (_("Most a session"), self.most),
            (_("Messages at once"), self.context),
            (_("Agent"), self.agent),
        ):
            self.fields.rows.addRow(title, field)
        self.agreed = StatusLabel(self, Tone.QUIET)
        self.ask_button = QPushButton(_("Ask again before sending"), self)
        set_role(self.ask_button, "link")
        self.ask_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        stacked(self, self.fields, self.agreed, self.ask_button)
        self.fields.edited.connect(self._edit)
        for box in (self.most, self.context):
            box.valueChanged.connect(self._edit)
        self.agent.activated.connect(self._edit)
        self.ask_button.clicked.connect(self.agreement_ended)
        self._show_agreed()

    @property
    def choice(self) -> ModelChoice:
        """What is chosen, with all that stands here."""
        return replace(
            self._choice,
            most_tokens=int(self.most.value()),
            context=int(self.context.value()),
            agent=self.agent.currentData(),
            **self.fields.values,
        )

    def show_choice(self, choice: ModelChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        self.fields.show_choice(choice)
        show_number(self.most, choice.most_tokens)
        show_number(self.context, choice.context)
        self.agent.setCurrentIndex(self.agent.findData(choice.agent))
        self._show_agreed()

    def _edit(self) -> None:
        self._show_agreed()
        self.edited.emit()

    def _show_agreed(self) -> None:
        choice = self.choice
        call = chat_call(choice.address) if choice.address else ""
        is_agreed = bool(call) and call in choice.agreed
        self.agreed.say(
            _("You agreed to send to {call} and nowhere else.").format(call=call)
            if is_agreed
            else ""
        )
        self.ask_button.setVisible(is_agreed)
