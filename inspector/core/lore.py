"""Retrieved items: entries of a lorebook, events of a chronicle, and edits of them.

Values are the same whichever file they come from; the modules that read a file also know how a
value is spelled there and write it back (DESIGN §3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar, cast

from inspector.core.checked_text import checked_text
from inspector.core.decoded import spelled_value
from inspector.core.errors import EditError
from inspector.core.problems import Problem
from inspector.core.stored import Path
from inspector.language import N_, _

DEFAULT_ORDER = 100

_LARGEST_EXACT = 2**53 - 1


class LoreFieldKind(StrEnum):
    """What sort of value a field of a retrieved item holds."""

    TEXT = "text"
    LINE = "line of text"
    KEYWORDS = "list of keywords"
    COMMA_KEYWORDS = "list of keywords without commas"
    FLAG = "flag"
    WHOLE = "whole number"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class LoreField:
    """One editable field of an entry or an event.

    Attributes:
        key: the name of the attribute that holds it.
        title: what a person calls it.
        kind: what sort of value it holds.
        aliases: other names that the command line takes.
    """

    key: str
    title: str
    kind: LoreFieldKind
    aliases: tuple[str, ...] = ()

    def checked(self, value: object, held: Sequence[str] = ()) -> object:
        """`value` as it will be kept.

        Args:
            value: what a person gave.
            held: the keywords that are there already: as they are, they are right.

        Raises:
            EditError: the field cannot have this value; the text says why.
        """
        match self.kind:
            case LoreFieldKind.TEXT:
                return _checked_text(self.title, value)
            case LoreFieldKind.LINE:
                return _checked_line(self.title, value)
            case LoreFieldKind.KEYWORDS:
                return _checked_keywords(self.title, value, held, forbidden="")
            case LoreFieldKind.COMMA_KEYWORDS:
                return _checked_keywords(self.title, value, held, forbidden=",")
            case LoreFieldKind.FLAG:
                if isinstance(value, bool):
                    return value
                raise EditError(
                    _("{title} is either true or false, not {value}.").format(
                        title=_(self.title), value=spelled_value(value)
                    )
                )
            case LoreFieldKind.WHOLE:
                return _checked_whole(self.title, value)
            case LoreFieldKind.TIME:
                return _checked_time(self.title, value)


TITLE = LoreField("title", N_("Title"), LoreFieldKind.LINE, ("comment", "entry_title"))
KEYWORDS = LoreField(
    "keywords", N_("Keywords"), LoreFieldKind.KEYWORDS, ("key", "keys", "keys_text")
)
CONTENT = LoreField("content", N_("Text"), LoreFieldKind.TEXT, ("text",))
ENABLED = LoreField("enabled", N_("Enabled"), LoreFieldKind.FLAG, ("is_enabled",))
CONSTANT = LoreField("constant", N_("Constant"), LoreFieldKind.FLAG, ("is_constant",))
ORDER = LoreField("order", N_("Order"), LoreFieldKind.WHOLE, ("insertion_order",))
SUMMARY = LoreField("summary", N_("Summary"), LoreFieldKind.TEXT, ("text",))
EVENT_TYPE = LoreField("event_type", N_("Type"), LoreFieldKind.LINE, ("type",))
TIME = LoreField("time", N_("Time"), LoreFieldKind.TIME, ("timestamp", "timestamp_iso8601"))

ENTRY_FIELDS = (TITLE, KEYWORDS, CONTENT, ENABLED, CONSTANT, ORDER)
EVENT_FIELDS = (SUMMARY, EVENT_TYPE, TIME, KEYWORDS)


@dataclass(frozen=True, eq=False)
class LorebookEntry:
    """One entry of a lorebook; never changes, an edit makes another.

    Attributes:
        index: place among the lorebook's entries, 0-based; what edits refer to.
        uid: what the file calls it; may stand twice.
        title: what a person calls it.
        keywords: its keys, as stored.
        content: its text.
        enabled: whether it may be retrieved at all.
        constant: whether it is retrieved always.
        order: its insertion order.
        location: where it stands in the file.
        record: the stored object as decoded JSON.
    """

    index: int
    uid: str
    title: str = ""
    keywords: tuple[str, ...] = ()
    content: str = ""
    enabled: bool = True
    constant: bool = False
    order: float = DEFAULT_ORDER
    location: Path = ()
    record: Mapping[str, object] = field(default_factory=dict[str, object])


class LoreKind(StrEnum):
    """The two kinds of file that hold retrieved items."""

    LOREBOOK = "lorebook"
    CHRONICLE = "chronicle"


@dataclass(frozen=True, eq=False)
class Origin:
    """One reading of a file; reading the same file again is another.

    Attributes:
        path: the file as the person named it.
    """

    path: str


class LorebookForm(StrEnum):
    """The forms in which a lorebook is stored."""

    WORLD_INFO = N_("SillyTavern's world info")
    MINIMAL = N_("Scribe's minimal form")
    SERVER = N_("an answer of the Scribe server")


@dataclass(frozen=True, eq=False)
class Lorebook:
    """All entries of a lorebook.

    Attributes:
        name: as stored; empty without one.
        items: the entries in file order; `items[i].index == i`.
        fields: what can be edited: what the form can store.
        form: how it is stored.
        problems: what reading found.
        origin: the reading that it comes from, through all edits; None if it is in no file.
        template: what an empty entry is in this form, as decoded JSON.
    """

    name: str = ""
    items: tuple[LorebookEntry, ...] = ()
    fields: tuple[LoreField, ...] = ENTRY_FIELDS
    form: LorebookForm = LorebookForm.WORLD_INFO
    problems: tuple[Problem, ...] = ()
    origin: Origin | None = None
    template: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, eq=False)
class ChronicleEvent:
    """One event of a chronicle; never changes, an edit makes another.

    Attributes:
        index: place among the chronicle's events, 0-based; what edits refer to.
        id: as stored, else its place.
        event_type: such as `NARRATIVE.EVENT`.
        summary: what happened.
        time: when it happened in the story, as stored; empty without one.
        keywords: as stored.
        created_at: when it was recorded, as stored.
        location: where it stands in the file.
        record: the stored object as decoded JSON.
    """

    index: int
    id: str
    event_type: str = ""
    summary: str = ""
    time: str = ""
    keywords: tuple[str, ...] = ()
    created_at: object = None
    location: Path = ()
    record: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, eq=False)
class Chronicle:
    """All events of a chronicle.

    Attributes:
        items: the events in file order; `items[i].index == i`.
        fields: what can be edited.
        problems: what reading found.
        origin: the reading that it comes from, through all edits; None if it is in no file.
        template: what an empty event is, as decoded JSON.
    """

    items: tuple[ChronicleEvent, ...] = ()
    fields: tuple[LoreField, ...] = EVENT_FIELDS
    problems: tuple[Problem, ...] = ()
    origin: Origin | None = None
    template: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class SetLoreField:
    """Give one field the same value on one or more entries or events: one step to undo.

    Attributes:
        places: their indexes.
        field: the field's key or an alias of it.
        value: the new value.
        kind: whether they are entries of the lorebook or events of the chronicle.
    """

    places: tuple[int, ...]
    field: str
    value: object
    kind: LoreKind = LoreKind.LOREBOOK


Lore = TypeVar("Lore", Lorebook, Chronicle)


def apply_lore(lore: Lore, edit: SetLoreField) -> Lore:
    """The lorebook or chronicle after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: nothing is selected, the form stores no such field, or refuses the value.
    """
    spec = lore_field(lore.fields, edit.field)
    if not edit.places:
        raise EditError(_("No entry or event is selected."))
    items: list[LorebookEntry | ChronicleEvent] = list(lore.items)
    for index in edit.places:
        if not 0 <= index < len(items):
            raise EditError(
                _("There is no item #{index}; there are {count:,}.").format(
                    index=index, count=len(items)
                )
            )
        value = spec.checked(edit.value, items[index].keywords)
        if getattr(items[index], spec.key) != value:
            items[index] = replace(items[index], **{spec.key: value})
    if all(new is old for new, old in zip(items, lore.items, strict=True)):
        return lore
    return replace(lore, items=tuple(items))


def lore_field(fields: Sequence[LoreField], name: str) -> LoreField:
    """The field with this key or alias.

    Raises:
        EditError: the items have no such field.
    """
    for spec in fields:
        if name == spec.key or name in spec.aliases:
            return spec
    known = ", ".join(spec.key for spec in fields)
    raise EditError(
        _("There is no field {name!r} to edit here; there are {known}.").format(
            name=name, known=known
        )
    )


def _checked_text(title: str, value: object) -> str:
    if not isinstance(value, str):
        raise EditError(
            _("{title} is a text, not {value}.").format(title=_(title), value=spelled_value(value))
        )
    return checked_text(value, _(title))


def _checked_line(title: str, value: object) -> str:
    line = _checked_text(title, value)
    if not line.strip():
        raise EditError(_("{title} cannot be empty.").format(title=_(title)))
    return line


def _checked_keywords(
    title: str, value: object, held: Sequence[str], forbidden: str
) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise EditError(
            _("{title} is a list of texts, not {value}.").format(
                title=_(title), value=spelled_value(value)
            )
        )
    cleaned = [
        cast("str", one) if one in held else _checked_line(title, one).strip()
        for one in cast("Sequence[object]", value)
    ]
    for keyword in cleaned:
        if forbidden and forbidden in keyword and keyword not in held:
            raise EditError(
                _("{title} are stored as one text with commas; {keyword!r} holds one.").format(
                    title=_(title), keyword=keyword
                )
            )
    return tuple(dict.fromkeys(cleaned))


def _checked_whole(title: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST_EXACT:
        return value
    raise EditError(
        _("{title} is a whole number that JavaScript holds exactly, not {value}.").format(
            title=_(title), value=spelled_value(value)
        )
    )


def _checked_time(title: str, value: object) -> str:
    written = _checked_text(title, value).strip()
    try:
        datetime.fromisoformat(written)
    except ValueError as error:
        raise EditError(
            _("{title} is a time such as 2025-08-20T18:30:00Z, not {written!r}.").format(
                title=_(title), written=written
            )
        ) from error
    return written
