"""Works out off the UI thread how much of each turn's request a prompt cache can keep."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from inspector.core.document import Document
from inspector.gui.state.request_check import predictions_of
from inspector.gui.state.session import Question, State
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.loading import OpenChat
from inspector.predicting import ENCODING
from inspector.proof.guessing import Guess
from inspector.proof.proving import Predictions
from inspector.proof.stability import (
    Placing,
    TurnStability,
    moved,
    stability,
    turns_of,
    usual_placings,
)
from inspector.tokenizer import load_tokenizer

_KEPT_RESULTS = 4
_BREATH_S = 0.001


@dataclass(frozen=True, eq=False)
class Stability:
    """What is known of the last turns.

    Attributes:
        rows: a row a turn, oldest first.
        alternatives: other places of slots, each with what they make of the same turns.
        is_whole: whether nothing more is to come.
        slots: keys of the slots that could stand elsewhere.
        rulesets: who answers when the requests are made.
    """

    rows: tuple[TurnStability, ...] = ()
    alternatives: tuple[tuple[Placing, tuple[TurnStability, ...]], ...] = ()
    is_whole: bool = False
    slots: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()


_Key = tuple[Document, Question, int, Placing | None]


class StabilityReader(QObject):
    """Answers for the newest state; what was worked out for a document is kept.

    Signals:
        read: a `Stability`, again and again while more of it comes.
        failed: why nothing can be predicted.
    """

    read = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self._kept: list[tuple[_Key, Stability]] = []
        self._key: _Key | None = None
        self.worker.parted.connect(self.read)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._fail)

    def clear(self) -> None:
        """Forget everything: another chat is open."""
        self.worker.cancel()
        self._kept.clear()
        self._key = None

    def ask(self, chat: OpenChat, state: State, last: int, own: Placing | None) -> None:
        """Work it out, unless that was done or is being done.

        Args:
            chat: the chat's file.
            state: the chat as it is edited, and what is asked of it.
            last: so many turns.
            own: a place that a person tries, besides the usual ones.
        """
        key = (state.document, state.question, last, own)
        if key == self._key and self.worker.is_busy:
            return
        self._key = key
        for known, result in self._kept:
            if known == key:
                self.worker.cancel()
                self.read.emit(result)
                return

        def work(token: CancelToken) -> Stability:
            predictions, _ = predictions_of(chat, state)
            return _read(predictions, last, own, state.question.encoding, token)

        self.worker.ask(work)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.worker.wait()

    def _take(self, result: Stability) -> None:
        if self._key is not None:
            self._kept = [(self._key, result), *self._kept[: _KEPT_RESULTS - 1]]
        self.read.emit(result)

    def _fail(self, text: str) -> None:
        self._key = None
        self.failed.emit(text)


def _read(
    predictions: Predictions,
    last: int,
    own: Placing | None,
    encoding: str | None,
    token: CancelToken,
) -> Stability:
    """Rows first, then what other places would make of them; called on the worker.

    Raises:
        InspectorError: nothing can be predicted.
        CancelledError: nobody waits for it any more.
    """
    turns = turns_of(predictions.chat, last)
    if len(turns) <= 1:
        return Stability(is_whole=True)
    latest = predictions(turns[-1])
    slots = tuple(
        one.key
        for answer in latest.answers.values()
        if not answer.is_off
        for one in answer.derivation.injections
        if one.text
    )
    found = Stability(
        slots=slots,
        rulesets=tuple(
            answer.ruleset.name for answer in latest.answers.values() if not answer.is_off
        ),
    )
    for row in _rows(predictions, turns, encoding, token):
        found = replace(found, rows=(*found.rows, row))
        token.part(found)
    placings = [*usual_placings(latest), *([own] if own is not None else [])]
    for placing in dict.fromkeys(placings):
        rows = tuple(_rows(moved(predictions, placing), turns, encoding, token))
        found = replace(found, alternatives=(*found.alternatives, (placing, rows)))
        token.part(found)
    return replace(found, is_whole=True)


def _rows(
    predictions: Predictions, turns: Sequence[Guess], encoding: str | None, token: CancelToken
) -> Iterator[TurnStability]:
    """A row a turn, with a breath for everybody else after each."""
    for row in stability(predictions, turns, load_tokenizer(encoding or ENCODING)):
        token.breathe(_BREATH_S)
        yield row
