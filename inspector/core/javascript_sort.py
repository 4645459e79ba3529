"""`Array.prototype.sort` as V8 does it, for comparisons that contradict themselves.

Where every comparison agrees with every other, any stable sort gives the same order, and
`sorted` is the faster one. A value that is no number equals all others, and then the order
depends on which pairs an algorithm compares. V8 merges natural runs (Tim Peters' listsort as it
stood before Python 3.11 changed when runs are merged); Python's own sort has changed since.
"""

from collections.abc import Callable, Iterable, Sequence
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
    return [values[index] for index in order]


def is_ascending(numbers: Sequence[float]) -> bool:
    """Whether numbers stand in order, so that sorting by them changes nothing; none is NaN."""
    # A sum with NaN in it is NaN.
    return not isnan(sum(numbers)) and list(numbers) == sorted(numbers)


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
        index = start + 2
        while index < end and less(items[index], items[index - 1]) == falling:
            index += 1
        if falling:
            items[start:index] = items[start:index][::-1]
        return index - start

    def _insert(self, start: int, first: int, end: int) -> None:
        """Insert each item from `first` on among those before it, looking by halves."""
        items, less = self.items, self._less
        for index in range(first, end):
            pivot = items[index]
            low, high = start, index
            while low < high:
                middle = (low + high) >> 1
                if less(pivot, items[middle]):
                    high = middle
                else:
                    low = middle + 1
            items.insert(low, items.pop(index))

    def _length(self, run: int) -> int:
        return self._runs[run][1]

    def _is_balanced(self, run: int) -> bool:
        """Whether a run is longer than the two above it together; `run` is the uppermost."""
        if run < 2:
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
        skipped = places_after(items[left:right], items[right], 0, self._less)
        left, left_length = left + skipped, left_length - skipped
        if not left_length:
            return
        key = items[left + left_length - 1]
        right_run = items[right : right + right_length]
        right_length = places_before(right_run, key, right_length - 1, self._less)
        if not right_length:
            return
        parts = items[left:right], items[right : right + right_length]
        merge = _Merge(*parts, less=self._less, from_back=left_length > right_length)
        self._gallop_from = merge.run(self._gallop_from)
        items[left : right + right_length] = merge.merged


class _Merge(Generic[Item]):
    """Two runs that are merged, from the back where the right one is the shorter.

    The last of the left run is known to come last of all, and the first of the right run first.
    """

    def __init__(
        self,
        left: list[Item],
        right: list[Item],
        *,
        less: Callable[[Item, Item], bool],
        from_back: bool,
    ) -> None:
        self._left, self._right, self._less, self._from_back = left, right, less, from_back
        self._lefts, self._rights = len(left), len(right)
        self._merged: list[Item] = []
        if from_back:
            self._take_left(1)
        else:
            self._take_right(1)

    @property
    def merged(self) -> list[Item]:
        """The items in order."""
        rest_left, rest_right = (
            self._rest(self._left, self._lefts),
            self._rest(self._right, self._rights),
        )
        if self._from_back:
            return [*rest_right, *rest_left, *self._merged[::-1]]
        return [*self._merged, *rest_right, *rest_left]

    def run(self, gallop_from: int) -> int:
        """Merge; gives how many wins in a row make the next merge skip ahead."""
        while not self._is_finished:
            self._one_by_one(gallop_from)
            if not self._is_finished:
                gallop_from = self._in_leaps(gallop_from)
        return gallop_from

    @property
    def _is_finished(self) -> bool:
        if self._from_back:
            return self._lefts == 0 or self._rights <= 1
        return self._rights == 0 or self._lefts <= 1

    def _one_by_one(self, gallop_from: int) -> None:
        """Take the one that comes first until one run wins too often in a row."""
        wins, was_right = 0, False
        while not self._is_finished and wins < gallop_from:
            is_right = self._less(self._next_right, self._next_left) is not self._from_back
            wins = wins + 1 if wins and is_right is was_right else 1
            was_right = is_right
            if is_right:
                self._take_right(1)
            else:
                self._take_left(1)

    def _in_leaps(self, gallop_from: int) -> int:
        """Skip ahead in each run by turns for as long as that pays; gives the new threshold."""
        gallop_from += 1
        while True:
            gallop_from = max(1, gallop_from - 1)
            wins_left = self._skip_left()
            if self._is_finished:
                return gallop_from
            self._take_right(1)
            if self._is_finished:
                return gallop_from
            wins_right = self._skip_right()
            if self._is_finished:
                return gallop_from
            self._take_left(1)
            if self._is_finished:
                return gallop_from
            if max(wins_left, wins_right) < _FIRST_GALLOP:
                return gallop_from + 1

    @property
    def _next_left(self) -> Item:
        return self._left[self._lefts - 1 if self._from_back else len(self._left) - self._lefts]

    @property
    def _next_right(self) -> Item:
        return self._right[self._rights - 1 if self._from_back else len(self._right) - self._rights]

    def _rest(self, run: list[Item], left: int) -> list[Item]:
        return run[:left] if self._from_back else run[len(run) - left :]

    def _next(self, run: list[Item], left: int, count: int) -> list[Item]:
        """The next few of a run, in the order in which they are taken."""
        if self._from_back:
            return run[left - count : left][::-1]
        start = len(run) - left
        return run[start : start + count]

    def _take_left(self, count: int) -> None:
        self._merged += self._next(self._left, self._lefts, count)
        self._lefts -= count

    def _take_right(self, count: int) -> None:
        self._merged += self._next(self._right, self._rights, count)
        self._rights -= count

    def _skip_left(self) -> int:
        """Take all of the left run that come before the next right one; gives how many."""
        rest, hint = self._rest(self._left, self._lefts), self._hint(self._lefts)
        found = places_after(rest, self._next_right, hint, self._less)
        count = len(rest) - found if self._from_back else found
        self._take_left(count)
        return count

    def _skip_right(self) -> int:
        """Take all of the right run that come before the next left one; gives how many."""
        rest, hint = self._rest(self._right, self._rights), self._hint(self._rights)
        found = places_before(rest, self._next_left, hint, self._less)
        count = len(rest) - found if self._from_back else found
        self._take_right(count)
        return count

    def _hint(self, left: int) -> int:
        return left - 1 if self._from_back else 0


def places_before(
    run: Sequence[Item], key: Item, hint: int, less: Callable[[Item, Item], bool]
) -> int:
    """How many of a run stand before a key, equal ones not; looked for from a hint on."""
    return _galloped(len(run), hint, lambda index: less(run[index], key))


def places_after(
    run: Sequence[Item], key: Item, hint: int, less: Callable[[Item, Item], bool]
) -> int:
    """How many of a run a key stands behind, equal ones too; looked for from a hint on."""
    return _galloped(len(run), hint, lambda index: not less(key, run[index]))


def _galloped(length: int, hint: int, is_before: Callable[[int], bool]) -> int:
    """The first place that is not before the key: by growing steps, then by halves."""
    reached, step = 0, 1
    if is_before(hint):
        most = length - hint
        while step < most and is_before(hint + step):
            reached, step = step, 2 * step + 1
        low, high = hint + reached, hint + min(step, most)
    else:
        most = hint + 1
        while step < most and not is_before(hint - step):
            reached, step = step, 2 * step + 1
        low, high = hint - min(step, most), hint - reached
    low += 1
    while low < high:
        middle = (low + high) >> 1
        if is_before(middle):
            low = middle + 1
        else:
            high = middle
    return high
