"""Work off the UI thread: a queue of pieces, and one worker of which only the newest counts."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal
from typing_extensions import override

from inspector.core.errors import InspectorError, UnforeseenError

SLOW_MS = 150
"""Time after which a person is told that something is being worked out."""

_HELD_SECONDS = 0.05
_MOST_HOLDS = 100
_BREATH_SECONDS = 0.0002
_PAINT_SECONDS = 0.1
"""How long work waits at most until a part of it is painted."""


class CancelledError(Exception):
    """Nobody waits for the work any more."""


class CancelToken:
    """What work holds while it runs: its way to hand over parts, and to learn that it may stop."""

    def __init__(
        self, hand_over: Callable[["CancelToken", object], None], held: threading.Event
    ) -> None:
        self._hand_over = hand_over
        self._held = held
        self._over = threading.Event()
        self._painted = threading.Event()

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for the work any more."""
        return self._over.is_set()

    def end(self) -> None:
        """Let the work stop at its next `check`."""
        self._over.set()
        self._painted.set()

    def go_on(self) -> None:
        """Let the work go on: what it handed over has been painted."""
        self._painted.set()

    def check(self, *_progress: object) -> None:
        """Go on, later while the work is held; called on the worker.

        Raises:
            CancelledError: something newer was asked, or nothing at all.
        """
        for _ in range(_MOST_HOLDS):
            if self._over.is_set():
                raise CancelledError
            if not self._held.is_set():
                return
            self._over.wait(_HELD_SECONDS)

    def breathe(self, seconds: float = _BREATH_SECONDS) -> None:
        """Leave the processor to everybody else for a moment, then go on as `check` does."""
        self._over.wait(seconds)
        self.check()

    def part(self, part: object) -> None:
        """Show what there is so far, and go on once that is painted; called on the worker.

        Beside work the window takes twice as long, since each call of Qt gives its turn away.

        Raises:
            CancelledError: see `check`.
        """
        self.check()
        self._painted.clear()
        self._hand_over(self, part)
        self._painted.wait(_PAINT_SECONDS)

    def report(self, done: int, total: int) -> None:
        """Hand over which share of the work is done, 0 to 1, and go on at once.

        Raises:
            CancelledError: see `check`.
        """
        self.check()
        self._hand_over(self, done / total if total else 1.0)


Work = Callable[[CancelToken], Any]


def in_parts(steps: Iterator[object | None]) -> Work:
    """Work that hands over what an iterator yields, and breathes where that is None."""

    def work(token: CancelToken) -> None:
        for part in steps:
            if part is None:
                token.breathe()
            else:
                token.part(part)

    return work


class _Relay(QObject):
    """Carries what the worker says to the thread of its owner."""

    parted = Signal(object, object)
    succeeded = Signal(object, object)
    refused = Signal(object, object)
    ended = Signal(object)


class _Job(QRunnable):
    def __init__(self, work: Work, token: CancelToken, relay: _Relay) -> None:
        super().__init__()
        self._works = [work]
        self._token = token
        self._relay = relay

    @override
    def run(self) -> None:
        # Taken out, since Qt may keep the job: what the work holds can be as large as a chat.
        work = self._works.pop()
        try:
            if not self._token.is_over:
                self._relay.succeeded.emit(self._token, work(self._token))
        except InspectorError as error:
            self._relay.refused.emit(self._token, error)
        except CancelledError:
            pass
        except Exception as error:  # noqa: BLE001 - whoever waits for an answer gets one
            unforeseen = UnforeseenError(error)
            unforeseen.__cause__ = error
            self._relay.refused.emit(self._token, unforeseen)
        finally:
            self._relay.ended.emit(self._token)


@dataclass(frozen=True)
class _Listener:
    """What is called with what comes of a piece of work."""

    succeeded: Callable[[Any], object]
    refused: Callable[[InspectorError], object]
    parted: Callable[[Any], object]


