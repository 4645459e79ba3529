"""How JavaScript reads, converts, compares and spells values, for rulesets that are releases.

Values are decoded JSON: None is `null`, and a key that is not there is `UNDEFINED`. Everything
here follows ECMA-262; the wording of errors is V8's, which is what a browser's console shows.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final, TypeVar, cast

from inspector.core.decoded import is_list, is_number
from inspector.core.errors import ReleaseThrowsError
from inspector.core.tokens import utf16_length

Value = TypeVar("Value")

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
r"""What JavaScript's `\s` matches and `trim` removes: with U+FEFF, without U+0085."""

LONGEST_STRING = 536_870_888
"""V8's greatest string length, in UTF-16 units."""

_EXACT = 2**53
# A tuple, not a union: that would be made anew at every one of a hundred thousand calls.
_TEXT_OR_WHOLE = (str, int)
_LARGEST_ARRAY_KEY = 2**32 - 2
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_RADIX = re.compile(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_ARRAY_KEY = re.compile(r"0|[1-9][0-9]{0,9}")
_SPELLED_OUT = re.compile(r"(?:(\d)\.?(\d*))e([+-]\d+)")


_INHERITED: Final[Mapping[str, object]] = {
    **{
        name: {"name": name}
        for name in (
            *("toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"),
            *("toLocaleString", "__defineGetter__", "__defineSetter__"),
            *("__lookupGetter__", "__lookupSetter__"),
        )
    },
    "constructor": {"name": "Object"},
    "__proto__": {},
}


class Undefined(Enum):
    """The value of what is not there."""

    UNDEFINED = "undefined"


UNDEFINED: Final = Undefined.UNDEFINED


def get(value: object, key: str) -> object:
    """`value.key`.

    Raises:
        ReleaseThrowsError: the value is null or undefined.
    """
    if isinstance(value, dict):
        # As below; asked first because it is answered ten times as fast and is nearly always so.
        return cast("dict[str, object]", value).get(key, UNDEFINED)
    if isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).get(key, UNDEFINED)
    if value is None or value is UNDEFINED:
        raise ReleaseThrowsError(
            f"TypeError: Cannot read properties of {to_string(value)} (reading '{key}')"
        )
    return length(value) if key == "length" else UNDEFINED


def get_if_any(value: object, key: str) -> object:
    """`value?.key`: undefined where the value is null or undefined."""
    return UNDEFINED if value is None or value is UNDEFINED else get(value, key)


def length(value: object) -> object:
    """`value.length`."""
    if isinstance(value, str):
        return utf16_length(value)
    if is_list(value):
        return len(value)
    return get(cast("object", value), "length") if isinstance(value, Mapping) else UNDEFINED


def truthy(value: object) -> bool:
    """Whether `if (value)` takes its branch: every array and every object does."""
    # By far the most are flags and what is absent.
    if value is None or value is False or value is UNDEFINED:
        return False
    if isinstance(value, _TEXT_OR_WHOLE):
        return bool(value)
    return not isinstance(value, float) or (bool(value) and not math.isnan(value))


def first_truthy(value: object, otherwise: object) -> object:
    """`value || otherwise`."""
    return value if truthy(value) else otherwise


def first_present(value: object, otherwise: object) -> object:
    """`value ?? otherwise`."""
    return otherwise if value is None or value is UNDEFINED else value


def to_string(value: object) -> str:
    """`String(value)`, which is also what a template literal prints."""
    if isinstance(value, str):
        return value
    if value is UNDEFINED:
        return "undefined"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    return joined(value, ",") if is_list(value) else _object_text(value)


def _object_text(value: object) -> str:
    if isinstance(value, Mapping) and "toString" in value:
        # A stored key hides the inherited method, and a decoded value is never callable.
        raise ReleaseThrowsError("TypeError: Cannot convert object to primitive value")
    return "[object Object]"


def printed(value: object) -> str:
    """A stored value for a person: as JavaScript prints it, and where it cannot, as an object."""
    try:
        return to_string(value)
    except ReleaseThrowsError:
        return "[object Object]"


def joined(value: object, separator: str) -> str:
    """`value.join(separator)`: null and undefined print as nothing.

    Raises:
        ReleaseThrowsError: the value is no array. The text names no variable.
    """
    if not is_list(value):
        raise ReleaseThrowsError("TypeError: join is not a function")
    return separator.join(
        "" if item is None or item is UNDEFINED else to_string(item) for item in value
    )


def number_text(value: float) -> str:
    """`String(number)`: JavaScript's own spelling, `1e-7` and not `1e-07`."""
    if isinstance(value, int) and -_EXACT <= value <= _EXACT:
        return str(value)
    number = to_double(value)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    return sign + _digits_text(*_shortest_digits(abs(number)))


def _shortest_digits(number: float) -> tuple[str, int]:
    """The fewest digits that mean this double, and the place of its decimal point."""
    spelled = _SPELLED_OUT.fullmatch(repr(number))
    if spelled:
        digits = (spelled[1] + spelled[2]).rstrip("0") or "0"
        return digits, int(spelled[3]) + 1
    whole, _, fraction = repr(number).partition(".")
    digits = (whole + fraction).rstrip("0") if whole != "0" else fraction.rstrip("0")
    point = len(whole) if whole != "0" else 0
    leading = len(digits) - len(digits.lstrip("0"))
    return digits[leading:], point - leading


