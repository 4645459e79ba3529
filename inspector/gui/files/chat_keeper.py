"""Keeps the open chat's file: opens and saves it off the UI thread, and watches it."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from inspector import files
from inspector.core.document import Document
from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.gui.files.file_watch import FileWatch
from inspector.gui.state.tasks import Task
from inspector.loading import OpenChat, open_chat, with_surroundings
from inspector.lore_files import Beside, OpenBeside, open_beside
from inspector.systems import with_sources

_GRACE = 1000


class ChatKeeper(QObject):
    """The file behind the session.

    Attributes:
        chat: the open chat; None without one.
        beside: what was opened together with it.
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
        self.beside = OpenBeside()
        self.settings_file: Path | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._tasks: list[Task] = []
        self._reported = files.OutsideState.SAME
        self._files = FileWatch(self)
        self._files.stirred.connect(self.look)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or written."""
        return bool(self._tasks)

    def open(self, path: Path, beside: Beside | None = None) -> None:
        """Read a chat, and files that shall stand beside it; the newest call wins."""
        self.cancel()
        settings = self.settings_file

        def read(report: files.Progress) -> tuple[OpenChat, OpenBeside]:
            chat = _warmed(with_surroundings(open_chat(path, report), settings))
            if not beside:
                return chat, OpenBeside()
            opened = open_beside(beside)
            document = with_sources(chat.document, opened.sources)
            return replace(chat, document=document, saved=document), opened

        task = Task(read, self)
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

    def _take(self, opened: tuple[OpenChat, OpenBeside]) -> None:
        chat, self.beside = opened
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
        self._files.watch(() if self.chat is None else (self.chat.path,))

    def _report_outside(self, state: files.OutsideState) -> None:
        self._watch()
        if state is not self._reported:
            self._reported = state
            self.outside_changed.emit(state)


def _warmed(chat: OpenChat) -> OpenChat:
    """The chat, with what every view reads of it worked out here, on the worker."""
    _ = chat.around.card
    document = chat.document
    for memory in document.memories:
        _ = memory.span, memory.position, memory.sequence, memory.importance, memory.summary
    _ = document.names
    return chat
