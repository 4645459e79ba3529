"""Work off the UI thread: one job at a time, and only the newest one's reports arrive."""

import threading
import time
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

Job = Iterator[object | None]
"""A job reports what it yields, and yields None where the window may have its turn."""

_BREATH = 0.0002


class _Relay(QObject):
    reported = Signal(object, object)


class _Task(QRunnable):
    def __init__(self, job: Job, cancelled: threading.Event, relay: _Relay) -> None:
        super().__init__()
        self._job = job
        self._cancelled = cancelled
        self._relay = relay

    @override
    def run(self) -> None:
        for report in self._job:
            if self._cancelled.is_set():
                return
            if report is None:
                # Asleep, it does not hold the interpreter, which painting needs a hundred times.
                time.sleep(_BREATH)
            else:
                self._relay.reported.emit(self._cancelled, report)


class _Current:
    """The flag that cancels the newest task; outlives the widget that asked."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()


class Background(QObject):
    """Runs jobs; starting one cancels the one before.

    Signals:
        reported: what the newest job yields (object).
    """

    reported = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pool = QThreadPool(self)
        self.pool.setMaxThreadCount(1)
        self._current = _Current()
        self._relay = _Relay(self)
        self._relay.reported.connect(self._deliver)
        self.destroyed.connect(partial(_stop, self._current, self.pool))

    def start(self, job: Job) -> None:
        """Run a job instead of the one that may be running."""
        self.cancel()
        self._current.cancelled = threading.Event()
        self.pool.start(_Task(job, self._current.cancelled, self._relay))

    def cancel(self) -> None:
        """End the job; nothing of it arrives any more."""
        self._current.cancelled.set()

    @property
    def active(self) -> int:
        """How many threads are at work."""
        return self.pool.activeThreadCount()

    def _deliver(self, cancelled: threading.Event, report: object) -> None:
        if not cancelled.is_set():
            self.reported.emit(report)


def _stop(current: _Current, pool: QThreadPool, *_: object) -> None:
    current.cancelled.set()
    pool.waitForDone()
