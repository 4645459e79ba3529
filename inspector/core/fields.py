"""What can be edited on a memory, described as data: views, commands and checks follow it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from inspector.core.errors import EditError
from inspector.core.memory import GREATEST_IMPORTANCE, LEAST_IMPORTANCE


class FieldKind(StrEnum):
    """What sort of value a field holds."""

    IMPORTANCE = "importance"
    FLAG = "flag"
    NAMES = "names"
    TEXT = "text"
    OPTIONAL_TEXT = "optional text"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One editable field of a memory.

    Attributes:
        key: its name in the stored object.
        title: what a person calls it.
        kind: what sort of value it holds.
        meaning: what the field really does, in one sentence.
        aliases: other names that the command line takes.
        outdates: keys of the stored object that no longer hold once this field changes
            and are removed with it.
        known_events: whether a change of names is followed in `known_events` of the
            characters concerned.
    """

    key: str
    title: str
    kind: FieldKind
    meaning: str
    aliases: tuple[str, ...] = ()
    outdates: tuple[str, ...] = ()
    known_events: bool = False

    def checked(self, value: object) -> object:
        """`value` as it will be stored.

        Raises:
            EditError: the field cannot have this value; the text says why.
        """
        match self.kind:
            case FieldKind.IMPORTANCE:
                return _checked_importance(value)
            case FieldKind.FLAG:
                if isinstance(value, bool):
                    return value
                raise EditError(f"{self.title} is either true or false, not {value!r}.")
            case FieldKind.NAMES:
                return _checked_names(self.title, value)
            case FieldKind.TEXT:
                return _checked_text(self.title, value)
            case FieldKind.OPTIONAL_TEXT:
                return None if value in (None, "") else _checked_text(self.title, value)


def _checked_importance(value: object) -> int:
    if (
        isinstance(value, int)
        and not isinstance(value, bool)
        and LEAST_IMPORTANCE <= value <= GREATEST_IMPORTANCE
    ):
        return value
    raise EditError(
        f"Importance is a whole number from {LEAST_IMPORTANCE} to {GREATEST_IMPORTANCE}, "
        f"not {value!r}."
    )


def _checked_names(title: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise EditError(f"{title} is a list of names, not {value!r}.")
    cleaned: dict[str, None] = {}
    for name in cast("Sequence[object]", value):
        if not isinstance(name, str) or not name.strip():
            raise EditError(f"{title} holds names, and {name!r} is none.")
        cleaned[_checked_text(title, name.strip())] = None
    return tuple(cleaned)


def _checked_text(title: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise EditError(f"{title} is a text and cannot be empty.")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise EditError(f"{title} holds half of a character pair, which no file can store.")
    return value
