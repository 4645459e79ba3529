"""Saving: from the first look at a file to its replacement nobody gets in between unnoticed."""

import contextlib
import errno
import os
import stat
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.files.attributes import keep_attributes, keep_hard_links
from inspector.files.backups import (
    DEFAULT_LIMIT,
    Backup,
    Copy,
    sync,
    sync_folder,
    thin,
    write_all,
)
from inspector.files.disk import (
    CHANGE_IS_TIMED,
    DiffersError,
    OnDisk,
    OutsideState,
    compared,
    holds,
    identity,
    is_settled,
    outside_state,
    read,
    same_bytes,
    settle,
)
from inspector.files.exchange import exchange, put_new, replace
from inspector.files.lock import Journal, saving_alone
from inspector.jsonbytes.pieces import Pieces
from inspector.language import N_, _
from inspector.small_files import NO_NAME, why

_CHANGED = N_("somebody else wrote this file since it was opened; nothing was written")
_REMOVED = N_("somebody else removed this file since it was opened; nothing was written")
_READ_QUICKLY = 4 << 20
"""So many bytes are read again sooner than the clock ticks."""


Verify = Callable[[], object]


def _trust() -> None:
    """Nothing to be verified."""


@dataclass(frozen=True)
class Saved:
    """What saving did.

    Attributes:
        on_disk: what the file holds now.
        backup: where its former contents lie; None if there was no file before, or it holds
            what was to be written already.
        notes: what of the file could not be kept, each as a sentence.
    """

    on_disk: OnDisk
    backup: Path | None
    notes: tuple[str, ...] = ()


def save(
    path: Path,
    pieces: Pieces,
    known: OnDisk | None = None,
    *,
    verify: Verify = _trust,
    copy: Copy | None = None,
    backup_limit: int = DEFAULT_LIMIT,
) -> Saved:
    """Write a file in one step, its former contents backed up first.

    Args:
        path: where to; a link is followed.
        pieces: the new contents.
        known: what the file held here last; None to write whatever it holds now.
        verify: called while the disk is busy, before anything is replaced; raises if the new
            contents are not what was meant. Then nothing is written.
        copy: of what the file held, for the backup; None where there is none as yet.
        backup_limit: bytes that all backups together may take.

    Raises:
        ChangedOutsideError: somebody else wrote or removed the file; nothing is written.
        ChatFileError: it cannot be written, or another instance is about to; the file is as
            it was, and there is no backup of it more than before.
    """
    try:
        target = _target(path)
        with saving_alone(path, target) as journal:
            saved = _Save(path, target, journal, verify, copy).run(tuple(pieces), known)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not path.parent.exists():
            raise ChatFileError(
                str(path), _("there is no such folder; nothing was written")
            ) from error
        raise ChatFileError(
            str(path), _("{why}; the file is as it was").format(why=why(error))
        ) from error
    if saved.backup is not None:
        thin(target, backup_limit)
    return saved


def _target(path: Path) -> Path:
    """The file itself, all links followed.

    Raises:
        OSError: it cannot be found out, or a circle of links leads nowhere.
    """
    try:
        with contextlib.suppress(FileNotFoundError):
            path.stat()
        return path.resolve()
    except ValueError as error:
        raise OSError(errno.EINVAL, _(NO_NAME)) from error
    except RuntimeError as error:  # a circle that was closed meanwhile, until Python 3.12
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


@dataclass(frozen=True)
class _Check:
    """What was seen of the file.

    Attributes:
        status: its status.
        is_settled: whether a write after that would have given it another time.
    """

    status: os.stat_result
    is_settled: bool


Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")


