"""`Array.prototype.sort` as V8 does it, for comparisons that contradict themselves.

Where every comparison agrees with every other, any stable sort gives the same order, and
`sorted` is the faster one. A value that is no number equals all others, and then the order
depends on which pairs an algorithm compares. V8 merges natural runs (Tim Peters' listsort as it
stood before Python 3.11 changed when runs are merged); Python's own sort has changed since.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from math import isnan
from typing import Generic, TypeVar

Item = TypeVar("Item")

_SHORTEST_TO_SPLIT = 64
_FIRST_GALLOP = 7


def sorted_by_number(
    items: Iterable[Item], key: Callable[[Item], float], *, descending: bool = False
) -> list[Item]:
    """Items by a number, stable; a key that is NaN equals every other key."""
    values = list(items)
    numbers = list(map(key, values))
    if not any(map(isnan, numbers)):
        return sorted(values, key=key, reverse=descending)
    # An index instead of the item: what is compared is looked up, not worked out again.
    order = stable_sorted(
        range(len(values)),
        (lambda left, right: numbers[left] > numbers[right])
        if descending
        else (lambda left, right: numbers[left] < numbers[right]),
    )
    return [values[place] for place in order]


def stable_sorted(items: Sequence[Item], less: Callable[[Item, Item], bool]) -> list[Item]:
    """The items in V8's order.

    Args:
        items: what to sort.
        less: whether the comparison of two items gives a number below 0; NaN is none.
    """
    sorting = _Sorting(list(items), less)
    sorting.sort()
    return sorting.items


def _least_run(length: int) -> int:
    """How long a run is made at least: the length halved until it is below 64, rounded up."""
    odd = 0
    while length >= _SHORTEST_TO_SPLIT:
        odd |= length & 1
        length >>= 1
    return length + odd


class _Sorting(Generic[Item]):
    """One sort: the items, the runs that wait to be merged, and how eagerly runs are skipped."""

    def __init__(self, items: list[Item], less: Callable[[Item, Item], bool]) -> None:
        self.items = items
        self._less = less
        self._runs: list[tuple[int, int]] = []
        self._gallop_from = _FIRST_GALLOP

    def sort(self) -> None:
        """Find runs, lengthen the short ones, and merge them as they come."""
        total = len(self.items)
        least, start = _least_run(total), 0
        while start < total:
            length = self._run_at(start, total)
            if length < least:
                wanted = min(least, total - start)
                self._insert(start, start + length, start + wanted)
                length = wanted
            self._runs.append((start, length))
            self._collapse()
            start += length
        while len(self._runs) > 1:
            last = len(self._runs) - 2
            if last > 0 and self._length(last - 1) < self._length(last + 1):
                last -= 1
            self._merge_at(last)

    def _run_at(self, start: int, end: int) -> int:
        """The length of the run that begins here; a falling one is turned round."""
        items, less = self.items, self._less
        if start + 1 == end:
            return 1
        falling = less(items[start + 1], items[start])
        place = start + 2
        while place < end and less(items[place], items[place - 1]) == falling:
            place += 1
        if falling:
            items[start:place] = items[start:place][::-1]
        return place - start

    def _insert(self, start: int, first: int, end: int) -> None:
        """Insert each item from `first` on among those before it, looking by halves."""
        items, less = self.items, self._less
        for place in range(first, end):
            pivot = items[place]
            low, high = start, place
            while low < high:
                middle = (low + high) >> 1
                if less(pivot, items[middle]):
                    high = middle
                else:
                    low = middle + 1
            items.insert(low, items.pop(place))

    def _length(self, run: int) -> int:
        return self._runs[run][1]

    def _is_balanced(self, run: int) -> bool:
        """Whether a run is longer than the two above it together; `run` is the uppermost."""
        if run < 2:  # noqa: PLR2004 - there are no three runs
            return True
        return self._length(run - 2) > self._length(run - 1) + self._length(run)

    def _collapse(self) -> None:
        while len(self._runs) > 1:
            last = len(self._runs) - 2
            if not self._is_balanced(last + 1) or not self._is_balanced(last):
                if self._length(last - 1) < self._length(last + 1):
                    last -= 1
            elif self._length(last) > self._length(last + 1):
                return
            self._merge_at(last)

    def _merge_at(self, run: int) -> None:
        """Merge a run with the next one, leaving out what already stands right."""
        (left, left_length), (right, right_length) = self._runs[run : run + 2]
        self._runs[run : run + 2] = [(left, left_length + right_length)]
        items = self.items
        skipped = self._after(items, items[right], left, left_length, 0)
        left, left_length = left + skipped, left_length - skipped
        if not left_length:
            return
        key = items[left + left_length - 1]
        right_length = self._before(items, key, right, right_length, right_length - 1)
        if not right_length:
            return
        if left_length <= right_length:
            self._merge_low(left, left_length, right, right_length)
        else:
            self._merge_high(left, left_length, right, right_length)

    def _before(
        self, array: Sequence[Item], key: Item, base: int, length: int, hint: int
    ) -> int:
        """How many of an ordered range stand before a key, equal ones not; searched from a hint."""
        less = self._less
        return self._galloped(base, length, hint, lambda place: less(array[place], key))

    def _after(self, array: Sequence[Item], key: Item, base: int, length: int, hint: int) -> int:
        """How many of an ordered range a key stands behind, equal ones too; from a hint."""
        less = self._less
        return self._galloped(base, length, hint, lambda place: not less(key, array[place]))

    def _galloped(
        self, base: int, length: int, hint: int, is_before: Callable[[int], bool]
    ) -> int:
        """The first place that is not before the key: by growing steps, then by halves."""
        reached, step = 0, 1
        if is_before(base + hint):
            most = length - hint
            while step < most and is_before(base + hint + step):
                reached, step = step, 2 * step + 1
            low, high = hint + reached, hint + min(step, most)
        else:
            most = hint + 1
            while step < most and not is_before(base + hint - step):
                reached, step = step, 2 * step + 1
            low, high = hint - min(step, most), hint - reached
        low += 1
        while low < high:
            middle = (low + high) >> 1
            if is_before(base + middle):
                low = middle + 1
            else:
                high = middle
        return high

    def _merge_low(self, left: int, left_length: int, right: int, right_length: int) -> None:
        """Merge from the front; the last of the left run is known to come last."""
        merged, less, items = list[Item](), self._less, self.items
        ones = items[left:right]
        others = items[right : right + right_length]
        one, other = 0, 1
        merged.append(others[0])

        def finished() -> bool:
            return other == right_length or one >= left_length - 1

        while not finished():
            wins_one = wins_other = 0
            while not finished() and max(wins_one, wins_other) < self._gallop_from:
                if less(others[other], ones[one]):
                    merged.append(others[other])
                    other, wins_other, wins_one = other + 1, wins_other + 1, 0
                else:
                    merged.append(ones[one])
                    one, wins_one, wins_other = one + 1, wins_one + 1, 0
            if finished():
                break
            self._gallop_from += 1
            for turn in count():
                if turn and max(wins_one, wins_other) < _FIRST_GALLOP:
                    self._gallop_from += 1
                    break
                self._gallop_from = max(1, self._gallop_from - 1)
                wins_one = self._after(ones, others[other], one, left_length - one, 0)
                merged += ones[one : one + wins_one]
                one += wins_one
                if one >= left_length - 1:
                    break
                merged.append(others[other])
                other += 1
                if other == right_length:
                    break
                wins_other = self._before(others, ones[one], other, right_length - other, 0)
                merged += others[other : other + wins_other]
                other += wins_other
                if other == right_length:
                    break
                merged.append(ones[one])
                one += 1
                if one == left_length - 1:
                    break
        rest, last = others[other:], ones[one:]
        merged += last if other == right_length else [*rest, *last]
        items[left : left + left_length + right_length] = merged

    def _merge_high(self, left: int, left_length: int, right: int, right_length: int) -> None:
        """Merge from the back; the first of the right run is known to come first."""
        less, items = self._less, self.items
        ones, others = items[left:right], items[right : right + right_length]
        # Backwards: `merged` is turned round at the end. `one` and `other` count what is left.
        merged = [ones[-1]]
        one, other = left_length - 1, right_length

        def finished() -> bool:
            return one == 0 or other <= 1

        while not finished():
            wins_one = wins_other = 0
            while not finished() and max(wins_one, wins_other) < self._gallop_from:
                if less(others[other - 1], ones[one - 1]):
                    merged.append(ones[one - 1])
                    one, wins_one, wins_other = one - 1, wins_one + 1, 0
                else:
                    merged.append(others[other - 1])
                    other, wins_other, wins_one = other - 1, wins_other + 1, 0
            if finished():
                break
            self._gallop_from += 1
            for turn in count():
                if turn and max(wins_one, wins_other) < _FIRST_GALLOP:
                    self._gallop_from += 1
                    break
                self._gallop_from = max(1, self._gallop_from - 1)
                wins_one = one - self._after(ones, others[other - 1], 0, one, one - 1)
                merged += ones[one - wins_one : one][::-1]
                one -= wins_one
                if one == 0:
                    break
                merged.append(others[other - 1])
                other -= 1
                if other == 1:
                    break
                wins_other = other - self._before(others, ones[one - 1], 0, other, other - 1)
                merged += others[other - wins_other : other][::-1]
                other -= wins_other
                if other <= 1:
                    break
                merged.append(ones[one - 1])
                one -= 1
                if one == 0:
                    break
        rest, first = ones[:one][::-1], others[:other][::-1]
        merged += first if one == 0 else [*rest, *first]
        items[left : left + left_length + right_length] = merged[::-1]
