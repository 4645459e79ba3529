"""Unsaved edits on the disk: what a killed program, or a lost one, is brought back from.

Each open file with unsaved edits has a folder in the inspector's own state folder: a copy of the
file as it was first read (`origin`), and `edits`, to which one line is appended an edit. A line
starts with a checksum of the rest, so that one that was cut off is known. What an edit is, is the
caller's: names and values, of which each line holds those that are other than in the line before.
"""

import contextlib
import hashlib
import json
import os
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_hex

import platformdirs

from inspector.core.decoded import is_object, items, members, text
from inspector.files.backups import path_mark, sync_folder, write_all
from inspector.files.disk import Pieces
from inspector.files.lock import hold, is_held, release
from inspector.jsonbytes.spelling import spell
from inspector.language import _

_VERSION = 1
_SUM = 16
_COMPACTED_ABOVE = 8 << 20
"""Bytes of `edits` beyond which only the last state is kept."""

State = Mapping[str, object]
"""Names and JSON values that make what is unsaved of what was first read."""


def unsaved_folder() -> Path:
    """Where all unsaved edits lie, in a folder a file."""
    return Path(platformdirs.user_state_dir("memory-inspector", appauthor=False)) / "unsaved"


@dataclass(frozen=True)
class Edit:
    """One edit as it is listed to a person.

    Attributes:
        text: what it did.
        time: when, in the local time of the computer then.
    """

    text: str
    time: str


