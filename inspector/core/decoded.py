"""Reading decoded JSON whose shape nobody promises."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard, cast

_EXACT: Final = 1 << 53
_INTEGERS: Final = frozenset({int})
_LONGEST: Final = 60


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a finite JSON number; true and false are none."""
    # A tuple, not `int | float`: that would make a new union at every one of a million calls.
    kinds = (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        # A whole number beyond every float, which JavaScript reads as Infinity.
        return False


def is_list(value: object) -> TypeGuard[list[object]]:
    """Whether it is a JSON array."""
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether it is a JSON object."""
    # By far the most are plain dictionaries, and the abstract class is slow to ask.
    return type(value) is dict or isinstance(value, Mapping)


def items(value: object) -> list[object]:
    """The items of a list; empty for anything else."""
    return value if is_list(value) else []


def members(value: object) -> Mapping[str, object]:
    """The members of an object; empty for anything else."""
    return value if is_object(value) else {}


def text(value: object) -> str:
    """A text as it is; empty for anything else."""
    return value if isinstance(value, str) else ""


def numbers(value: object) -> tuple[float, ...]:
    """The finite numbers of a list; empty for anything else."""
    listed = items(value)
    if _INTEGERS.issuperset(map(type, listed)):
        whole = cast("list[int]", listed)
        if not whole or -_EXACT < min(whole) <= max(whole) < _EXACT:
            return tuple(whole)
    return tuple([item for item in listed if is_number(item)])


def with_names(stored: object, wanted: Sequence[str]) -> list[object]:
    """A stored list that names others than before; items that are no names stay.

    Args:
        stored: as it is, a list or anything else.
        wanted: the names that it shall hold, in order.
    """
    left = list(wanted)
    found: list[object] = []
    for item in items(stored):
        if not isinstance(item, str):
            found.append(item)
        elif left and item in wanted:
            found.append(left.pop(0))
    return [*found, *left]


def names(value: object) -> tuple[str, ...]:
    """The texts of a list; empty for anything else."""
    return tuple([item for item in items(value) if isinstance(item, str)])


def spelled_value(value: object) -> str:
    """A value that is refused, shortened: a text in quotes, all else as JSON spells it."""
    spelled = repr(value) if isinstance(value, str) else _as_json(value)
    return spelled if len(spelled) <= _LONGEST else f"{spelled[: _LONGEST - 1]}…"


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain)
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def _plain(value: object) -> object:
    """What `json` does not know as JSON: a file's objects are decoded member by member."""
    return dict(value) if is_object(value) else repr(value)
