"""How much two sequences have in common at their beginning and at their end."""

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import ne


def same_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items stay the same at the beginning, and at the end; none counts twice."""
    shorter = min(len(before), len(after))
    prefix = same_start(before, after, shorter)
    return prefix, min(same_start(reversed(before), reversed(after), shorter), shorter - prefix)


def same_start(before: Iterable[object], after: Iterable[object], shorter: int) -> int:
    """How many items stay the same at the beginning; `shorter` where none differs."""
    return next(compress(count(), map(ne, before, after)), shorter)
