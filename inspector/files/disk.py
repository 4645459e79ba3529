"""What a file holds on the disk: reading it, and noticing that somebody else wrote it."""

import contextlib
import io
import os
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from inspector.core.errors import ChatFileError
from inspector.files.page_cache import give_back
from inspector.jsonbytes.pieces import CHUNK, Pieces, chunks
from inspector.language import _
from inspector.small_files import refuse_special, why

Progress = Callable[[int, int], None]
"""Told how many bytes of how many are done; raises to stop the work."""

Result = TypeVar("Result")

_CLOCK_STEP = 100_000_000
CHANGE_IS_TIMED = os.name == "posix"
_READ_ATTEMPTS = 4


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
        inode: device and number of the file.
        is_compared: whether all of it was read; else what was appended, and the rest is taken
            for what it was. Nothing is written on the strength of that.
    """

    path: Path
    pieces: Pieces
    size: int
    modified: int
    changed: int
    seen: int
    inode: tuple[int, int] = (0, 0)
    is_compared: bool = True

    @classmethod
    def of(
        cls, path: Path, pieces: Pieces, status: os.stat_result, *, is_compared: bool = True
    ) -> "OnDisk":
        """What was just read or written."""
        inode = status.st_dev, status.st_ino
        times = status.st_mtime_ns, status.st_ctime_ns
        return cls(path, pieces, status.st_size, *times, time.time_ns(), inode, is_compared)

    def is_surely(self, status: os.stat_result) -> bool:
        """Whether a file with this status was hardly written since.

        Every write sets the time of change, but clocks tick in steps: a file that had
        changed just before it was looked at may have been written again in the same step.
        Writing through a memory map may set no time at all, so that `save` trusts bytes only.
        """
        settled = self.seen - self.changed > _CLOCK_STEP
        return (
            self.is_compared and settled and self.identity == identity(status) and CHANGE_IS_TIMED
        )

    @property
    def identity(self) -> "Identity":
        """The state of the file that this is; see `identity`."""
        return self.inode, self.size, self.modified, self.changed


Identity = tuple[tuple[int, int], int, int, int]


def identity(status: os.stat_result) -> Identity:
    """What tells one state of a file from another: inode, size, and both times."""
    inode = status.st_dev, status.st_ino
    return inode, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def has_grown(known: OnDisk, status: os.stat_result) -> bool:
    """Whether a file is the one that was read, and longer than it was then."""
    return known.inode == (status.st_dev, status.st_ino) and status.st_size > known.size


def is_settled(status: os.stat_result, seen: int) -> bool:
    """Whether a write after `seen` would give the file another time: clocks tick in steps."""
    return seen - max(status.st_mtime_ns, status.st_ctime_ns) > _CLOCK_STEP


def settle(status: os.stat_result) -> None:
    """Wait, where that is short, until a write would give the file another time."""
    rest = _CLOCK_STEP - (time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns))
    if 0 <= rest <= _CLOCK_STEP and CHANGE_IS_TIMED:
        time.sleep((rest + 1) / 1e9)


def spelled_as_listed(target: Path) -> Path:
    """A path with its names as their folders list them.

    On macOS and Windows, and on their disks elsewhere, names that differ in case alone, or in how
    an accent is composed, are names of one file.
    """
    spelled = Path(target.anchor)
    for name in target.parts[1 if target.anchor else 0 :]:
        spelled /= _listed_name(spelled, name)
    return spelled


def _listed_name(folder: Path, name: str) -> str:
    turned = name.swapcase()
    if turned == name:
        return name
    with contextlib.suppress(OSError, ValueError):
        status = (folder / name).lstat()
        if os.path.samestat((folder / turned).lstat(), status):
            names = [one.name for one in folder.iterdir()]
            if name not in names:
                alike = (one for one in names if _folded(one) == _folded(name))
                return next(alike, name)
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def is_there(path: Path) -> bool:
    """Whether anything stands under a name.

    Raises:
        ChatFileError: the disk cannot tell; `Path.exists` would raise on some Pythons, and say
            that nothing does on others.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ChatFileError(str(path), why(error)) from error
    return True


def read(path: Path, progress: Progress | None = None) -> tuple[bytes, OnDisk]:
    """A file's bytes, and what `outside_state` and `save` need to know about them.

    Of a file that others append to all the time it is what it held at one of the attempts: the
    next look at it finds that there is more.

    Raises:
        ChatFileError: it is missing, a directory, cannot be read, or is rewritten all the time.
    """
    try:
        refuse_special(path)
        with path.open("rb", buffering=0) as file:
            former: bytes | None = None
            for _attempt in range(_READ_ATTEMPTS):
                before = os.fstat(file.fileno())
                data = _read_all(file, before.st_size, progress)
                is_same = identity(before) == identity(os.fstat(file.fileno()))
                is_same = is_same or (former is not None and data.startswith(former))
                if is_same and len(data) == before.st_size:
                    return data, OnDisk.of(path, (data,), before)
                former = data
                file.seek(0)
    except OSError as error:
        raise ChatFileError(str(path), why(error)) from error
    raise ChatFileError(str(path), _("another program is writing this file just now; try again"))


