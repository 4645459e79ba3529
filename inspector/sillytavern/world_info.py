"""Lorebooks in files: SillyTavern's world info and Scribe's minimal form.

specs/sillytavern.md §5.2 and specs/scribe.md §7. Such files are written over many lines, so an
edit is spliced into the whole file: it changes the bytes of the values that it names.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from inspector.core.decoded import (
    is_list,
    is_number,
    is_object,
    items,
    members,
    names,
    text,
    with_names,
)
from inspector.core.errors import EditError, InspectorError
from inspector.core.javascript import number_text
from inspector.core.lore import (
    CONTENT,
    DEFAULT_ORDER,
    ENTRY_FIELDS,
    KEYWORDS,
    TITLE,
    Lorebook,
    LorebookEntry,
    LorebookForm,
    LoreField,
)
from inspector.core.problems import Problem
from inspector.core.stored import REMOVED, Path
from inspector.jsonbytes.verify import splice
from inspector.jsonbytes.wanted import SpliceError
from inspector.language import _
from inspector.sillytavern.lines import BYTE_ORDER_MARK
from inspector.sillytavern.values import NotJsonError, decode

Record = Mapping[str, object]


@dataclass(frozen=True)
class EntryForm:
    """How one form stores an entry.

    Attributes:
        form: which form it is.
        fields: what it can store.
        read: makes an entry of its index, its place in the file, and its object.
        write: the members that change in a stored object when a field gets a value.
        template: an empty entry.
    """

    form: LorebookForm
    fields: tuple[LoreField, ...]
    read: Callable[[int, Path, Record], LorebookEntry]
    write: Callable[[Record, str, object], Mapping[str, object]]
    template: Record = field(default_factory=dict[str, object])

    def stored(self, entry: LorebookEntry) -> Record:
        """The whole stored object of an entry that is in no file yet."""
        record = dict(entry.record)
        known = self.read(entry.index, ("entries", entry.uid), record)
        for spec in self.fields:
            value = getattr(entry, spec.key)
            if value != getattr(known, spec.key):
                record |= self.write(record, spec.key, value)
        return record


@dataclass(frozen=True, eq=False)
class LorebookFile:
    """A lorebook that has been read from a file.

    Attributes:
        data: the file's bytes.
        lorebook: what they hold.
        form: how its entries are stored.
    """

    data: bytes
    lorebook: Lorebook
    form: EntryForm

    def changed(self, after: Lorebook) -> bytes:
        """The file's bytes for an edited lorebook: only values that differ are others."""
        changes = list(self._changes(after))
        return spliced(self.data, changes) if changes else self.data

    def _changes(self, after: Lorebook) -> Iterable[tuple[Path, object]]:
        kept = {new.location: new for new in after.items if new.location}
        for old in self.lorebook.items:
            new = kept.get(old.location)
            if new is None:
                yield old.location, REMOVED
            elif new is not old:
                yield from self._differences(old, new)
        added = [new for new in after.items if not new.location]
        for number, new in enumerate(added):
            yield self._end(new, number), self.form.stored(new)

    def _differences(self, old: LorebookEntry, new: LorebookEntry) -> Iterable[tuple[Path, object]]:
        for spec in self.form.fields:
            value = getattr(new, spec.key)
            if value != getattr(old, spec.key):
                for key, stored in self.form.write(old.record, spec.key, value).items():
                    yield (*old.location, key), stored

    def _end(self, entry: LorebookEntry, number: int) -> Path:
        """Where a new entry goes: under its uid, or at the end of the list."""
        if self.form.form is LorebookForm.WORLD_INFO:
            return "entries", entry.uid
        whole = decode(self.data.removeprefix(BYTE_ORDER_MARK))
        if is_list(whole):
            return (len(whole) + number,)
        return "entries", len(items(members(whole).get("entries"))) + number


