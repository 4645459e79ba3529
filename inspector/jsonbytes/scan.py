"""Where values stand in a text of JSON.

Values are skipped at C speed with `json`'s own scanner, and a value is looked into only
where a path leads through it, so that each character is scanned once.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

_LONGEST_INTEGER = 400


def integer(digits: str) -> float:
    """An integer exactly, or as JavaScript would where Python refuses so many digits."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


_DECODER = json.JSONDecoder(strict=False)
_PATIENT_DECODER = json.JSONDecoder(strict=False, parse_int=integer)
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object, or one item of a list, by places in the text.

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


def skip_space(text: str, at: int) -> int:
    """The first place from `at` on that holds no white space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def decode_at(text: str, at: int) -> tuple[object, int]:
    """The value that starts at `at`, and the place behind it."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _PATIENT_DECODER.raw_decode(text, at)


class Outline:
    """Where members of objects and items of lists stand in a text; found out once each.

    Attributes:
        text: the JSON.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[int, tuple[list[Member], int]] = {}

    def members(self, at: int, entered: Entered = _NOTHING) -> list[Member]:
        """The members of the object, or the items of the list, that opens at `at`.

        Args:
            at: where the bracket stands.
            entered: members that will be looked into as well, so that they need not be
                skipped first and scanned again.

        Raises:
            ValueError: the text is no object or list there.
        """
        return self._look(at, entered)[0]

    def _look(self, at: int, entered: Entered) -> tuple[list[Member], int]:
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._scan(at, entered)
        return found

    def _end(self, at: int, entered: Entered | None) -> int:
        """The place behind the value at `at`."""
        if entered is not None and self.text[at : at + 1] in ("{", "["):
            return self._look(at, entered)[1]
        return decode_at(self.text, at)[1]

    def _scan(self, at: int, entered: Entered) -> tuple[list[Member], int]:
        text = self.text
        closing = {"{": "}", "[": "]"}.get(text[at : at + 1])
        if closing is None:
            raise ValueError(f"no object or list at {at}")
        found: list[Member] = []
        at = skip_space(text, at + 1)
        if text[at : at + 1] == closing:
            return found, at + 1
        while True:
            key_start = at
            key: str | int = len(found)
            if closing == "}":
                key, at = _key_at(text, at)
            end = self._end(at, entered.get(key))
            found.append(Member(key, key_start, at, end))
            at = skip_space(text, end)
            if text[at : at + 1] == closing:
                return found, at + 1
            if text[at : at + 1] != ",":
                raise ValueError(f"no comma at {at}")
            at = skip_space(text, at + 1)


def _key_at(text: str, at: int) -> tuple[str, int]:
    """The key whose quote stands at `at`, and where its value starts."""
    if text[at : at + 1] != '"':
        raise ValueError(f"no key at {at}")
    key, end = decode_at(text, at)
    if not str(key).isascii():
        key, _ = decode_at(_as_read(text[at:end]), 0)
    at = skip_space(text, end)
    if text[at : at + 1] != ":":
        raise ValueError(f"no colon at {at}")
    return str(key), skip_space(text, at + 1)


def _as_read(spelled: str) -> str:
    """A spelling in which bytes that are no UTF-8 are U+FFFD, as whoever names the key read it."""
    return spelled.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
