"""Which entries are scanned, and in which order (specs/world-info.md, *Books* and *Skips*)."""

import functools
import math
from collections.abc import Iterable

from inspector.core.cached import cached_property
from inspector.core.decoded import is_object, members
from inspector.core.javascript import UNDEFINED, entries, to_number, to_string, truthy
from inspector.jsonbytes.spelling import spell
from inspector.sillytavern.hashing import cyrb53
from inspector.sillytavern.lore_scan.model import BookSources, Record, ScanInput

ACTIVATE = "@@activate"
DONT_ACTIVATE = "@@dont_activate"
_KNOWN = (ACTIVATE, DONT_ACTIVATE)
_FALLBACK = "@@@"


class ScanEntry:
    """An entry during one scan; its content changes as macros are expanded in it.

    Attributes:
        record: the entry as stored, or as an extension has rewritten it.
        book: the name of its book, or what its own property `world` says.
        uid: as text.
        key: `<book>.<uid>`.
        order: what entries are sorted by.
        content: without its decorators.
        decorators: the known ones.
        is_copy: whether an extension handed it over: timed effects do not know it then.
    """

    def __init__(self, record: Record, book: str, *, is_copy: bool = False) -> None:
        own = record.get("world", UNDEFINED)
        self.record = record
        self.book = book if own is UNDEFINED else to_string(own)
        self.uid = to_string(record.get("uid", UNDEFINED))
        written = record.get("content")
        self.decorators, self.content = parse_decorators(
            to_string(written) if truthy(written) else ""
        )
        self.order = to_number(record.get("order", UNDEFINED))
        self.key = f"{self.book}.{self.uid}"
        self.is_copy = is_copy
        self._without_decorators = self.content

    @cached_property
    def hash(self) -> int | None:
        """The hash of the entry's JSON: uid, book, the rest as stored, decorators."""
        if self.is_copy:
            return None
        whole: dict[str, object] = {}
        if "uid" in self.record:
            whole["uid"] = self.record["uid"]
        whole["world"] = self.book
        whole.update({key: value for key, value in entries(self.record) if key != "uid"})
        whole["decorators"] = list(self.decorators)
        whole["content"] = self._without_decorators
        return cyrb53(spell(dict(entries(whole))))

    def value(self, name: str) -> object:
        """A property; undefined where it is missing."""
        return self.record.get(name, UNDEFINED)

    def is_true(self, name: str) -> bool:
        """Whether a property is truthy."""
        return truthy(self.value(name))

    def given(self, name: str, otherwise: object) -> object:
        """A property, or something else where it is null or missing."""
        value = self.value(name)
        return otherwise if value is None or value is UNDEFINED else value


def parse_decorators(content: str) -> tuple[tuple[str, ...], str]:
    """The known decorators at a content's head, and the content below all of its `@@` lines.

    A line with three signs counts only below an unknown one. Where there are only such lines,
    the content stays whole.
    """
    if not content.startswith("@@"):
        return (), content
    found: list[str] = []
    falls_back = False
    lines = content.split("\n")
    for index, line in enumerate(lines):
        if not line.startswith("@@"):
            return tuple(found), "\n".join(lines[index:])
        if line.startswith(_FALLBACK) and not falls_back:
            continue
        name = line[1:] if line.startswith(_FALLBACK) else line
        falls_back = not name.startswith(_KNOWN)
        if not falls_back:
            found.append(name)
    return tuple(found), content


def scanned_entries(given: ScanInput) -> list[ScanEntry]:
    """Every entry of the scanned books: the chat's, the persona's, then the rest by strategy."""
    sources = given.sources
    shared = _of_books(given, dict.fromkeys(sources.shared))
    chat = _of_books(given, _own(sources.chat, sources.shared))
    persona = _of_books(given, _own(sources.persona, (*sources.shared, sources.chat)))
    character = _of_books(given, _of_character(sources))
    # What lacks is the host's own beginning, the character's lore first (sillytavern.md §5.2).
    match given.settings.get("world_info_character_strategy", 1):
        case 1:
            rest = [*_sorted(character), *_sorted(shared)]
        case 2:
            rest = [*_sorted(shared), *_sorted(character)]
        case _:
            rest = _sorted([*shared, *character])
    return [*_sorted(chat), *_sorted(persona), *rest]


def _own(name: str | None, accepted: Iterable[str | None]) -> list[str]:
    return [name] if name and name not in tuple(accepted) else []


def _of_character(sources: BookSources) -> list[str]:
    elsewhere = (*sources.shared, sources.chat, sources.persona)
    wanted = dict.fromkeys((sources.character, *sources.extra))
    return [name for name in wanted if name and name not in elsewhere]


def _of_books(given: ScanInput, names: Iterable[str]) -> list[ScanEntry]:
    found: list[ScanEntry] = []
    for name in names:
        stored = members(given.books.get(name)).get("entries")
        if stored is None:
            continue
        for _, record in entries(stored):
            if is_object(record):
                found.append(ScanEntry(given.rewritten(name, record), name))
    return found


def by_order(left: ScanEntry, right: ScanEntry) -> int:
    """Compares as the host sorts: higher order first, what is no number as equal."""
    difference = right.order - left.order
    return 0 if math.isnan(difference) or difference == 0 else 1 if difference > 0 else -1


def _sorted(found: list[ScanEntry]) -> list[ScanEntry]:
    return sorted(found, key=functools.cmp_to_key(by_order))
