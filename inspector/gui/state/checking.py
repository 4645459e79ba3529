"""Checks the open chat and its block for problems, once nothing more pressing is to be done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.leak_report import LeakReport, leak_report
from inspector.analysis.lint import block_problems, lint
from inspector.analysis.recap_leaks import recap_leaks
from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.injection import Injection
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.system import KeepsRecaps
from inspector.gui.state.derivation import Answer
from inspector.gui.state.sent import facts_of, predictor_of
from inspector.gui.state.session import State
from inspector.gui.state.workers import CancelledError, CancelToken, LatestWorker
from inspector.language import _
from inspector.predicting import ENCODING
from inspector.proof.proving import Predictions
from inspector.proof.stability import TURNS, TurnStability, cache_problem, stability, turns_of
from inspector.systems import system_of
from inspector.tokenizer import load_tokenizer

PAUSE_MS = 120
"""Milliseconds without another answer after which the chat is checked."""


FOLLOWED_MS = 1000
"""The same where others wrote the chat: who writes once may go on, and then is not held up."""


@dataclass(frozen=True, eq=False)
class Checked:
    """What a check has found so far.

    Attributes:
        document: which document was checked.
        of_document: what can be said against it.
        of_block: what can be said against its block; None while that is still looked for.
        leaks: what the reader of the block cannot know; None while that is still looked for.
    """

    document: Document
    of_document: tuple[Problem, ...]
    of_block: tuple[Problem, ...] | None = None
    leaks: LeakReport | None = None


class Checker(QObject):
    """Checks the newest state that was answered, what is only tried out excepted.

    Signals:
        checked: a `Checked`; first without what concerns the block, then with it.
    """

    checked = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self._loaded: Document | None = None
        self._known: Checked | None = None
        self._requested: Query | None = None
        self._judged: Query | None = None
        self._recaps: Sequence[Injection] = ()
        self._state: State | None = None
        self._pause_ms = PAUSE_MS
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        self.worker.parted.connect(self._take)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._take_refusal)

    @property
    def is_busy(self) -> bool:
        """Whether something may still be found."""
        return self._pause.isActive() or self.worker.is_busy

    def set_loaded(self, document: Document, *, is_followed: bool = False) -> None:
        """Say which document was read, so that what edits made stale can be told.

        Args:
            document: as it was read.
            is_followed: whether others wrote the chat that is open.
        """
        self._pause_ms = FOLLOWED_MS if is_followed else PAUSE_MS
        self._pause.stop()
        self.worker.cancel()
        self._loaded = document
        self._known = self._requested = self._judged = self._state = None

    def take_answer(self, answer: Answer) -> None:
        """Check what was answered, unless it is tried out only or was checked already."""
        state, last = answer.state, self._state
        is_known = (
            last is not None and state.document is last.document and state.question == last.question
        )
        if answer.what_if or is_known:
            return
        self.worker.cancel()
        self._state = state
        self._requested = answer.query()
        self._judged = answer.query(answer.judging_memories)
        self._recaps = tuple(_recaps_in(answer))
        self._pause.start(self._pause_ms)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._pause.stop()
        self.worker.wait()

    def _start(self) -> None:
        self._pause_ms = PAUSE_MS
        requested, judged, known = self._requested, self._judged, self._known
        if requested is not None and judged is not None:
            state = self._state or State(requested.document)
            is_known = known is not None and known.document is state.document
            found = known.of_document if known is not None and is_known else None
            parts = (requested, judged, self._recaps, state, self._loaded, found)
            self.worker.ask(partial(_check, *parts))

    def _take(self, checked: Checked) -> None:
        self._known = checked
        self.checked.emit(checked)

    def _take_refusal(self, text: str) -> None:
        known = self._known
        if known is not None:
            refusal = (
                Problem(
                    "not-checked", _("The block could not be checked: {text}").format(text=text)
                ),
            )
            self.checked.emit(Checked(known.document, known.of_document, refusal))


def _recaps_in(answer: Answer) -> Iterator[Injection]:
    for name, derivation in answer.derivations.items():
        if isinstance(system_of(name), KeepsRecaps):
            yield from derivation.injections


def _check(
    requested: Query,
    judged: Query,
    recaps: Sequence[Injection],
    state: State,
    loaded: Document | None,
    known: tuple[Problem, ...] | None,
    token: CancelToken,
) -> Checked:
    """All that can be said, handed over in three parts; called on the worker.

    Args:
        requested: the question; the next request's is about the chat as it is by then.
        judged: the question put to the ruleset that judges memories.
        recaps: what the systems that keep recaps put into the prompt.
        state: the chat as it is edited, and what is asked of it.
        loaded: the document as it was read.
        known: what can be said against the document, if that is known already.
        token: the worker's.

    Raises:
        CancelledError: nobody waits for it any more.
    """
    deadline = Deadline(cancelled=lambda: not _goes_on(token))
    document = state.document
    found = lint(document, loaded, deadline=deadline) if known is None else known
    token.part(Checked(document, found))
    leaks = leak_report(judged, deadline)
    of_recaps = recap_leaks(document, leaks.reader, recaps, judged.tokenizer, deadline)
    leaks = replace(leaks, recaps=of_recaps)
    token.check()
    token.part(Checked(document, found, leaks=leaks))
    of_block = block_problems(requested, deadline)
    token.check()
    return Checked(document, found, (*of_block, *_of_requests(state, token)), leaks)


def _of_requests(state: State, token: CancelToken) -> Iterator[Problem]:
    """What costs the chat's requests their prompt cache, where the next one is asked for."""
    if not state.question.is_as_sent:
        return
    predictions = Predictions(predictor_of(state), state.document, facts_of(state))
    turns = turns_of(state.document.chat, TURNS)
    rows: list[TurnStability] = []
    for row in stability(predictions, turns, load_tokenizer(ENCODING)):
        token.check()
        rows.append(row)
    problem = cache_problem(rows)
    if problem is not None:
        yield problem


def _goes_on(token: CancelToken) -> bool:
    """Whether somebody still waits; later, while something more pressing is done."""
    try:
        token.check()
    except CancelledError:
        return False
    return True
