"""Writes unsaved edits to the disk; `files.unsaved` says what lies there and reads it."""

import contextlib
import hashlib
import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from inspector.core.errors import InspectorError
from inspector.files.backups import Copy, sync, sync_folder, write_all
from inspector.files.disk import same_bytes
from inspector.files.exchange import replace
from inspector.files.lock import hold, is_held, release
from inspector.files.unsaved import (
    EDITS_FILE,
    FORMAT_VERSION,
    SUM_LENGTH,
    Draft,
    State,
    empty_folder,
    folder_of,
    pieces_sum,
)
from inspector.jsonbytes.pieces import Pieces
from inspector.jsonbytes.spelling import spell
from inspector.language import _

_COMPACTED_ABOVE = 8 << 20
"""Bytes of `edits` beyond which only the last state is kept."""


class UnsavedEdits:
    """Keeps the unsaved edits of one open file; each call ends when they are on the disk.

    Args:
        path: the file.
        kind: a word for what it is, kept for whoever brings the edits back.
        origin: the file as it was first read.
    """

    def __init__(self, path: Path, kind: str, origin: Pieces) -> None:
        self._path = path
        self._kind = kind
        self._contents = _Contents(origin)
        self._folder = folder_of(path)
        self._records = _Records()
        self._lock: int | None = None
        self._last: State = {}
        self._saved: State | None = None
        self._drafts: tuple[Draft, ...] = ()
        self._edits: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder

    @property
    def copy(self) -> Copy | None:
        """A whole copy of what the file holds, if there is one by now: its backup, made ahead."""
        return self._contents.copy

    def record(
        self,
        edits: Sequence[str],
        state: State,
        saved: State | None,
        on_disk: Pieces,
        drafts: Sequence[Draft] = (),
    ) -> None:
        """Bring edits to the disk.

        Args:
            edits: what each did since the file was read or saved, oldest first.
            state: what is unsaved now.
            saved: the state that the file holds; None where that is no state of what was first
                read, so that its bytes have to be kept as well.
            on_disk: the bytes that it holds.
            drafts: what is typed and is no edit yet.

        Raises:
            OSError: they cannot be written; those written before stay.
            InspectorError: the same, since what they were made of cannot be read any more.
        """
        try:
            self._record(edits, state, saved, on_disk, tuple(drafts))
        except BaseException:
            # What follows a line that was cut off is not read: the next edit begins a new file.
            self._records.close()
            raise

    def _record(
        self,
        edits: Sequence[str],
        state: State,
        saved: State | None,
        on_disk: Pieces,
        drafts: tuple[Draft, ...],
    ) -> None:
        if self._records.is_open and not self._records.are_in(self._folder):
            self._begin_elsewhere()  # somebody took the folder away
        is_full = self._records.size > _COMPACTED_ABOVE
        is_new = not self._records.is_open or is_full or not self._is_of(saved)
        is_moved = False
        if is_new:
            if self._lock is None:
                self._lock = self._held()
            # Edits that are on the disk already go with what they were made of, in one step. And
            # where the file holds something else than that, it is no second copy of it.
            is_moved = (self._folder / EDITS_FILE).exists() or saved is None or bool(saved)
            if is_moved:
                self._contents.write_beside(self._folder, on_disk, is_kept=saved is None)
            self._start(saved, on_disk)
        changed = {key: value for key, value in state.items() if self._differs(key, value)}
        known = _in_common(self._edits, edits)
        self._records.append(
            {
                "edits": list(edits[known:]),
                "count": len(edits),
                "time": datetime.now().astimezone().isoformat(timespec="seconds"),
                "set": changed,
                "unset": [key for key in self._last if key not in state],
                **({} if drafts == self._drafts else {"drafts": [asdict(one) for one in drafts]}),
            }
        )
        self._last, self._drafts, self._edits = dict(state), drafts, tuple(edits)
        if is_new:
            self._records.publish(self._folder)
        if is_moved:
            self._contents.publish(self._folder)
        if saved is None or self._last != saved:  # drafts alone are made of nothing
            self._contents.write(self._folder, on_disk, is_kept=saved is None)

    def move(self, origin: Pieces) -> None:
        """From the next edit on they are made of another reading of the file.

        Until that is on the disk, what is there stays as it is.

        Args:
            origin: the file as it was first read there.
        """
        self._records.close()
        self._contents = _Contents(origin)

    def _is_of(self, saved: State | None) -> bool:
        """Whether the file still holds what the edits on the disk were made of."""
        return saved is self._saved or (saved is not None and saved == self._saved)

    def _differs(self, key: str, value: object) -> bool:
        held = self._last.get(key, self)
        return held is not value and held != value

    def end(self) -> None:
        """Take them away: all is saved, undone, or given up."""
        self._records.close()
        if self._lock is not None:
            empty_folder(self._folder)
            release(self._folder / "lock", self._lock)
            self._lock = None
            with contextlib.suppress(OSError):
                self._folder.rmdir()
            self._folder = folder_of(self._path)
        self._last = {}
        self._contents = _Contents(self._contents.origin)

    def _begin_elsewhere(self) -> None:
        """Take nothing of what is in the folder by now for one's own."""
        self._records.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._folder = folder_of(self._path)
        self._contents = _Contents(self._contents.origin)

    def _start(self, saved: State | None, on_disk: Pieces) -> None:
        """Begin with a new file, which takes the place of the old one when it is whole."""
        self._records.begin(self._folder)
        self._last, self._saved, self._drafts = dict(saved or {}), saved, ()
        self._edits = ()
        self._contents.is_copy_due = True
        self._records.append(self._header(saved, on_disk))

    def _held(self) -> int:
        """Hold a folder; edits that another program left there are set aside first.

        Where another window keeps edits of the file, or nothing can be locked, it is one that
        nobody else has: never do two write one.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = self._folder / "lock"
        held = hold(lock)
        if held is None or (not is_held(lock) and self._folder == folder_of(self._path)):
            if held is not None:
                release(lock, held)
            self._folder = _beside(folder_of(self._path))
            return self._held()
        if not (self._folder / EDITS_FILE).exists():
            return held
        release(lock, held)
        replace(self._folder, _beside(self._folder))
        return self._held()

    def _header(self, saved: State | None, on_disk: Pieces) -> dict[str, object]:
        return {
            "version": FORMAT_VERSION,
            "file": os.fsencode(self._path.absolute()).hex(),
            "kind": self._kind,
            "process": os.getpid(),
            "computer": socket.gethostname(),
            "locks": is_held(self._folder / "lock"),
            "origin": pieces_sum(self._contents.origin),
            "disk": pieces_sum(on_disk),
            "saved": None if saved is None else dict(saved),
        }


class _Contents:
    """The copies of the file beside its edits: what they are made of, and what it holds.

    Attributes:
        origin: the file as it was first read.
        copy: a copy of what it holds, if there is one.
        is_copy_due: whether that is still to be made, or may hold something else by now.
    """

    def __init__(self, origin: Pieces) -> None:
        self.origin = origin
        self.copy: Copy | None = None
        self.is_copy_due = True
        self._has_origin = False
        self._disk: Pieces | None = None

    def write_beside(self, folder: Path, on_disk: Pieces, *, is_kept: bool) -> None:
        """Bring what the next edits are made of to the disk, beside what is there.

        Args:
            folder: where.
            on_disk: what the file holds.
            is_kept: whether the edits are made of that as well.
        """
        if not self._has_origin:
            _write_whole(folder / "origin.next", self.origin)
            self._has_origin = True
        if is_kept:
            self._write_disk(folder / "disk.next", on_disk)

    def publish(self, folder: Path) -> None:
        """Give what was written beside the names of what was there."""
        for name in ("origin", "disk"):
            with contextlib.suppress(FileNotFoundError):
                replace(folder / f"{name}.next", folder / name)

    def write(self, folder: Path, on_disk: Pieces, *, is_kept: bool) -> None:
        """Bring to the disk what is missing there; see `write_beside`."""
        if not self._has_origin:
            _write_whole(folder / "origin", self.origin)
            self._has_origin = True
        if is_kept and self._disk is None:
            self._write_disk(folder / "disk", on_disk)
        if self.is_copy_due:
            self.is_copy_due, self.copy = False, None
            with contextlib.suppress(OSError, InspectorError):  # the save makes its backup itself
                self.copy = self._copied(folder, on_disk, is_kept=is_kept)

    def _copied(self, folder: Path, on_disk: Pieces, *, is_kept: bool) -> Copy | None:
        if self.origin == on_disk or same_bytes(self.origin, on_disk):
            return Copy.at(folder / "origin", on_disk)
        path = folder / "disk"
        if self._disk != on_disk:
            if is_kept:  # what edits are made of stays
                return None
            self._write_disk(path, on_disk)
        return Copy.at(path, on_disk)

    def _write_disk(self, path: Path, on_disk: Pieces) -> None:
        _write_whole(path, on_disk)
        self._disk = on_disk


class _Records:
    """The file `edits` while it is written: a record a line, on the disk when its call ends.

    Attributes:
        size: of what was written, in bytes.
    """

    def __init__(self) -> None:
        self._descriptor: int | None = None
        self.size = 0

    @property
    def is_open(self) -> bool:
        """Whether more can be appended."""
        return self._descriptor is not None

    def are_in(self, folder: Path) -> bool:
        """Whether what is written still lies in a folder."""
        try:
            return self._descriptor is not None and os.path.samestat(
                (folder / EDITS_FILE).stat(), os.fstat(self._descriptor)
            )
        except OSError:
            return False

    def begin(self, folder: Path) -> None:
        """Begin a new file in a folder, beside the one that is there."""
        self.close()
        self._descriptor = _opened_new(folder / "edits.partial")
        self.size = 0

    def append(self, record: Mapping[str, object]) -> None:
        """Write one more record."""
        if self._descriptor is None:
            raise OSError(_("the file of unsaved edits is not open"))
        body = spell(record).encode("utf-8")
        line = hashlib.sha256(body).hexdigest()[:SUM_LENGTH].encode() + b" " + body + b"\n"
        write_all(self._descriptor, (line,))
        sync(self._descriptor)
        self.size += len(line)

    def publish(self, folder: Path) -> None:
        """Give the new file, which is whole by now, its name; Windows renames none that is open."""
        self.close()
        edits = folder / EDITS_FILE
        replace(folder / "edits.partial", edits)
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(edits, flags)
        sync_folder(folder)

    def close(self) -> None:
        """Leave it as it is."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _in_common(some: Sequence[str], rest: Sequence[str]) -> int:
    """How many texts both begin with."""
    return next(
        (
            index
            for index, (one, another) in enumerate(zip(some, rest, strict=False))
            if one != another
        ),
        min(len(some), len(rest)),
    )


def _beside(folder: Path) -> Path:
    """A new folder for edits of the same file."""
    return folder.with_name(f"{folder.name}-{token_hex(4)}")


def _opened_new(path: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.open(path, flags, 0o600)


def _write_whole(path: Path, pieces: Pieces) -> None:
    partial = path.with_name(path.name + ".partial")
    descriptor = _opened_new(partial)
    try:
        try:
            write_all(descriptor, pieces)
            sync(descriptor)
        finally:
            os.close(descriptor)
        replace(partial, path)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
