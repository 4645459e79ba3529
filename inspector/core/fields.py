"""What can be edited on a memory, described as data: views, commands and checks follow it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from inspector.core.chat import Chat
from inspector.core.checked_text import checked_text
from inspector.core.decoded import is_list, is_number, members, spelled_value
from inspector.core.errors import EditError
from inspector.core.memory import GREATEST_IMPORTANCE, LEAST_IMPORTANCE
from inspector.language import _, within


class FieldKind(StrEnum):
    """What sort of value a field holds."""

    IMPORTANCE = "importance"
    FLAG = "flag"
    NAMES = "names"
    TEXT = "text"
    OPTIONAL_TEXT = "optional text"
    MESSAGES = "messages"
    EMOTIONS = "emotions"


Record = Mapping[str, object]
Follow = Callable[[Chat, Record, Record], Record]
"""From a chat and a stored object before and after a change of it to what it then holds."""

_RUN = re.compile(r"(\d{1,9})(?:\s*(?:\.\.|[-\N{EN DASH}])\s*(\d{1,9}))?")
_MOST_MESSAGES = 100_000
_TOO_MANY_DIGITS = 20


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
        follow: what else of the stored object goes with a new value; None for nothing.
    """

    key: str
    title: str
    kind: FieldKind
    meaning: str
    aliases: tuple[str, ...] = ()
    outdates: tuple[str, ...] = ()
    known_events: bool = False
    follow: Follow | None = None

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
                raise EditError(
                    _("{title} is either true or false, not {value}.").format(
                        title=_(self.title), value=spelled_value(value)
                    )
                )
            case FieldKind.NAMES:
                return _checked_names(self.title, value)
            case FieldKind.TEXT:
                return _checked_text(self.title, value)
            case FieldKind.OPTIONAL_TEXT:
                return None if value in (None, "") else _checked_text(self.title, value)
            case FieldKind.MESSAGES:
                return checked_messages(self.title, value)
            case FieldKind.EMOTIONS:
                return _checked_emotions(self.title, value)

    @property
    def within(self) -> str:
        """The title as it stands within a sentence, in the language in use."""
        return within(_(self.title))

    def spelled(self, held: object) -> str:
        """A stored value as a person types it; empty where there is none of the field's kind."""
        match self.kind:
            case FieldKind.MESSAGES:
                return spelled_messages(held)
            case FieldKind.EMOTIONS:
                return "; ".join(f"{name}: {felt}" for name, felt in members(held).items() if felt)
            case _:
                return held if isinstance(held, str) else ""


def whole_number(text: str) -> int | None:
    """The number that a text spells by digits alone; None where it spells none, or one too long.

    Python reads no number of thousands of digits, and no field takes one.
    """
    is_number = text.isascii() and text.isdecimal() and len(text) < _TOO_MANY_DIGITS
    return int(text) if is_number else None


def _checked_importance(value: object) -> int:
    if (
        isinstance(value, int)
        and not isinstance(value, bool)
        and LEAST_IMPORTANCE <= value <= GREATEST_IMPORTANCE
    ):
        return value
    raise EditError(
        _("Importance is a whole number from {least} to {greatest}, not {value}.").format(
            least=LEAST_IMPORTANCE, greatest=GREATEST_IMPORTANCE, value=spelled_value(value)
        )
    )


def _checked_names(title: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise EditError(
            _("{title} is a list of names, not {value}.").format(
                title=_(title), value=spelled_value(value)
            )
        )
    cleaned: dict[str, None] = {}
    for name in cast("Sequence[object]", value):
        if not isinstance(name, str) or not name.strip():
            raise EditError(
                _("{title} holds names, and {name!r} is none.").format(title=_(title), name=name)
            )
        cleaned[_checked_text(title, name.strip())] = None
    return tuple(cleaned)


def _checked_text(title: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise EditError(_("{title} is a text and cannot be empty.").format(title=_(title)))
    return checked_text(value, _(title))


def checked_messages(title: str, value: object) -> tuple[int, ...]:
    """Indexes of messages, ascending and each once, from a list or a text such as `3, 5..7`.

    Raises:
        EditError: something else, or a message before the first.
    """
    if isinstance(value, str):
        return _messages_in(title, value)
    if not isinstance(value, list | tuple):
        raise EditError(
            _("{title} are messages such as 3, 5..7, not {value}.").format(
                title=_(title), value=spelled_value(value)
            )
        )
    found: set[int] = set()
    for one in cast("Sequence[object]", value):
        if not isinstance(one, int) or isinstance(one, bool) or one < 0:
            raise EditError(
                _("{title} are indexes of messages from 0 on, and {one!r} is none.").format(
                    title=_(title), one=one
                )
            )
        found.add(one)
    return tuple(sorted(found))


def _messages_in(title: str, text: str) -> tuple[int, ...]:
    found: set[int] = set()
    for part in (one.strip() for one in text.split(",")):
        match = _RUN.fullmatch(part)
        if match is None:
            if not part and not found and not text.strip():
                break
            raise EditError(
                _("{title} are messages such as 3, 5..7, not {text!r}.").format(
                    title=_(title), text=text
                )
            )
        first = int(match[1])
        last = first if match[2] is None else int(match[2])
        if last < first:
            raise EditError(
                _("{title} end before they begin: {part}.").format(title=_(title), part=part)
            )
        if last - first >= _MOST_MESSAGES:
            raise EditError(
                _("{title} are at most {most} messages at a time: {part}.").format(
                    title=_(title), most=_MOST_MESSAGES, part=part
                )
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def spelled_messages(held: object) -> str:
    """A list of message indexes as a person writes them, such as `3, 12..15`."""
    runs: list[list[int]] = []
    stored = held if is_list(held) else []
    for index in sorted({int(one) for one in stored if is_number(one)}):
        if runs and runs[-1][1] == index - 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    return ", ".join(f"{a}" if a == b else f"{a}..{b}" for a, b in runs)


def _checked_emotions(title: str, value: object) -> Mapping[str, str]:
    """Feelings by name, from an object or a text such as `Kai: anxious; Zoe: calm`."""
    if isinstance(value, str):
        pairs = [one.partition(":") for one in value.split(";") if one.strip()]
        if any(not sign for _rest, sign, _rest in pairs):
            raise EditError(
                _("{title} is written such as Kai: anxious; Zoe: calm, not {value}.").format(
                    title=_(title), value=spelled_value(value)
                )
            )
        given: Mapping[object, object] = {name: felt for name, _rest, felt in pairs}
    elif isinstance(value, Mapping):
        given = cast("Mapping[object, object]", value)
    else:
        raise EditError(
            _("{title} is written such as Kai: anxious; Zoe: calm, not {value}.").format(
                title=_(title), value=spelled_value(value)
            )
        )
    return {
        _checked_text(_("A name of {title}").format(title=_(title)), name).strip(): _checked_text(
            title, felt
        ).strip()
        for name, felt in given.items()
    }
