"""Whether a line is spelled as SillyTavern's server spells it: it writes every line anew."""

import json
import re
from collections.abc import Sequence
from typing import NoReturn

from inspector.jsonbytes.spelling import spell
from inspector.language import _

_ARRAY_KEY = re.compile(r"0|[1-9][0-9]{0,9}")
_LARGEST_ARRAY_KEY = 2**32 - 2
_NOTHING = ("null", "false", "0", '""')
"""Lines that its reader drops."""


class _RepeatedKeyError(ValueError):
    """An object has one key twice."""


class _KeyOrderError(ValueError):
    """An object has keys that JavaScript would put first, elsewhere."""


def misspelled_line(line: bytes) -> str:
    """What SillyTavern would make of a line other than leave it (specs/sillytavern.md §1.1).

    Returns:
        the end of a sentence that begins with the line; empty if it leaves it.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return _("holds bytes that are no text, which it replaces")
    if text.endswith("\r"):
        return _("ends in a line break of Windows, which it takes out")
    if not text.strip():
        return _("is empty, and it drops such lines")
    if text in _NOTHING:
        return _("is no message, and it drops such lines")
    try:
        value = json.loads(text, object_pairs_hook=_as_object, parse_constant=_refuse)
    except _RepeatedKeyError as error:
        return _("has the key {error} twice, and it keeps one").format(error=error)
    except _KeyOrderError:
        return _("has numbers as keys, which it puts first")
    except (ValueError, RecursionError):
        return _("is broken, and it drops such lines")
    return "" if spell(value) == text else _("is spelled otherwise than it spells JSON")


def _as_object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(json.dumps(next(key for key in keys if keys.count(key) > 1)))
    places = [index for index, (key, _) in enumerate(pairs) if _is_array_key(key)]
    if places:
        numbers = [int(pairs[index][0]) for index in places]
        if places != list(range(len(places))) or numbers != sorted(numbers):
            raise _KeyOrderError
    return found


def _is_array_key(key: str) -> bool:
    return bool(_ARRAY_KEY.fullmatch(key)) and int(key) <= _LARGEST_ARRAY_KEY


def _refuse(name: str) -> NoReturn:
    raise ValueError(_("{name} is no JSON value").format(name=name))
