"""Replays the chat in the background: what the block was at every message."""

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.replay import ReplayPoint, point_of, replay, sampled
from inspector.core.query import Query
from inspector.core.sending import Send
from inspector.core.system import CountsWholeChat
from inspector.gui.state.checking import FOLLOWED_MS
from inspector.gui.state.derivation import derive
from inspector.gui.state.query import query_of
from inspector.gui.state.session import State
from inspector.gui.state.workers import CancelToken, LatestWorker

PAUSE_MS = 250
"""Milliseconds without another answer after which the chat is replayed."""

_BATCH_S = 0.2
"""Seconds after which the points that have come are drawn."""

_BREATH_S = 0.001
"""Seconds that the worker leaves to everybody else between two points."""


class Replayer(QObject):
    """Replays the newest question, as long as nothing more pressing is to be done.

    Signals:
        replayed: more points have come, a list of `ReplayPoint`.
    """

    replayed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self._state: State | None = None
        self._wanted: Query | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        self.worker.parted.connect(self.replayed)
        self.worker.answered.connect(self.replayed)

    def clear(self) -> None:
        """Stop: another chat is being opened."""
        self._pause.stop()
        self.worker.cancel()
        self._state = self._wanted = None

    def set_state(self, state: State) -> None:
        """Replay this state, unless only the chat's end differs from the last one."""
        if self._state is not None and _same_but_end(self._state, state):
            return
        self.worker.cancel()
        requested = query_of(state)
        is_followed = self._state is not None and state.is_another_reading(self._state)
        self._state = state
        if isinstance(requested.ruleset, CountsWholeChat):
            # Its request holds the chat itself, which the context map shows.
            self._wanted = None
            self._pause.stop()
            return
        self._wanted = requested
        self._pause.start(FOLLOWED_MS if is_followed else PAUSE_MS)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._pause.stop()
        self.worker.wait()

    def _start(self) -> None:
        requested = self._wanted
        if requested is not None:
            state = self._state
            sent = state if state is not None and state.question.is_as_sent else None
            self.worker.ask(lambda token: _replay(requested, sent, token))


def _sent_points(state: State) -> Iterator[ReplayPoint]:
    """The block of the request that would have been sent after each message (DESIGN §8).

    What is typed now, and what is pressed, holds for the chat's present end alone.
    """
    question, last = state.question, len(state.document.chat) - 1
    for at in sampled(last + 1):
        then = question.with_moment(replace(question.moment, at=None))
        if at != last:
            moment = replace(question.moment, at=at, pending=None)
            then = replace(question, moment=moment, send=Send(opened=question.send.opened))
        yield point_of(derive(state.with_question(then)).derivation, at)


def _replay(requested: Query, sent: State | None, token: CancelToken) -> list[ReplayPoint]:
    """All points, handed over as they come; answers the last of them. Called on the worker.

    Args:
        requested: the question about the file as it lies.
        sent: the state whose requests are asked for instead; None for the file as it lies.
        token: the worker's.
    """
    points: list[ReplayPoint] = []
    displayed = monotonic()
    for point in replay(requested) if sent is None else _sent_points(sent):
        points.append(point)
        token.breathe(_BREATH_S)
        if monotonic() - displayed > _BATCH_S:
            token.part(points)
            points, displayed = [], monotonic()
    return points


def _same_but_end(one: State, other: State) -> bool:
    if one.document is not other.document:
        return False
    return _without_end(one) == _without_end(other)


def _without_end(state: State) -> object:
    question = state.question
    moment = question.moment
    return (
        question.ruleset,
        question.encoding,
        moment.user,
        moment.character,
        moment.group,
        moment.pending,
        moment.settings,
        moment.boundaries,
        moment.query_vector,
        question.is_as_sent,
        question.send,
        question.context_size,
        question.host_settings,
    )
