"""The columns of the table of messages."""

from enum import IntEnum

from PySide6.QtGui import QColor

from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.messages.cells import paint_date, paint_found, paint_number, text_colour
from inspector.gui.panels.messages.recap_words import reason_text, state_colour, state_text
from inspector.gui.panels.messages.row import MessageRow
from inspector.gui.panels.messages.words import memories_tooltip, status_text, stored_date
from inspector.gui.tables.column import Column


class Place(IntEnum):
    """Which columns are called by their place; it is that before a person moves any."""

    NUMBER = 0
    STATUS = 1
    NAME = 2
    TEXT = 3
    DATE = 4
    SWIPES = 5
    MEMORIES = 6
    RECAP = 7


def _remarks(row: MessageRow) -> list[str]:
    marked = "A selected memory came from it." if row.is_marked else ""
    later = "It comes after the moment." if row.is_later else ""
    return [remark for remark in (marked, later) if remark]


def _swipes_text(row: MessageRow) -> str:
    return str(row.swipes) if row.swipes > 1 else ""


def _memories_tooltip(row: MessageRow) -> str:
    return memories_tooltip(row.memories, row.memory_count)


def _recap_tooltip(row: MessageRow) -> str:
    verdict = row.recap
    if verdict is None:
        return ""
    return tooltip("\n".join(filter(None, (reason_text(verdict), verdict.recap))))


def _recap_spoken(row: MessageRow) -> str:
    verdict = row.recap
    return f"Recap: {verdict.state}. {reason_text(verdict)}" if verdict else ""


def _recap_colour(row: MessageRow, theme: Theme) -> QColor:
    verdict = row.recap
    return theme.text_3 if verdict is None else state_colour(verdict.state, theme.text_3)


_column = Column[MessageRow]

COLUMNS: tuple[Column[MessageRow], ...] = (
    _column(
        "#", "The message's number, from 0, as memories refer to it.",
        lambda row: str(row.index), 64, is_number=True, name="Number",
        paint=paint_number, colour=text_colour, tooltip=lambda row: " ".join(_remarks(row)),
        spoken=lambda row: " ".join((f"Message {row.index}.", *_remarks(row))),
    ),
    _column(
        "Prompt", "Whether the message is sent, or hidden from the prompt.",
        lambda row: status_text(hidden=row.hidden), "○ hidden", colour=text_colour,
        spoken=lambda row: "hidden" if row.hidden else "sent",
    ),
    _column("Name", "Who speaks.", lambda row: row.name, 96, paint=paint_found("name")),
    _column(
        "Text", "The start of the text, or what stands around what is looked for.",
        lambda row: row.text, least=130, paint=paint_found("text"),
    ),
    _column(
        "Date", "When it was sent, in local time.", lambda row: row.date, "28 Sep 2026 20:08",
        need=2, paint=paint_date, tooltip=lambda row: tooltip(stored_date(row.stored_date)),
    ),
    _column(
        "Swipes", "How many alternatives are stored, if more than one.", _swipes_text, 40,
        need=1, is_number=True, colour=text_colour,
    ),
    _column(
        "Memories", "How many memories name it as a source.",
        lambda row: str(row.memory_count or ""), 40, need=3, is_number=True,
        colour=text_colour, tooltip=_memories_tooltip,
    ),
    _column(
        "Recap", "Whether its recap is in short-term memory.",
        lambda row: state_text(row.recap) if row.recap else "", "▲ past the limit", need=4,
        colour=_recap_colour, tooltip=_recap_tooltip, spoken=_recap_spoken,
    ),
)  # fmt: skip