class WorkQueue(QObject):
    """Does pieces of work one after the other on a thread of its own.

    What was cancelled is not heard of any more, but it may still run until its next check.

    Signals:
        idle: nothing runs or waits any more.
    """

    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._held = threading.Event()
        self._listeners: dict[CancelToken, _Listener] = {}
        self._relay = _Relay(self)
        self._relay.succeeded.connect(self._succeed)
        self._relay.refused.connect(self._refuse)
        self._relay.parted.connect(self._part)
        self._relay.ended.connect(self._forget)
        self._parted: CancelToken | None = None
        # Not `QTimer.singleShot`, which Qt serves before painting.
        self._painted = QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._let_go_on)
        self.destroyed.connect(partial(_stop, self._listeners, self._pool))

    @property
    def is_busy(self) -> bool:
        """Whether something runs or waits."""
        return bool(self._listeners)

    def start(
        self,
        work: Work,
        succeeded: Callable[[Any], object] = lambda _: None,
        refused: Callable[[InspectorError], object] = lambda _: None,
        parted: Callable[[Any], object] = lambda _: None,
    ) -> CancelToken:
        """Do this after all that was started before.

        Args:
            work: runs on the worker.
            succeeded: gets its result, on this thread, as do the others.
            refused: gets the `InspectorError` that it raised, an `UnforeseenError` of any other.
            parted: gets the parts that it hands over.

        Returns:
            the token by which it can be cancelled.
        """
        token = CancelToken(self._relay.parted.emit, self._held)
        self._listeners[token] = _Listener(succeeded, refused, parted)
        self._pool.start(_Job(work, token, self._relay))
        return token

    def hold(self, *, held: bool) -> None:
        """Let the work pause at its next check while something more pressing is done."""
        if held and not self._held.is_set():
            self._held.set()
        elif not held:
            self._held.clear()

    def cancel(self) -> None:
        """Cancel all that runs and waits."""
        for token in self._listeners:
            token.end()

    def wait(self) -> None:
        """Let all that was started end, before the program does."""
        self._held.clear()
        self._pool.waitForDone()

    def _succeed(self, token: CancelToken, result: object) -> None:
        if not token.is_over:
            self._listeners[token].succeeded(result)

    def _refuse(self, token: CancelToken, error: InspectorError) -> None:
        if not token.is_over:
            self._listeners[token].refused(error)

    def _part(self, token: CancelToken, part: object) -> None:
        if not token.is_over:
            self._listeners[token].parted(part)
            self._parted = token
            self._painted.start()

    def _let_go_on(self) -> None:
        if self._parted is not None:
            self._parted.go_on()

    def _forget(self, token: CancelToken) -> None:
        del self._listeners[token]
        if not self._listeners:
            self.idle.emit()


def _stop(tokens: Iterable[CancelToken], pool: QThreadPool, *_: object) -> None:
    for token in tokens:
        token.end()
    pool.waitForDone()


class LatestWorker(QObject):
    """Does the newest work that was asked for, one at a time, on a worker of its own.

    Signals:
        parted: something of the newest work is there already.
        answered: the newest work is done; its result.
        failed: the newest work cannot be done; a sentence that says why.
        slow_changed: whether a person has waited long enough to be told.
        busy_changed: whether an answer is still to come, once that has been heard.
    """

    parted = Signal(object)
    answered = Signal(object)
    failed = Signal(str)
    slow_changed = Signal(bool)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.queue = WorkQueue(self)
        self._token: CancelToken | None = None
        self._is_slow = False
        self._is_busy = self._was_busy = False
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(lambda: self._show_slow(is_slow=True))

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_busy

    @property
    def is_slow(self) -> bool:
        """Whether a person has waited long enough to be told."""
        return self._is_slow

    def ask(self, work: Work) -> None:
        """Do this; what runs ends at its next check and its answer is dropped."""
        self._settle()
        self._slow.start()
        # Said first: what hears it would take turns with the work.
        self._is_busy = True
        self._show_busy()
        self._token = self.queue.start(work, self._answer, self._refuse, self.parted.emit)

    def cancel(self) -> None:
        """Drop what is asked for."""
        self._settle()
        self._show_busy()

    def hold(self, held: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        """Let the work pause at its next check while something more pressing is done."""
        self.queue.hold(held=held)

    def wait(self) -> None:
        """Drop everything and let the worker end, before the program does."""
        self.cancel()
        self.queue.wait()

    def _settle(self) -> None:
        """Nothing of the running work is wanted any more."""
        self._slow.stop()
        self._is_busy = False
        if self._token is not None:
            self._token.end()
            self._token = None
        self._show_slow(is_slow=False)

    def _show_slow(self, *, is_slow: bool) -> None:
        if is_slow != self._is_slow:
            self._is_slow = is_slow
            self.slow_changed.emit(is_slow)

    def _show_busy(self) -> None:
        if self.is_busy != self._was_busy:
            self._was_busy = self.is_busy
            self.busy_changed.emit(self._was_busy)

    def _answer(self, result: object) -> None:
        self._settle()
        self.answered.emit(result)
        self._show_busy()

    def _refuse(self, error: InspectorError) -> None:
        self._settle()
        self.failed.emit(str(error))
        self._show_busy()
        if isinstance(error, UnforeseenError) and error.__cause__ is not None:
            raise error.__cause__  # for the report of a crash