class _Save:
    """One save.

    Args:
        path: as the person named it.
        target: the file itself.
        journal: notes what a killed save leaves behind.
        verify: raises if the new contents are not what was meant.
        copy: of what the file held, for the backup.
    """

    def __init__(
        self, path: Path, target: Path, journal: Journal, verify: Verify, copy: Copy | None
    ) -> None:
        self._path = path
        self._target = target
        self._journal = journal
        self._verify = verify
        self._copy = copy
        self._is_replaced = False

    def run(self, pieces: Pieces, known: OnDisk | None) -> Saved:
        former = self._former(known)
        if former is None:
            return self._save_new(pieces)
        if same_bytes(former.pieces, pieces):
            return Saved(OnDisk.of(self._path, pieces, self._check(former).status), None)
        with self._prepared(former, pieces) as (made, seen, backup, notes):
            new = made.stat()
            check = self._check_again(seen, former)
            self._replace(made, check, former)
        notes += keep_hard_links(self._target, check.status, self._journal.name_beside)
        return Saved(self._written(pieces, new), backup.path, tuple(notes))

    def _written(self, pieces: Pieces, new: os.stat_result) -> OnDisk:
        """What the file holds now; giving a file its name sets its time of change."""
        sync_folder(self._target.parent)
        with contextlib.suppress(OSError):
            status = self._target.stat()
            if os.path.samestat(status, new) and status.st_mtime_ns == new.st_mtime_ns:
                new = status
        return OnDisk.of(self._path, pieces, new)

    def _former(self, known: OnDisk | None) -> OnDisk | None:
        """What the file holds; None if there is none."""
        if known is not None:
            self._refuse_if_changed(known)
        elif not self._target.exists():
            return None
        if not os.access(self._target, os.W_OK):
            raise self._error(_("the file is write-protected; nothing was written"))
        return known or read(self._target)[1]

    def _refuse_if_changed(self, known: OnDisk) -> None:
        """Do no work in vain; whether the bytes are the same is seen while others are written."""
        try:
            status = self._path.stat()
        except FileNotFoundError as error:
            raise ChangedOutsideError(str(self._path), _(_REMOVED)) from error
        if known.identity != identity(status) and outside_state(known) is not OutsideState.SAME:
            raise self._changed()

    def _save_new(self, pieces: Pieces) -> Saved:
        with self._made(pieces) as (made, _):
            new = made.stat()
            try:
                put_new(made, self._target)
            except FileExistsError as error:
                raise self._changed() from error
        return Saved(self._written(pieces, new), None)

    @contextlib.contextmanager
    def _made(self, pieces: Pieces) -> Generator[tuple[Path, list[str]]]:
        """The new contents in a temporary file in the same folder; it is gone afterwards.

        They are verified while the disk is busy with them.
        """
        made = self._journal.name_beside(self._target)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            descriptor = os.open(made, flags, 0o600)
        except PermissionError as error:
            raise self._error(_("nothing can be written into its folder")) from error
        own = os.fstat(descriptor)
        try:
            try:
                self._journal.note_made(made, own)
            except BaseException:
                os.close(descriptor)
                raise
            with _beside(_filled, descriptor, made, pieces, self._target) as writing:
                self._verify()
            notes = writing.result()
            yield made, notes
        finally:
            with contextlib.suppress(OSError):
                # Interrupted right after changing places: what was driven out is not yet known.
                if self._is_replaced or os.path.samestat(made.lstat(), own):
                    made.unlink()

    @contextlib.contextmanager
    def _prepared(
        self, former: OnDisk, pieces: Pieces
    ) -> Generator[tuple[Path, _Check, Backup, list[str]]]:
        """The new contents and a whole backup of the former, both on the disk.

        They are written side by side, and meanwhile what was written is verified and the file
        compared with what was read. A backup that was copied before that is taken as it is.
        Nothing of the backup is left if anything fails.
        """
        own: os.stat_result | None = None
        backup = self._backup(lambda: Backup(self._target))
        try:
            is_copied = backup.adopt(self._copy, former.pieces)
            with (
                _beside(self._check, former, None if is_copied else backup) as copying,
                self._made(pieces) as (made, notes),
            ):
                check = copying.result()
                self._backup(lambda: backup.publish(check.status))
                own = made.stat()
                yield made, check, backup, notes
        except BaseException:
            if not self._is_in_place(own):
                backup.discard()
            raise

    def _is_in_place(self, own: os.stat_result | None) -> bool:
        """Whether the new file took the place, though something failed or was interrupted then."""
        try:
            return own is not None and os.path.samestat(self._target.lstat(), own)
        except OSError:
            return False

    def _backup(self, work: Callable[[], Result]) -> Result:
        """Work on the backup; without one nothing is written."""
        try:
            return work()
        except OSError as error:
            raise self._error(_("no backup can be made: {why}").format(why=why(error))) from error

    def _check(self, former: OnDisk, backup: Backup | None = None) -> _Check:
        """See that the file's place still holds what was read, and write that into a backup."""
        status = self._status()
        if status.st_size > _READ_QUICKLY:
            # Rather than to read it all once more at the end.
            settle(status)
        start = time.time_ns()
        if not stat.S_ISREG(status.st_mode) or status.st_size != former.size:
            raise self._changed()
        parts = compared(self._target, former.pieces, gives_back=True)
        try:
            if backup is None:
                deque(parts, maxlen=0)
            else:
                self._backup(lambda: backup.write(parts))
        except DiffersError as error:
            raise self._changed() from error
        if identity(self._status()) != identity(status):
            raise self._changed()
        return _Check(status, CHANGE_IS_TIMED and is_settled(status, start))

    def _check_again(self, check: _Check, former: OnDisk) -> _Check:
        """See the same at the last moment: by its times, or its bytes where these do not tell."""
        same = identity(self._status()) == identity(check.status)
        return check if same and check.is_settled else self._check(former)

    def _status(self) -> os.stat_result:
        """Of what is in the file's place."""
        try:
            return self._target.lstat()
        except FileNotFoundError as error:
            raise ChangedOutsideError(str(self._path), _(_REMOVED)) from error

    def _replace(self, made: Path, check: _Check, former: OnDisk) -> None:
        """Put the new file in place, and look at what it drove out.

        If that is not what was seen before, it is put back.
        """
        if not exchange(made, self._target):
            replace(made, self._target)
            self._is_replaced = True
            return
        try:
            # Changing places counts as a change of the file, so that its time says nothing.
            same = identity(made.lstat())[:3] == identity(check.status)[:3]
            self._is_replaced = same and (check.is_settled or holds(made, former.pieces))
        finally:
            if not self._is_replaced:
                replace(made, self._target)
        if not self._is_replaced:
            raise self._changed()

    def _changed(self) -> ChangedOutsideError:
        return ChangedOutsideError(str(self._path), _(_CHANGED))

    def _error(self, text: str) -> ChatFileError:
        return ChatFileError(str(self._path), _("{why}; the file is as it was").format(why=text))


@contextlib.contextmanager
def _beside(
    work: Callable[Parameters, Result], *given: Parameters.args, **named: Parameters.kwargs
) -> Generator[Future[Result]]:
    """Do some work on another thread; it has ended when this has, however that is interrupted.

    What it writes into it closes itself: an interrupted start of a thread leaves it running, and
    a number that is closed under it may be another file's by then.
    """
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work, *given, **named)
        interrupt: KeyboardInterrupt | None = None
        try:
            yield running
        finally:
            while not running.done():
                try:
                    wait((running,))
                except KeyboardInterrupt as error:
                    interrupt = error
            if interrupt is not None:
                raise interrupt


def _filled(descriptor: int, made: Path, pieces: Pieces, target: Path) -> list[str]:
    """Write a new file, on the disk when it ends, and close it; what could not be kept."""
    try:
        write_all(descriptor, pieces)
        notes = keep_attributes(descriptor, made, target)
        sync(descriptor)
    finally:
        os.close(descriptor)
    return notes
