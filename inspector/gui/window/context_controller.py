"""Draws the context map of the newest answer, for its panel and for the timeline."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.context_map import ContextMap
from inspector.analysis.host_map import host_map, sent_map
from inspector.analysis.request_map import request_map
from inspector.core.request import RequestDerivation
from inspector.core.settings import SetSetting
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.context.panel import ContextPanel
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer, Deriver, derive
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.sent import facts_of
from inspector.gui.state.session import Session
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.what_if import WhatIf
from inspector.gui.state.workers import LatestWorker
from inspector.gui.window.controller import Controller
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.proof.source_words import source_in_words
from inspector.source_edits import PinScores
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"


class ContextController(QObject):
    """Keeps the map in step with what was answered, and hears what is moved on it.

    Some rulesets answer with a whole request; for the others the map is SillyTavern's
    prompt, worked out only while somebody looks.

    Signals:
        counted: the chat's tokens are counted, or that was given up.
    """

    at_once = Part.CHAT

    counted = Signal()

    def __init__(
        self, window: QObject, session: Session, commands: Commands, what_if: WhatIf
    ) -> None:
        super().__init__(window)
        self._session = session
        self._commands = commands
        self._what_if = what_if
        self._answer: Answer | None = None
        self._mapped: Answer | None = None
        self._tried: Answer | None = None
        self._pins: dict[str, float | None] = {}
        self._pinning = QTimer(self, singleShot=True, interval=0)
        self._pinning.timeout.connect(self._keep_pins)
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        # A dock is laid out after it says that it is visible, and says so while it is deleted, too.
        self._inspection = QTimer(self, singleShot=True, interval=0)
        self._inspection.timeout.connect(self._inspect)

    def follow(
        self, deriver: Deriver, panels: Panels, docks: Docks, controller: Controller, status: Status
    ) -> None:
        """Start telling these, and hearing the panel."""
        self._timeline, self._panels = panels.timeline, panels
        self._landing = panels.preview.landing
        self._docks = docks
        self._controller, self._deriver, self._status = controller, deriver, status
        deriver.counting.connect(self._show_counting)
        panels.when_made(ContextPanel, self._hear)
        docks["context"].visibilityChanged.connect(self._look_later)

    def _hear(self, panel: ContextPanel) -> None:
        self._deriver.counting.connect(panel.set_counting)
        panel.cancel_counting.connect(self.cancel_counting)
        panel.setting_tried.connect(self._what_if.try_setting)
        panel.setting_chosen.connect(self._choose_setting)
        panel.setting_cancelled.connect(self._what_if.cancel)
        panel.score_pinned.connect(self._pin)
        panel.size_tried.connect(self._try_size)
        panel.size_chosen.connect(self._choose_size)
        panel.item_activated.connect(self._show_item)
        self._mapped = None
        self._inspect()

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Map what holds, or what is tried out; see `Viewer`."""
        if Part.CHAT in changes:
            self._clear()
        if Part.WHAT_IF in changes:
            if view.what_if is None:
                self._show_kept()
            else:
                self._tried = view.what_if
                self._map(view.what_if)
        if Part.ANSWER in changes and view.answer is not None:
            self._landing.show_history(None)
            self._answer, self._tried = view.answer, None
            self._map(view.answer)

    def cancel_counting(self) -> None:
        """Give up counting; a ruleset that was just chosen is the one before it again."""
        if self._deriver.cancel_counting() and self._commands.last_changed_ruleset:
            self._commands.stack.undo()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.worker.wait()

    def _clear(self) -> None:
        self.worker.cancel()
        self._answer = self._mapped = self._tried = None
        self._timeline.set_context(None)

    def _look_later(self) -> None:
        self._inspection.start()

    def _inspect(self) -> None:
        if self._answer is not None and self._mapped is not self._answer:
            self._map(self._tried or self._answer)
        elif self._answer is not None and not _is_request(self._answer) and not self._is_seen:
            self._timeline.set_context(None)
            self._mapped = None

    @property
    def _is_seen(self) -> bool:
        panel = self._panels.found(ContextPanel)
        return panel is not None and is_on_screen(panel)

    def _show_kept(self) -> None:
        self._tried = None
        if self._answer is not None:
            self._map(self._answer)

    def _map(self, answer: Answer) -> None:
        """Map it; before what is tried out what holds, where that is not mapped yet."""
        kept = self._answer
        due = [answer]
        if kept is not None and kept is not self._mapped and kept is not answer:
            due.insert(0, kept)
        own = [
            (one, request_map(one.derivation, one.state.document.chat))
            for one in due
            if isinstance(one.derivation, RequestDerivation)
        ]
        if own:
            self.worker.cancel()
            self._take(own)
        elif self._is_seen:
            self._ask_host(due, answer.state.question.context_size)
        elif not answer.what_if:
            self.worker.cancel()
            self._timeline.set_context(None)

    def _ask_host(self, due: Sequence[Answer], size: int | None) -> None:
        self.worker.ask(lambda _: [(one, _host_map_of(one, size)) for one in due])

    def _take(self, found: Sequence[tuple[Answer, ContextMap]]) -> None:
        for answer, mapped in found:
            self._show(answer, mapped)

    def _show(self, answer: Answer, found: ContextMap) -> None:
        self._timeline.set_context(found)
        is_host = not _is_request(answer)
        self._landing.show_history(found.messages.count(1) if is_host else None)
        document = answer.state.document
        panel = self._panels.found(ContextPanel)
        # Another size is tried out with the answer that holds.
        is_kept = answer is self._answer and answer is not self._tried
        if is_kept:
            self._mapped = answer
        if panel is None:
            return
        if is_kept:
            panel.set_map(found, answer.derivation, document)
        else:
            panel.set_what_if(found, answer.derivation, document)

    def _choose_setting(self, name: str, value: object) -> None:
        self._what_if.keep(SetSetting(self._session.question.ruleset, name, value))

    def _pin(self, item: str, score: float | None) -> None:
        """Scores that are set or taken back in one turn are one step to undo."""
        self._pins[item] = score
        self._pinning.start()

    def _keep_pins(self) -> None:
        pins, self._pins = self._pins, {}
        self._commands.submit(PinScores(pins))

    def _show_item(self, item: str) -> None:
        """Go to where an entry or event can be edited, or a slot's text be read."""
        if self._panels.lore.show_item(item):
            self._docks.show("lore")
        else:
            self._docks.show("preview")

    def _try_size(self, size: int) -> None:
        answer = self._answer
        if answer is not None:
            self._tried = answer
            self._ask_host((answer,), size)

    def _choose_size(self, size: int) -> None:
        self._tried = None
        question = replace(self._session.question, context_size=size)
        if question == self._session.question:
            self._show_kept()
        else:
            text = _("Context of {size:,} tokens").format(size=size)
            self._commands.submit(SetQuestion(question, text, _("context size")))

    def _show_counting(self, share: float | None) -> None:
        self._status.show_progress(_("Counting the chat's tokens"), share)
        if share is None:
            self.counted.emit()


def _is_request(answer: Answer) -> bool:
    return isinstance(answer.derivation, RequestDerivation)


def _host_map_of(answer: Answer, size: int | None) -> ContextMap:
    """SillyTavern's map of an answer; called on the worker."""
    state = answer.state
    if size != state.question.context_size:
        # Another context is tried out: what fits is worked out anew.
        state = state.with_question(replace(state.question, context_size=size))
        answer = derive(state)
    tokenizer = load_tokenizer(state.question.encoding or _ENCODING)
    prediction = answer.prediction
    if prediction is not None:
        return sent_map(state.document, prediction, answer.derivations, tokenizer, source_in_words)
    moment = state.question.moment.resolved(state.document.chat)
    return host_map(
        state.document, moment, answer.derivations, facts_of(state), tokenizer, source_in_words
    )
