"""Keeps the open chat's file: opens and saves it off the UI thread, and watches it."""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from typing_extensions import override

from inspector import files
from inspector.core.document import Document
from inspector.core.errors import ChangedOutsideError, ChatFileError, InspectorError
from inspector.gui.files.file_keeper import FileKeeper, OpenFile
from inspector.gui.state.workers import CancelToken
from inspector.language import _
from inspector.loading import OpenChat, open_chat, open_chat_again, renamed, with_surroundings
from inspector.lore_files import Beside, OpenBeside, open_beside
from inspector.server.chats import ServerRoute
from inspector.systems import with_sources

Result = TypeVar("Result")
_Arrival = tuple[OpenChat, OpenBeside]

_ROOM_SECONDS = 0.1
"""How long a chat that was read waits at most for the window to make room."""
_FILLING_SECONDS = 0.02
"""How long it then waits for the views in front to be filled."""


class Questions(QObject):
    """Questions about the open chat; while a person is asked one no other takes its place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._deferred: list[Callable[[], object]] = []
        # Once whoever asked has done what was answered.
        self._ended = QTimer(self, singleShot=True, interval=0)
        self._ended.timeout.connect(self._catch_up)

    @contextmanager
    def one(self) -> Generator[None]:
        """While a person is asked."""
        self._number += 1
        try:
            yield
        finally:
            self._number -= 1
            self._ended.start()

    def defer(self, act: Callable[[], object]) -> None:
        """Do this once nothing is asked."""
        self._deferred.append(act)
        self._catch_up()

    def _catch_up(self) -> None:
        while self._deferred and not self._number:
            self._deferred.pop(0)()


class ChatKeeper(FileKeeper):
    """The file behind the session.

    Attributes:
        chat: the open chat; None without one.
        beside: what was opened together with it.
        settings_file: SillyTavern's settings where a person names them; None to find them from
            a chat's place.
        let_in: called with what shows a chat that has been read; calls it, now or later, or
            `cancel`.
        reading: the chat that is being read or about to be shown; None without one.
        questions: what a person is asked about the open chat.

    Signals:
        opening: a chat is being read (its path).
        progressed: how much of the file is read, 0 to 1.
        arriving: a chat has been read and is about to be shown, if no other one is opened.
        arrived: an `OpenChat` has been read; whoever shows its document calls `hold`.
        held: it is the open chat.
        opened: it is shown.
        refused: an `InspectorError` kept a file from being read.
        reading_ended: no chat is read any more: it is open, refused or given up.
        not_saved: an `InspectorError` kept the chat from being written.
        conflict: a `ChangedOutsideError`: saving would overwrite somebody else's work.
        saved: (`files.Saved`, whether it is the open chat and not a copy).
        exchanged: another reading of its file is the open chat (`OpenChat`).
        outside_changed: the open file's `files.OutsideState` on disk is not SAME any more.
    """

    opening = Signal(str)
    progressed = Signal(float)
    arriving = Signal()
    arrived = Signal(object)
    held = Signal(object)
    opened = Signal(object)
    refused = Signal(object)
    reading_ended = Signal()
    not_saved = Signal(object)
    conflict = Signal(object)
    saved = Signal(object, bool)
    outside_changed = Signal(object)
    exchanged = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chat: OpenChat | None = None
        self.beside = OpenBeside()
        self.settings_file: Path | None = None
        self.let_in: Callable[[Callable[[], None]], object] = _at_once
        self.reading: Path | None = None
        self._arriving: _Arrival | None = None
        self.questions = Questions(self)

    def open(self, path: Path, beside: Beside | None = None) -> None:
        """Read a chat, and files that shall stand beside it; the newest call wins."""
        super().cancel()
        self._arriving, self.reading = None, path
        self.opening.emit(str(path))
        work = partial(_arrival, path, beside, self.settings_file)
        self._read(work, self._take, self._refuse, self._take_part)

    @override
    def cancel(self) -> None:
        super().cancel()
        self._arriving = self.reading = None
        self.reading_ended.emit()

    def hold(self, chat: OpenChat) -> None:
        """Take a chat that has arrived for the open one.

        Its document has to be shown in the same step, so that never one chat's document can be
        saved into another's file.
        """
        self.chat, self.beside = chat, self._arriving[1] if self._arriving else OpenBeside()
        self._expect(chat.path)
        self.held.emit(chat)

    def exchange(self, chat: OpenChat) -> None:
        """Take another reading of the open file for the present one.

        Its document, or that of its `other`, has to be shown in the same step.
        """
        self.chat = chat
        self._expect(chat.path)
        self.exchanged.emit(chat)

    def read_beside(
        self,
        work: Callable[[OpenChat], Result],
        succeeded: Callable[[Result], object],
        refused: Callable[[InspectorError], object],
        path: Path | None = None,
    ) -> None:
        """Read the open chat's file once more, and work on it; the open chat stays as it is.

        Args:
            work: gets what the file holds now; runs on the worker.
            succeeded: gets its result.
            refused: gets the `InspectorError` that kept it from being read.
            path: where the file is now; None for where it was.
        """
        chat, settings = self.chat, self.settings_file
        if chat is not None:
            self._queue.start(
                lambda _: work(
                    _warmed(with_surroundings(open_chat_again(chat, path), settings), chat.document)
                ),
                succeeded,
                refused,
            )

    def find_renamed(self, found: Callable[[Path | None], object]) -> None:
        """Look for the file to which the open chat, which is gone, was renamed; None if none."""
        chat = self.chat
        if chat is not None:
            self._queue.start(lambda _: renamed(chat), found)

    def save(
        self,
        chat: OpenChat,
        document: Document,
        target: Path | None = None,
        *,
        overwrite: bool = False,
        route: ServerRoute | None = None,
    ) -> None:
        """Write a chat.

        Args:
            chat: the one that was open when this was asked for.
            document: what to write.
            target: another file to write; None for its own.
            overwrite: write also if somebody else wrote the file since it was read.
            route: have a running SillyTavern write it; None to write it here.
        """
        self._write(
            chat,
            document,
            target,
            overwrite=overwrite,
            route=route,
            succeeded=partial(self._take_saved, chat, document),
            refused=self._refuse_saving,
        )

    def _take(self, arrival: _Arrival) -> None:
        self._arriving = arrival
        self.questions.defer(partial(self._let_in, arrival))

    def _let_in(self, arrival: _Arrival) -> None:
        if self._arriving is arrival:
            self.let_in(partial(self._show, arrival))

    def _refuse(self, error: InspectorError) -> None:
        self.reading = None
        self.refused.emit(error)
        self.reading_ended.emit()

    def _take_part(self, part: float | threading.Event) -> None:
        if isinstance(part, threading.Event):
            self.arriving.emit()
            part.set()
        else:
            self.progressed.emit(part)

    def _show(self, arrival: _Arrival) -> None:
        if self._arriving is not arrival:
            return
        chat, _rest = arrival
        self.arrived.emit(chat)
        self._arriving = self.reading = None
        if self.chat is chat:
            self.opened.emit(chat)
        else:
            self.refused.emit(ChatFileError(str(chat.path), _("this chat cannot be shown")))
        self.reading_ended.emit()

    def _take_saved(self, chat: OpenChat, document: Document, saved: files.Saved) -> None:
        in_place = self.chat is chat and saved.on_disk.path == chat.path
        if in_place:
            self.chat = replace(chat, on_disk=saved.on_disk, saved=document)
            self._expect(chat.path)
        self.saved.emit(saved, in_place)

    def _refuse_saving(self, error: InspectorError) -> None:
        if isinstance(error, ChangedOutsideError):
            self.conflict.emit(error)
        else:
            self.not_saved.emit(error)

    @property
    @override
    def _held_files(self) -> Sequence[OpenFile]:
        return () if self.chat is None else (self.chat,)

    @override
    def _announce_outside(self, opened: OpenFile, state: files.OutsideState) -> None:
        self.outside_changed.emit(state)


def _at_once(show: Callable[[], None]) -> None:
    show()


def _arrival(
    path: Path, beside: Beside | None, settings: Path | None, token: CancelToken
) -> _Arrival:
    """A chat and what stands beside it, read on the worker."""
    chat = with_surroundings(open_chat(path, token.report), settings)
    opened = OpenBeside()
    if beside:
        opened = open_beside(beside)
        document = with_sources(chat.document, opened.sources)
        chat = replace(chat, document=document, saved=document)
    # From here on nothing fails, and the window can make room for it. It does that sooner alone:
    # whatever runs beside it takes turns with each of its calls of Qt.
    chat, room = _warmed(chat), threading.Event()
    token.part(room)
    room.wait(_ROOM_SECONDS)
    token.breathe(_FILLING_SECONDS)
    return chat, opened


def _warmed(chat: OpenChat, former: Document | None = None) -> OpenChat:
    """The chat, with what every view reads of it worked out here, on the worker."""
    document = chat.document
    if former is None or former.memories is not document.memories:
        for memory in document.memories:
            _ = memory.span, memory.position, memory.sequence, memory.importance, memory.summary
            _ = memory.id
    _ = document.names
    return chat
