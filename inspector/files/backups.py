"""Backups: whole copies in the inspector's own data folder, fewer the older they are.

All of the last hour stay, of the last day one an hour, of the last thirty days one a day, of
all time one a week; the first of each hour, day and week, since that is what an edit changed.
"""

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from inspector.files.disk import Identity, identity, spelled_as_listed
from inspector.files.exchange import replace
from inspector.files.page_cache import give_back, start_writing
from inspector.folders import data_folder
from inspector.jsonbytes.pieces import Pieces, chunks

DEFAULT_LIMIT = 2 * 1024**3
"""Bytes that all backups together may take."""

_UNSUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
_STAMP = "%Y-%m-%d %H.%M.%S"
_STAMP_LENGTH = 19
_PARTIAL = ".partial"
_LONGEST_NAME = 80
"""Bytes: with folder, number and time no path is longer than the 260 letters of Windows."""
_LONGEST_STEM = 200
"""Bytes: with marks behind it no folder's name is longer than the 255 bytes of most disks."""
_WRITTEN_AT_ONCE = 1 << 22
_BEING_WRITTEN = 4 * _WRITTEN_AT_ONCE
"""About as much of a file as the disk has yet to write while more is handed to it."""

_ALL_FOR = timedelta(hours=1)
_HOURLY_FOR = timedelta(days=1)
_DAILY_FOR = timedelta(days=30)
_LONGEST_PAUSE = timedelta(days=180)


def backups_folder() -> Path:
    """Where all backups lie, in a folder a file."""
    return data_folder() / "backups"


def path_mark(target: Path) -> str:
    """What tells a file from all others of its name: a short mark of its whole path."""
    return hashlib.sha256(os.fsencode(spelled_as_listed(target))).hexdigest()[:8]


def kept_name(target: Path) -> str:
    """The name of a folder for what is kept of a file: the beginning of its own, and its mark."""
    stem = os.fsencode(spelled_as_listed(target).stem[:60])[:_LONGEST_STEM]
    return f"{stem.decode('utf-8', 'ignore')}-{path_mark(target)}"


def backup_folder(target: Path) -> Path:
    """Where the backups of a file lie: a folder a file, told apart by its whole path."""
    return backups_folder() / kept_name(target)


@dataclass(frozen=True, eq=False)
class Copy:
    """A whole copy of some contents that the disk has, in a private folder of ours.

    Attributes:
        path: where it lies.
        pieces: the contents.
        identity: of the file when it was whole; see `identity`.
    """

    path: Path
    pieces: Pieces
    identity: Identity

    @classmethod
    def at(cls, path: Path, pieces: Pieces) -> "Copy":
        """One that was just written and synced.

        Raises:
            OSError: it is not there.
        """
        return cls(path, pieces, identity(path.lstat()))


