"""Asks the person's own language model off the UI thread, after consent, and lists each call."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from inspector.core.errors import InspectorError
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.choosing import Choosing
from inspector.gui.panels.model.consent_dialog import ConsentDialog
from inspector.gui.panels.model.panel import ModelPanel
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.running import Running
from inspector.gui.state.workers import CancelToken
from inspector.gui.window.docks import Docks
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.llm.endpoint import ChatEndpoint, chat_call
from inspector.llm.exchange import Ask, Ledger, Model
from inspector.preferences import ModelChoice
from inspector.retrieval.addresses import checked_address
from inspector.retrieval.keys import key_for
from inspector.retrieval.pending import awaited
from inspector.retrieval.transport import Timeouts
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"
_LOOKING = _("Looking at what would be sent…")
_UNNAMED = _("Name the address of a model of yours here first.")
_UNNAMED_ELSEWHERE = _("Name the address of a model of yours in Model first.")
_UNSENT = _("Nothing was sent.")
_BUSY = _("Your model is still answering something else; cancel that in Model, or wait.")


@dataclass(frozen=True)
class ModelTask:
    """Something that a model is asked for.

    Attributes:
        words: what is being done, for whoever waits.
        first: makes the request that is sent first, as a person reads it before agreeing.
        work: does it on a worker; what it hands over as parts comes as it is there.
        done: gets the result, on the UI thread.
        part: gets each part.
        failed: gets the reason where there is none.
    """

    words: str
    first: Callable[[Tokenizer], Ask]
    work: Callable[[Model, CancelToken], Any]
    done: Callable[[Any], None]
    part: Callable[[Any], None] = lambda _: None
    failed: Callable[[str], None] = lambda _: None


class ModelController(QObject):
    """The one way from the window to a language model.

    Args:
        window: above which consent is asked for.
        panel: names the model and lists the calls.
        docks: bring the panel to the front where something is missing.
        status: where passing messages are shown.
        preferences_store: keeps the choice; a key never.
    """

    def __init__(
        self,
        window: QWidget,
        panel: ModelPanel,
        docks: Docks,
        status: Status,
        preferences_store: PreferencesStore,
    ) -> None:
        super().__init__(window)
        self._panel = panel
        self._docks = docks
        self._status = status
        self._failed: Callable[[str], None] | None = None
        self._unagreed: ModelTask | None = None
        self.ledger = Ledger()
        self.running = Running(self)
        self._keyring = Running(self)
        self.choosing = Choosing(panel, "language_model", self._keyring, preferences_store, self)
        self.dialog = ConsentDialog(window)
        self.dialog.rejected.connect(self._leave_unsent)
        panel.cancel_requested.connect(self.cancel)
        panel.form.agreement_ended.connect(self._end_agreement)
        self.running.started.connect(panel.show_running)
        self.running.ended.connect(lambda: panel.show_running(None))
        self.running.refused.connect(self._refuse)
        self.running.idle.connect(self._show_calls)
        self._keyring.refused.connect(panel.error.say)

    @property
    def choice(self) -> ModelChoice:
        """The model that is named."""
        return self.choosing.choice

    def run(self, task: ModelTask) -> None:
        """Have something done, after consent where that is the first time for the address.

        Where it is not, whoever asked for it hears why.
        """
        if self.running.is_busy:
            self._status.say(_BUSY)
            task.failed(_BUSY)
            return
        self.choosing.keep()
        choice = self.choice
        try:
            checked_address(choice.address)
        except InspectorError as error:
            self._docks.show("model")
            self._panel.error.say(str(error) if choice.address else _UNNAMED)
            task.failed(str(error) if choice.address else _UNNAMED_ELSEWHERE)
            return
        self._failed = task.failed
        if chat_call(choice.address) in choice.agreed:
            self._start(task)
            return

        def ask(seen: tuple[str, int]) -> None:
            text, tokens = seen
            self._unagreed = task
            act = partial(self._agree, task)
            self.dialog.ask(text, tokens, chat_call(choice.address), act)

        self.running.start(_LOOKING, lambda _: _request(task), ask)

    def cancel(self) -> None:
        """Call off what is being asked, or asked about."""
        if self.dialog.isVisible():
            self.dialog.reject()
        if self.running.is_busy:
            self.running.cancel()
            self._refuse(_("Cancelled; nothing was written."))

    def wait(self) -> None:
        """Call everything off and let running work end, before the program does."""
        self.choosing.keep()
        self.dialog.reject()
        self.running.wait()
        self._keyring.wait()

    def _agree(self, task: ModelTask) -> None:
        self._unagreed = None
        agreed = (*self.choice.agreed, chat_call(self.choice.address))
        self.choosing.change(agreed=tuple(dict.fromkeys(agreed)))
        self._start(task)

    def _leave_unsent(self) -> None:
        task, self._unagreed = self._unagreed, None
        if task is not None:
            task.failed(_UNSENT)

    def _end_agreement(self) -> None:
        call = chat_call(self.choice.address)
        self.choosing.change(agreed=tuple(one for one in self.choice.agreed if one != call))

    def _start(self, task: ModelTask) -> None:
        choice, typed, ledger = self.choice, self._panel.form.fields.key.typed, self.ledger
        ledger.most_tokens = choice.most_tokens or None

        def work(token: CancelToken) -> Any:
            return task.work(_endpoint(choice, typed, ledger, token), token)

        self.running.start_in_parts(task.words, work, task.done, partial(self._hand_on, task))

    def _hand_on(self, task: ModelTask, part: object) -> None:
        self._show_calls()
        task.part(part)

    def _refuse(self, why: str) -> None:
        self._panel.error.say(why)
        self._status.say(why)
        if self._failed is not None:
            self._failed(why)

    def _show_calls(self) -> None:
        self._panel.show_calls(self.ledger.calls)


def _request(task: ModelTask) -> tuple[str, int]:
    """The text that is sent first, and its tokens."""
    tokenizer = load_tokenizer(_ENCODING)
    ask = task.first(tokenizer)
    return ask.text, tokenizer.count(ask.text)


def _endpoint(choice: ModelChoice, typed: str, ledger: Ledger, token: CancelToken) -> ChatEndpoint:
    key = typed
    if not key and choice.address in choice.with_key:
        # The keyring may ask the person to unlock it, which takes as long as it takes.
        key = awaited(partial(key_for, choice.address), token.check)
    return ChatEndpoint(
        choice.address,
        choice.model or "default",
        load_tokenizer(_ENCODING),
        ledger,
        key,
        Timeouts(choice.silence, choice.deadline),
    )
