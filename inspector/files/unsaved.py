"""Unsaved edits on the disk: what a killed program, or a lost one, is brought back from.

Each open file with unsaved edits has a folder in the inspector's own state folder: a copy of the
file as it was first read (`origin`), and `edits`, to which one line is appended an edit. A line
starts with a checksum of the rest, so that one that was cut off is known. What an edit is, is the
caller's: names and values, of which each line holds those that are other than in the line before.
"""

import contextlib
import glob
import hashlib
import json
import os
import socket
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inspector.core.decoded import is_object, items, members, text
from inspector.files.backups import kept_name
from inspector.files.lock import hold, is_held, kept_free, release
from inspector.folders import state_folder
from inspector.jsonbytes.pieces import Pieces, chunks
from inspector.language import _

FORMAT_VERSION = 1
SUM_LENGTH = 16
EDITS_FILE = "edits"
"""The file in a folder of unsaved edits that holds them, a line each."""
State = Mapping[str, object]
"""Names and JSON values that make what is unsaved of what was first read."""


def unsaved_folder() -> Path:
    """Where all unsaved edits lie, in a folder a file."""
    return state_folder() / "unsaved"


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
class Draft:
    """Words that were typed and are no edit yet.

    Attributes:
        title: where they were typed, as a person is told.
        text: the words.
        target: what they are of, as `recovery` reads it; empty where they can only be copied.
        before: a mark of what stood there when they were typed; empty where nobody knows.
    """

    title: str
    text: str
    target: tuple[str, ...] = ()
    before: str = ""


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
        drafts: what was typed and was no edit yet.
        edits_sum: SHA-256 of all that was read of them.
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
    drafts: tuple[Draft, ...] = ()
    edits_sum: str = ""

    @property
    def has_edits(self) -> bool:
        """Whether anything but drafts is unsaved."""
        return self.saved is None or self.state != self.saved

    def origin(self) -> bytes | None:
        """The file as it was first read; None where neither its copy nor itself is that."""
        return self._with_sum(self.origin_sum, "origin", "origin.next")

    def on_disk(self) -> bytes | None:
        """What the file held when the edits were made, where that was kept."""
        return self._with_sum(self.saved_sum, "disk", "disk.next")

    def discard(self) -> None:
        """Take them away: they are brought back, or not wanted."""
        folder = self._folder_now()
        with contextlib.suppress(OSError):
            descriptor = hold(folder / "lock")
            if descriptor is None:
                return
            try:
                # Of what somebody keeps there by now nothing is theirs to take.
                if _edits_sum(folder) == self.edits_sum:
                    empty_folder(folder)
            finally:
                release(folder / "lock", descriptor)
            folder.rmdir()

    def _folder_now(self) -> Path:
        """Where they lie by now: who edits the same file sets them aside."""
        beside = self.folder.parent.glob(f"{glob.escape(self.folder.name)}-*")
        places = (self.folder, *beside)
        return next((one for one in places if _edits_sum(one) == self.edits_sum), self.folder)

    def _with_sum(self, expected: str, *names: str) -> bytes | None:
        folder = self._folder_now()
        for path in (*(folder / name for name in names), self.path):
            with contextlib.suppress(OSError):
                data = path.read_bytes()
                if content_sum(data) == expected:
                    return data
        return None


def _edits_sum(folder: Path) -> str | None:
    try:
        return content_sum((folder / EDITS_FILE).read_bytes())
    except OSError:
        return None


def folder_of(path: Path) -> Path:
    """Where the unsaved edits of a file lie."""
    target = Path(os.path.realpath(path))  # the same by whatever link, also in a circle of them
    return unsaved_folder() / kept_name(target)


def running_folder(path: Path, own: Collection[Path]) -> Path | None:
    """Where another running window keeps unsaved edits of a file; None if none does.

    Args:
        path: the file.
        own: folders of whoever calls.
    """
    return next(filter(_is_running, _folders_of(path, own)), None)


def left_folder(path: Path, own: Collection[Path]) -> Path | None:
    """Where a window that runs no more left edits of a file; see `running_folder`."""
    return next((one for one in _folders_of(path, own) if not _is_running(one)), None)


def _folders_of(path: Path, own: Collection[Path]) -> Iterator[Path]:
    """The folders with edits of a file but for one's own."""
    name = folder_of(path).name
    try:
        folders = sorted(unsaved_folder().iterdir())
    except OSError:
        return
    for folder in folders:
        has_edits = folder not in own and (folder / EDITS_FILE).exists()
        if has_edits and (_is_named(folder, name) or _is_of(folder, path)):
            yield folder


