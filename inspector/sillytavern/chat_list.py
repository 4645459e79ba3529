"""The chats of a SillyTavern user, by character and group, as a list to choose from."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.sillytavern.data_root import CHATS, GROUP_CHATS, groups_of

_ENDING = ".jsonl"
_PART_BYTES = 1 << 20


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
        with path.open("rb", buffering=0) as file:
            return _contents(file, marks)
    except OSError:
        return None


def _contents(file: io.FileIO, marks: Mapping[str, Sequence[bytes]]) -> ChatContents:
    """Count and look through a file in parts, so that other threads get their turn."""
    wanted = {name: bits for name, bits in marks.items() if bits}
    longest = max((len(bit) for bits in wanted.values() for bit in bits), default=1)
    header, has_header_end, ends, last, kept = b"", False, 0, b"", b""
    found: set[str] = set()
    while part := file.read(_PART_BYTES):
        if not has_header_end:
            start, line_end, _ = part.partition(b"\n")
            header, has_header_end = header + start, bool(line_end)
        ends += part.count(b"\n")
        last = part[-1:]
        seen = kept + part
        found |= {name for name, bits in wanted.items() if any(bit in seen for bit in bits)}
        kept = seen[-longest:]
    lines = ends + (1 if last not in (b"", b"\n") else 0)
    has_header = b'"chat_metadata"' in header or b'"mes"' not in header
    messages = max(0, lines - 1) if has_header else lines
    return ChatContents(messages, tuple(name for name in marks if name in found))


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
