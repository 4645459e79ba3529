"""The columns of the table of messages."""

from enum import IntEnum

from inspector.gui.kit.text import tooltip
from inspector.gui.panels.messages.cells import (
    paint_date,
    paint_found,
    paint_number,
    paint_state,
    text_colour,
)
from inspector.gui.panels.messages.row import MessageRow
from inspector.gui.panels.messages.state_words import reason_text, state_text
from inspector.gui.panels.messages.words import (
    memories_tooltip,
    spoken_status,
    status_text,
    stored_date,
)
from inspector.gui.tables.column import Column
from inspector.language import _


class Location(IntEnum):
    """Which columns are called by their place; it is that before a person moves any."""

    NUMBER = 0
    STATUS = 1
    NAME = 2
    TEXT = 3
    DATE = 4
    SWIPES = 5
    MEMORIES = 6
    STATE = 7


def _remarks(row: MessageRow) -> list[str]:
    marked = _("A selected memory came from it.") if row.is_marked else ""
    later = _("It comes after the moment.") if row.is_later else ""
    return [remark for remark in (marked, later) if remark]


def _swipes_text(row: MessageRow) -> str:
    return str(row.swipes) if row.swipes > 1 else ""


def _memories_tooltip(row: MessageRow) -> str:
    return memories_tooltip(row.memories, row.memory_count)


def _status_spoken(row: MessageRow) -> str:
    word = spoken_status(hidden=row.hidden, removed=row.is_removed)
    return f"{word}. {row.fate}" if row.fate else word


def _state_tooltip(row: MessageRow) -> str:
    verdict = row.verdict
    if verdict is None:
        return ""
    return tooltip("\n".join(filter(None, (reason_text(verdict), verdict.recap))))


def _state_spoken(row: MessageRow) -> str:
    verdict = row.verdict
    if verdict is None:
        return ""
    return _("State: {state_text}. {reason_text}").format(
        state_text=state_text(verdict), reason_text=reason_text(verdict)
    )


_column = Column[MessageRow]

COLUMNS: tuple[Column[MessageRow], ...] = (
    _column(
        "#", _("The message's number, from 0, as memories refer to it."),
        lambda row: str(row.index), 64, is_number=True, name=_("Number"),
        paint=paint_number, is_lines=True, colour=text_colour,
        tooltip=lambda row: " ".join(_remarks(row)),
        spoken=lambda row: " ".join((_("Message {index}.").format(index=row.index),
        *_remarks(row))),
    ),
    _column(
        _("Prompt"), _("Whether the message is sent, hidden, or removed by an extension."),
        lambda row: status_text(hidden=row.hidden, removed=row.is_removed),
        max(_("◌ removed"), _("○ hidden"), key=len),
        colour=text_colour, tooltip=lambda row: tooltip(row.fate), spoken=_status_spoken,
    ),
    _column(
        _("Name"), _("Who speaks."), lambda row: row.name, 96, need=5, paint=paint_found("name"),
        is_lines=True,
    ),
    _column(
        _("Text"), _("The start of the text, or what stands around what is looked for."),
        lambda row: row.text, least=130, paint=paint_found("text"), is_lines=True,
    ),
    _column(
        _("Date"), _("When it was sent, in local time."), lambda row: row.date,
        _("28 Nov 2026 20:08 "),
        need=2, paint=paint_date, is_lines=True,
        tooltip=lambda row: tooltip(stored_date(row.stored_date)),
    ),
    _column(
        _("Swipes"), _("How many alternatives are stored, if more than one."), _swipes_text, 40,
        need=1, is_number=True, colour=text_colour,
    ),
    _column(
        _("Memories"), _("How many memories name it as a source."),
        lambda row: str(row.memory_count or ""), 40, need=3, is_number=True,
        colour=text_colour, tooltip=_memories_tooltip,
    ),
    _column(
        _("State"), _("Whether its own memory or recap is in the prompt."),
        lambda row: state_text(row.verdict) if row.verdict else "", 150, need=6,
        paint=paint_state, tooltip=_state_tooltip, spoken=_state_spoken,
    ),
)  # fmt: skip
