"""Files that are opened beside a chat: what a file is, and lorebooks and chronicles to edit."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from inspector import files
from inspector.core.card import Card
from inspector.core.decoded import is_list, is_object, items, members, text
from inspector.core.errors import InspectorError
from inspector.core.lore import Chronicle, Lorebook, LoreKind, Origin
from inspector.core.sources import ITEM_PREFIXES, Scores, Sources
from inspector.jsonbytes.draft import Draft
from inspector.language import N_, _
from inspector.retrieval.score_files import read_scores
from inspector.sillytavern.card import PNG, read_card
from inspector.sillytavern.chronicle_file import ChronicleFile, read_chronicle
from inspector.sillytavern.lines import BYTE_ORDER_MARK
from inspector.sillytavern.values import NotJsonError, decode
from inspector.sillytavern.world_info import LorebookFile
from inspector.small_files import read_small
from inspector.systems import read_any_lorebook

Lore = Lorebook | Chronicle
"""What can be edited beside a chat."""


class FileKind(StrEnum):
    """What a file holds, in words."""

    CHAT = N_("chat")
    LOREBOOK = N_("lorebook")
    CHRONICLE = N_("chronicle")
    CARD = N_("character card")
    SCORES = N_("file of scores")
    REQUEST = N_("captured request")


_OF_CHATS = frozenset({"chat_metadata", "mes", "user_name", "character_name", "history"})
_OF_CARDS = ("description", "personality", "first_mes", "char_persona")
_OF_EVENTS = frozenset({"event_type", "summary"})
_OF_MESSAGES = frozenset({"message_type", "role"})
_OF_SENT_MESSAGES = frozenset({"role", "content", "name", "tool_calls", "tool_call_id"})
_CUT_REQUEST = re.compile(rb'\{\s*"(?:messages|prompt|model|stream)"\s*:|\[\s*\{\s*"role"\s*:')
"""How a request begins whose end is missing."""
_CUT_LOREBOOK = re.compile(rb'\{\s*"entries"\s*:|\[\s*\{[^{}]*"entry_title"\s*:')
"""How a lorebook begins whose end is missing."""


def what_is(data: bytes, path: str = "file") -> FileKind:
    """What a file's bytes are; whether they are whole is for their reader to say.

    Args:
        data: the file's bytes.
        path: what errors call the file.

    Raises:
        InspectorError: they are JSON and nothing that can be opened here.
    """
    if data.startswith(PNG):
        return FileKind.CARD
    body = data.removeprefix(BYTE_ORDER_MARK).strip()
    if is_object(first := _decoded(body.partition(b"\n")[0])) and _OF_CHATS & first.keys():
        return FileKind.CHAT
    value = _decoded(body)
    if value is None and _CUT_REQUEST.match(body):
        return FileKind.REQUEST
    if value is None and _CUT_LOREBOOK.match(body):
        return FileKind.LOREBOOK
    found = _list_kind(value) if is_list(value) else _object_kind(members(value))
    if found is None and value is not None:
        raise InspectorError(
            _(
                "{path}: this is no chat, lorebook, chronicle, character card, file of "
                "scores or captured request."
            ).format(path=path)
        )
    return found or FileKind.CHAT


def _decoded(spelled: bytes) -> object:
    try:
        return decode(spelled)
    except NotJsonError:
        return None


def _list_kind(value: Sequence[object]) -> FileKind | None:
    keys = frozenset(key for one in value for key in members(one))
    if "entry_title" in keys:
        return FileKind.LOREBOOK
    if {"role", "content"} <= keys <= _OF_SENT_MESSAGES:
        return FileKind.REQUEST
    if _OF_MESSAGES & keys:
        return FileKind.CHAT
    return FileKind.CHRONICLE if _OF_EVENTS & keys else None


def _object_kind(value: Mapping[str, object]) -> FileKind | None:
    if _OF_CHATS & value.keys():
        return FileKind.CHAT
    if _is_request(value):
        return FileKind.REQUEST
    if is_object(value.get("data")) or any(text(value.get(key)) for key in _OF_CARDS):
        return FileKind.CARD
    if "entries" in value:
        return FileKind.LOREBOOK
    return FileKind.SCORES if any(key.startswith(ITEM_PREFIXES) for key in value) else None


def _is_request(value: Mapping[str, object]) -> bool:
    """Whether an object is the body of a request to a model."""
    if is_list(value.get("messages")):
        return all("role" in members(one) for one in items(value.get("messages")))
    return isinstance(value.get("prompt"), str)


@dataclass(frozen=True, eq=False)
class OpenLore:
    """One reading of a lorebook or a chronicle.

    Attributes:
        kind: which of the two it is.
        file: the file as it was read; all later bytes are made from these.
        lore: what it held; the same reading stays known by its origin through all edits.
        on_disk: what the file holds, as far as this reading knows.
        saved: the lore that the file holds; an edited one differs from it.
    """

    kind: LoreKind
    file: LorebookFile | ChronicleFile
    lore: Lore
    on_disk: files.OnDisk
    saved: Lore

    @property
    def path(self) -> Path:
        """The file's path as the person named it."""
        return self.on_disk.path

    def contents(self, after: Lore) -> bytes:
        """The file's bytes for an edited lorebook or chronicle of this reading.

        Only values that differ are others; undoing all edits gives the bytes first read.

        Raises:
            EditError: they would not be what was meant.
        """
        if isinstance(self.file, LorebookFile) and isinstance(after, Lorebook):
            return self.file.changed(after)
        if isinstance(self.file, ChronicleFile) and isinstance(after, Chronicle):
            return self.file.changed(after)
        raise TypeError(f"{self.path} is a {self.kind}")

    def draft(self, after: Lore) -> Draft:
        """The same to be written: making it has verified it."""
        return Draft((self.contents(after),))


