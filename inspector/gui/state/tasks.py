"""Work off the UI thread that ends with one result."""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

from inspector.core.errors import InspectorError, UnforeseenError


class CancelledError(Exception):
    """The person cancelled the work."""


class Task(QObject):
    """Runs one function on a worker and says how it ended.

    The function is given a callable to report progress with, which raises `CancelledError`
    once the task has been cancelled.

    Signals:
        succeeded: the function's result.
        refused: the `InspectorError` that it raised, or an `UnforeseenError` of any other.
        progressed: how much of how much is done.
        ended: after any of the others, and after a cancel.
    """

    succeeded = Signal(object)
    refused = Signal(object)
    progressed = Signal(float)
    ended = Signal()

    def __init__(
        self, work: Callable[[Callable[[int, int], None]], Any], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._cancelled = threading.Event()

    def start(self, pool: QThreadPool) -> None:
        """Start on a worker of `pool`."""
        pool.start(_Runner(self))

    def cancel(self) -> None:
        """Stop at the next progress report; nothing of the work is kept."""
        self._cancelled.set()

    def report(self, done: int, total: int) -> None:
        """Say how far the work is; called on the worker.

        Raises:
            CancelledError: the task has been cancelled.
        """
        if self._cancelled.is_set():
            raise CancelledError
        self.progressed.emit(done / total if total else 1.0)

    def run(self) -> None:
        """Do the work; called on the worker."""
        try:
            result = self._work(self.report)
        except InspectorError as error:
            self.refused.emit(error)
        except CancelledError:
            pass
        except Exception as error:  # noqa: BLE001 - whoever waits for an answer gets one
            self.refused.emit(UnforeseenError(error))
        else:
            if not self._cancelled.is_set():
                self.succeeded.emit(result)
        finally:
            self.ended.emit()


class _Runner(QRunnable):
    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task = task

    @override
    def run(self) -> None:
        self._task.run()
