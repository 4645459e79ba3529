"""A change of stored data: which value of which line of a chat file becomes what."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Removed(Enum):
    """Marks a value that is taken away with its key."""

    REMOVED = "removed"


REMOVED: Final = Removed.REMOVED

Path = tuple[str | int, ...]
"""Keys and list places from a line's object down to one value."""


@dataclass(frozen=True, slots=True)
class StoredChange:
    """One value that differs.

    Attributes:
        path: where it stands, from the line's object down.
        value: what it becomes, as decoded JSON, or `REMOVED`.
        message: index of the message whose line holds it; None for the header line.
    """

    path: Path
    value: object
    message: int | None = None