def spliced(data: bytes, changes: Iterable[tuple[Path, object]]) -> bytes:
    """A whole file with some values changed; a byte order mark stays in front.

    Raises:
        EditError: it would not become what was meant.
    """
    body = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return data[: len(data) - len(body)] + splice(body, list(changes))
    except SpliceError as error:
        raise EditError(_("The file cannot be changed so: {error}.").format(error=error)) from error


def read_lorebook(data: bytes, path: str = "lorebook") -> LorebookFile:
    """The lorebook that a file's bytes hold.

    `entries` as a list is Scribe's minimal form, as an object SillyTavern's (specs/scribe.md §7).

    Args:
        data: the file's bytes.
        path: what errors call the file.

    Raises:
        InspectorError: it is no lorebook; the text names the file and says why.
    """
    value = decoded_file(data, path, "lorebook")
    if not is_object(value):
        raise InspectorError(
            _("{path}: a lorebook is a JSON object, and this is none.").format(path=path)
        )
    stored = value.get("entries")
    name = text(value.get("name"))
    if is_list(stored):
        listed = ((("entries", index), one) for index, one in enumerate(stored))
        return lorebook_file(data, name, listed, MINIMAL)
    if is_object(stored):
        keyed = ((("entries", key), one) for key, one in stored.items())
        return lorebook_file(data, name, keyed, WORLD_INFO)
    words = _("{path}: this is no lorebook: its `entries` are no list and no object.")
    if stored is None:
        words = _("{path}: this is no lorebook: it has no `entries`.")
    raise InspectorError(words.format(path=path))


def decoded_file(data: bytes, path: str, what: str) -> object:
    """The value that a file's bytes spell; a byte order mark is no fault.

    Raises:
        InspectorError: they are no JSON; the text names the file.
    """
    try:
        return decode(data.removeprefix(BYTE_ORDER_MARK))
    except NotJsonError as error:
        raise InspectorError(
            _("{path}: the {what} cannot be read: {error}.").format(
                path=path, what=what, error=error
            )
        ) from error


def lorebook_file(
    data: bytes, name: str, stored: Iterable[tuple[Path, object]], form: EntryForm
) -> LorebookFile:
    """A lorebook of stored entries; what is no object is left out and reported.

    Args:
        data: the file's bytes.
        name: the lorebook's name.
        stored: each entry's place in the file, and its value.
        form: how entries are stored.
    """
    entries: list[LorebookEntry] = []
    problems: list[Problem] = []
    for location, record in stored:
        if not is_object(record):
            words = _("Entry {location} of the lorebook is no JSON object and is left out.").format(
                location=location[-1]
            )
            problems.append(Problem("bad-entry", words))
            continue
        entry = form.read(len(entries), location, record)
        entries.append(entry)
        problems += _entry_problems(entry, form)
    problems += _twice(entries)
    lorebook = Lorebook(
        name, tuple(entries), form.fields, form.form, tuple(problems), template=form.template
    )
    return LorebookFile(data, lorebook, form)


def _entry_problems(entry: LorebookEntry, form: EntryForm) -> Iterable[Problem]:
    if form is WORLD_INFO and "position" not in entry.record:
        words = _(
            "Entry {uid} has no `position`, and Scribe's import refuses such a lorebook."
        ).format(uid=entry.uid)
        yield Problem("no-position", words)


def _twice(entries: Iterable[LorebookEntry]) -> Iterable[Problem]:
    seen: set[str] = set()
    for entry in entries:
        if entry.uid in seen:
            yield Problem(
                "duplicate-uid",
                _("The lorebook has more than one entry {uid}.").format(uid=entry.uid),
            )
        seen.add(entry.uid)


