"""One writer a file among all that run this program, and what is known of one that was killed.

The lock file is a journal as well: it names who saves what, and the temporary files of it. A lock
ends with its process; a journal that nobody holds is of a save that was killed. It is no library's
lock, since those empty the file that says who holds it.
"""

import contextlib
import errno
import filecmp
import json
import os
import socket
import sys
import time
from collections.abc import Generator, Mapping
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from inspector.core.decoded import is_object, members, text
from inspector.core.errors import ChatFileError
from inspector.files.backups import (
    Backup,
    backup_folder,
    discard_partial,
    kept_backups,
    path_mark,
)
from inspector.folders import data_folder
from inspector.language import _
from inspector.small_files import why

_TIMEOUT = 3.0
"""Seconds to wait for another instance: far longer than saving takes."""

_PAUSE = 0.02
_LOCKED_BYTE = 1 << 30
"""Far behind the journal: Windows lets nobody read a locked byte."""


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int, *, is_shared: bool = False) -> bool:
        # There is no shared one: two that look at once take each other for a holder for a moment.
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int, *, is_shared: bool = False) -> bool:
        try:
            kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            # Some network file systems lock nothing; the last look before writing remains.
            return error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
        return True


class Journal:
    """What is known of one save, as long as it runs and where it was killed.

    Of a new file nothing need be known: no backup is made of it, and it takes nobody's place.

    Args:
        descriptor: the lock file, which is held; None where a new file is saved without one.
        path: the file that is saved, as the person named it.
        target: the file itself.

    Raises:
        ChatFileError: it cannot be written.
    """

    def __init__(self, descriptor: int | None, path: Path, target: Path) -> None:
        self._descriptor = descriptor
        self._path = path
        self._target = target
        self._is_new = not os.path.lexists(target)
        self._temporaries: dict[str, int | None] = {}
        self._write()

    def name_beside(self, target: Path) -> Path:
        """A name for a new temporary file in the same folder, which is noted first."""
        path = target.parent / f".inspector-{token_hex(8)}.tmp"
        self._temporaries[_spelled(path)] = None
        self._write()
        return path

    def note_made(self, path: Path, status: os.stat_result) -> None:
        """Note which file was made under a name: another there is not this program's."""
        self._temporaries[_spelled(path)] = status.st_ino
        self._write()

    def _write(self) -> None:
        if self._descriptor is None:
            return
        known = {
            "process": os.getpid(),
            "computer": socket.gethostname(),
            "since": datetime.now().astimezone().strftime("%H:%M:%S"),
            "file": _spelled(self._target),
            "temporary": self._temporaries,
        }
        try:
            _rewrite(self._descriptor, json.dumps(known).encode())
        except OSError as error:
            if not self._is_new:
                raise _own_folder_fails(self._path, error) from error
            self._descriptor = None


@contextlib.contextmanager
def saving_alone(path: Path, target: Path) -> Generator[Journal]:
    """Hold a file's lock while it is saved; a new file is saved without where there can be none.

    Args:
        path: as the person named it.
        target: the file itself, all links followed.

    Raises:
        ChatFileError: another instance holds it for long, or our own folder cannot be written;
            the text says which.
    """
    folder = _folder()
    lock = folder / f"{path_mark(target)}.lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = _held(lock, path)
    except OSError as error:
        if os.path.lexists(target):
            raise _own_folder_fails(path, error) from error
        yield Journal(None, path, target)
        return
    try:
        _clean(descriptor)
        yield Journal(descriptor, path, target)
    finally:
        release(lock, descriptor)


def _own_folder_fails(path: Path, error: OSError) -> ChatFileError:
    return ChatFileError(
        str(path),
        _(
            "nothing can be written into the inspector's own folder {data_folder}, "
            "where the backup would lie: {why}; the file is as it was"
        ).format(data_folder=data_folder(), why=why(error)),
    )


def _held(lock: Path, path: Path) -> int:
    """The lock file, held; waits for who holds it.

    Raises:
        ChatFileError: another instance holds it for long.
        OSError: it cannot be made.
    """
    deadline = time.monotonic() + _TIMEOUT
    while (descriptor := hold(lock)) is None:
        if time.monotonic() > deadline:
            raise ChatFileError(
                str(path), _("{reason}; nothing was written").format(reason=_holder(lock))
            )
        time.sleep(_PAUSE)
    return descriptor