def _digits_text(digits: str, point: int) -> str:
    """ECMA-262 Number::toString, from digits and the place of the decimal point."""
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    mantissa = digits if count == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def to_double(value: float) -> float:
    """A decoded JSON number as the double that JavaScript makes of it."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def to_number(value: object) -> float:
    """`Number(value)`; whole numbers that a double holds exactly stay int."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value if -_EXACT <= value <= _EXACT else to_double(value)
    if isinstance(value, float):
        return value
    if value is None:
        return 0
    if isinstance(value, str):
        return _number_of_text(value)
    if is_list(value):
        return _number_of_text(to_string(value))
    if isinstance(value, Mapping):
        _object_text(cast("object", value))
    return math.nan


def _number_of_text(text: str) -> float:
    trimmed = text.strip(WHITE_SPACE)
    if not trimmed:
        return 0
    if _DECIMAL.fullmatch(trimmed):
        return to_double(float(trimmed))
    if _RADIX.fullmatch(trimmed):
        return to_double(int(trimmed, 0))
    if trimmed in ("Infinity", "+Infinity"):
        return math.inf
    return -math.inf if trimmed == "-Infinity" else math.nan


def add(left: object, right: object) -> object:
    """`left + right`: texts, arrays and objects are joined, all else is added."""
    for side in (left, right):
        if isinstance(side, str | Mapping) or is_list(side):
            return to_string(left) + to_string(right)
    return to_number(left) + to_number(right)


def floor(number: float) -> float:
    """`Math.floor`: NaN and the infinities stay what they are."""
    return math.floor(number) if is_number(number) else number


def ceil(number: float) -> float:
    """`Math.ceil`: NaN and the infinities stay what they are."""
    return math.ceil(number) if is_number(number) else number


def round_half_up(number: float) -> float:
    """`Math.round`: halves go up, also below zero, unlike Python's `round`."""
    if not is_number(number):
        return number
    below = math.floor(number)
    return below + 1 if number - below >= 0.5 else below


def repeat(text: str, count: object) -> str:
    """`text.repeat(count)`.

    Raises:
        ReleaseThrowsError: a count that is negative or infinite, or a text too long for V8.
    """
    times = to_number(count)
    if math.isnan(times):
        return ""
    if math.isinf(times) or math.trunc(times) < 0:
        displayed = "[object Array]" if is_list(count) else to_string(count)
        raise ReleaseThrowsError(f"RangeError: Invalid count value: {displayed}")
    whole = math.trunc(times)
    if whole * utf16_length(text) > LONGEST_STRING:
        raise ReleaseThrowsError("RangeError: Invalid string length")
    return text * whole


def entries(value: object) -> list[tuple[str, object]]:
    """`Object.entries(value)`: keys that look like array places first, in ascending order."""
    if isinstance(value, Mapping):
        pairs = list(cast("Mapping[str, object]", value).items())
        places = [pair for pair in pairs if _is_array_key(pair[0])]
        if not places:
            return pairs
        rest = [pair for pair in pairs if not _is_array_key(pair[0])]
        return sorted(places, key=lambda pair: int(pair[0])) + rest
    if isinstance(value, str):
        return [(str(index), unit) for index, unit in enumerate(value)]
    if is_list(value):
        return [(str(index), item) for index, item in enumerate(value)]
    if value is None or value is UNDEFINED:
        raise ReleaseThrowsError("TypeError: Cannot convert undefined or null to object")
    return []


def _is_array_key(key: str) -> bool:
    return _ARRAY_KEY.fullmatch(key) is not None and int(key) <= _LARGEST_ARRAY_KEY


def sliced(values: Sequence[Value], end: object) -> Sequence[Value]:
    """`values.slice(0, end)`: fractions are dropped, and below 0 it is counted from the end."""
    number = to_number(end)
    if math.isinf(number):
        return values if number > 0 else values[:0]
    return values[: 0 if math.isnan(number) else math.trunc(number)]


def member(value: object, key: str) -> object:
    """`value[key]` of a decoded value, its inherited members included.

    What is inherited is given as an object with the name that JavaScript gives it.
    """
    if isinstance(value, Mapping):
        held = cast("Mapping[str, object]", value)
        return held[key] if key in held else _INHERITED.get(key, UNDEFINED)
    if isinstance(value, str) or is_list(value):
        if _ARRAY_KEY.fullmatch(key):
            index = int(key)
            return value[index] if index < len(value) else UNDEFINED
        return length(value) if key == "length" else _INHERITED.get(key, UNDEFINED)
    return UNDEFINED


def iterated(value: object, name: str) -> Iterable[object]:
    """What `for (const x of value)` visits.

    Args:
        value: an array or a text.
        name: how the release's code calls the value; the error names it.

    Raises:
        ReleaseThrowsError: the value cannot be iterated.
    """
    if is_list(value):
        return value
    if isinstance(value, str):
        return list(value)
    raise ReleaseThrowsError(f"TypeError: {name} is not iterable")


def identity(value: object) -> object:
    """A key for which two values are equal where a JavaScript `Set` holds them for one."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None or value is UNDEFINED:
        return ("primitive", to_string(value))
    if isinstance(value, int | float):
        return ("number", number_text(value))
    return ("object", id(value))
