"""The chats of a folder as rows: whose they are, what is inside, which of them are shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from inspector.gui.state.file_words import size_in_words, when_changed
from inspector.sillytavern.chat_list import ChatContents, ChatEntry, matching


class Column(IntEnum):
    """The columns of the table."""

    CHAT = 0
    OWNER = 1
    CHANGED = 2
    MESSAGES = 3
    SYSTEMS = 4
    SIZE = 5


TITLES: Final = {
    Column.CHAT: "Chat",
    Column.OWNER: "Character or group",
    Column.CHANGED: "Changed",
    Column.MESSAGES: "Messages",
    Column.SYSTEMS: "Memory systems",
    Column.SIZE: "Size",
}


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose chats they are: a character, a group, or nobody."""

    name: str
    is_group: bool = False

    @property
    def title(self) -> str:
        """What the list of characters and groups calls it."""
        if self.is_group:
            return f"{self.name or 'Unknown group'} (group)"
        return self.name or "Without a character"


@dataclass(frozen=True)
class Row:
    """One chat.

    Attributes:
        entry: its file.
        looked: whether the file has been looked into.
        contents: what was seen; None if it cannot be read.
    """

    entry: ChatEntry
    looked: bool = False
    contents: ChatContents | None = None

    @property
    def owner(self) -> Owner:
        """Whose chat it is."""
        return owner_of(self.entry)

    def words(self, column: Column) -> str:
        """What a cell says."""
        match column:
            case Column.CHAT:
                return self.entry.name
            case Column.OWNER:
                return self.owner.title
            case Column.CHANGED:
                return when_changed(self.entry.modified)
            case Column.MESSAGES:
                return f"{self.contents.messages:,}" if self.contents else self._missing
            case Column.SYSTEMS:
                return self._systems
            case Column.SIZE:
                return size_in_words(self.entry.size)

    @property
    def _missing(self) -> str:
        return "?" if self.looked else "…"

    @property
    def _systems(self) -> str:
        if self.contents is None:
            return "cannot be read" if self.looked else "…"
        return ", ".join(self.contents.systems) or "none"

    def rank(self, column: Column) -> tuple[float, str]:
        """What a column is sorted by: a number first, then words."""
        name = self.entry.name.casefold()
        match column:
            case Column.CHAT:
                return 0, name
            case Column.OWNER:
                return 0, self.owner.title.casefold()
            case Column.CHANGED:
                return self.entry.modified, name
            case Column.MESSAGES:
                return self.contents.messages if self.contents else -1, name
            case Column.SYSTEMS:
                return 0, self._systems if self.contents and self.contents.systems else "\x7f"
            case Column.SIZE:
                return self.entry.size, name


def owner_of(entry: ChatEntry) -> Owner:
    """Whose chat it is."""
    return Owner(entry.owner, entry.is_group)


def owners_of(entries: Iterable[ChatEntry]) -> dict[Owner, int]:
    """How many chats each has: characters first, then groups, by name, nobody's last."""
    counts: dict[Owner, int] = {}
    for entry in entries:
        owner = owner_of(entry)
        counts[owner] = counts.get(owner, 0) + 1
    order = sorted(counts, key=lambda one: (not one.name, one.is_group, one.name.casefold()))
    return {owner: counts[owner] for owner in order}


def shown_rows(
    entries: Sequence[ChatEntry],
    contents: Mapping[Path, ChatContents | None],
    owner: Owner | None,
    query: str,
) -> list[Row]:
    """The chats of one owner, or of all, in whose names every word of a query occurs."""
    return [
        Row(entry, entry.path in contents, contents.get(entry.path))
        for entry in matching(entries, query)
        if owner is None or owner_of(entry) == owner
    ]