def open_lore(kind: LoreKind, path: Path) -> OpenLore:
    """Read a lorebook of any form, or a chronicle.

    Raises:
        InspectorError: it cannot be read, or is none; the text names the file.
    """
    return load_lore(kind, *files.read(path))


def load_lore(kind: LoreKind, data: bytes, on_disk: files.OnDisk) -> OpenLore:
    """Make a lorebook or a chronicle of a file's bytes.

    Raises:
        InspectorError: it is none; the text names the file.
    """
    path = str(on_disk.path)
    if kind is LoreKind.LOREBOOK:
        book = read_any_lorebook(data, path)
        lorebook = replace(book.lorebook, origin=Origin(path))
        return OpenLore(kind, book, lorebook, on_disk, saved=lorebook)
    file = read_chronicle(data, path)
    chronicle = replace(file.chronicle, origin=Origin(path))
    return OpenLore(kind, file, chronicle, on_disk, saved=chronicle)


def open_lorebook(path: Path) -> OpenLore:
    """Read a lorebook; see `open_lore`."""
    return open_lore(LoreKind.LOREBOOK, path)


def open_chronicle(path: Path) -> OpenLore:
    """Read a chronicle; see `open_lore`."""
    return open_lore(LoreKind.CHRONICLE, path)


def open_card(path: Path) -> Card:
    """Read a character card.

    Raises:
        InspectorError: it cannot be read, or is none; the text names the file.
    """
    return read_card(read_small(path), str(path))


def open_scores(path: Path) -> Scores:
    """Read scores of items.

    Raises:
        InspectorError: it cannot be read, or is none; the text names the file.
    """
    return read_scores(read_small(path), str(path))


