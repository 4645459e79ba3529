"""Runs the ruleset off the UI thread and delivers only the newest answer."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal
from typing_extensions import override

from inspector.analysis.lint import lint
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.injection import Derivation
from inspector.core.problems import Problem
from inspector.gui.others import Other, Others
from inspector.gui.session import DEFAULT_RULESET, State
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer

LINT_PAUSE = 120
"""Milliseconds without a request after which the document is checked."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What was derived from a state.

    Attributes:
        state: the state that was asked about.
        derivation: what the ruleset says.
        encoding: in which tokens were counted.
        what_if: whether the state is only tried out.
        others: what the further systems of the chat derive.
    """

    state: State
    derivation: Derivation
    encoding: str
    what_if: bool
    others: tuple[Other, ...] = ()

    @property
    def derivations(self) -> dict[str, Derivation]:
        """Every derivation by its ruleset, that of the question first."""
        found = {self.state.question.ruleset: self.derivation}
        return found | {other.ruleset: other.derivation for other in self.others}

    @property
    def of_memories(self) -> Derivation:
        """What is said about memories: by the ruleset that is asked, else by a further system."""
        every = self.derivations.values()
        return next((one for one in every if len(one.verdicts)), self.derivation)

    @property
    def is_estimate(self) -> bool:
        """Whether tokens are estimated and not counted with a vocabulary."""
        return "/" in self.encoding


@dataclass(frozen=True, eq=False)
class _Request:
    state: State
    what_if: bool


class _Relay(QObject):
    """Carries workers' answers to the thread of their owner."""

    answered = Signal(object)
    failed = Signal(str)
    finished = Signal()
    linted = Signal(object, object)


class _DeriveJob(QRunnable):
    def __init__(self, request: _Request, others: Others, relay: _Relay) -> None:
        super().__init__()
        self._request = request
        self._others = others
        self._relay = relay

    @override
    def run(self) -> None:
        try:
            request = self._request
            answer = derive(request.state, what_if=request.what_if, others=self._others)
        except InspectorError as error:
            self._relay.failed.emit(str(error))
        else:
            self._relay.answered.emit(answer)
        finally:
            self._relay.finished.emit()


class _VocabularyJob(QRunnable):
    """Reads the usual vocabulary before the first chat needs it."""

    @override
    def run(self) -> None:
        ruleset = ruleset_named(DEFAULT_RULESET)
        load_tokenizer(ruleset.encoding, ruleset.dialect).count("")


class _LintJob(QRunnable):
    def __init__(self, document: Document, loaded: Document | None, relay: _Relay) -> None:
        super().__init__()
        self._document = document
        self._loaded = loaded
        self._relay = relay

    @override
    def run(self) -> None:
        self._relay.linted.emit(self._document, lint(self._document, self._loaded))


def derive(state: State, *, what_if: bool = False, others: Others | None = None) -> Answer:
    """Ask the state's ruleset its question, and those of the chat's further systems.

    Args:
        state: the document and the question.
        what_if: whether the state is only tried out.
        others: what remembers the further systems' last answers.

    Raises:
        InspectorError: the ruleset, a setting or the encoding is unknown or refused.
    """
    question = state.question
    ruleset = ruleset_named(question.ruleset)
    tokenizer = load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect)
    moment = question.moment.resolved(state.document.chat)
    derivation = ruleset.inject(state.document, moment, tokenizer)
    found = (others or Others()).of(state)
    return Answer(state, derivation, tokenizer.encoding, what_if, found)


class Deriver(QObject):
    """Answers requests one at a time; a request that waits is replaced by a newer one.

    When requests pause, the document is checked for problems as well.

    Signals:
        answered: an `Answer` to the newest request.
        failed: the newest request cannot be answered; a sentence that says why.
        linted: the problems of the newest document, a tuple of `Problem`.
        busy_changed: whether an answer is being worked out.
    """

    answered = Signal(object)
    failed = Signal(str)
    linted = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._waiting: _Request | None = None
        self._others = Others()
        self._running = False
        self._newest: State | None = None
        self._loaded: Document | None = None
        self._linted: Document | None = None
        self._pause = QTimer(self, singleShot=True, interval=LINT_PAUSE)
        self._pause.timeout.connect(self._lint)
        self._relay = _Relay(self)
        self._relay.answered.connect(self._deliver)
        self._relay.failed.connect(self.failed)
        self._relay.finished.connect(self._start_waiting)
        self._relay.linted.connect(self._deliver_problems)

    def warm_up(self) -> None:
        """Read the usual vocabulary, so that the first chat need not wait for it."""
        self._pool.start(_VocabularyJob())

    def set_loaded(self, document: Document) -> None:
        """Say which document was read, so that what edits made stale can be told."""
        self._loaded = document
        self._linted = None

    def request(self, state: State, *, what_if: bool = False) -> None:
        """Ask; the answer comes by signal unless a newer request overtakes it."""
        self._newest = state
        self._waiting = _Request(state, what_if)
        if not self._running:
            self._start_waiting()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._waiting = None
        self._pause.stop()
        self._pool.waitForDone()

    def _start_waiting(self) -> None:
        request, self._waiting = self._waiting, None
        was_running, self._running = self._running, request is not None
        if request is not None:
            self._pool.start(_DeriveJob(request, self._others, self._relay))
        if was_running != self._running:
            self.busy_changed.emit(self._running)

    def _deliver(self, answer: Answer) -> None:
        if self._newest is answer.state:
            self.answered.emit(answer)
            if not answer.what_if and answer.state.document is not self._linted:
                self._pause.start()

    def _lint(self) -> None:
        if self._newest is not None:
            self._linted = self._newest.document
            self._pool.start(_LintJob(self._newest.document, self._loaded, self._relay))

    def _deliver_problems(self, document: Document, problems: tuple[Problem, ...]) -> None:
        if document is self._linted:
            self.linted.emit(problems)
