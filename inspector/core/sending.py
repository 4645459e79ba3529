"""What happens between Send and the model: the kinds of sending, and what is done before it.

specs/send-path.md. A step takes a document and answers another one with what it did; nothing of
it is ever written.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress
from typing import Literal

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.tokens import Tokenizer

Range = tuple[int, int]
"""First and last message, both included."""

TokenizerFor = Callable[[str, str], Tokenizer]
"""Gives the counter of an encoding in a dialect."""


class SendKind(StrEnum):
    """How a person has the model answer (specs/send-path.md §3)."""

    NORMAL = "normal"
    REGENERATE = "regenerate"
    SWIPE = "swipe"
    CONTINUE = "continue"
    IMPERSONATE = "impersonate"


@dataclass(frozen=True)
class Send:
    """One press of a button.

    Attributes:
        kind: which button.
        pending: the text in the box.
        member: the how manieth answer of a group's turn is looked at, from 1.
        opened: whether the file is what an open tab holds, so that nothing is opened first.
    """

    kind: SendKind = SendKind.NORMAL
    pending: str = ""
    member: int = 1
    opened: bool = False


@dataclass(frozen=True, slots=True)
class SendEvent:
    """Something that is done before the request.

    Attributes:
        step: when: while the chat is opened, or after Send.
        system: who does it: a system's name, or `sillytavern`.
        kind: `hide`, `unhide`, `clean`, `reset`, `name` or `macro`.
        messages: which messages it concerns; those alone that really change.
        text: what is done, as one plain sentence.
        edits: what makes it part of the file as its doer writes it, in order; none where it
            writes nothing into the chat.
    """

    step: Literal["open", "send"]
    system: str
    kind: Literal["hide", "unhide", "clean", "reset", "name", "macro"]
    messages: tuple[Range, ...]
    text: str
    edits: tuple[Edit, ...] = field(default=(), hash=False)


@dataclass(frozen=True)
class Stage:
    """What a step makes of a document.

    Attributes:
        document: the document after it; the same object if nothing changed.
        events: what was done, in order.
        settles_hidden: whether it sets every hidden flag by a rule of its own.
    """

    document: Document
    events: tuple[SendEvent, ...] = ()
    settles_hidden: bool = False


@dataclass(frozen=True, eq=False)
class ExtensionHost:
    """What an extension sees of SillyTavern while a chat is open.

    Attributes:
        user: the user's name.
        character: the card's name; empty in a group.
        is_group: whether the chat is a group's.
        chat_id: the chat file's name without its ending.
        avatar: file name of the character's card; empty in a group or if unknown.
        extensions: `extension_settings` as stored.
        disabled: folders of the extensions that are switched off.
        tokenizer_for: gives token counters.
        settings: settings that a person gives otherwise, by name, whichever system has them.
        release: name of the ruleset of the release that is installed; None if there is none.
        context_size: tokens of the context less the response; None if unknown.
    """

    user: str
    character: str
    is_group: bool
    chat_id: str
    avatar: str
    extensions: Mapping[str, object]
    disabled: frozenset[str]
    tokenizer_for: TokenizerFor
    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    release: str | None = None
    context_size: float | None = None


def with_hidden(document: Document, hidden: bytes) -> Document:
    """The document with other hidden flags, one byte a message."""
    if hidden == document.chat.hidden:
        return document
    return replace(document, chat=replace(document.chat, hidden=hidden))


def runs(indexes: Sequence[int]) -> tuple[Range, ...]:
    """Maximal runs of consecutive messages, of ascending indexes."""
    found: list[Range] = []
    start = 0
    while start < len(indexes):
        first, end, beyond = indexes[start], start, len(indexes)
        while beyond - end > 1:
            middle = (end + beyond) // 2
            if indexes[middle] - first == middle - start:
                end = middle
            else:
                beyond = middle
        found.append((first, indexes[end]))
        start = end + 1
    return tuple(found)


def changed_flags(before: Chat, hidden: bytes) -> tuple[list[int], list[int]]:
    """Messages that become hidden, and those that cease to be."""
    if before.hidden == hidden:
        return [], []
    # All flags as one number, of which what differs is found at once.
    was, now = int.from_bytes(before.hidden), int.from_bytes(hidden)
    messages = range(len(hidden))
    newly_hidden, newly_shown = (
        compress(messages, (flags & (was ^ now)).to_bytes(len(hidden))) for flags in (now, was)
    )
    return [*newly_hidden], [*newly_shown]


def in_words(ranges: Sequence[Range]) -> str:
    """Ranges of messages as a person reads them: `0–13, 20`."""
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in ranges)
