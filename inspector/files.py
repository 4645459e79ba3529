"""Reading files, and writing them so that nothing of other people's work can be lost.

DESIGN §3 point 4: a file that somebody else wrote since it was read is not written; a backup
comes first; the new contents replace the old in one step; the mode stays, links are followed.
"""

import contextlib
import errno
import hashlib
import io
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import platformdirs

from inspector.core.errors import ChangedOutsideError, ChatFileError

Pieces = Sequence[bytes | memoryview]
"""The contents of a file, in consecutive parts."""

_BACKUPS_KEPT = 50
_CHUNK = 1 << 20
_CLOCK_STEP = 100_000_000
_CHANGE_IS_TIMED = os.name == "posix"


class OutsideState(StrEnum):
    """How a file on disk compares with what was last read or written here."""

    SAME = "same"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, eq=False)
class OnDisk:
    """What a file held when it was last read or written here.

    Attributes:
        path: as the person named it.
        pieces: the contents.
        size: in bytes.
        modified: time of the last change of its contents in nanoseconds.
        changed: time of its last change of any kind, which nobody can set.
        seen: when these were looked up.
    """

    path: Path
    pieces: Pieces
    size: int
    modified: int
    changed: int
    seen: int

    @classmethod
    def of(cls, path: Path, pieces: Pieces, status: os.stat_result) -> "OnDisk":
        """What was just read or written."""
        return cls(
            path, pieces, status.st_size, status.st_mtime_ns, status.st_ctime_ns, time.time_ns()
        )

    def is_surely(self, status: os.stat_result) -> bool:
        """Whether a file with this status cannot have been written since.

        Every write sets the time of change, but clocks tick in steps: a file that had
        changed just before it was looked at may have been written again in the same step.
        """
        settled = self.seen - self.changed > _CLOCK_STEP
        same = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        return settled and same == (self.size, self.modified, self.changed) and _CHANGE_IS_TIMED


Progress = Callable[[int, int], None]
"""Told how many bytes of how many are done; raises to stop the work."""


