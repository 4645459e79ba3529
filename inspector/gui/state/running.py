"""One piece of work at a time, off the UI thread, that can be called off at any moment."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from inspector.gui.state.workers import CancelToken, LatestWorker

Report = Callable[[int, int], None]
"""Told how many pieces of how many are done; raises once nobody waits any more."""


class Running(QObject):
    """Runs work and hands its result over, unless it was called off.

    Signals:
        started: what is being done, in words.
        progressed: how much of it is done, 0 to 1.
        refused: why it cannot be done, in a sentence.
        ended: nothing is being done any more.
        idle: what was called off has ended as well.
    """

    started = Signal(str)
    progressed = Signal(float)
    refused = Signal(str)
    ended = Signal()
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._take: Callable[[Any], None] | None = None
        self._part: Callable[[Any], None] = self.progressed.emit
        self._worker = LatestWorker(self)
        self._worker.parted.connect(self._hear)
        self._worker.queue.idle.connect(self.idle)
        self._worker.answered.connect(self._finish)
        self._worker.failed.connect(self._refuse)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return self._take is not None

    def start(self, words: str, work: Callable[[Report], Any], take: Callable[[Any], None]) -> None:
        """Do this instead of whatever is being done.

        Args:
            words: what is done.
            work: runs on a worker.
            take: gets the result, on this thread.
        """
        self.start_in_parts(words, lambda token: work(token.report), take, self.progressed.emit)

    def start_in_parts(
        self,
        words: str,
        work: Callable[[CancelToken], Any],
        take: Callable[[Any], None],
        part: Callable[[Any], None],
    ) -> None:
        """Do this instead of whatever is being done, and hear of what is there already.

        Args:
            words: what is done.
            work: runs on a worker and hands parts over.
            take: gets the result, on this thread.
            part: gets each part, on this thread.
        """
        self._take, self._part = take, part
        self.started.emit(words)
        self._worker.ask(work)

    def cancel(self) -> None:
        """Call off what is being done."""
        self._worker.cancel()
        self._end()

    def wait(self) -> None:
        """Call it off and let the worker end, before the program does."""
        self.cancel()
        self._worker.wait()

    def _hear(self, part: object) -> None:
        if self.is_busy:
            self._part(part)

    def _finish(self, result: object) -> None:
        take = self._take
        self._end()
        if take is not None:
            take(result)

    def _refuse(self, why: str) -> None:
        self._end()
        self.refused.emit(why)

    def _end(self) -> None:
        if self._take is not None:
            self._take = None
            self.ended.emit()
