"""The columns of both tables: what each shows, edits, and sorts by."""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QColor

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
    LoreFieldKind,
    LoreKind,
)
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.text import one_line, tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.lore.verdicts import Item, LoreRow, verdict_word
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import ALWAYS, Column, faint
from inspector.gui.tables.rows import Key
from inspector.language import _, numeral, within
from inspector.sillytavern.server_times import server_time, shown_time

_TO_THE_MINUTE = len("2025-08-20 18:30")
_LONGEST_TIP_CHARS = 2_000


def value_text(item: Item, field: LoreField) -> str:
    """A field's value as text: what an editor begins with."""
    held = getattr(item, field.key)
    if field is ORDER:
        return number_text(held)
    if isinstance(held, bool):
        title = within(_(field.title))
        return title if held else _("not {title}").format(title=title)
    return ", ".join(item.keywords) if field is KEYWORDS else str(held)


def fields_of(kind: LoreKind) -> tuple[LoreField, ...]:
    """All fields that an entry or an event can have."""
    return ENTRY_FIELDS if kind is LoreKind.LOREBOOK else EVENT_FIELDS


def main_text(item: Item) -> str:
    """An entry's text, an event's summary."""
    return item.content if isinstance(item, LorebookEntry) else item.summary


def _key(row: LoreRow, field: LoreField) -> Key:
    held = getattr(row.item, field.key)
    if field is TIME:
        time = server_time(held)
        return (1, 0.0) if time is None else (0, time)
    if field is KEYWORDS:
        return (", ".join(row.item.keywords).casefold(),)
    return (held.casefold() if isinstance(held, str) else held,)


def _time_text(row: LoreRow) -> str:
    """To the minute; as stored if it is no time."""
    time = shown_time(getattr(row.item, TIME.key))
    return time[:_TO_THE_MINUTE] if time.endswith(" UTC") else time


def _main_colour(row: LoreRow, theme: Theme) -> QColor:
    return theme.text_3 if row.steps_back else theme.text


def _paint_flag(field: LoreField) -> Callable[[Cell[LoreRow]], None]:
    def paint(cell: Cell[LoreRow]) -> None:
        row = cell.row
        checked = bool(getattr(row.item, field.key))
        cell.draw_box(checked=checked, usable=not row.reason(field))

    return paint


def _paint_verdict(cell: Cell[LoreRow]) -> None:
    verdict = cell.row.verdict
    if verdict is not None:
        cell.write_verdict(verdict_word(verdict), is_in=verdict.kept, was_in=None)


def _verdict_key(row: LoreRow) -> Key:
    verdict = row.verdict
    if verdict is None:
        return (2, "")
    return (0, "") if verdict.kept else (1, verdict_word(verdict))


def _verdict_tooltip(row: LoreRow) -> str:
    verdict = row.verdict
    return tooltip("" if verdict is None else gate_in_words(verdict.gate) or _("in the request"))


def _of_field(
    field: LoreField,
    width: int | None,
    text: Callable[[LoreRow], str] | None = None,
    *,
    colour: Callable[[LoreRow, Theme], QColor] = faint,
    least: int = 0,
    need: int = ALWAYS,
) -> Column[LoreRow]:
    return Column[LoreRow](
        _(field.title),
        "",
        text or (lambda row: one_line(value_text(row.item, field))),
        width,
        key=lambda row: _key(row, field),
        paint=_paint_flag(field) if field.kind is LoreFieldKind.FLAG else None,
        edit=lambda row: value_text(row.item, field),
        tooltip=lambda row: tooltip(main_text(row.item)[:_LONGEST_TIP_CHARS], row.reason(field)),
        colour=colour,
        field=field.key,
        least=least,
        need=need,
        is_number=field is ORDER,
    )


DERIVED = (
    Column[LoreRow](
        _("Tokens"),
        "",
        lambda row: "" if row.verdict is None else numeral(row.verdict.tokens),
        50,
        key=lambda row: (-1 if row.verdict is None else row.verdict.tokens,),
        tooltip=_verdict_tooltip,
        colour=faint,
        is_number=True,
    ),
    Column[LoreRow](
        _("Verdict"),
        "",
        lambda row: "" if row.verdict is None else verdict_word(row.verdict),
        84,
        key=_verdict_key,
        paint=_paint_verdict,
        tooltip=_verdict_tooltip,
    ),
)
"""What a ruleset answers."""

_ENTRY_COLUMNS = (
    _of_field(TITLE, 136, colour=_main_colour, least=110),
    _of_field(KEYWORDS, None, least=70),
    _of_field(ENABLED, 58),
    _of_field(CONSTANT, 60, need=3),
    _of_field(ORDER, 48, need=2),
    *DERIVED,
)
_EVENT_COLUMNS = (
    _of_field(TIME, 118, _time_text, colour=_main_colour),
    _of_field(SUMMARY, None, colour=_main_colour, least=120),
    _of_field(EVENT_TYPE, 92),
    _of_field(KEYWORDS, 58),
    *DERIVED,
)


def columns_of(kind: LoreKind) -> Sequence[Column[LoreRow]]:
    """The columns for entries or for events."""
    return _ENTRY_COLUMNS if kind is LoreKind.LOREBOOK else _EVENT_COLUMNS


DETAIL_FIELDS = {
    LoreKind.LOREBOOK: (TITLE, CONTENT, KEYWORDS, ENABLED, CONSTANT, ORDER),
    LoreKind.CHRONICLE: (SUMMARY, EVENT_TYPE, TIME, KEYWORDS),
}
"""In the order of the keyboard."""