@dataclass(frozen=True)
class Unsaved:
    """The unsaved edits of one file, as they were found.

    Attributes:
        folder: where they lie.
        path: the file.
        kind: what the caller called the file's kind.
        saved_sum: SHA-256 of what the file held, as far as known then.
        saved: the state that the file held then; None where it was no state of what was first
            read.
        state: the state with all edits.
        edits: those since the file was read or saved, oldest first; one that was undone is not
            among them.
        problem: why they cannot be brought back; empty if they can.
        cut_off: whether the end of what was written is missing.
        damaged: how many edits before that cannot be read any more.
        origin_sum: SHA-256 of the file as it was first read.
    """

    folder: Path
    path: Path
    kind: str = ""
    saved_sum: str = ""
    saved: State | None = None
    state: State = field(default_factory=dict[str, object])
    edits: tuple[Edit, ...] = ()
    problem: str = ""
    cut_off: bool = False
    damaged: int = 0
    origin_sum: str = ""

    def origin(self) -> bytes | None:
        """The file as it was first read; None where neither its copy nor itself is that."""
        return _with_sum(
            self.origin_sum, self.folder / "origin", self.folder / "origin.next", self.path
        )

    def on_disk(self) -> bytes | None:
        """What the file held when the edits were made, where that was kept."""
        return _with_sum(self.saved_sum, self.folder / "disk", self.folder / "disk.next", self.path)

    def discard(self) -> None:
        """Take them away: they are brought back, or not wanted."""
        _empty(self.folder)


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
        self._origin = origin
        self._folder = folder_of(path)
        self._descriptor: int | None = None
        self._lock: int | None = None
        self._last: State = {}
        self._saved: State | None = None
        self._size = 0
        self._has_origin = self._has_disk = False

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._folder

    def record(
        self, edits: Sequence[str], state: State, saved: State | None, on_disk: Pieces
    ) -> None:
        """Bring edits to the disk.

        Args:
            edits: what each did since the file was read or saved, oldest first.
            state: what is unsaved now.
            saved: the state that the file holds; None where that is no state of what was first
                read, so that its bytes have to be kept as well.
            on_disk: the bytes that it holds.

        Raises:
            OSError: they cannot be written; those written before stay.
        """
        try:
            self._record(edits, state, saved, on_disk)
        except OSError:
            # What follows a line that was cut off is not read: the next edit begins a new file.
            self._close()
            raise

    def _record(
        self, edits: Sequence[str], state: State, saved: State | None, on_disk: Pieces
    ) -> None:
        is_new = self._descriptor is None or self._size > _COMPACTED_ABOVE or not self._is_of(saved)
        is_moved = False
        if is_new:
            if self._lock is None:
                self._lock = self._held()
            # Edits that are on the disk already go with what they were made of, in one step. And
            # where the file holds something else than that, it is no second copy of it.
            is_moved = (self._folder / "edits").exists() or saved is None or bool(saved)
            if is_moved:
                self._write_beside(saved, on_disk)
            self._start(saved, on_disk)
        changed = {key: value for key, value in state.items() if self._differs(key, value)}
        self._append(
            {
                "edits": list(edits[-1:]),
                "count": len(edits),
                "time": datetime.now().astimezone().isoformat(timespec="seconds"),
                "set": changed,
                "unset": [key for key in self._last if key not in state],
            }
        )
        self._last = dict(state)
        if is_new:
            (self._folder / "edits.partial").replace(self._folder / "edits")
            sync_folder(self._folder)
        for name in ("origin", "disk") if is_moved else ():
            with contextlib.suppress(FileNotFoundError):
                (self._folder / f"{name}.next").replace(self._folder / name)
        if not self._has_origin:
            _write_whole(self._folder / "origin", self._origin)
            self._has_origin = True
        if saved is None and not self._has_disk:
            _write_whole(self._folder / "disk", on_disk)
            self._has_disk = True

    def move(self, origin: Pieces) -> None:
        """From the next edit on they are made of another reading of the file.

        Until that is on the disk, what is there stays as it is.

        Args:
            origin: the file as it was first read there.
        """
        self._close()
        self._origin = origin
        self._has_origin = False

    def _write_beside(self, saved: State | None, on_disk: Pieces) -> None:
        """Bring what the next edits are made of to the disk, beside what is there."""
        if not self._has_origin:
            _write_whole(self._folder / "origin.next", self._origin)
            self._has_origin = True
        if saved is None:
            _write_whole(self._folder / "disk.next", on_disk)
            self._has_disk = True

    def _is_of(self, saved: State | None) -> bool:
        """Whether the file still holds what the edits on the disk were made of."""
        return saved is self._saved or (saved is not None and saved == self._saved)

    def _differs(self, key: str, value: object) -> bool:
        held = self._last.get(key, self)
        return held is not value and held != value

    def end(self) -> None:
        """Take them away: all is saved, undone, or given up."""
        self._close()
        if self._lock is not None:
            _empty(self._folder)
            release(self._folder / "lock", self._lock)
            self._lock = None
            with contextlib.suppress(OSError):
                self._folder.rmdir()
            self._folder = folder_of(self._path)
        self._last = {}
        self._has_origin = self._has_disk = False

    def _start(self, saved: State | None, on_disk: Pieces) -> None:
        """Begin with a new file, which takes the place of the old one when it is whole."""
        self._close()
        self._descriptor = _opened_new(self._folder / "edits.partial")
        self._size, self._last, self._saved = 0, dict(saved or {}), saved
        self._append(self._header(saved, on_disk))

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
        if not (self._folder / "edits").exists():
            return held
        release(lock, held)
        self._folder.rename(_beside(self._folder))
        return self._held()

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _header(self, saved: State | None, on_disk: Pieces) -> dict[str, object]:
        return {
            "version": _VERSION,
            "file": os.fsencode(self._path.absolute()).hex(),
            "kind": self._kind,
            "process": os.getpid(),
            "computer": socket.gethostname(),
            "locks": is_held(self._folder / "lock"),
            "origin": _sum(self._origin),
            "disk": _sum(on_disk),
            "saved": None if saved is None else dict(saved),
        }

    def _append(self, record: Mapping[str, object]) -> None:
        if self._descriptor is None:
            raise OSError(_("the file of unsaved edits is not open"))
        body = spell(record).encode("utf-8")
        line = hashlib.sha256(body).hexdigest()[:_SUM].encode() + b" " + body + b"\n"
        write_all(self._descriptor, (line,))
        os.fsync(self._descriptor)
        self._size += len(line)


def folder_of(path: Path) -> Path:
    """Where the unsaved edits of a file lie."""
    target = Path(os.path.realpath(path))  # the same by whatever link, also in a circle of them
    return unsaved_folder() / f"{target.stem[:60]}-{path_mark(target)}"


def _beside(folder: Path) -> Path:
    """A new folder for edits of the same file."""
    return folder.with_name(f"{folder.name}-{token_hex(4)}")


def running_folder(path: Path, own: Collection[Path]) -> Path | None:
    """Where another running window keeps unsaved edits of a file; None if none does.

    Args:
        path: the file.
        own: folders of whoever calls.
    """
    name = folder_of(path).name
    try:
        folders = sorted(unsaved_folder().iterdir())
    except OSError:
        return None
    return next(
        (
            folder
            for folder in folders
            if (folder.name == name or folder.name.startswith(f"{name}-"))
            and folder not in own
            and (folder / "edits").exists()
            and _is_running(folder)
        ),
        None,
    )


