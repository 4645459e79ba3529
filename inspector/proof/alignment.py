"""Two sequences laid side by side: which items of one are which of the other."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_SMALL = 250
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_WORDS = 4000


def matches(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of places of equal items, ascending on both sides.

    What is alike at both ends is paired first, then what is unique on both sides, then small
    rests by `difflib`: no input makes it slow.
    """
    found: list[tuple[int, int]] = []
    work = [(0, len(left), 0, len(right))]
    while work:
        start, end, other, stop = work.pop()
        while start < end and other < stop and left[start] == right[other]:
            found.append((start, other))
            start, other = start + 1, other + 1
        while start < end and other < stop and left[end - 1] == right[stop - 1]:
            end, stop = end - 1, stop - 1
            found.append((end, stop))
        if start == end or other == stop:
            continue
        anchors = _unique_pairs(left, right, (start, end, other, stop))
        if anchors:
            work += _between(anchors, (start, end, other, stop))
            found += anchors
        elif end - start <= _SMALL and stop - other <= _SMALL:
            found += _small(left, right, (start, end, other, stop))
    return sorted(found)


_Box = tuple[int, int, int, int]


def _unique_pairs(
    left: Sequence[Hashable], right: Sequence[Hashable], box: _Box
) -> list[tuple[int, int]]:
    """Items that stand once on each side, as many of them as keep their order."""
    start, end, other, stop = box
    once = {item for item, count in Counter(left[start:end]).items() if count == 1}
    counts = Counter(right[other:stop])
    places = {
        item: index
        for index, item in enumerate(right[other:stop], other)
        if item in once and counts[item] == 1
    }
    pairs = [
        (index, places[item]) for index, item in enumerate(left[start:end], start) if item in places
    ]
    return _longest_ascending(pairs)


def _longest_ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    tails: list[int] = []
    holders: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        slot = bisect_left(tails, value)
        before.append(holders[slot - 1] if slot else -1)
        if slot == len(tails):
            tails.append(value)
            holders.append(index)
        else:
            tails[slot] = value
            holders[slot] = index
    chain: list[tuple[int, int]] = []
    index = holders[-1] if holders else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _between(anchors: list[tuple[int, int]], box: _Box) -> Iterator[_Box]:
    start, end, other, stop = box
    for location, match in anchors:
        yield start, location, other, match
        start, other = location + 1, match + 1
    yield start, end, other, stop


def _small(
    left: Sequence[Hashable], right: Sequence[Hashable], box: _Box
) -> Iterator[tuple[int, int]]:
    start, end, other, stop = box
    matcher = SequenceMatcher(None, left[start:end], right[other:stop], autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            yield start + block.a + step, other + block.b + step


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of two texts.

    Attributes:
        start: where it begins in the first text.
        end: where it ends there.
        other: where it begins in the second text.
        stop: where it ends there.
        same: whether both are equal there.
    """

    start: int
    end: int
    other: int
    stop: int
    same: bool


def text_runs(left: str, right: str) -> list[Run]:
    """Two texts in stretches that are equal or differ, by lines and then by words."""
    runs: list[Run] = []
    for run in _runs(left, right, left.splitlines(keepends=True), right.splitlines(keepends=True)):
        if run.same:
            runs.append(run)
            continue
        words = _WORDS.findall(left[run.start : run.end])
        rest = _WORDS.findall(right[run.other : run.stop])
        if not words or not rest or max(len(words), len(rest)) > _MOST_WORDS:
            runs.append(run)
            continue
        inner = _runs(left[run.start : run.end], right[run.other : run.stop], words, rest)
        runs += [
            Run(
                run.start + one.start,
                run.start + one.end,
                run.other + one.other,
                run.other + one.stop,
                one.same,
            )
            for one in inner
        ]
    return runs


def _runs(left: str, right: str, parts: list[str], rest: list[str]) -> Iterator[Run]:
    """Stretches of equal and of other parts; equal parts beside each other are one."""
    ends, stops = _ends(parts), _ends(rest)
    held = Run(0, 0, 0, 0, same=True)
    for index, other in matches(parts, rest):
        start, begin = ends[index], stops[other]
        if (start, begin) != (held.end, held.stop):
            if held.end > held.start:
                yield held
            yield Run(held.end, start, held.stop, begin, same=False)
            held = Run(start, start, begin, begin, same=True)
        held = Run(held.start, ends[index + 1], held.other, stops[other + 1], same=True)
    if held.end > held.start:
        yield held
    if (held.end, held.stop) != (len(left), len(right)):
        yield Run(held.end, len(left), held.stop, len(right), same=False)


def _ends(parts: list[str]) -> list[int]:
    ends = [0]
    for part in parts:
        ends.append(ends[-1] + len(part))
    return ends


def likeness(left: str, right: str) -> float:
    """How many of their words two texts share, from 0 to 1."""
    words, rest = Counter(left.split()), Counter(right.split())
    both = words.total() + rest.total()
    return 2 * (words & rest).total() / both if both else float(left == right)
