"""Work off the UI thread of which only the newest counts: what is asked next ends what runs."""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal
from typing_extensions import override

from inspector.core.errors import InspectorError
from inspector.gui.state.tasks import CancelledError

SLOW = 150
"""Milliseconds after which a person is told that something is being worked out."""

_HELD = 0.05
_LONGEST_HOLD = 100


class CancelToken:
    """What work holds while it runs: its way to hand over parts, and to learn that it may stop."""

    def __init__(
        self, hand_over: Callable[["CancelToken", object], None], held: threading.Event
    ) -> None:
        self._hand_over = hand_over
        self._held = held
        self._over = threading.Event()

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for the work any more."""
        return self._over.is_set()

    def end(self) -> None:
        """Let the work stop at its next `check`."""
        self._over.set()

    def check(self, *_progress: object) -> None:
        """Go on, later while the work is held; called on the worker.

        Raises:
            CancelledError: something newer was asked, or nothing at all.
        """
        for _ in range(_LONGEST_HOLD):
            if self._over.is_set():
                raise CancelledError
            if not self._held.is_set():
                return
            self._over.wait(_HELD)

    def breathe(self, seconds: float) -> None:
        """Leave the processor to everybody else for a moment, then go on as `check` does."""
        self._over.wait(seconds)
        self.check()

    def part(self, part: object) -> None:
        """Show what there is so far; called on the worker.

        Raises:
            CancelledError: see `check`.
        """
        self.check()
        self._hand_over(self, part)


Work = Callable[[CancelToken], Any]


class _Relay(QObject):
    """Carries what the worker says to the thread of its owner."""

    parted = Signal(object, object)
    succeeded = Signal(object, object)
    refused = Signal(object, object)
    ended = Signal(object)


class _Job(QRunnable):
    def __init__(self, work: Work, token: CancelToken, relay: _Relay) -> None:
        super().__init__()
        self._work = work
        self._ticket = token
        self._relay = relay

    @override
    def run(self) -> None:
        try:
            result = self._work(self._ticket)
        except InspectorError as error:
            self._relay.refused.emit(self._ticket, error)
        except CancelledError:
            pass
        else:
            self._relay.succeeded.emit(self._ticket, result)
        finally:
            self._relay.ended.emit(self._ticket)


class LatestWorker(QObject):
    """Does the newest work that was asked for, one at a time, on a worker of its own.

    Signals:
        parted: something of the newest work is there already.
        answered: the newest work is done; its result.
        failed: the newest work cannot be done; a sentence that says why.
        slow_changed: whether a person has waited long enough to be told.
    """

    parted = Signal(object)
    answered = Signal(object)
    failed = Signal(str)
    slow_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._waiting: Work | None = None
        self._ticket: CancelToken | None = None
        self._running = False
        self._is_slow = False
        self._held = threading.Event()
        self._slow = QTimer(self, singleShot=True, interval=SLOW)
        self._slow.timeout.connect(lambda: self._show_slow(is_slow=True))
        self._relay = _Relay(self)
        self._relay.parted.connect(self._take_part)
        self._relay.succeeded.connect(self._take)
        self._relay.refused.connect(self._take_refusal)
        self._relay.ended.connect(self._start_waiting)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._waiting is not None or self._ticket is not None

    def ask(self, work: Work) -> None:
        """Do this; what runs ends at its next check and its answer is dropped."""
        self.cancel()
        self._waiting = work
        self._slow.start()
        if not self._running:
            self._start_waiting()

    def cancel(self) -> None:
        """Drop what is asked for."""
        self._waiting = None
        self._settle()

    def hold(self, held: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        """Let the work pause at its next check while something more pressing is done."""
        if held:
            self._held.set()
        else:
            self._held.clear()

    def wait(self) -> None:
        """Drop everything and let the worker end, before the program does."""
        self.cancel()
        self._held.clear()
        self._pool.waitForDone()

    def _settle(self) -> None:
        """Nothing of the running work is wanted any more."""
        self._slow.stop()
        if self._ticket is not None:
            self._ticket.end()
            self._ticket = None
        self._show_slow(is_slow=False)

    def _show_slow(self, *, is_slow: bool) -> None:
        if is_slow != self._is_slow:
            self._is_slow = is_slow
            self.slow_changed.emit(is_slow)

    def _start_waiting(self) -> None:
        work, self._waiting = self._waiting, None
        self._running = work is not None
        if work is not None:
            self._ticket = CancelToken(self._relay.parted.emit, self._held)
            self._pool.start(_Job(work, self._ticket, self._relay))

    def _take_part(self, token: CancelToken, part: object) -> None:
        if token is self._ticket:
            self.parted.emit(part)

    def _take(self, token: CancelToken, result: object) -> None:
        if token is self._ticket:
            self._settle()
            self.answered.emit(result)

    def _take_refusal(self, token: CancelToken, error: InspectorError) -> None:
        if token is self._ticket:
            self._settle()
            self.failed.emit(str(error))
