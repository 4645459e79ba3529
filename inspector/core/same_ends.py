"""How much two sequences have in common at their beginning and at their end."""

from collections.abc import Sequence


def same_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items stay the same at the beginning, and at the end; none counts twice."""
    shorter = min(len(before), len(after))
    prefix = 0
    while prefix < shorter and before[prefix] == after[prefix]:
        prefix += 1
    suffix = 0
    while suffix < shorter - prefix and before[-1 - suffix] == after[-1 - suffix]:
        suffix += 1
    return prefix, suffix
