"""Where values stand in a text of JSON.

Values are skipped at C speed with `json`'s own scanner, and a value is looked into only
where a path leads through it, so that each character is scanned once.
"""

import json
import re
from collections.abc import Callable
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


Skip = Callable[[str | int, int], int]
"""Told a member's key and its value's start; answers the place behind the value."""


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


def members_at(text: str, at: int, skip: Skip) -> list[Member]:
    """The members of the object, or the items of the list, that opens at `at`.

    Args:
        text: holds the JSON.
        at: where the bracket stands.
        skip: answers where each value ends.

    Raises:
        ValueError: the text is no JSON there.
    """
    closing = {"{": "}", "[": "]"}.get(text[at : at + 1])
    if closing is None:
        raise ValueError(f"no object or list at {at}")
    found: list[Member] = []
    at = skip_space(text, at + 1)
    if text[at : at + 1] == closing:
        return found
    while True:
        key_start = at
        key: str | int = len(found)
        if closing == "}":
            key, at = _key_at(text, at)
        end = skip(key, at)
        found.append(Member(key, key_start, at, end))
        at = skip_space(text, end)
        if text[at : at + 1] == closing:
            return found
        if text[at : at + 1] != ",":
            raise ValueError(f"no comma at {at}")
        at = skip_space(text, at + 1)


def _key_at(text: str, at: int) -> tuple[str, int]:
    """The key whose quote stands at `at`, and where its value starts."""
    if text[at : at + 1] != '"':
        raise ValueError(f"no key at {at}")
    key, at = decode_at(text, at)
    at = skip_space(text, at)
    if text[at : at + 1] != ":":
        raise ValueError(f"no colon at {at}")
    return str(key), skip_space(text, at + 1)