def _is_running(folder: Path) -> bool:
    """Whether a running program keeps a folder.

    Where nothing can be locked it is the process that the edits name, if that is of this computer.
    """
    lock = folder / "lock"
    if is_held(lock):
        return True
    header = _header_of(folder)
    return (
        header is not None
        and header.get("locks") is False
        and header.get("computer") == socket.gethostname()
        and _is_alive(header.get("process"))
    )


def _header_of(folder: Path) -> Mapping[str, object] | None:
    try:
        with (folder / "edits").open("rb") as file:
            return _record(file.readline().rstrip(b"\n"))
    except OSError:
        return None


def _is_alive(process: object) -> bool:
    if os.name == "nt" or not isinstance(process, int) or process <= 0:
        return False  # Windows locks everywhere, and this would end a process there
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def found_unsaved() -> list[Unsaved]:
    """All unsaved edits that no running program keeps, as far as they can be read."""
    try:
        folders = sorted(unsaved_folder().iterdir())
    except OSError:
        return []
    return [one for folder in folders if (one := unsaved_in(folder)) is not None]


def unsaved_in(folder: Path) -> Unsaved | None:
    """The unsaved edits in a folder; None if there are none, or a running program keeps them."""
    lock = folder / "lock"
    if _is_running(folder):
        return None
    try:
        descriptor = hold(lock)
    except OSError:
        return None
    if descriptor is None:
        return None
    try:
        return read_unsaved(folder)
    finally:
        release(lock, descriptor)


def read_unsaved(folder: Path) -> Unsaved | None:
    """The unsaved edits in a folder, whoever keeps them; None if there are none."""
    try:
        data = (folder / "edits").read_bytes()
    except OSError:
        return None
    lines = data.split(b"\n")
    read = [_record(line) for line in lines[:-1]]
    if not read:
        return None
    header = read[0]
    if header is None:
        # Which file it was stands in that line; the folder has at least its name.
        why = "the beginning of what was kept is damaged on the disk"
        return Unsaved(folder, Path(folder.name), problem=why)
    # Each line holds values that do not depend on those of others.
    records = [one for one in read[1:] if one is not None]
    path = Path(os.fsdecode(bytes.fromhex(text(header.get("file")))))
    if header.get("version") != _VERSION:
        return Unsaved(folder, path, problem=_("a later version of this program wrote them"))
    state: dict[str, object] = dict(members(header.get("saved")))
    edits: list[Edit] = []
    for record in records:
        state.update(members(record.get("set")))
        for key in items(record.get("unset")):
            state.pop(text(key), None)
        count = record.get("count")
        del edits[count - 1 if isinstance(count, int) and count > 0 else 0 :]
        edits += (Edit(text(one), text(record.get("time"))) for one in items(record.get("edits")))
    saved = header.get("saved")
    if saved is not None and state == saved:
        return None
    return Unsaved(
        folder,
        path,
        kind=text(header.get("kind")),
        saved_sum=text(header.get("disk")),
        saved=dict(saved) if is_object(saved) else None,
        state=state,
        edits=tuple(edits),
        origin_sum=text(header.get("origin")),
        cut_off=bool(lines[-1]),
        damaged=len(read) - 1 - len(records),
    )


def _with_sum(expected: str, *paths: Path) -> bytes | None:
    for path in paths:
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if content_sum(data) == expected:
                return data
    return None


def _record(line: bytes) -> Mapping[str, object] | None:
    """What a line holds; None if it is damaged."""
    body = line[_SUM + 1 :]
    if hashlib.sha256(body).hexdigest()[:_SUM].encode() != line[:_SUM]:
        return None
    try:
        record = json.loads(body)
    except ValueError:
        return None
    return record if is_object(record) else None


def _sum(pieces: Pieces) -> str:
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece)
    return found.hexdigest()


def content_sum(data: bytes) -> str:
    """What tells some contents of a file from others."""
    return _sum((data,))


def _opened_new(path: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.open(path, flags, 0o600)


def _write_whole(path: Path, pieces: Pieces) -> None:
    partial = path.with_name(path.name + ".partial")
    descriptor = _opened_new(partial)
    try:
        write_all(descriptor, pieces)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    partial.replace(path)


def _empty(folder: Path) -> None:
    """Remove what is kept; the edits first, without which the rest means nothing."""
    for name in ("edits", "origin", "origin.next", "disk", "disk.next"):
        for one in (name, f"{name}.partial"):
            with contextlib.suppress(OSError):
                (folder / one).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()
