"""Another window that edits the open chat: what it has not saved is shown here, and not edited."""

import contextlib
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QTimer, Signal

from inspector.core.document import Document, sources_of
from inspector.core.edits import changes_between
from inspector.core.errors import InspectorError
from inspector.files.unsaved import (
    Unsaved,
    folder_of,
    left_folder,
    pieces_sum,
    read_unsaved,
    running_folder,
)
from inspector.following import values_over
from inspector.gui.files.conflicts import leave_as_is
from inspector.gui.files.drafts import Drafts
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.file_watch import FileWatch
from inspector.gui.files.outside_changes import TYPING_MS, OutsideChanges
from inspector.gui.files.unsaved_keeper import UnsavedKeeper
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.jsonbytes.pieces import joined
from inspector.language import _
from inspector.loading import OpenChat, load
from inspector.merging.chats import Take
from inspector.merging.opened import opened_over
from inspector.recovery import Recovery
from inspector.systems import with_sources

_POLL_MS = 500
"""Milliseconds after which it is looked whether the other window still runs: nobody tells that."""

_NOT_HERE = _(
    "Another window edits this chat, and what it does is shown here. "
    "It can be edited here once that has saved or closes."
)
_HIDDEN = _(
    "Another window edits this chat, and what it does cannot be shown here before it saves: {why}. "
    "It can be edited here once that has saved or closes."
)


@dataclass(frozen=True, eq=False)
class _Followed:
    """What another window has not saved.

    Attributes:
        folder: where it keeps that; None if no other window has anything unsaved.
        stamp: which state of that it is.
        unsaved: its edits; None where they are those of the same stamp before.
        chat: the open chat with them; None where they cannot be shown.
        problem: why not.
        is_left: whether a window that runs no more left edits.
    """

    folder: Path | None = None
    stamp: object = None
    unsaved: Unsaved | None = None
    chat: OpenChat | None = None
    problem: str = ""
    is_left: bool = False


class OtherWindow(FileService):
    """Follows what another window edits; as long as that is unsaved, the chat is read-only here.

    Whoever has unsaved edits holds the chat; two that began in the same moment both keep theirs,
    which are merged when they are saved.

    Signals:
        changed: the chat can be edited here, or cannot any more.
        ended: the other window was killed and left edits behind.
    """

    changed = Signal()
    ended = Signal()

    def __init__(
        self, context: FileContext, unsaved: UnsavedKeeper, outside: OutsideChanges, drafts: Drafts
    ) -> None:
        super().__init__(context)
        self._unsaved, self._outside, self._drafts = unsaved, outside, drafts
        self._queue = WorkQueue(self)
        self._queue.idle.connect(self._check_again)
        self._is_due = False
        self._sums: WeakKeyDictionary[OpenChat, str] = WeakKeyDictionary()
        self._folder: Path | None = None
        self._stamp: object = None
        self._declined: Path | None = None
        self._is_leaving = False
        self._poll = QTimer(self, interval=_POLL_MS)
        self._poll.timeout.connect(self.check)
        self._files = FileWatch(self)
        self._files.stirred.connect(self.check)
        self._keeper.opened.connect(self._start_over)
        self._keeper.exchanged.connect(self.check)
        self._keeper.idle.connect(self._leave)

    def wait(self) -> None:
        """Let running work end."""
        self._poll.stop()
        self._queue.wait()

    def check(self) -> None:
        """See whether another window edits the open chat, and what it has done."""
        chat, document = self._keeper.chat, self._session.document
        self._is_due = self._queue.is_busy
        if chat is None or self._is_due:
            return
        known = _Known(self._unsaved.folders, self._declined, self._stamp, self._sums)
        work = partial(_followed, chat, document, known)
        take = partial(self._take, chat, self._unsaved.begun)
        self._queue.start(work, take, lambda _: None)

    def edit_here(self) -> None:
        """Let the chat be edited here as well; what both edit is merged when they are saved."""
        self._declined = self._folder
        self._stop()

    def _check_again(self) -> None:
        if self._is_due:
            self.check()

    def _start_over(self) -> None:
        self._folder = self._stamp = self._declined = None
        self._is_leaving = False
        self._set_read_only("")
        self._watch()
        self.check()

    def _watch(self) -> None:
        chat = self._keeper.chat
        if chat is None:
            return
        folder = self._folder or folder_of(chat.path)
        with contextlib.suppress(OSError):
            folder.parent.mkdir(parents=True, exist_ok=True)
        self._files.watch([folder / "edits", folder])

    def _take(self, chat: OpenChat, begun: int, found: _Followed) -> None:
        self._watch()
        # What was begun here meanwhile may be what was found.
        if self._keeper.chat is not chat or self._unsaved.begun != begun:
            self.check()
        elif found.folder is None:
            was_there, self._declined = self._folder or self._declined, None
            self._stop(is_left=was_there is not None and found.is_left)
        elif found.folder != self._declined and found.stamp != self._stamp:
            self._follow(chat, found)

    def _follow(self, chat: OpenChat, found: _Followed) -> None:
        is_edited = changes_between(chat.saved, self._session.document).in_chat
        is_new = self._folder != found.folder
        if is_new and (is_edited or self._drafts.are_there):
            self._declined = found.folder
            self._poll.start()
            self.announced.emit(
                _(
                    "Another window edits this chat as well. Both keep their edits; they are "
                    "merged when they are saved."
                )
            )
            return
        self._folder, self._is_leaving = found.folder, False
        self._poll.start()
        reason = _HIDDEN.format(why=found.problem) if found.problem else _NOT_HERE
        if reason != self._commands.read_only:
            self._set_read_only(reason)
            self._notice.ask(
                reason,
                [(_("Edit here as well"), self.edit_here), (_("Only look"), leave_as_is)],
                self,
            )
        if self._drafts.are_there:
            QTimer.singleShot(TYPING_MS, self, self.check)
            return
        self._stamp = found.stamp
        displayed = found.chat or chat.own
        if displayed is not chat:
            self._show(displayed)
        if found.chat is not None and found.unsaved is not None and found.unsaved.edits:
            text = found.unsaved.edits[-1].text
            self.announced.emit(_("In the other window: {text}").format(text=text))

    def _stop(self, *, is_left: bool = False) -> None:
        """No other window holds the chat any more; where its edits are left, they are offered."""
        if self._declined is None:  # else that one may be killed yet
            self._poll.stop()
        self._folder = self._stamp = None
        if self._commands.read_only:
            # What it saved is followed first: else its edits would be gone for a moment. Until
            # then it is said why: without that line all of the window would be painted meanwhile.
            self._is_leaving = True
            self._keeper.check_outside()
        else:
            self._notice.close_about(self)
        if is_left:
            self.ended.emit()

    def _leave(self) -> None:
        """Show the chat without what another window has not saved, and let it be edited."""
        chat = self._keeper.chat
        if not self._is_leaving or chat is None or self._keeper.is_busy:
            return
        self._is_leaving = False
        if chat.unfollowed is not None:
            self._show(chat.unfollowed)
        self._set_read_only("")
        self._notice.close_about(self)

    def _show(self, chat: OpenChat) -> None:
        self._keeper.exchanged.disconnect(self.check)
        self._outside.show_reading(chat)
        self._keeper.exchanged.connect(self.check)

    def _set_read_only(self, reason: str) -> None:
        if reason != self._commands.read_only:
            self._commands.read_only = reason
            self.changed.emit()


