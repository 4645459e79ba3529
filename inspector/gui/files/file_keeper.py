"""One mechanism for every file that is open: reading, writing and watching, off the UI thread."""

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, QTimer, Signal

from inspector import files
from inspector.core.errors import InspectorError
from inspector.files.disk import CHANGE_IS_TIMED, Identity, holds, identity
from inspector.gui.files.file_watch import FileWatch
from inspector.gui.state.commands import ACTIONS
from inspector.gui.state.workers import CancelToken, Work, WorkQueue
from inspector.loading import OpenChat
from inspector.lore_files import OpenLore
from inspector.server.chats import ServerRoute
from inspector.writing import Opened, write

OpenFile = OpenChat | OpenLore

_REST_MS = 1000
"""Milliseconds of quiet after which files are compared whole."""


class _Seen(NamedTuple):
    """How a file compares with what is known here, and which state of it that was.

    Attributes:
        state: how it compares.
        identity: of the file, where it changed.
        is_sure: whether bytes need not be compared to be sure.
    """

    state: files.OutsideState
    identity: Identity | None = None
    is_sure: bool = True


Value = TypeVar("Value")


class FileKeeper(QObject):
    """Works on files one after the other, and says what others do to those that are held.

    Attributes:
        copy_of: gives the copy of what a file holds that its backup can be, if there is one.

    Signals:
        idle: nothing is being read or written any more.
    """

    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.copy_of: Callable[[Path], files.Copy | None] = _no_copy
        self._queue = WorkQueue(self)
        self._queue.idle.connect(self._rest)
        self._reads: list[CancelToken] = []
        self._reported: dict[Path, _Seen] = {}
        self._check_is_due = False
        self._comparisons: list[CancelToken] = []
        self._compared: WeakSet[files.OnDisk] = WeakSet()
        self._at_rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._at_rest.timeout.connect(self._compare)
        self._files = FileWatch(self)
        self._files.stirred.connect(self.check_outside)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or written."""
        return self._queue.is_busy

    def cancel(self) -> None:
        """Stop what is being read; what is being written is finished."""
        for token in self._reads:
            token.end()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._queue.wait()

    def check_outside(self) -> None:
        """See whether somebody else changed a file; while one is read or written, after that."""
        for token in self._comparisons:
            token.end()
        self._check_is_due = self.is_busy
        if self._check_is_due:
            return
        for opened in self._held_files:
            self._queue.start(
                lambda _, known=opened.on_disk: _seen(known),
                partial(self._report_seen, opened),
            )

    @property
    @abstractmethod
    def _held_files(self) -> Sequence[OpenFile]:
        """The files that are watched."""

    @abstractmethod
    def _announce_outside(self, opened: OpenFile, state: files.OutsideState) -> None:
        """Say that somebody else changed a file, or that it is what it was."""

    def _watch(self) -> None:
        self._files.watch([opened.path for opened in self._held_files])

    def _expect(self, path: Path) -> None:
        """A file was read or written: from now on it is what it was then.

        What was written since is looked at next: it is watched only from now on.
        """
        self._reported.pop(path, None)
        self._watch()
        self.check_outside()

    def _read(
        self,
        work: Work,
        succeeded: Callable[[Any], object],
        refused: Callable[[InspectorError], object],
        progressed: Callable[[float], object] = lambda _: None,
    ) -> CancelToken:
        """Read a file; what is read for a chat that is left meanwhile is dropped."""
        ACTIONS.info("read a file")
        self._reads.append(token := self._queue.start(work, succeeded, refused, progressed))
        return token

    def _write(
        self,
        opened: Opened[Value],
        value: Value,
        target: Path | None = None,
        *,
        overwrite: bool = False,
        route: ServerRoute | None = None,
        succeeded: Callable[[files.Saved], None],
        refused: Callable[[InspectorError], object],
    ) -> None:
        """Write a file.

        Args:
            opened: as it was read.
            value: what was made of it.
            target: another file to write; None for its own.
            overwrite: write its own also if somebody else wrote it since it was read.
            route: have a running SillyTavern write it; None to write it here.
            succeeded: called with what was done.
            refused: called with the `InspectorError` that kept it from being written.
        """
        ACTIONS.info("save a file")
        copy = self.copy_of(opened.path)
        self._queue.start(
            lambda _: write(opened, value, target, overwrite=overwrite, route=route, copy=copy),
            succeeded,
            refused,
        )

    def _report_seen(self, opened: OpenFile, seen: "_Seen") -> None:
        """Report a file's status; where that does not tell enough, its bytes once all is quiet."""
        is_compared = CHANGE_IS_TIMED and opened.on_disk in self._compared
        if not seen.is_sure and not is_compared:
            self._at_rest.start()
        self._report_outside(opened, seen)

    def _compare(self) -> None:
        """Compare whole files with what is known of them."""
        if self.is_busy:
            self._at_rest.start()
            return
        for opened in (one for one in self._held_files if one.on_disk not in self._compared):
            self._comparisons.append(
                self._queue.start(
                    lambda token, known=opened.on_disk: _compared(known, token),
                    partial(self._report_compared, opened),
                )
            )

    def _report_compared(self, opened: OpenFile, seen: "_Seen") -> None:
        if seen.state is files.OutsideState.SAME:
            self._compared.add(opened.on_disk)
        self._report_outside(opened, seen)

    def _report_outside(self, opened: OpenFile, seen: "_Seen") -> None:
        self._watch()
        if opened not in self._held_files:
            if opened.path in [one.path for one in self._held_files]:
                self.check_outside()  # it was saved or read again meanwhile
            return
        # Whoever writes in several steps, or again, is looked at again each time.
        before = self._reported.get(opened.path, _Seen(files.OutsideState.SAME))
        is_same = seen.state is before.state is files.OutsideState.SAME
        if seen != before and not is_same:
            self._reported[opened.path] = seen
            self._announce_outside(opened, seen.state)

    def _rest(self) -> None:
        self._reads.clear()
        self._comparisons.clear()
        self.idle.emit()
        if self._check_is_due:
            self.check_outside()


def _no_copy(_path: Path) -> files.Copy | None:
    return None


def _seen(known: files.OnDisk) -> _Seen:
    """As far as it can be told at once."""
    try:
        status = known.path.stat()
    except (OSError, ValueError):
        return _Seen(files.OutsideState.DELETED)
    if known.identity == identity(status):
        return _Seen(files.OutsideState.SAME, is_sure=known.is_surely(status))
    state = files.outside_state(known)
    return _Seen(state, identity(status) if state is files.OutsideState.CHANGED else None)


def _compared(known: files.OnDisk, token: CancelToken) -> _Seen:
    """By all of its bytes."""
    status = None
    with contextlib.suppress(OSError, ValueError):
        status = identity(known.path.stat())
    if status is None:
        return _Seen(files.OutsideState.DELETED)
    if holds(known.path, known.pieces, token.breathe):
        return _Seen(files.OutsideState.SAME)
    return _Seen(files.OutsideState.CHANGED, status)
