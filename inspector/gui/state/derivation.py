"""Runs the ruleset off the UI thread and delivers only the newest answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from weakref import ref

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.cached import cached_property
from inspector.core.chat import Chat
from inspector.core.injection import Derivation, Injection
from inspector.core.message_derivation import MessageDerivation
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.system import CountsWholeChat
from inspector.core.tokens import Tokenizer
from inspector.gui.state.delivery import as_delivered
from inspector.gui.state.query import query_of
from inspector.gui.state.secondary import SecondaryDerivation, SecondaryDerivations
from inspector.gui.state.sent import derivations_of, predicted
from inspector.gui.state.session import DEFAULT_RULESET, State
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.send.predicting import Prediction
from inspector.sillytavern.send.simulation import NobodyAnswersError
from inspector.systems import ruleset_named, system_of
from inspector.tokenizer import load_tokenizer

_QUIET_MS = 120


@dataclass(frozen=True, eq=False)
class Answer:
    """What was derived from a state.

    Attributes:
        state: the state that was asked about.
        derivation: what the ruleset says.
        encoding: in which tokens were counted.
        what_if: whether the state is only tried out.
        rest: what the further systems of the chat derive.
        prediction: the next request, where the question asks for it; None for the file as it
            lies, or where nothing would be sent.
    """

    state: State
    derivation: Derivation
    encoding: str
    what_if: bool
    rest: tuple[SecondaryDerivation, ...] = ()
    prediction: Prediction | None = None

    def query(self, ruleset: str | None = None) -> Query:
        """What was asked in the words of the analyses, with its answer.

        Args:
            ruleset: one of those that answered; None for that of the question.

        Raises:
            InspectorError: the ruleset or the encoding is unknown.
        """
        name = ruleset or self.state.question.ruleset
        requested = query_of(self.state, name)
        if self.prediction is not None:
            document = self.prediction.simulation.document
            answer = self.prediction.answers.get(system_of(name).name)
            if answer is not None and len(document.memories) == len(self.state.document.memories):
                requested = Query(answer.ruleset, answer.document, answer.moment, answer.tokenizer)
        found = self.derivations.get(name)
        return requested if found is None else requested.answered_by(found)

    def tokenizer_of(self, injection: Injection) -> Tokenizer | None:
        """What counted a slot; None for one of another answer."""
        every = self.derivations.items()
        name = next((name for name, one in every if injection in one.injections), None)
        return None if name is None else self.query(name).tokenizer

    @property
    def derivations(self) -> dict[str, Derivation]:
        """Every derivation by its ruleset, that of the question first."""
        found = {self.state.question.ruleset: self.derivation}
        return found | {other.ruleset: other.derivation for other in self.rest}

    @cached_property
    def of_memories(self) -> Derivation:
        """What is said about memories: by the ruleset that is asked, else by a further system.

        Those of a block that the next request leaves out are not in.
        """
        return as_delivered(self.derivations[self.judging_memories], self.prediction)

    @property
    def judging_memories(self) -> str:
        """The ruleset by which memories are judged."""
        every = self.derivations.items()
        requested = self.state.question.ruleset
        return next((name for name, one in every if len(one.verdicts)), requested)

    @property
    def of_messages(self) -> MessageDerivation | None:
        """What is said about messages' own memories, by the first ruleset that judges any."""
        return next((one for _, one in self._judging), None)

    @property
    def judging_messages(self) -> str | None:
        """The first ruleset that judges messages' own memories; None without one."""
        return next((name for name, _ in self._judging), None)

    @property
    def _judging(self) -> Iterator[tuple[str, MessageDerivation]]:
        every = self.derivations.items()
        return ((name, one) for name, one in every if isinstance(one, MessageDerivation))

    @property
    def is_estimate(self) -> bool:
        """Whether tokens are estimated and not counted with a vocabulary."""
        return "/" in self.encoding


def derive(
    state: State,
    *,
    what_if: bool = False,
    rest: SecondaryDerivations | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """Ask the state's ruleset its question, and those of the chat's further systems.

    Args:
        state: the document and the question.
        what_if: whether the state is only tried out.
        rest: what remembers the further systems' last answers.
        progress: told how many messages are counted, where a ruleset counts them first; raises
            to stop.

    Raises:
        InspectorError: the ruleset, a setting or the encoding is unknown or refused.
    """
    question = state.question
    if question.is_as_sent:
        return _sent(state, what_if=what_if)
    ruleset = ruleset_named(question.ruleset)
    tokenizer = load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect)
    moment = question.moment.resolved(state.document.chat)
    if progress is not None and isinstance(ruleset, CountsWholeChat):
        ruleset.count_chat(state.document, tokenizer, progress)
    derivation = ruleset.inject(state.document, moment, tokenizer)
    found = (rest or SecondaryDerivations()).of(state)
    return Answer(state, derivation, tokenizer.encoding, what_if, found)


