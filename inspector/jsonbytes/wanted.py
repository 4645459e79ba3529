"""What is to become of the values of one line."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from inspector.core.decoded import is_object
from inspector.core.stored import REMOVED, Path


class SpliceError(ValueError):
    """A line cannot be changed as wanted; the text says why, without naming the line."""


@dataclass(slots=True)
class Wanted:
    """A new value, or `REMOVED`, or changes below a value."""

    value: object = None
    below: dict[str | int, "Wanted"] = field(default_factory=dict[str | int, "Wanted"])

    @property
    def adds_anything(self) -> bool:
        """Whether something is there afterwards, if nothing was."""
        if self.below:
            return any(one.adds_anything for one in self.below.values())
        return self.value is not REMOVED

    @property
    def as_value(self) -> object:
        """What is there afterwards, if nothing was."""
        if not self.below:
            return self.value
        added = ((key, one) for key, one in self.below.items() if one.adds_anything)
        return {str(key): one.as_value for key, one in added}


def wanted_of(changes: Iterable[tuple[Path, object]]) -> Wanted:
    """Changes of values by their paths, from the line's object down."""
    root = Wanted()
    for path, value in changes:
        wanted = root
        for key in path:
            wanted = wanted.below.setdefault(key, Wanted())
        wanted.value = value
    return root


def same(one: object, other: object) -> bool:
    """Whether two values are the same JSON: true is not 1, and what JSON cannot spell is null."""
    items, rest = _items(one), _items(other)
    if items is not None and rest is not None:
        return len(items) == len(rest) and all(map(same, items, rest))
    if is_object(one) and is_object(other):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    one, other = _plain(one), _plain(other)
    return type(one) is type(other) and one == other


def _items(value: object) -> Sequence[object] | None:
    return cast("Sequence[object]", value) if isinstance(value, list | tuple) else None


def _plain(value: object) -> object:
    """A number as JavaScript keeps it; null for one that JSON cannot spell."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = as_double(value)
        return number if math.isfinite(number) else None
    return value


def as_double(number: float) -> float:
    """A number as JavaScript keeps it."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
