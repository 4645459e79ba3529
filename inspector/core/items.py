"""Retrieved items: entries, events and pieces of the chat, as one kind of thing."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from inspector.core.lore import ChronicleEvent, LorebookEntry


class Searchable(NamedTuple):
    """One item as a retriever sees it.

    Attributes:
        id: what its score is called by.
        text: title, keys and content, one a line.
    """

    id: str
    text: str


class ItemKind(StrEnum):
    """The kinds of retrieved item (specs/as-designed.md §5)."""

    CONSTANT = "constant"
    LOREBOOK = "lorebook"
    CHRONICLE = "chronicle"
    CHAT = "chat"


@dataclass(frozen=True, eq=False)
class Item:
    """One thing that can be retrieved.

    Attributes:
        id: `lore:<uid>`, `chronicle:<id>` or `chat:<message index>`; may stand twice.
        key: the same, with `#2` where the id stands for the second time in its file.
        kind: which sort it is.
        title: what a person calls it.
        keywords: as the prompt shows them.
        text: an entry's content, an event's summary, a piece of a message.
        enabled: whether it may be retrieved at all.
        created: when it was recorded, in milliseconds since 1970; None if unknown.
        source: the entry or event; None for a piece of the chat.
        message: index of the message that it is a piece of.
    """

    id: str
    key: str
    kind: ItemKind
    title: str
    keywords: tuple[str, ...]
    text: str
    enabled: bool = True
    created: float | None = None
    source: LorebookEntry | ChronicleEvent | None = None
    message: int | None = None

    @cached_property
    def is_constant(self) -> bool:
        """Whether it is retrieved always."""
        return self.kind is ItemKind.CONSTANT

    @cached_property
    def searchable(self) -> Searchable:
        """Title, keys and content, as a retriever sees them."""
        title = "" if self.kind is ItemKind.CHRONICLE else self.title
        parts = (title, ", ".join(self.keywords), self.text)
        return Searchable(self.key, "\n".join(part for part in parts if part))


def numbered(identity: str, seen: Counter[str]) -> str:
    """An id with `#2` where it stands for the second time; never one that was given before."""
    seen[identity] += 1
    if seen[identity] == 1:
        return identity
    return numbered(f"{identity}#{seen[identity]}", seen)
