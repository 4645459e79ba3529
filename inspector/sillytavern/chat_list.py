"""The chats of a SillyTavern user, by character and group, as a list to choose from."""

import mmap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.sillytavern.data_root import CHATS, GROUP_CHATS, groups_of

_ENDING = ".jsonl"


@dataclass(frozen=True)
class ChatEntry:
    """A chat that can be opened.

    Attributes:
        path: its file.
        owner: the character's card without its ending, or the group's name; empty without one.
        is_group: whether a group speaks in it.
        modified: time of the last change, in seconds since 1970.
        size: in bytes.
    """

    path: Path
    owner: str
    is_group: bool
    modified: float
    size: int

    @property
    def name(self) -> str:
        """The chat's own name."""
        return self.path.stem


@dataclass(frozen=True)
class ChatContents:
    """What a look into a chat's file shows.

    Attributes:
        messages: how many lines it has besides its header.
        systems: names of the memory systems whose marks it holds.
    """

    messages: int
    systems: tuple[str, ...]


def chats_of(user: Path) -> list[ChatEntry]:
    """All chats of a user folder, the one changed last first."""
    found = [entry for path in _chats_in(user / CHATS) if (entry := _entry(path, ""))]
    for folder in _folders(user / CHATS):
        found += [entry for path in _chats_in(folder) if (entry := _entry(path, folder.name))]
    groups = {chat: group.name for group in groups_of(user) for chat in group.chats}
    for path in _chats_in(user / GROUP_CHATS):
        entry = _entry(path, groups.get(path.stem, ""), is_group=True)
        found += [entry] if entry else []
    return sorted(found, key=lambda entry: -entry.modified)


def matching(entries: Iterable[ChatEntry], query: str) -> list[ChatEntry]:
    """The chats in whose name or owner every word of a query occurs, in any case."""
    words = query.casefold().split()
    return [
        entry
        for entry in entries
        if all(word in f"{entry.owner} {entry.name}".casefold() for word in words)
    ]


def look_into(path: Path, marks: Mapping[str, Sequence[bytes]]) -> ChatContents | None:
    """Count a chat's messages and see which memory systems it carries, without decoding.

    Args:
        path: the file.
        marks: for each system, bytes of which its data holds at least one.

    Returns:
        What was seen; None if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            if not path.stat().st_size:
                return ChatContents(0, ())
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _contents(data, marks)
    except (OSError, ValueError):
        return None


def _contents(data: mmap.mmap, marks: Mapping[str, Sequence[bytes]]) -> ChatContents:
    lines = 1 if data[-1:] != b"\n" else 0
    at = data.find(b"\n")
    while at >= 0:
        lines += 1
        at = data.find(b"\n", at + 1)
    end = data.find(b"\n")
    header = data[: end if end >= 0 else len(data)]
    has_header = b'"chat_metadata"' in header or b'"mes"' not in header
    systems = tuple(
        name for name, bits in marks.items() if any(data.find(bit) >= 0 for bit in bits)
    )
    return ChatContents(lines - 1 if has_header else lines, systems)


def _entry(path: Path, owner: str, *, is_group: bool = False) -> ChatEntry | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return ChatEntry(path, owner, is_group, status.st_mtime, status.st_size)


def _chats_in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == _ENDING and path.is_file()]
    except OSError:
        return []


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        return []
