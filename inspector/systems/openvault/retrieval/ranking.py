"""Sorting by score as JavaScript does."""

import math
from collections.abc import Iterable, Mapping
from functools import cmp_to_key


def ranked(places: Iterable[int], totals: Mapping[int, float]) -> list[int]:
    """Places by score, the best first; equal ones stay in order.

    A score that is no number compares as equal to everything, which contradicts itself; V8 and
    Python sort with the same algorithm and come to the same order all the same.
    """
    order = list(places)
    if not any(map(math.isnan, map(totals.__getitem__, order))):
        return sorted(order, key=totals.__getitem__, reverse=True)

    def compared(left: int, right: int) -> int:
        return (totals[right] > totals[left]) - (totals[right] < totals[left])

    return sorted(order, key=cmp_to_key(compared))
