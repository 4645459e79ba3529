"""The columns of the table of messages."""

from dataclasses import dataclass
from enum import IntEnum


class Place(IntEnum):
    """Where each column stands."""

    NUMBER = 0
    STATUS = 1
    NAME = 2
    TEXT = 3
    DATE = 4
    SWIPES = 5
    MEMORIES = 6
    RECAP = 7


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: what its header says.
        meaning: what it shows, in one sentence.
        width: in the visual language's pixels; 0 takes the room that is left.
        widest: a text that it should have room for.
        right: whether numbers stand at the right edge.
    """

    title: str
    meaning: str
    width: int
    widest: str = ""
    right: bool = False


COLUMNS: tuple[Column, ...] = (
    Column(
        "#",
        "The message's number, from 0, as memories refer to it.",
        64,
        right=True,
    ),
    Column(
        "Prompt",
        "Whether the message is sent, or hidden from the prompt.",
        64,
        widest="○ hidden",
    ),
    Column("Name", "Who speaks.", 96),
    Column("Text", "The start of the text, or what stands around what is looked for.", 0),
    Column("Date", "When it was sent, in local time.", 80, widest="28 Sep 2026 20:08"),
    Column("Swipes", "How many alternatives are stored, if more than one.", 40, right=True),
    Column("Memories", "How many memories name it as a source.", 40, right=True),
    Column(
        "Recap",
        "Whether its recap is in short-term memory.",
        64,
        widest="▲ past the limit",
    ),
)