class Backup:
    """A backup in the making: nothing has its name before it is whole and on the disk.

    Attributes:
        path: where it will lie.
    """

    def __init__(self, target: Path) -> None:
        folder = backup_folder(target)
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            sync_folder(folder.parent)
        name = f"{datetime.now().astimezone().strftime(_STAMP)} {_end_of(target.name)}"
        number = 1 + max((_number(one.name) for one in folder.iterdir()), default=0)
        while (descriptor := _reserved(folder / f"{number:06d} {name}")) is None:
            number += 1
        self.path = folder / f"{number:06d} {name}"
        self._descriptor: int | None = descriptor
        self._made = _partial(self.path)

    def write(self, parts: Iterable[bytes | memoryview]) -> None:
        """Write the contents, and bring them to the disk.

        Raises:
            OSError: it cannot be written.
        """
        # Whoever discards it meanwhile, interrupted, closes nothing that is still written.
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            try:
                _write_parts(descriptor, parts, gives_back=True)
                sync(descriptor)
            finally:
                os.close(descriptor)

    def adopt(self, copy: Copy | None, contents: Pieces) -> bool:
        """Have a copy of the contents that the disk has already, by a name of its own here.

        Whoever made the copy takes its other name away, and never writes into it.

        Returns:
            whether it is had; if not, the contents are still to be written.
        """
        if copy is None or copy.pieces != contents:
            return False
        linked = self._made.with_name(f"{_number(self._made.name):06d}{_PARTIAL}")
        try:
            status = copy.path.lstat()
            if identity(status) != copy.identity:
                return False
            linked.hardlink_to(copy.path)
        except OSError:  # on another disk, or one without hard links
            return False
        try:
            if not os.path.samestat(linked.lstat(), status):
                return False
            self._close()
            replace(linked, self._made)
        finally:
            linked.unlink(missing_ok=True)
        return True

    def publish(self, status: os.stat_result) -> None:
        """Give the whole copy its name, and the times of the file whose contents it holds.

        Raises:
            OSError: it cannot be had.
        """
        with contextlib.suppress(OSError):  # a time that the disk of backups cannot tell
            os.utime(self._made, ns=(status.st_atime_ns, status.st_mtime_ns))
        replace(self._made, self.path)
        self._made = self.path
        sync_folder(self.path.parent)

    def discard(self) -> None:
        """Take the backup away: what it was made for did not happen."""
        self._close()
        with contextlib.suppress(OSError):
            self._made.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _reserved(path: Path) -> int | None:
    """A new file for the copy in the making; None where the backup's name is taken.

    Whoever holds the copy in the making alone may give it its name, so that two programs with
    the same number never meet.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(_partial(path), flags, 0o600)
    except FileExistsError:
        return None
    if path.exists():
        os.close(descriptor)
        _partial(path).unlink()
        return None
    return descriptor


def _partial(path: Path) -> Path:
    return path.with_name(path.name + _PARTIAL)


def _end_of(name: str) -> str:
    """The end of a file's name that leaves room for number, time and mark, in whole letters."""
    spelled = os.fsencode(name)
    if len(spelled) <= _LONGEST_NAME:
        return name
    return os.fsdecode(spelled[-_LONGEST_NAME:].lstrip(bytes(range(0x80, 0xC0))))


def _number(name: str) -> int:
    """Backups are numbered, since clocks can be set back; 0 for a file that is none."""
    number = name.partition(" ")[0]
    return int(number) if number.isascii() and number.isdecimal() else 0


def write_all(descriptor: int, pieces: Pieces) -> None:
    """Write all of some contents into a new file, and let the disk begin with them.

    Args:
        descriptor: the file, at its end.
        pieces: the contents.

    Raises:
        OSError: they cannot be written, or are not as many bytes as they say.
    """
    # Large parts: after each one a busy program may wait for its turn.
    written = _write_parts(descriptor, chunks(pieces, _WRITTEN_AT_ONCE))
    if written != sum(map(len, pieces)):
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def _write_parts(
    descriptor: int, parts: Iterable[bytes | memoryview], *, gives_back: bool = False
) -> int:
    """Write parts of contents as they come; answers how many bytes that were.

    With `gives_back` nobody will read the file soon, so that its memory is free for others.
    """
    start = begun = done = os.lseek(descriptor, 0, os.SEEK_CUR)
    for part in parts:
        written = 0
        while written < len(part):
            written += os.write(descriptor, part[written:])
        done += written
        if done - begun >= _WRITTEN_AT_ONCE:
            start_writing(descriptor, begun, done - begun)
            if gives_back and begun > _BEING_WRITTEN:
                give_back(descriptor, begun - _BEING_WRITTEN)
            begun = done
    return done - start


def sync(descriptor: int) -> None:
    """Bring what was written into a file to the disk, where the file system knows of that.

    Some in a network, or of a program, refuse what they cannot promise.

    Raises:
        OSError: it cannot be brought there.
    """
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise


def sync_folder(folder: Path) -> None:
    """Make a change of names in a folder durable, where folders can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def discard_partial(target: Path) -> None:
    """Remove copies that a killed save left in the making; only while nobody saves the file."""
    with contextlib.suppress(OSError):
        for path in backup_folder(target).iterdir():
            if path.name.endswith(_PARTIAL):
                path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A whole backup.

    Attributes:
        path: where it lies.
        time: when it was made.
        size: in bytes.
    """

    path: Path
    time: datetime
    size: int


