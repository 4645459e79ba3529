"""Waiting for calls that cannot be interrupted: names being looked up, keyrings, Qdrant.

Such a call runs on a thread of its own, which is left behind once nobody waits for it any more.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from typing_extensions import override

Answer = TypeVar("Answer")

Pending = Callable[[], None]
"""Called several times a second while an answer is awaited; raises to stop."""

_STEP_S = 0.05


def awaited(
    work: Callable[[], Answer], pending: Pending | None = None, seconds: float | None = None
) -> Answer:
    """What `work` answers, or the error that it raises.

    Args:
        work: runs on another thread; it may go on after this function has ended.
        pending: see `Waiting`.
        seconds: how long to wait; None for as long as it takes.

    Raises:
        TimeoutError: the time is up.
    """
    call = _Call(work)
    call.start()
    until = None if seconds is None else time.monotonic() + seconds
    while not call.ended.wait(_STEP_S):
        if pending is not None:
            pending()
        if until is not None and time.monotonic() > until:
            raise TimeoutError
    return call.answer()


class _Call(threading.Thread, Generic[Answer]):
    def __init__(self, work: Callable[[], Answer]) -> None:
        # A daemon: the program can end while it still waits.
        super().__init__(daemon=True)
        self._work = work
        self._answer: list[Answer] = []
        self._error: BaseException | None = None
        self.ended = threading.Event()

    @override
    def run(self) -> None:
        """Do the work; called on the thread."""
        try:
            self._answer.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            self._error = error
        finally:
            self.ended.set()

    def answer(self) -> Answer:
        """What the work answered, or its error."""
        if self._error is not None:
            raise self._error
        return self._answer[0]