def _world_info_entry(index: int, location: Path, record: Record) -> LorebookEntry:
    """An entry as Scribe's import reads it (specs/scribe.md §7)."""
    key = str(location[-1])
    order = record.get("order", record.get("insertion_order"))
    enabled = record.get("enabled")
    return LorebookEntry(
        index=index,
        uid=spelled_id(record.get("uid")) or key,
        title=_title(record, f"Entry {key}"),
        keywords=tuple(dict.fromkeys((*names(record.get("key")), *names(record.get("keys"))))),
        content=text(record.get("content")),
        enabled=enabled if isinstance(enabled, bool) else not record.get("disable"),
        constant=bool(record.get("constant")),
        order=order if is_number(order) else DEFAULT_ORDER,
        location=location,
        record=record,
    )


def spelled_id(value: object) -> str:
    """A stored id as text; empty if it is neither a text nor a number."""
    return number_text(value) if is_number(value) else text(value)


_DISPLAY_NAMES = ("display_name", "displayName")


def _title(record: Record, unnamed: str) -> str:
    """The first title that is there, even if it is empty (specs/scribe.md §10, 2)."""
    titles = (record.get(key) for key in (*_DISPLAY_NAMES, "comment"))
    return next((title for title in titles if isinstance(title, str)), unnamed)


def _world_info_members(record: Record, name: str, value: object) -> Mapping[str, object]:
    """Where a value stands twice, both are changed: SillyTavern reads one, Scribe the other."""
    match name:
        case "title":
            held = [key for key in _DISPLAY_NAMES if key in record]
            return dict.fromkeys([*held, "comment"], value)
        case "keywords":
            held = ["key", *(["keys"] if "keys" in record else [])]
            return {key: _list(record.get(key), value) for key in held}
        case "enabled":
            also = {"enabled": value} if "enabled" in record else {}
            return {"disable": not value, **also}
        case "order":
            older = "order" not in record and "insertion_order" in record
            return {"insertion_order" if older else "order": value}
        case _:
            return {name: value}


def _minimal_entry(index: int, location: Path, record: Record) -> LorebookEntry:
    return LorebookEntry(
        index=index,
        uid=str(location[-1]),
        title=text(record.get("title")),
        keywords=names(record.get("keywords")),
        content=text(record.get("content")),
        location=location,
        record=record,
    )


def _minimal_members(record: Record, name: str, value: object) -> Mapping[str, object]:
    return {name: _list(record.get(name), value) if name == "keywords" else value}


def _list(stored: object, value: object) -> list[object]:
    return with_names(stored, cast("tuple[str, ...]", value))


_MATCHES = ("PersonaDescription", "CharacterDescription", "CharacterPersonality",
            "CharacterDepthPrompt", "Scenario", "CreatorNotes")  # fmt: skip
_NEW_ENTRY: Record = {
    "uid": 0, "key": [], "keysecondary": [], "comment": "", "content": "", "constant": False,
    "vectorized": False, "selective": True, "selectiveLogic": 0, "addMemo": False, "order": 100,
    "position": 0, "disable": False, "ignoreBudget": False, "excludeRecursion": False,
    "preventRecursion": False, **{f"match{one}": False for one in _MATCHES},
    "delayUntilRecursion": 0, "probability": 100, "useProbability": True, "depth": 4,
    "outletName": "", "group": "", "groupOverride": False, "groupWeight": 100, "scanDepth": None,
    "caseSensitive": None, "matchWholeWords": None, "useGroupScoring": None, "automationId": "",
    "role": 0, "sticky": None, "cooldown": None, "delay": None,
    "characterFilter": {"isExclude": False, "names": [], "tags": []}, "triggers": [],
}  # fmt: skip
"""SillyTavern's own new entry (specs/sillytavern.md §5.2)."""

WORLD_INFO = EntryForm(
    LorebookForm.WORLD_INFO, ENTRY_FIELDS, _world_info_entry, _world_info_members, _NEW_ENTRY
)
MINIMAL = EntryForm(
    LorebookForm.MINIMAL,
    (TITLE, KEYWORDS, CONTENT),
    _minimal_entry,
    _minimal_members,
    {"title": "", "keywords": [], "content": ""},
)
