"""The chats of a folder as rows: whose they are, what is inside, which of them are shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.language import _, numeral
from inspector.sillytavern.chat_list import ChatContents, ChatEntry, matching


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose chats they are: a character, a group, or nobody."""

    name: str
    is_group: bool = False

    @property
    def title(self) -> str:
        """What the list of characters and groups calls it."""
        if self.is_group:
            return _("{name} (group)").format(name=self.name or _("Unknown group"))
        return self.name or _("Without a character")


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

    @property
    def messages(self) -> str:
        """How many there are, as far as is known."""
        if self.contents is not None:
            return numeral(self.contents.messages)
        return "?" if self.looked else "…"

    @property
    def systems(self) -> str:
        """The memory systems inside, as far as is known."""
        if self.contents is None:
            return _("cannot be read") if self.looked else "…"
        return ", ".join(self.contents.systems) or _("none")


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