def _sent(state: State, *, what_if: bool) -> Answer:
    """What every system answers when the next request is made."""
    question = state.question
    ruleset = ruleset_named(question.ruleset)
    tokenizer = load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect)
    try:
        prediction = predicted(state)
    except NobodyAnswersError as error:
        nothing = Derivation(warnings=(Problem("nothing-sent", str(error)),))
        return Answer(state, nothing, tokenizer.encoding, what_if)
    found = dict(derivations_of(prediction, state.document, ruleset.name))
    derivation = found.pop(ruleset.name)
    rest = tuple(SecondaryDerivation(name, one) for name, one in found.items())
    return Answer(state, derivation, tokenizer.encoding, what_if, rest, prediction)


def _count_texts(prediction: Prediction) -> None:
    """Count every message of a request on the worker: whoever shows it then knows the counts."""
    counter = load_tokenizer(counting_of(prediction.simulation.host).encoding)
    for content in prediction.request.texts:
        counter.count(content.text)


class Deriver(QObject):
    """Answers requests one at a time; a request that waits is replaced by a newer one.

    Signals:
        answered: an `Answer` to the newest request.
        failed: the newest request cannot be answered; a sentence that says why.
        busy_changed: whether an answer is being worked out.
        slow_changed: whether that takes longer than a person should wait.
        presses: whether an answer is being worked out, or was a moment ago: between two steps of
            a drag there is no time for anything else.
        counting: the share of the chat whose tokens are counted, 0 to 1, while a ruleset needs
            them first; None when that has ended.
    """

    answered = Signal(object)
    failed = Signal(str)
    counting = Signal(object)
    busy_changed = Signal(bool)
    slow_changed = Signal(bool)
    presses = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rest = SecondaryDerivations()
        self._is_pressing = False
        self._quiet = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._quiet.timeout.connect(lambda: self._press(is_pressing=False))
        self._counts = False
        self._counted: Callable[[], Chat | None] = lambda: None
        self._worker = LatestWorker(self)
        self._worker.parted.connect(self._take_count)
        self._worker.answered.connect(self._deliver)
        self._worker.failed.connect(self._deliver_failure)
        self._worker.busy_changed.connect(self._take_busy)
        self._worker.slow_changed.connect(self.slow_changed)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being worked out."""
        return self._worker.is_busy

    @property
    def is_imminent(self) -> bool:
        """Whether an answer is about to come, as far as one can tell."""
        return self._worker.is_busy and not self._worker.is_slow

    def warm_up(self) -> None:
        """Read the usual vocabulary, so that the first chat need not wait for it."""
        self._worker.queue.start(_read_vocabulary)

    def request(self, state: State, *, what_if: bool = False) -> None:
        """Ask; the answer comes by signal unless a newer request overtakes it."""

        def work(token: CancelToken) -> Answer:
            def count(done: int, total: int) -> None:
                token.check()
                if done < total:
                    token.report(done, total)

            answer = derive(state, what_if=what_if, rest=self._rest, progress=count)
            chat = state.document.chat
            if answer.prediction is not None and chat is not self._counted():
                _count_texts(answer.prediction)
                self._counted = ref(chat)
            return answer

        self._worker.ask(work)

    def cancel_counting(self) -> bool:
        """Give up the newest request while messages are still being counted for it.

        Returns:
            whether anything was being counted.
        """
        counted = self._counts
        if counted:
            self._worker.cancel()
            self._end_count()
        return counted

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._worker.wait()

    def _take_busy(self, busy: bool) -> None:  # noqa: FBT001 - a slot for a signal of one flag
        if busy:
            self._quiet.stop()
            self._press(is_pressing=True)
        else:
            self._quiet.start()
        self.busy_changed.emit(busy)

    def _press(self, *, is_pressing: bool) -> None:
        if is_pressing != self._is_pressing:
            self._is_pressing = is_pressing
            self.presses.emit(is_pressing)

    def _take_count(self, share: float) -> None:
        self._counts = True
        self.counting.emit(share)

    def _end_count(self) -> None:
        if self._counts:
            self._counts = False
            self.counting.emit(None)

    def _deliver_failure(self, words: str) -> None:
        self._end_count()
        self.failed.emit(words)

    def _deliver(self, answer: Answer) -> None:
        self._end_count()
        self.answered.emit(answer)


def _read_vocabulary(_token: CancelToken) -> None:
    ruleset = ruleset_named(DEFAULT_RULESET)
    load_tokenizer(ruleset.encoding, ruleset.dialect).count("")