def read(path: Path, progress: Progress | None = None) -> tuple[bytes, OnDisk]:
    """A file's bytes, and what `outside_state` and `save` need to know about them.

    Raises:
        ChatFileError: it is missing, a directory, or cannot be read.
    """
    try:
        with path.open("rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ChatFileError(str(path), "this is no regular file")
            data = _read_all(file, progress)
            status = os.fstat(file.fileno())
    except OSError as error:
        raise ChatFileError(str(path), _why(error)) from error
    return data, OnDisk.of(path, (data,), status)


def _read_all(file: io.FileIO, progress: Progress | None) -> bytes:
    if progress is None:
        return file.readall()
    total = os.fstat(file.fileno()).st_size
    parts: list[bytes] = []
    done = 0
    while part := file.read(8 * _CHUNK):
        parts.append(part)
        done += len(part)
        progress(done, max(done, total))
    return b"".join(parts)


def outside_state(known: OnDisk) -> OutsideState:
    """Whether somebody else wrote or removed the file; compares bytes where times cannot tell."""
    try:
        status = known.path.stat()
    except OSError:
        return OutsideState.DELETED
    if status.st_size != known.size:
        return OutsideState.CHANGED
    if known.is_surely(status):
        return OutsideState.SAME
    return OutsideState.SAME if _holds(known.path, known.pieces) else OutsideState.CHANGED


@dataclass(frozen=True)
class Saved:
    """What saving did.

    Attributes:
        on_disk: what the file holds now.
        backup: where its former contents lie; None if there was no file before.
    """

    on_disk: OnDisk
    backup: Path | None


def save(path: Path, pieces: Pieces, known: OnDisk | None = None) -> Saved:
    """Write a file in one step, its former contents backed up first.

    Args:
        path: where to; a link is followed.
        pieces: the new contents.
        known: what the file held here last; None to write whatever it holds now.

    Raises:
        ChangedOutsideError: somebody else wrote or removed the file; nothing is written.
        ChatFileError: it cannot be written; the file is as it was.
    """
    if known is not None:
        _refuse_if_changed(known)
    try:
        target = path.resolve()
        if target.exists() and not os.access(target, os.W_OK):
            raise ChatFileError(str(path), "the file is write-protected; nothing was written")
        backup = back_up(target) if target.exists() else None
        status = _replace(target, pieces)
    except OSError as error:
        raise ChatFileError(str(path), f"{_why(error)}; the file is as it was") from error
    return Saved(OnDisk.of(path, tuple(pieces), status), backup)


def _refuse_if_changed(known: OnDisk) -> None:
    match outside_state(known):
        case OutsideState.SAME:
            return
        case OutsideState.CHANGED:
            why = "somebody else wrote this file since it was opened; nothing was written"
        case OutsideState.DELETED:
            why = "somebody else removed this file since it was opened; nothing was written"
    raise ChangedOutsideError(str(known.path), why)


def data_folder() -> Path:
    """The inspector's own data folder."""
    return Path(platformdirs.user_data_dir("memory-inspector", appauthor=False))


def backup_folder(target: Path) -> Path:
    """Where the backups of a file lie: a folder a file, told apart by its whole path."""
    mark = hashlib.sha256(os.fsencode(target)).hexdigest()[:8]
    return data_folder() / "backups" / f"{target.stem[:60]}-{mark}"


def back_up(target: Path) -> Path:
    """Keep a file's present contents in the data folder.

    A hard link does where the file system allows: saving replaces the file and leaves the
    linked contents alone. Of each file the newest backups are kept.

    Raises:
        OSError: no backup could be made.
    """
    folder = backup_folder(target)
    folder.mkdir(parents=True, exist_ok=True)
    earlier = sorted(folder.iterdir())
    number = 1 + max((_backup_number(one) for one in earlier), default=0)
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    backup = folder / f"{number:06d} {stamp} {target.name[-80:]}"
    try:
        os.link(target, backup)
    except OSError:
        shutil.copy2(target, backup)
    for old in earlier[: max(0, len(earlier) + 1 - _BACKUPS_KEPT)]:
        old.unlink(missing_ok=True)
    return backup


def _backup_number(backup: Path) -> int:
    """Backups are numbered, since clocks can be set back; 0 for a file that is none."""
    number = backup.name.partition(" ")[0]
    return int(number) if number.isascii() and number.isdecimal() else 0


def _replace(target: Path, pieces: Pieces) -> os.stat_result:
    with _temporary_beside(target) as (descriptor, temporary):
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            for piece in pieces:
                _write_all(file.fileno(), memoryview(piece))
            _keep_mode(file.fileno(), target)
            os.fsync(file.fileno())
            status = os.fstat(file.fileno())
        temporary.replace(target)
    _sync_folder(target.parent)
    return status


@contextlib.contextmanager
def _temporary_beside(target: Path) -> Generator[tuple[int, Path]]:
    """A new file in the same folder, removed unless it took the target's place."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".inspector-", suffix=".tmp")
    temporary = Path(name)
    try:
        yield descriptor, temporary
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _write_all(descriptor: int, piece: memoryview) -> None:
    written = 0
    while written < len(piece):
        written += os.write(descriptor, piece[written : written + _CHUNK])


def _keep_mode(descriptor: int, target: Path) -> None:
    """Give the new file the old one's mode and owner, a new one the usual mode."""
    if not hasattr(os, "fchmod"):
        return
    try:
        status = target.stat()
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        os.fchmod(descriptor, 0o666 & ~umask)
        return
    with contextlib.suppress(OSError):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, status.st_mode & 0o7777)


def _sync_folder(folder: Path) -> None:
    """Make the replacement itself durable, where folders can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _holds(path: Path, pieces: Pieces) -> bool:
    try:
        with path.open("rb", buffering=0) as file:
            for piece in pieces:
                view = memoryview(piece)
                for start in range(0, len(view), _CHUNK):
                    part = view[start : start + _CHUNK]
                    # Two bytes objects compare at once, a view item by item.
                    if file.read(len(part)) != bytes(part):
                        return False
            return not file.read(1)
    except OSError:
        return False


def _why(error: OSError) -> str:
    known = {
        errno.ENOENT: "there is no such file",
        errno.EISDIR: "this is a folder and no file",
        errno.EACCES: "permission is missing",
        errno.EPERM: "permission is missing",
        errno.EROFS: "the disk is read-only",
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.ENAMETOOLONG: "the name is too long",
    }
    return known.get(error.errno or 0, error.strerror or "it cannot be read or written")
