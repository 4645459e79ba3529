"""A change of stored data: which value of which line of a chat file becomes what."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from inspector.core.decoded import is_list, is_object


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


def replaced(value: object, path: Sequence[str | int], new: object) -> object:
    """A decoded value with another one within; what is not on the way to it stays the same object.

    Args:
        value: the whole.
        path: keys and list places down to what is replaced; empty for the whole.
        new: what it becomes, or `REMOVED`.

    Raises:
        LookupError: there is no such place, or an item of a list shall go.
    """
    if not path:
        return new
    key, *rest = path
    if is_object(value) and isinstance(key, str):
        inner = dict(value)
        if rest or new is not REMOVED:
            inner[key] = replaced(value[key] if rest else None, rest, new)
        else:
            del inner[key]
        return inner
    if is_list(value) and isinstance(key, int) and new is not REMOVED:
        return [*value[:key], replaced(value[key], rest, new), *value[key + 1 :]]
    raise LookupError(key)
