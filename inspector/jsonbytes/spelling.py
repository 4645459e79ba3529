"""Spelling values as `JSON.stringify` would (specs/sillytavern.md §1.1)."""

import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import cast

from inspector.core.decoded import is_list
from inspector.jsonbytes.wanted import as_double

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def spell(value: object) -> str:
    """`value` as one line of JSON: no spaces, other scripts raw, numbers as JavaScript's."""
    if isinstance(value, str):
        return spell_text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return spell_number(value)
    if is_list(value) or isinstance(value, tuple):
        return "[" + ",".join(spell(item) for item in cast("tuple[object, ...]", value)) + "]"
    if isinstance(value, Mapping):
        parts = cast("Mapping[str, object]", value).items()
        return "{" + ",".join(f"{spell_text(key)}:{spell(item)}" for key, item in parts) + "}"
    raise TypeError(f"{type(value).__name__} is no JSON value")


def spell_text(text: str) -> str:
    """A text in quotes; half of a surrogate pair stays an escape in lower-case hex."""
    return escaped_surrogates(json.dumps(text, ensure_ascii=False))


def escaped_surrogates(spelled: str) -> str:
    """JSON in which each half of a surrogate pair is an escape, so that UTF-8 can hold it."""
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", spelled)


def spell_number(number: float) -> str:
    """A number as JavaScript spells it: `1e-7`, `1e+21`, `100000000000000000000`, `1`."""
    number = as_double(number)
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    displayed = "".join(map(str, digits))
    point = len(displayed) + cast("int", exponent)
    if 0 < point <= 21:
        body = displayed.ljust(point, "0")[:point] + (
            f".{displayed[point:]}" if displayed[point:] else ""
        )
    elif -6 < point <= 0:
        body = "0." + "0" * -point + displayed
    else:
        power = point - 1
        fraction = f".{displayed[1:]}" if displayed[1:] else ""
        body = f"{displayed[0]}{fraction}e{'+' if power > 0 else '-'}{abs(power)}"
    return f"-{body}" if sign else body