def _is_named(folder: Path, name: str) -> bool:
    return folder.name == name or folder.name.startswith(f"{name}-")


def _is_of(folder: Path, path: Path) -> bool:
    """Whether a folder is of the same file, which may have another name (hard links)."""
    header = _header_of(folder)
    if header is None:
        return False
    try:
        return _path_in(header).samefile(path)
    except (OSError, ValueError):
        return False


def _path_in(header: Mapping[str, object]) -> Path:
    """The file that edits are of, by the first line of what is kept."""
    return Path(os.fsdecode(bytes.fromhex(text(header.get("file")))))


def _is_running(folder: Path) -> bool:
    """Whether a running program keeps a folder.

    Where nothing can be locked it is the process that the edits name, if that is of this computer.
    """
    return is_held(folder / "lock") or _is_named_running(folder)


def _is_named_running(folder: Path) -> bool:
    header = _header_of(folder)
    return (
        header is not None
        and header.get("locks") is False
        and header.get("computer") == socket.gethostname()
        and _is_alive(header.get("process"))
    )


def _header_of(folder: Path) -> Mapping[str, object] | None:
    try:
        with (folder / EDITS_FILE).open("rb") as file:
            return _record(file.readline().rstrip(b"\n"))
    except OSError:
        return None


def _is_alive(process: object) -> bool:
    if sys.platform == "win32" or not isinstance(process, int) or process <= 0:
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
    if _is_named_running(folder):
        return None
    with kept_free(folder / "lock") as is_free:
        return read_unsaved(folder) if is_free else None


def read_unsaved(folder: Path) -> Unsaved | None:
    """The unsaved edits in a folder, whoever keeps them; None if there are none."""
    try:
        data = (folder / EDITS_FILE).read_bytes()
    except OSError:
        return None
    lines = data.split(b"\n")
    read = [_record(line) for line in lines[:-1]]
    if not read:
        return None
    header = read[0]
    if header is None:
        # Which file it was stands in that line; the folder has at least its name.
        why = _("the beginning of what was kept is damaged on the disk")
        return Unsaved(folder, Path(folder.name), problem=why, edits_sum=content_sum(data))
    # Each line holds values that do not depend on those of others.
    records = [one for one in read[1:] if one is not None]
    path = _path_in(header)
    if header.get("version") != FORMAT_VERSION:
        problem = _("a later version of this program wrote them")
        return Unsaved(folder, path, problem=problem, edits_sum=content_sum(data))
    state: dict[str, object] = dict(members(header.get("saved")))
    edits: list[Edit] = []
    drafts: tuple[Draft, ...] = ()
    for record in records:
        state.update(members(record.get("set")))
        for key in items(record.get("unset")):
            state.pop(text(key), None)
        count, added = record.get("count"), items(record.get("edits"))
        del edits[max(count - len(added), 0) if isinstance(count, int) else 0 :]
        edits += (Edit(text(one), text(record.get("time"))) for one in added)
        if "drafts" in record:
            drafts = tuple(_draft(members(one)) for one in items(record["drafts"]))
    saved = header.get("saved")
    if saved is not None and state == saved and not drafts:
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
        drafts=drafts,
        edits_sum=content_sum(data),
    )


def _draft(stored: Mapping[str, object]) -> Draft:
    target = tuple(text(one) for one in items(stored.get("target")))
    title, words, before = (text(stored.get(key)) for key in ("title", "text", "before"))
    return Draft(title, words, target, before)


def _record(line: bytes) -> Mapping[str, object] | None:
    """What a line holds; None if it is damaged."""
    body = line[SUM_LENGTH + 1 :]
    if hashlib.sha256(body).hexdigest()[:SUM_LENGTH].encode() != line[:SUM_LENGTH]:
        return None
    try:
        record = json.loads(body)
    except ValueError:
        return None
    return record if is_object(record) else None


def pieces_sum(pieces: Pieces) -> str:
    """The same of contents in pieces."""
    found = hashlib.sha256()
    for part in chunks(pieces):
        found.update(part)
    return found.hexdigest()


def content_sum(data: bytes) -> str:
    """What tells some contents of a file from others."""
    return pieces_sum((data,))


def empty_folder(folder: Path) -> None:
    """Remove what is kept; the edits first, without which the rest means nothing."""
    for name in (EDITS_FILE, "origin", "origin.next", "disk", "disk.next"):
        for one in (name, f"{name}.partial"):
            with contextlib.suppress(OSError):
                (folder / one).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()