class FileSource:
    """An open file, read where somebody wants it.

    Args:
        file: opened without a buffer.
        status: of the file when that was looked up last.
    """

    def __init__(self, file: io.FileIO, status: os.stat_result) -> None:
        self._file = file
        self.status = status

    @property
    def size(self) -> int:
        """Length of the file in bytes, when it was looked up."""
        return self.status.st_size

    def read(self, offset: int, size: int) -> bytes:
        """That many bytes from an offset on; fewer where the file ends meanwhile."""
        self._file.seek(offset)
        return _read_exactly(self._file, size)


def read_parts(path: Path, work: Callable[[FileSource], Result]) -> Result | None:
    """What some work makes of parts of a file; None if the file is written all the time.

    Raises:
        ChatFileError: it is missing, a directory, or cannot be read.
    """
    try:
        refuse_special(path)
        with path.open("rb", buffering=0) as file:
            for _ in range(_READ_ATTEMPTS):
                source = FileSource(file, os.fstat(file.fileno()))
                result = work(source)
                if identity(source.status) == identity(os.fstat(file.fileno())):
                    return result
    except OSError as error:
        raise ChatFileError(str(path), why(error)) from error
    return None


def _read_all(file: io.FileIO, size: int, progress: Progress | None) -> bytes:
    """As many bytes as the file had when it was opened: one that grows would never end."""
    step = size if progress is None else 8 * CHUNK
    parts: list[bytes] = []
    done = 0
    while done < size and (part := file.read(min(step, size - done))):
        parts.append(part)
        done += len(part)
        if progress is not None:
            progress(done, size)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def outside_state(known: OnDisk) -> OutsideState:
    """Whether somebody else wrote or removed the file; compares bytes where times cannot tell."""
    try:
        status = known.path.stat()
    except (OSError, ValueError):
        return OutsideState.DELETED
    if status.st_size != known.size:
        return OutsideState.CHANGED
    if known.is_surely(status):
        return OutsideState.SAME
    return OutsideState.SAME if holds(known.path, known.pieces) else OutsideState.CHANGED


class DiffersError(Exception):
    """A file holds something else than it was thought to hold."""


def holds(path: Path, pieces: Pieces, pause: Callable[[], object] = lambda: None) -> bool:
    """Whether a file holds these bytes and no others; False if it cannot be read.

    Args:
        path: the file.
        pieces: the bytes.
        pause: called after every part of them; raises to stop the work.
    """
    try:
        for _part in compared(path, pieces):
            pause()
    except DiffersError:
        return False
    return True


def compared(path: Path, pieces: Pieces, *, gives_back: bool = False) -> Iterator[memoryview]:
    """The bytes that a file is thought to hold, in parts, each once it was seen to hold it.

    Args:
        path: the file.
        pieces: the bytes.
        gives_back: nobody will read the file again soon, so that its memory is free for others.

    Yields:
        a part, which counts until the next.

    Raises:
        DiffersError: it holds something else, or cannot be read.
    """
    try:
        with path.open("rb", buffering=0) as file:
            # One buffer for all parts: it stays in the processor's cache.
            buffer = bytearray()
            for part in chunks(pieces):
                if len(buffer) != len(part):
                    buffer = bytearray(len(part))
                if not _fill(file, buffer) or not buffer.startswith(part):
                    raise DiffersError
                yield part
                if gives_back:
                    give_back(file.fileno(), file.tell())
            if file.read(1):
                raise DiffersError
    except OSError as error:
        raise DiffersError from error


def _fill(file: io.FileIO, buffer: bytearray) -> bool:
    """Fill a buffer with what comes next in a file; False where the file ends before."""
    done, view = 0, memoryview(buffer)
    while done < len(buffer):
        count = file.readinto(view[done:])
        if not count:
            return False
        done += count
    return True


def _read_exactly(file: io.FileIO, size: int) -> bytes:
    part = file.read(size)
    while len(part) < size and (more := file.read(size - len(part))):
        part += more
    return part


def same_bytes(one: Pieces, other: Pieces) -> bool:
    """Whether two contents are the same, however they are cut into pieces."""
    if sum(map(len, one)) != sum(map(len, other)):
        return False
    parts, rest = _even(chunks(one)), _even(chunks(other))
    return all(mine == theirs for mine, theirs in zip_longest(parts, rest))


def _even(parts: Iterable[memoryview]) -> Iterator[bytes]:
    """The same bytes in parts that are all of one size, but for the last."""
    held = b""
    for part in parts:
        held += part
        while len(held) >= CHUNK:
            yield held[:CHUNK]
            held = held[CHUNK:]
    yield held
