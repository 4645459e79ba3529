"""From a chat file to a document, and from an edited document back to the file's bytes."""

import contextlib
import gc
from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from pathlib import Path
from types import MappingProxyType
from typing import cast

from inspector import files
from inspector.collecting import collector_paused
from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.document import Document
from inspector.core.errors import ChatFileError, EditError
from inspector.core.recap import Recaps
from inspector.core.revised_records import RevisedRecords, as_read
from inspector.core.stored import StoredChange, replaced
from inspector.files.disk import holds
from inspector.jsonbytes.draft import Draft
from inspector.jsonbytes.pieces import Pieces, ReadBytes, Stretch
from inspector.kept_summaries import kept_summaries
from inspector.language import _
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.chat_reader import NotAChatError
from inspector.sillytavern.data_root import host_of
from inspector.sillytavern.reread_lines import BytesSource, Source
from inspector.sillytavern.values import NotJsonError, decode
from inspector.surroundings import FactsSource, Surroundings, surroundings_of
from inspector.systems import SYSTEMS, read_any_chat, read_any_chat_again

_CLOCK_STEP_NS = 100_000_000
"""Nanoseconds by which the clock of a file system may be behind."""


@dataclass(frozen=True, eq=False)
class OpenChat:
    """A chat that has been opened.

    Attributes:
        file: the file as it was read; all later bytes are made from these.
        document: the document as it was read; edits are told apart from it.
        on_disk: what the file holds, as far as known here.
        saved: the document that the file holds; an edited one differs from it.
        around: what SillyTavern knows besides the file, if that was looked up.
        other: another reading of the same file, documents of which can be written as well: what
            stood there before edits were merged into it.
        unfollowed: the chat without what another window has not saved, where that is shown.
    """

    file: ChatFile
    document: Document
    on_disk: files.OnDisk
    saved: Document
    around: Surroundings = field(default_factory=Surroundings)
    other: "OpenChat | None" = None
    unfollowed: "OpenChat | None" = None

    @property
    def own(self) -> "OpenChat":
        """The chat without what another window has not saved."""
        return self.unfollowed or self

    @property
    def path(self) -> Path:
        """The file's path as the person named it."""
        return self.on_disk.path

    @property
    def read_bytes(self) -> frozenset[ReadBytes]:
        """All that was read of it, in memory or not."""
        readings = [one for one in (self, self.other, self.unfollowed) if one is not None]
        pieces = [(*one.file.lines.pieces, *one.on_disk.pieces) for one in readings]
        return frozenset(one.data for some in pieces for one in some if isinstance(one, Stretch))

    def contents(self, document: Document) -> Pieces:
        """The file's bytes for an edited document, verified; see `draft`.

        Raises:
            EditError: they cannot be made, or would not be what was meant.
        """
        draft = self.draft(document)
        draft.verify()
        return draft.pieces

    def draft(self, document: Document) -> Draft:
        """The file for an edited document: only values that differ are others.

        It is made from the bytes first read, so undoing all edits gives those back, also
        after a save.

        Raises:
            EditError: a line cannot hold a value, or the document is of another file.
        """
        changes = self.changes(document)
        file = self.reading_of(document).file
        with collector_paused():
            return file.draft(changes)

    def changes(self, document: Document) -> list[StoredChange]:
        """Every stored value of an edited document that differs from the file first read.

        Raises:
            EditError: the document is of another file.
        """
        read = self.reading_of(document).document
        changes = [change for system in SYSTEMS for change in system.store(read, document)]
        if document.integrity != read.integrity:
            changes.append(StoredChange(("chat_metadata", "integrity"), document.integrity))
        if isinstance(document.chat.records, RevisedRecords):
            changes += document.chat.records.changes()
        return changes + _hidden_changes(read.chat, document.chat)

    def reading_of(self, document: Document) -> "OpenChat":
        """The reading that a document was made from: this one, or the other.

        Raises:
            EditError: the document is of another file.
        """
        for reading in (self, self.other):
            if (
                reading is not None
                and as_read(document.chat.records) is reading.document.chat.records
            ):
                return reading
        raise EditError(_("What is shown is not what was read from this file."))


def _hidden_changes(before: Chat, after: Chat) -> list[StoredChange]:
    """Messages that are hidden or shown now and were not (specs/sillytavern.md §1)."""
    if before.hidden == after.hidden:
        return []
    pairs = zip(before.hidden, after.hidden, strict=True)
    return [
        StoredChange(("is_system",), bool(new), message)
        for message, (old, new) in enumerate(pairs)
        if old != new
    ]


def open_chat(path: Path, progress: files.Progress | None = None) -> OpenChat:
    """Read a chat with all that memory systems keep in it.

    Args:
        path: the file.
        progress: told how many bytes are read; raises to stop.

    Raises:
        ChatFileError: the file cannot be read, or is no chat.
    """
    return _read_whole(path, progress)


def open_chat_again(former: OpenChat, path: Path | None = None) -> OpenChat:
    """Read an open chat once more; what is as it was before is compared and not decoded anew.

    Of a file that has only grown the addition alone is read; `OnDisk.is_compared` says so.

    Args:
        former: as it was read here.
        path: where it is now; None for where it was.

    Raises:
        ChatFileError: the file cannot be read, or is no chat any more.
    """
    former = former.other or former
    location = path or former.path

    def read(source: files.FileSource) -> OpenChat:
        has_grown = files.has_grown(former.on_disk, source.status)
        file = _read_again(source, str(location), former.file, is_appended=has_grown)
        on_disk = files.OnDisk.of(
            location, file.lines.pieces, source.status, is_compared=not has_grown
        )
        return _opened(file, on_disk, former)

    found = files.read_parts(location, read)
    return _read_whole(location, former=former) if found is None else found