def kept_backups(folder: Path) -> list[KeptBackup]:
    """The backups in the folder of a file, oldest first; the numbers tell the order."""
    found: list[tuple[int, KeptBackup]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            number, made = _number(entry.name), _time(entry.name)
            if number and made is not None and not entry.name.endswith(_PARTIAL):
                kept = KeptBackup(Path(entry.path), made, entry.stat().st_size)
                found.append((number, kept))
    return [kept for _, kept in sorted(found, key=lambda one: one[0])]


def _time(name: str) -> datetime | None:
    stamp = name.partition(" ")[2][:_STAMP_LENGTH]
    try:
        return datetime.strptime(stamp, _STAMP).astimezone()
    except ValueError:
        return None


def _all_kept() -> list[list[KeptBackup]]:
    with contextlib.suppress(OSError):
        return [kept_backups(folder) for folder in sorted(backups_folder().iterdir())]
    return []


def total_size() -> int:
    """How many bytes all backups take together."""
    return sum(kept.size for folder in _all_kept() for kept in folder)


def thin(target: Path, limit: int, now: datetime | None = None) -> None:
    """Remove backups of a file that are outdated, and of all files what exceeds the limit.

    Args:
        target: the file of which a backup was just made; that one stays in any case.
        limit: bytes that all backups together may take.
        now: the present time.
    """
    present = now or datetime.now().astimezone()
    kept = kept_backups(backup_folder(target))
    for old in outdated(kept, present):
        _remove(old)
    latest = kept[-1].path if kept else None
    for old in exceeding(_all_kept(), limit, present):
        if old.path != latest:
            _remove(old)


def _remove(backup: KeptBackup) -> None:
    with contextlib.suppress(OSError):
        backup.path.unlink(missing_ok=True)


def outdated(kept: Sequence[KeptBackup], now: datetime) -> list[KeptBackup]:
    """The backups of one file that its others make superfluous.

    Args:
        kept: oldest first.
        now: the present time.
    """
    spans: set[object] = set()
    found: list[KeptBackup] = []
    for backup, age in zip(kept[:-1], _ages(kept, now), strict=False):
        span = _span(backup.time, age)
        if span is not None and span in spans:
            found.append(backup)
        spans.add(span)
    return found


def _ages(kept: Sequence[KeptBackup], now: datetime) -> list[timedelta]:
    """How old each backup is, as far as the clock can be believed.

    A clock that jumped must not make all of the last hour a year old, so what looks like half a
    year without a save counts for nothing, forwards and backwards.
    """
    ages: list[timedelta] = []
    age, later = timedelta(0), now
    for backup in reversed(kept):
        passed, later = later - backup.time, backup.time
        age += passed if abs(passed) <= _LONGEST_PAUSE else timedelta(0)
        ages.append(age)
    return ages[::-1]


def _span(time: datetime, age: timedelta) -> object:
    """The hour, day or week of which one backup is enough; None where all are kept."""
    if age <= _ALL_FOR:
        return None
    if age <= _HOURLY_FOR:
        return time.date(), time.hour
    return time.date() if age <= _DAILY_FOR else time.isocalendar()[:2]


def exceeding(
    folders: Iterable[Sequence[KeptBackup]], limit: int, now: datetime
) -> Iterator[KeptBackup]:
    """The backups that have to go so that all together keep within a limit.

    First those go that are close to the one before them for their age, so that the first and
    the latest of each file stay longest; then whatever is oldest.

    Args:
        folders: the backups of each file, oldest first.
        limit: in bytes.
        now: the present time.
    """
    left = [list(kept) for kept in folders]
    total = sum(backup.size for kept in left for backup in kept)
    while total > limit and any(left):
        _, kept, index = min(
            (
                (_worth(kept, index, now), kept, index)
                for kept in left
                for index in range(len(kept))
            ),
            key=lambda one: one[0],
        )
        gone = kept.pop(index)
        total -= gone.size
        yield gone


def _worth(kept: Sequence[KeptBackup], index: int, now: datetime) -> tuple[bool, float]:
    backup = kept[index]
    age = max((now - backup.time).total_seconds(), 1.0)
    if index in (0, len(kept) - 1):
        return True, -age
    return False, (backup.time - kept[index - 1].time).total_seconds() / age