@dataclass(frozen=True)
class Beside:
    """What shall be opened beside a chat.

    Attributes:
        lorebook: its file.
        chronicle: its file.
        card: its file.
        scores: their file.
        rest: what is at hand already; files of the same kind take its place.
    """

    lorebook: Path | None = None
    chronicle: Path | None = None
    card: Path | None = None
    scores: Path | None = None
    rest: Sources = field(default_factory=Sources)

    def __bool__(self) -> bool:
        rest = self.rest
        return bool(self.paths or rest or rest.pinned) or rest.now is not None

    def with_file(self, kind: FileKind, path: Path) -> "Beside":
        """The same with another file of this kind."""
        match kind:
            case FileKind.LOREBOOK:
                return replace(self, lorebook=path)
            case FileKind.CHRONICLE:
                return replace(self, chronicle=path)
            case FileKind.CARD:
                return replace(self, card=path)
            case FileKind.SCORES:
                return replace(self, scores=path)
            case FileKind.CHAT | FileKind.REQUEST:
                return self

    def over(self, other: "Beside") -> "Beside":
        """The same with the files of another where that names some."""
        return Beside(
            other.lorebook or self.lorebook,
            other.chronicle or self.chronicle,
            other.card or self.card,
            other.scores or self.scores,
            self.rest,
        )

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files."""
        return tuple(path for _kind, path in self.files)

    @property
    def files(self) -> Sequence[tuple[FileKind, Path]]:
        """All files, each with its kind."""
        named = {
            FileKind.LOREBOOK: self.lorebook,
            FileKind.CHRONICLE: self.chronicle,
            FileKind.CARD: self.card,
            FileKind.SCORES: self.scores,
        }
        return [(kind, path) for kind, path in named.items() if path is not None]


@dataclass(frozen=True, eq=False)
class OpenBeside:
    """What was opened beside a chat.

    Attributes:
        sources: all of it as the rulesets take it.
        readings: the lorebook and the chronicle.
        refused: why files could not be read, one error a file.
    """

    sources: Sources = field(default_factory=Sources)
    readings: tuple[OpenLore, ...] = ()
    refused: tuple[InspectorError, ...] = ()


Read = TypeVar("Read")


def open_beside(named: Beside) -> OpenBeside:
    """Read what shall stand beside a chat; a file that cannot be read keeps no other out."""
    refused: list[InspectorError] = []

    def read(path: Path | None, open_file: Callable[[Path], Read]) -> Read | None:
        try:
            return None if path is None else open_file(path)
        except InspectorError as error:
            refused.append(error)
            return None

    lorebook = read(named.lorebook, open_lorebook)
    chronicle = read(named.chronicle, open_chronicle)
    card = read(named.card, open_card)
    scores = read(named.scores, open_scores)
    rest = named.rest
    sources = replace(
        rest,
        card=rest.card if card is None else card,
        scores=rest.scores if scores is None else scores,
    )
    readings = tuple(one for one in (lorebook, chronicle) if one is not None)
    for reading in readings:
        sources = with_lore(sources, reading.lore)
    return OpenBeside(sources, readings, tuple(refused))


def with_lore(sources: Sources, lore: Lore) -> Sources:
    """What stands beside a chat with another lorebook or chronicle."""
    if isinstance(lore, Lorebook):
        return replace(sources, lorebook=lore)
    return replace(sources, chronicle=lore)


def without(sources: Sources, kind: FileKind) -> Sources:
    """What stands beside a chat with nothing of this kind."""
    match kind:
        case FileKind.LOREBOOK:
            return replace(sources, lorebook=None)
        case FileKind.CHRONICLE:
            return replace(sources, chronicle=None)
        case FileKind.CARD:
            return replace(sources, card=None)
        case FileKind.SCORES:
            return replace(sources, scores=None)
        case FileKind.CHAT | FileKind.REQUEST:
            return sources


def has(sources: Sources, kind: FileKind) -> bool:
    """Whether anything of this kind stands beside a chat."""
    held = {
        FileKind.LOREBOOK: sources.lorebook,
        FileKind.CHRONICLE: sources.chronicle,
        FileKind.CARD: sources.card,
        FileKind.SCORES: sources.scores,
    }
    return held.get(kind) is not None