def _read_whole(
    path: Path, progress: files.Progress | None = None, former: OpenChat | None = None
) -> OpenChat:
    chat = load(*files.read(path, progress), former)
    # The same bytes, but as those that can leave the memory.
    return replace(chat, on_disk=replace(chat.on_disk, pieces=chat.file.lines.pieces))


def _read_again(
    source: Source, path: str, former: ChatFile, *, is_appended: bool = False
) -> ChatFile:
    with collector_paused():
        try:
            return read_any_chat_again(source, path, former, is_appended=is_appended)
        except NotAChatError as error:
            raise ChatFileError(path, str(error)) from error


def renamed(chat: OpenChat) -> Path | None:
    """The file in the same folder to which a chat that is gone was renamed; None if none was.

    It has the chat's mark of integrity, and its name since the chat was looked at here: an older
    copy has the mark as well (specs/sillytavern.md §3).
    """
    found: list[Path] = []
    with contextlib.suppress(OSError):
        for path in sorted(chat.path.parent.glob("*.jsonl")):
            is_new = (
                path.stat().st_ctime_ns > chat.on_disk.seen - _CLOCK_STEP_NS and path != chat.path
            )
            if is_new and chat.document.integrity and _mark_in(path) == chat.document.integrity:
                found.append(path)
    same = [path for path in found if holds(path, chat.on_disk.pieces)]
    return next(iter(same or found), None) if len(same or found) == 1 else None


def _mark_in(path: Path) -> str:
    """The mark of integrity in a file's first line; empty if there is none."""
    with path.open("rb") as file:
        header = file.readline()
    try:
        metadata = members(members(decode(header)).get("chat_metadata"))
    except NotJsonError:
        return ""
    return text(metadata.get("integrity"))


def load(data: bytes, on_disk: files.OnDisk, former: OpenChat | None = None) -> OpenChat:
    """Make a document of a chat file's bytes.

    Args:
        data: the bytes.
        on_disk: the file that holds them.
        former: an earlier reading of the chat, what of which is the same is kept.

    Raises:
        ChatFileError: it is no chat.
    """
    path = str(on_disk.path)
    if former is not None:
        return _opened(_read_again(BytesSource(data), path, former.file), on_disk, former)
    with collector_paused():
        try:
            file = read_any_chat(data, path)
        except NotAChatError as error:
            raise ChatFileError(path, str(error)) from error
        return _opened(file, on_disk)


def _opened(file: ChatFile, on_disk: files.OnDisk, former: OpenChat | None = None) -> OpenChat:
    with collector_paused():
        document = Document(
            chat=file.chat,
            recaps=Recaps(length=len(file.chat), host=host_of(on_disk.path)),
            integrity=text(file.metadata.get("integrity")),
            problems=file.problems,
        )
        for system in SYSTEMS:
            if former is None:
                document = system.load(document, file.metadata)
            else:
                document = system.load_again(document, file.metadata, former.document)
        if document.memories:
            document = replace(document, summaries=kept_summaries())
        if former is None:
            # Not of every reading of a chat that is followed: what is garbage now would stay.
            gc.freeze()
    return OpenChat(file, document, on_disk, saved=document)


def with_header_values(chat: OpenChat, changes: Iterable[StoredChange]) -> Document:
    """The document of a chat as if its header held other values; no bytes are made or decoded.

    Args:
        chat: as it was read.
        changes: of values that stand in `chat_metadata`.

    Raises:
        LookupError: there is no such place.
    """
    metadata: dict[str, object] = {}
    for change in changes:
        root, key, *path = change.path
        if change.message is not None or root != "chat_metadata" or not isinstance(key, str):
            raise LookupError(change.path)
        value = metadata[key] if key in metadata else chat.file.metadata.get(key)
        metadata[key] = replaced(value, path, change.value)
    file = replace(
        chat.file,
        # Another object, by which systems know that what the header says is not what it was.
        chat=replace(chat.file.chat, header=MappingProxyType(chat.file.chat.header)),
        metadata=ChainMap(metadata, cast("dict[str, object]", chat.file.metadata)),
    )
    former = chat.document
    read = _opened(file, chat.on_disk, chat).document
    characters = {
        name: known
        if (known := former.characters.get(name)) and known.record is one.record
        else one
        for name, one in read.characters.items()
    }
    stores = {
        name: former.stores[name] if _is_same(former.stores.get(name), one) else one
        for name, one in read.stores.items()
    }
    return replace(
        read,
        chat=former.chat,
        message_data=former.message_data,
        characters=former.characters if _is_same(former.characters, characters) else characters,
        stores=former.stores if _is_same(former.stores, stores) else stores,
    )


def _is_same(one: Mapping[str, object] | None, other: Mapping[str, object]) -> bool:
    """Whether both hold the same objects."""
    return (
        one is not None
        and one.keys() == other.keys()
        and all(map(is_, one.values(), map(other.get, one)))
    )


def with_surroundings(chat: OpenChat, settings: Path | None = None) -> OpenChat:
    """The chat with what SillyTavern knows besides its file.

    Args:
        chat: as it was opened.
        settings: the settings file that a person names; None to find it from the chat's place.

    Raises:
        InspectorError: the settings file that was named cannot be read.
    """
    around = surroundings_of(chat.path, chat.document.chat, settings)
    source = FactsSource(chat.path, chat.file.metadata, settings)
    return replace(chat, around=replace(around, facts_source=source))
