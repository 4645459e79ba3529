"""A backup beside the chat as it is: what differs, and values of the backup put back."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.files import read
from inspector.jsonbytes.pieces import joined
from inspector.language import _, ngettext
from inspector.loading import OpenChat
from inspector.merging.chats import Key, Merged, ValueDifference, differences, merge_chats
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.chat_reader import NotAChatError
from inspector.systems import read_any_chat

_MARK = ("chat_metadata", "integrity")
_MEMORY, _RECAP, _MESSAGE, _OTHER = "memory", "recap", "message", "other"


@dataclass(frozen=True, eq=False)
class ComparedBackup:
    """The open chat and one backup of it.

    Attributes:
        document: the chat as it is shown, unsaved edits included.
        now: the bytes of that, as they were read.
        backup: what the backup holds.
    """

    document: Document
    now: ChatFile
    backup: ChatFile

    @cached_property
    def found(self) -> tuple[ValueDifference, ...]:
        """What the backup has otherwise; the mark of integrity is no value to go back to.

        An old mark would let an open tab that still has it write over the chat unasked
        (specs/sillytavern.md §3).
        """
        both = differences(self.now, self.backup)
        return tuple(one for one in both if one.message is not None or one.value.path != _MARK)

    @property
    def summary(self) -> str:
        """How many memories, recaps and messages differ, in words."""
        return summary_of(self.found, self.document)

    def restored(self, keys: Collection[Key]) -> Merged:
        """The chat with values of the backup.

        Args:
            keys: of those of `found` that are wanted.
        """
        return merge_chats(self.now, self.now, self.backup, only=frozenset(keys))


def compared_backup(chat: OpenChat, document: Document, backup: Path) -> ComparedBackup:
    """Read a backup and lay it beside the chat.

    Args:
        chat: the open chat.
        document: as it is shown.
        backup: the file of the backup.

    Raises:
        InspectorError: the backup cannot be read, or is no chat.
    """
    data, _ = read(backup)
    now = chat.reading_of(document)
    is_as_read = document is now.document
    file = now.file if is_as_read else _read(joined(chat.contents(document)), str(chat.path))
    return ComparedBackup(document, file, _read(data, str(backup)))


def _read(data: bytes, name: str) -> ChatFile:
    try:
        return read_any_chat(data, name)
    except NotAChatError as error:
        raise InspectorError(f"{name}: {error}") from error


def summary_of(found: Sequence[ValueDifference], document: Document) -> str:
    """How many memories, recaps and messages some differences concern, in words."""
    concerned = {_subject(one, document) for one in found}
    numbers = Counter(group for group, _subject in concerned)
    return ", ".join(_counted(numbers)) or _("nothing differs")


def _counted(numbers: Counter[str]) -> Iterator[str]:
    if n := numbers[_MEMORY]:
        yield ngettext("{n:,} memory", "{n:,} memories", n).format(n=n)
    if n := numbers[_RECAP]:
        yield ngettext("{n:,} recap", "{n:,} recaps", n).format(n=n)
    if n := numbers[_MESSAGE]:
        yield ngettext("{n:,} message", "{n:,} messages", n).format(n=n)
    if n := numbers[_OTHER]:
        yield ngettext("{n:,} other value", "{n:,} other values", n).format(n=n)


def _subject(one: ValueDifference, document: Document) -> tuple[str, object]:
    """Which memory, recap or message a difference concerns."""
    path = one.value.path
    if not one.is_message:
        named = next((key for key in path if key in document.memory_indexes), None)
        if named is None and "memories" in path[:-1]:
            named = path[path.index("memories") + 1]
        if named is not None:
            return _MEMORY, named
        recap = next((key for key in path if "recap" in str(key)), None)
        if recap is not None:
            return _RECAP, (one.message, recap)
    if one.message is not None:
        return _MESSAGE, one.message
    return _OTHER, path
