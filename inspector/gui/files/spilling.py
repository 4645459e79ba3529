"""Lets the bytes of a large chat leave the memory, once its block is there and nobody waits."""

from functools import partial
from weakref import WeakSet

from PySide6.QtCore import QTimer

from inspector.files.spill import LARGE_BYTES, spill
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.jsonbytes.pieces import ReadBytes


class Spilling(FileService):
    """Spills what was read of the open chat, on a worker of its own: a save does not wait for it.

    Attributes:
        least: bytes below which nothing is spilled.
        rest: milliseconds after an answer before anything is.
    """

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.least = LARGE_BYTES
        self.rest = 3000
        self._queue = WorkQueue(self)
        self._refused: WeakSet[ReadBytes] = WeakSet()
        self._at_rest = QTimer(self, singleShot=True)
        self._at_rest.timeout.connect(self.spill)
        self._keeper.held.connect(self._queue.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether anything is being spilled."""
        return self._queue.is_busy

    def hold(self, held: bool) -> None:  # noqa: FBT001 - a slot for a signal of one flag
        """Let it pause while a block is worked out; what was read for that is looked at after."""
        self._queue.hold(held=held)
        # Not begun anew by each answer, or a chat that is followed would never come to rest.
        if not held and not self._at_rest.isActive():
            self._at_rest.start(self.rest)

    def spill(self) -> None:
        """Spill what is large and in memory; later where files are just read or written."""
        chat = self._keeper.chat
        if chat is None:
            return
        if self._keeper.is_busy or self.is_busy:
            self._at_rest.start(self.rest)
            return
        for data in chat.read_bytes:
            if data.held is not None and data.size >= self.least and data not in self._refused:
                self._queue.start(partial(_refused, data), self._note)

    def wait(self) -> None:
        """Leave in memory what is there, and let the worker end."""
        self._at_rest.stop()
        self._queue.cancel()
        self._queue.wait()

    def _note(self, refused: ReadBytes | None) -> None:
        if refused is not None:
            self._refused.add(refused)


def _refused(data: ReadBytes, token: CancelToken) -> ReadBytes | None:
    """Spill some bytes; answers them where they stay in memory."""
    return None if spill(data, token.breathe) else data
