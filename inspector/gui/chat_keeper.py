"""Keeps the open chat's file: opens and saves it off the UI thread, and watches it."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QThreadPool, QTimer, Signal

from inspector import files
from inspector.core.document import Document
from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.gui.tasks import Task
from inspector.loading import OpenChat, open_chat, with_surroundings

_GRACE = 1000
_SETTLE = 250
"""Milliseconds that a file is left to settle before it is looked at."""


class ChatKeeper(QObject):
    """The file behind the session.

    Attributes:
        settings_file: SillyTavern's settings where a person names them; None to find them from
            a chat's place.

    Signals:
        opening: a chat is being read (its path).
        progressed: how much of the file is read, 0 to 1.
        opened: an `OpenChat` has been read.
        refused: an `InspectorError` kept a file from being read or written.
        conflict: a `ChangedOutsideError`: saving would overwrite somebody else's work.
        saved: (`files.Saved`, whether it is the open chat and not a copy).
        outside_changed: the open file's `files.OutsideState` on disk is not SAME any more.
        idle: nothing is being read or written any more.
    """

    opening = Signal(str)
    progressed = Signal(float)
    opened = Signal(object)
    refused = Signal(object)
    conflict = Signal(object)
    saved = Signal(object, bool)
    outside_changed = Signal(object)
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chat: OpenChat | None = None
        self.settings_file: Path | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._tasks: list[Task] = []
        self._reported = files.OutsideState.SAME
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._watcher.fileChanged.connect(self._settle.start)
        self._watcher.directoryChanged.connect(self._settle.start)
        self._settle.timeout.connect(self.look)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or written."""
        return bool(self._tasks)

    def open(self, path: Path) -> None:
        """Read a chat; the newest call wins."""
        self.cancel()
        settings = self.settings_file
        task = Task(
            lambda report: with_surroundings(_warmed(open_chat(path, report)), settings), self
        )
        task.succeeded.connect(self._take)
        task.refused.connect(self.refused)
        task.progressed.connect(self.progressed)
        self.opening.emit(str(path))
        self._start(task)

    def save(self, document: Document, *, overwrite: bool = False) -> None:
        """Write the open chat.

        Args:
            document: what to write.
            overwrite: write also if somebody else wrote the file since it was read.
        """
        chat = self.chat
        if chat is None:
            return
        known = None if overwrite else chat.on_disk
        self._write(chat, chat.path, document, known)

    def save_copy(self, path: Path, document: Document) -> None:
        """Write the chat to another file; the open one stays as it is."""
        if self.chat is not None:
            self._write(self.chat, path, document, None)

    def cancel(self) -> None:
        """Stop what is being read; what is being written is finished."""
        for task in self._tasks:
            task.cancel()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._pool.waitForDone()

    def look(self) -> None:
        """See whether somebody else changed the open file."""
        chat = self.chat
        if chat is None or self.is_busy:
            return
        task = Task(lambda _: files.outside_state(chat.on_disk), self)
        task.succeeded.connect(self._report_outside)
        self._start(task)

    def _start(self, task: Task) -> None:
        self._tasks.append(task)
        task.ended.connect(lambda: self._forget(task))
        task.start(self._pool)

    def _forget(self, task: Task) -> None:
        self._tasks.remove(task)
        # The worker may still be on its way out of the signal that brought us here.
        QTimer.singleShot(_GRACE, task, task.deleteLater)
        if not self._tasks:
            self.idle.emit()

    def _take(self, chat: OpenChat) -> None:
        self.chat = chat
        self._reported = files.OutsideState.SAME
        self._watch()
        self.opened.emit(chat)

    def _write(
        self, chat: OpenChat, path: Path, document: Document, known: files.OnDisk | None
    ) -> None:
        task = Task(lambda _: files.save(path, chat.contents(document), known), self)
        task.succeeded.connect(partial(self._take_saved, chat, document))
        task.refused.connect(self._refuse_saving)
        self._start(task)

    def _take_saved(self, chat: OpenChat, document: Document, saved: files.Saved) -> None:
        in_place = self.chat is chat and saved.on_disk.path == chat.path
        if in_place:
            self.chat = replace(chat, on_disk=saved.on_disk, saved=document)
            self._reported = files.OutsideState.SAME
            self._watch()
        self.saved.emit(saved, in_place)

    def _refuse_saving(self, error: ChatFileError) -> None:
        if isinstance(error, ChangedOutsideError):
            self.conflict.emit(error)
        else:
            self.refused.emit(error)

    def _watch(self) -> None:
        """Watch the file and its folder; a file that was replaced has to be added anew."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        if self.chat is not None:
            path = self.chat.path.absolute()
            self._watcher.addPaths([str(path), str(path.parent)])

    def _report_outside(self, state: files.OutsideState) -> None:
        self._watch()
        if state is not self._reported:
            self._reported = state
            self.outside_changed.emit(state)


def _warmed(chat: OpenChat) -> OpenChat:
    """The chat, with what every view reads of each memory worked out here, on the worker."""
    document = chat.document
    for memory in document.memories:
        _ = memory.span, memory.position, memory.sequence, memory.importance, memory.summary
    _ = document.names
    return chat