def clean_up() -> None:
    """Remove what saves left behind that were killed; those that run are left alone."""
    with contextlib.suppress(OSError):
        for lock in sorted(_folder().iterdir()):
            descriptor = hold(lock)
            if descriptor is not None:
                try:
                    _clean(descriptor)
                finally:
                    release(lock, descriptor)


def _folder() -> Path:
    return data_folder() / "saving"


def hold(lock: Path) -> int | None:
    """The lock file, held; None where somebody else holds it."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(lock, flags, 0o600)
    except PermissionError:
        if sys.platform == "win32":  # it is just being removed
            return None
        raise
    if _try_lock(descriptor) and _is_still(lock, descriptor):
        return descriptor
    os.close(descriptor)
    return None


def is_held(lock: Path) -> bool:
    """Whether somebody holds a lock, be it this program; where nothing can be locked, nobody."""
    with kept_free(lock) as is_free:
        return not is_free


@contextlib.contextmanager
def kept_free(lock: Path) -> Generator[bool]:
    """Whether nobody holds a lock; if so, nobody comes to hold it as long as this lasts."""
    try:
        descriptor = os.open(lock, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except OSError:
        yield True
        return
    try:
        yield _try_lock(descriptor, is_shared=True)
    finally:
        os.close(descriptor)


def _is_still(lock: Path, descriptor: int) -> bool:
    """Whether nobody removed the file between opening and locking it."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def release(lock: Path, descriptor: int) -> None:
    """Give a lock up, and remove its file."""
    if sys.platform == "win32":  # which removes no open file
        _rewrite(descriptor, b"")
        os.close(descriptor)
        with contextlib.suppress(OSError):
            lock.unlink()
    else:
        with contextlib.suppress(OSError):
            lock.unlink()
        os.close(descriptor)


def _rewrite(descriptor: int, data: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, data)
    os.ftruncate(descriptor, len(data))


def _read(descriptor: int) -> Mapping[str, object]:
    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        stored = json.loads(os.read(descriptor, 1 << 20))
    except ValueError:
        return {}
    return stored if is_object(stored) else {}


def _holder(lock: Path) -> str:
    """Who holds the lock, in words."""
    found: Mapping[str, object] = {}
    with contextlib.suppress(OSError):
        descriptor = os.open(lock, os.O_RDONLY)
        try:
            found = _read(descriptor)
        finally:
            os.close(descriptor)
    if not found:
        return _("another Memory Inspector is saving this file just now")
    return _(
        "another Memory Inspector (process {process} on {computer}, since {since}) is saving "
        "this file just now"
    ).format(process=found.get("process"), computer=found.get("computer"), since=found.get("since"))


def _clean(descriptor: int) -> None:
    """Remove what the save left behind that the journal tells of, if it tells of any."""
    found = _read(descriptor)
    target = _path(found.get("file"))
    if target is None:
        return
    discard_partial(target)
    for spelled, inode in members(found.get("temporary")).items():
        path = _path(spelled)
        with contextlib.suppress(OSError):
            if path is not None:
                status = path.lstat()
                if inode is not None and status.st_ino != inode:
                    _keep(target, path, status)
                path.unlink()
    _rewrite(descriptor, b"")


def _keep(target: Path, path: Path, status: os.stat_result) -> None:
    """Back up what stood in the file's place when the save was killed, if that is not done."""
    kept = kept_backups(backup_folder(target))
    if any(filecmp.cmp(path, one.path, shallow=False) for one in kept[-1:]):
        return
    backup = Backup(target)
    backup.write((path.read_bytes(),))
    backup.publish(status)


def _spelled(path: Path) -> str:
    return os.fsencode(path).hex()


def _path(stored: object) -> Path | None:
    """The path that a journal spells; None if it spells none."""
    try:
        return Path(os.fsdecode(bytes.fromhex(text(stored)))) if stored else None
    except ValueError:
        return None
