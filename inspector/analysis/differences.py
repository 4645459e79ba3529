"""What differs between two texts, in words; fast for long ones, and the same every time.

Lines are matched first, then sentences within lines that differ, then words within sentences
that differ. Each step anchors on what stands once on either side, so that time grows with the
texts' length and not with its square.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import pairwise

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SENTENCE = re.compile(r"\s+|\S.*?(?:[.!?…。！？]+[\"'»”’)\]]*(?=\s|$)|[。！？]+|\s*$)", re.DOTALL)
_WORD = re.compile(
    r"\s+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W\u2e80-\u9fff\uac00-\ud7af]+|.", re.DOTALL
)
_LEVELS = (_LINE, _SENTENCE, _WORD)
_MOST_PAIRS = 1_500
_LEAST_ALIKE = 0.3
_SHORT = 24


class Kind(Enum):
    """What became of a piece of text."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text and what became of it."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Diff:
    """All pieces in order: without the added ones the old text, without the removed the new."""

    pieces: tuple[Piece, ...] = ()
    words_removed: int = 0
    words_added: int = 0

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return all(piece.kind is Kind.SAME for piece in self.pieces)


def diff(old: str, new: str) -> Diff:
    """What differs between two texts."""
    pieces = tuple(_merged(_differences(old, new, 0)))
    return Diff(
        pieces,
        sum(_words(piece.text) for piece in pieces if piece.kind is Kind.REMOVED),
        sum(_words(piece.text) for piece in pieces if piece.kind is Kind.ADDED),
    )


def _words(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in _WORD.findall(text))


def _differences(old: str, new: str, level: int) -> Iterator[Piece]:
    if old == new:
        yield from _piece(Kind.SAME, old)
        return
    if not old or not new:
        yield from _replaced(old, new)
        return
    a: list[str] = _LEVELS[level].findall(old)
    b: list[str] = _LEVELS[level].findall(new)
    kept = list(blocks(a, b))
    is_words = level + 1 == len(_LEVELS)
    if is_words and not _are_alike(a, b, kept):
        yield from _replaced(old, new)
        return
    for (end_a, end_b, size), (start_a, start_b, _) in pairwise(
        [(0, 0, 0), *kept, (len(a), len(b), 0)]
    ):
        yield from _piece(Kind.SAME, "".join(a[end_a : end_a + size]))
        gone, come = a[end_a + size : start_a], b[end_b + size : start_b]
        if gone and come and not is_words:
            for one, other in _paired(gone, come):
                yield from _differences(one, other, level + 1)
        else:
            yield from _replaced("".join(gone), "".join(come))


def _paired(gone: Sequence[str], come: Sequence[str]) -> Iterator[tuple[str, str]]:
    """As many lines or sentences for as many others: one for one. Else all for all."""
    if len(gone) == len(come):
        yield from zip(gone, come, strict=True)
    else:
        yield "".join(gone), "".join(come)


def _piece(kind: Kind, text: str) -> Iterator[Piece]:
    if text:
        yield Piece(kind, text)


def _replaced(gone: str, come: str) -> Iterator[Piece]:
    yield from _piece(Kind.REMOVED, gone)
    yield from _piece(Kind.ADDED, come)


def _are_alike(a: Sequence[str], b: Sequence[str], blocks: list[tuple[int, int, int]]) -> bool:
    """Whether enough stays that word by word reads better than as a whole."""
    kept = sum(
        len(word) for start, _, size in blocks for word in a[start : start + size] if word.strip()
    )
    longer = max(
        sum(len(word) for word in a if word.strip()), sum(len(word) for word in b if word.strip())
    )
    return kept >= _LEAST_ALIKE * longer


_Block = tuple[int, int, int]
"""Start in a, start in b, length of what is the same."""


def blocks(a: Sequence[Hashable], b: Sequence[Hashable]) -> Iterator[_Block]:
    """Stretches that stay, in order."""
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    if head:
        yield 0, 0, head
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    for start_a, start_b, size in _middle(middle_a, middle_b):
        yield start_a + head, start_b + head, size
    if tail:
        yield len(a) - tail, len(b) - tail, tail


def _middle(a: Sequence[Hashable], b: Sequence[Hashable]) -> Iterator[_Block]:
    if not a or not b:
        return
    in_a, in_b = Counter(a), Counter(b)
    if sum(count * in_b[word] for word, count in in_a.items()) <= _MOST_PAIRS:
        matcher = SequenceMatcher(None, a, b, autojunk=False)
        yield from ((start, other, size) for start, other, size in matcher.get_matching_blocks())
        return
    anchors = _anchors(a, b, {word for word in in_a if in_a[word] == in_b[word] == 1})
    if not anchors:
        return
    at_a = at_b = 0
    for start_a, start_b in [*anchors, (len(a), len(b))]:
        if start_a < at_a or start_b < at_b:
            continue
        for block_a, block_b, size in blocks(a[at_a:start_a], b[at_b:start_b]):
            yield block_a + at_a, block_b + at_b, size
        if start_a < len(a):
            yield start_a, start_b, 1
        at_a, at_b = start_a + 1, start_b + 1


def _anchors(
    a: Sequence[Hashable], b: Sequence[Hashable], once: set[Hashable]
) -> list[tuple[int, int]]:
    """Places of what stands once on either side, as many as keep their order (patience)."""
    where = {word: index for index, word in enumerate(b) if word in once}
    pairs = [(index, where[word]) for index, word in enumerate(a) if word in where]
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, index) in enumerate(pairs):
        at = bisect_left(tops, index)
        before.append(ends[at - 1] if at else -1)
        if at == len(tops):
            tops.append(index)
            ends.append(number)
        else:
            tops[at], ends[at] = index, number
    found: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


@dataclass(slots=True)
class _Run:
    """What stays, and then what goes and what comes in its place."""

    same: str = ""
    gone: str = ""
    come: str = ""

    @property
    def change(self) -> int:
        return max(len(self.gone), len(self.come))


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours of one kind as one; between two that stay, what goes before what comes.

    A word that only happens to stay between two longer changes is part of them.
    """
    runs = [_Run()]
    for piece in pieces:
        if piece.kind is Kind.SAME:
            if runs[-1].change:
                runs.append(_Run())
            runs[-1].same += piece.text
        elif piece.kind is Kind.REMOVED:
            runs[-1].gone += piece.text
        else:
            runs[-1].come += piece.text
    kept: list[_Run] = []
    for run in runs:
        if kept and run.change and _happens_to_stay(run.same, kept[-1].change, run.change):
            kept[-1].gone += run.same + run.gone
            kept[-1].come += run.same + run.come
        else:
            kept.append(run)
    for run in kept:
        yield from _piece(Kind.SAME, run.same)
        yield from _replaced(run.gone, run.come)


def _happens_to_stay(same: str, before: int, after: int) -> bool:
    return "\n" not in same and len(same) <= _SHORT and len(same) <= min(before, after)