@dataclass(frozen=True, eq=False)
class _Known:
    """What is known by the time at which it is looked again.

    Attributes:
        own: where this window keeps what it has not saved.
        declined: where the other one does beside which this one edits; None without one.
        stamp: the state of the other one's edits that is shown.
        sums: of chats as their files lie.
    """

    own: tuple[Path, ...]
    declined: Path | None
    stamp: object
    sums: "WeakKeyDictionary[OpenChat, str]"


def _followed(chat: OpenChat, document: Document, known: _Known, _token: CancelToken) -> _Followed:
    folder = running_folder(chat.path, known.own)
    if folder is None:
        return _Followed(is_left=left_folder(chat.path, known.own) is not None)
    try:
        status = (folder / "edits").stat()
    except OSError:
        return _Followed()
    now = (folder, status.st_ino, status.st_size, status.st_mtime_ns, id(chat.own))
    if now == known.stamp or folder == known.declined:
        return _Followed(folder, now)
    unsaved = read_unsaved(folder)
    if unsaved is None or not (unsaved.has_edits or unsaved.problem):
        return _Followed()
    if unsaved.problem:
        return _Followed(folder, now, unsaved, problem=unsaved.problem)
    try:
        edited = _with_values(chat.own, document, unsaved, known.sums)
        edited = edited or _with_edits(chat.own, document, unsaved)
        return _Followed(folder, now, unsaved, edited)
    except InspectorError as error:
        if not (folder / "edits").exists():  # saved meanwhile, and what they were made of went too
            return _Followed()
        return _Followed(folder, now, unsaved, problem=str(error))


def _with_values(
    own: OpenChat, around: Document, unsaved: Unsaved, sums: "WeakKeyDictionary[OpenChat, str]"
) -> OpenChat | None:
    """The same as `_with_edits` where the file is known and values alone differ: soon made."""
    if changes_between(own.document, own.saved).in_chat:
        return None
    if own not in sums:
        sums[own] = pieces_sum(own.on_disk.pieces)
    edited = values_over(own, unsaved, around) if sums[own] == unsaved.saved_sum else None
    if edited is None:
        return None
    document = with_sources(edited, sources_of(around))
    _names = document.names  # which every view reads: worked out here, on the worker
    return replace(own, saved=document, unfollowed=own)


def _with_edits(own: OpenChat, around: Document, unsaved: Unsaved) -> OpenChat:
    """The chat with edits of another window; they are none of this one's."""
    contents = joined(own.on_disk.pieces)
    theirs = own
    if changes_between(own.document, own.saved).in_chat:
        theirs = replace(load(contents, own.on_disk, own), around=own.around)
    recovery = Recovery(unsaved, contents)
    pieces = (
        (recovery.edited,) if recovery.is_unchanged else recovery.merged(otherwise=Take.MINE).pieces
    )
    opened = opened_over(theirs, pieces, around)
    return replace(opened, saved=opened.document, unfollowed=own)
