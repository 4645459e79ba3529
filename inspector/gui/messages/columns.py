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


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: what its header says.
        meaning: what it shows, in one sentence.
        width: in the visual language's pixels; 0 takes the room that is left.
        right: whether numbers stand at the right edge.
    """

    title: str
    meaning: str
    width: int
    right: bool = False


COLUMNS: tuple[Column, ...] = (
    Column("#", "The message's number, from 0, as memories refer to it.", 64, right=True),
    Column("Prompt", "Whether the message is sent, or hidden from the prompt.", 78),
    Column("Name", "Who speaks.", 96),
    Column("Text", "The start of the text.", 0),
    Column("Date", "When it was sent, in local time.", 122),
    Column("Swipes", "How many alternatives are stored, if there is more than one.", 56, right=True),
    Column("Memories", "How many memories name this message as a source.", 74, right=True),
)
