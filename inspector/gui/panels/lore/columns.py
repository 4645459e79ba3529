"""The columns of both tables: what each shows, edits, and sorts by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.core.javascript import number_text
from inspector.core.lore import (
    CONSTANT,
    CONTENT,
    ENABLED,
    ENTRY_FIELDS,
    EVENT_FIELDS,
    EVENT_TYPE,
    KEYWORDS,
    ORDER,
    SUMMARY,
    TIME,
    TITLE,
    LorebookEntry,
    LoreField,
    LoreKind,
)
from inspector.core.request import ItemRow
from inspector.gui.kit.text import one_line
from inspector.gui.panels.lore.verdicts import Item, verdict_word
from inspector.sillytavern.server_times import server_time, shown_time

Key = tuple[float | str, ...]
_TO_THE_MINUTE = len("2025-08-20 18:30")


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: what its header says.
        width: in the visual language's pixels; the column that stretches has its least width.
        text: what a cell says, also to a screen reader.
        key: what it is sorted by.
        field: what a cell edits; None for what a ruleset answers.
        right: whether numbers stand at the right edge.
        stretches: whether it takes the room that is left.
    """

    title: str
    width: int
    text: Callable[[Item, ItemRow | None], str]
    key: Callable[[Item, ItemRow | None], Key]
    field: LoreField | None = None
    right: bool = False
    stretches: bool = False

    @property
    def derived(self) -> bool:
        """Whether it follows the request and not the item alone."""
        return self.field is None


def value_text(item: Item, field: LoreField) -> str:
    """A field's value as text: what an editor begins with."""
    held = getattr(item, field.key)
    if field is ORDER:
        return number_text(held)
    if isinstance(held, bool):
        return f"{field.title.lower()}" if held else f"not {field.title.lower()}"
    return ", ".join(item.keywords) if field is KEYWORDS else str(held)


def fields_of(kind: LoreKind) -> tuple[LoreField, ...]:
    """All fields that an entry or an event can have."""
    return ENTRY_FIELDS if kind is LoreKind.LOREBOOK else EVENT_FIELDS


def main_text(item: Item) -> str:
    """An entry's text, an event's summary."""
    return item.content if isinstance(item, LorebookEntry) else item.summary


def _of_field(
    field: LoreField, width: int, *, right: bool = False, stretches: bool = False
) -> Column:
    return Column(
        field.title,
        width,
        lambda item, _: one_line(value_text(item, field)),
        lambda item, _: _key(item, field),
        field,
        right,
        stretches,
    )


def _key(item: Item, field: LoreField) -> Key:
    held = getattr(item, field.key)
    if field is TIME:
        time = server_time(held)
        return (1, 0.0) if time is None else (0, time)
    if field is KEYWORDS:
        return (", ".join(item.keywords).casefold(),)
    return (held.casefold() if isinstance(held, str) else held,)


def _time_text(item: Item, _row: ItemRow | None) -> str:
    """To the minute; as stored if it is no time."""
    shown = shown_time(getattr(item, TIME.key))
    return shown[:_TO_THE_MINUTE] if shown.endswith(" UTC") else shown


def _tokens_key(_item: Item, row: ItemRow | None) -> Key:
    return (-1,) if row is None else (row.tokens,)


def _verdict_key(_item: Item, row: ItemRow | None) -> Key:
    if row is None:
        return (2, "")
    return (0, "") if row.kept else (1, verdict_word(row))


_DERIVED = (
    Column(
        "Tokens",
        50,
        lambda _, row: "" if row is None else f"{row.tokens:,}",
        _tokens_key,
        right=True,
    ),
    Column("Verdict", 84, lambda _, row: "" if row is None else verdict_word(row), _verdict_key),
)

_ENTRY_COLUMNS = (
    _of_field(TITLE, 136),
    _of_field(KEYWORDS, 70, stretches=True),
    _of_field(ENABLED, 58),
    _of_field(CONSTANT, 60),
    _of_field(ORDER, 48, right=True),
    *_DERIVED,
)
_EVENT_COLUMNS = (
    Column(TIME.title, 118, _time_text, lambda item, _: _key(item, TIME), TIME),
    _of_field(SUMMARY, 120, stretches=True),
    _of_field(EVENT_TYPE, 92),
    _of_field(KEYWORDS, 58),
    *_DERIVED,
)


def columns_of(kind: LoreKind) -> Sequence[Column]:
    """The columns for entries or for events."""
    return _ENTRY_COLUMNS if kind is LoreKind.LOREBOOK else _EVENT_COLUMNS


def searchable(item: Item) -> str:
    """All that the text filter looks through, in small letters."""
    if isinstance(item, LorebookEntry):
        parts = (item.uid, item.title, *item.keywords, item.content)
    else:
        parts = (item.id, item.event_type, item.time, *item.keywords, item.summary)
    return "\n".join(parts).casefold()


DETAIL_FIELDS = {
    LoreKind.LOREBOOK: (TITLE, CONTENT, KEYWORDS, ENABLED, CONSTANT, ORDER),
    LoreKind.CHRONICLE: (SUMMARY, EVENT_TYPE, TIME, KEYWORDS),
}
"""In the order of the keyboard."""
