"""The language model: where it is, what runs, and every call that was made."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.choosing import ChoicePanel
from inspector.gui.kit.form_fields import KeyField
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import hbox, let_scroll, nest, split, vbox
from inspector.gui.kit.panel import Area
from inspector.gui.kit.text import counted, plain, tooltip
from inspector.gui.kit.theme import Theme, Themed, current_theme, scaled
from inspector.gui.panels.model.form import ModelForm
from inspector.gui.state.view import View, ViewChanges
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.llm.exchange import Call
from inspector.preferences import ModelChoice

_WHERE = _(
    "Any endpoint that speaks OpenAI's chat completions: llama.cpp, Ollama, KoboldCpp, vLLM, "
    "OpenRouter. Nothing is sent before you have seen the text and agreed."
)
_OFF = _("Off: no address is named. Everything also works by Copy request and Paste answer.")


def _clock(call: Call) -> str:
    return datetime.fromtimestamp(call.at).strftime("%H:%M:%S")  # noqa: DTZ006 - local on purpose


def _outcome_colour(call: Call, theme: Theme) -> QColor:
    return theme.text_2 if call.is_answered else theme.warning


def _outcome(call: Call) -> str:
    return call.outcome if call.is_answered else f"▲ {call.outcome}"


COLUMNS = (
    Column[Call](_("Time"), _("When it was sent."), _clock, "00:00:00", colour=quiet),
    Column[Call](
        _("For"), _("What it was for."), lambda call: call.purpose, _("rewrite summaries again")
    ),
    Column[Call](
        _("Sent"), _("Tokens of the request."), lambda call: plain(call.tokens[0]), "100,000",
        is_number=True, need=6,
    ),
    Column[Call](
        _("Answered"), _("Tokens of the answer."), lambda call: plain(call.tokens[1]), "100,000",
        is_number=True, need=5,
    ),
    Column[Call](
        _("Took"), _("From sending to the last word."),
        lambda call: _("{seconds:.1f} s").format(seconds=call.seconds), _("100.0 s"),
        is_number=True, need=4,
    ),
    Column[Call](
        _("Outcome"), _("What became of it."), _outcome, None, colour=_outcome_colour,
        tooltip=lambda call: tooltip(call.outcome), least=90,
    ),
)  # fmt: skip

_LEAST_FORM_PX = 310
"""Narrower, an address and a key would be cut off."""


class ModelPanel(Themed, ChoicePanel[ModelChoice]):
    """Names a model and shows what it was sent; it sends nothing itself.

    Signals:
        cancel_requested: what is being asked is to be called off.
    """

    name = "model"
    title = _("Model")
    area = Area.BELOW

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = ModelForm(self)
        self.state = StatusLabel(self, Tone.PLAIN, bold=True)
        self.where = StatusLabel(self, Tone.QUIET)
        self.where.say(_WHERE)
        self.doing = StatusLabel(self, Tone.QUIET)
        self.error = StatusLabel(self, Tone.ERROR)
        self.cancel_button = QPushButton(_("Cancel"), self)
        self.model = TableModel[Call](COLUMNS, self)
        self.table = Table(self.model, _("Calls of this session"), "model_calls", self)
        self._calls: tuple[Call, ...] = ()
        self._lay_out()
        self._show_table()
        self.form.edited.connect(self._edit)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.show_running(None)
        self.restyle()
        self._show_state()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        """The model is the same for every chat."""

    @property
    @override
    def choice(self) -> ModelChoice:
        return self.form.choice

    @property
    @override
    def keys(self) -> tuple[KeyField, ...]:
        return (self.form.fields.key,)

    @override
    def show_choice(self, choice: ModelChoice) -> None:
        self.form.show_choice(choice)
        self._show_state()

    def show_running(self, words: str | None) -> None:
        """Say what is being asked; None for nothing."""
        self.doing.say(words or "")
        self.cancel_button.setVisible(bool(words))
        if words:
            self.error.say("")

    def show_calls(self, calls: Sequence[Call]) -> None:
        """Show every call of the session, the last first."""
        self._calls = tuple(calls)
        self.model.show_rows(self._calls[::-1])
        self.count_changed.emit(len(self._calls) or None)
        self._show_table()
        self._show_state()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.setPalette(palette)
        self.setAutoFillBackground(True)

    def _edit(self) -> None:
        self._show_state()
        self.edited.emit()

    def _show_table(self) -> None:
        """Say what may be sent where until something was; then show that instead."""
        self.table.setVisible(bool(self._calls))
        self.where.setVisible(not self._calls)

    def _show_state(self) -> None:
        choice = self.choice
        if not choice.address:
            self.state.say(_OFF)
            return
        used = sum(sum(one.tokens) for one in self._calls)
        calls = counted(len(self._calls), "{n} call", "{n} calls")
        self.state.say(
            (
                _("{calls} this session, {used:,} of {most:,} tokens used")
                if choice.most_tokens
                else _("{calls} this session, {used:,} tokens used")
            ).format(calls=calls, used=used, most=choice.most_tokens)
        )

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Model"))
        form = QWidget()
        vbox(form, self.form, 1, margins=(12, 10, 12, 10))
        scroll = let_scroll(QScrollArea(self), form, see_through=True)
        scroll.setMinimumWidth(scaled(_LEAST_FORM_PX))
        running = hbox(None, (self.doing, 1), self.cancel_button)
        calls = QWidget(self)
        right = vbox(calls, margins=(12, 10, 12, 0), spacing=6)
        for part in (self.state, self.where, self.error):
            right.addWidget(part)
        nest(right, running)
        right.addWidget(self.table, 1)
        right.addStretch()
        vbox(self, split("model_parts", scroll, calls, sizes=(480, 370)), margins=0)
        self.setFocusProxy(self.form.fields.address)
