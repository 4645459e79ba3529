"""Where values stand in the bytes of JSON.

Values are skipped at C speed with `json`'s own scanner, and a value is looked into only
where a path leads through it, so that each byte is scanned once. The scanner takes text, and
JSON's own characters are ASCII: as Latin-1 every byte is one character, so that places in the
text are places in the bytes, whatever else these hold.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

_LONGEST_INTEGER = 300


def integer(digits: str) -> float:
    """An integer exactly, or as JavaScript reads it where it may be beyond every number."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


_DECODER = json.JSONDecoder(strict=False)
_PATIENT_DECODER = json.JSONDecoder(strict=False, parse_int=integer)
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object, or one item of a list, by places in the bytes.

    Attributes:
        key: the decoded key; its place for an item of a list.
        key_start: where the key's quote stands; where the value starts for an item.
        start: where the value starts.
        end: the place behind the value.
    """

    key: str | int
    key_start: int
    start: int
    end: int


Entered = Mapping[str | int, "Entered"]
"""Members that will be looked into, and which of theirs."""

_NOTHING: Entered = {}


def _skip_space(text: str, at: int) -> int:
    """The first place from `at` on that holds no white space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _decode_at(text: str, at: int) -> tuple[object, int]:
    """The value that starts at `at`, and the place behind it."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _PATIENT_DECODER.raw_decode(text, at)


def decoded(spelled: bytes) -> object:
    """The value that some bytes spell; bytes that are no UTF-8 are U+FFFD, as whoever read it.

    Raises:
        ValueError: they spell none.
    """
    text = spelled.decode("utf-8", "replace")
    return _decode_at(text, _skip_space(text, 0))[0]


class Outline:
    """Where members of objects and items of lists stand in some bytes; found out once each.

    Attributes:
        data: the JSON.
        start: where its value starts.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._text = data.decode("latin-1")
        self.start = _skip_space(self._text, 0)
        self._known: dict[int, tuple[list[Member], int]] = {}

    def value(self, member: Member) -> object:
        """What a member or an item is.

        Raises:
            ValueError: it is nothing that JSON knows.
        """
        return decoded(self.data[member.start : member.end])

    def members(self, at: int, entered: Entered = _NOTHING) -> list[Member]:
        """The members of the object, or the items of the list, that opens at `at`.

        Args:
            at: where the bracket stands.
            entered: members that will be looked into as well, so that they need not be
                skipped first and scanned again.

        Raises:
            ValueError: there is no object or list.
        """
        return self._members_and_end(at, entered)[0]

    def _members_and_end(self, at: int, entered: Entered) -> tuple[list[Member], int]:
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._scan(at, entered)
        return found

    def _end(self, at: int, entered: Entered | None) -> int:
        """The place behind the value at `at`."""
        if entered is not None and self._text[at : at + 1] in ("{", "["):
            return self._members_and_end(at, entered)[1]
        return _decode_at(self._text, at)[1]

    def _scan(self, at: int, entered: Entered) -> tuple[list[Member], int]:
        text = self._text
        closing = {"{": "}", "[": "]"}.get(text[at : at + 1])
        if closing is None:
            raise ValueError(f"no object or list at {at}")
        found: list[Member] = []
        at = _skip_space(text, at + 1)
        if text[at : at + 1] == closing:
            return found, at + 1
        while True:
            key_start = at
            key: str | int = len(found)
            if closing == "}":
                key, at = _key_at(text, at)
            end = self._end(at, entered.get(key))
            found.append(Member(key, key_start, at, end))
            at = _skip_space(text, end)
            if text[at : at + 1] == closing:
                return found, at + 1
            if text[at : at + 1] != ",":
                raise ValueError(f"no comma at {at}")
            at = _skip_space(text, at + 1)


def _key_at(text: str, at: int) -> tuple[str, int]:
    """The key whose quote stands at `at`, and where its value starts."""
    if text[at : at + 1] != '"':
        raise ValueError(f"no key at {at}")
    key, end = _decode_at(text, at)
    spelled = text[at:end]
    if not spelled.isascii():
        key = decoded(spelled.encode("latin-1"))
    at = _skip_space(text, end)
    if text[at : at + 1] != ":":
        raise ValueError(f"no colon at {at}")
    return str(key), _skip_space(text, at + 1)
