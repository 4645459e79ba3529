"""Which memories hold which keywords, and how often: what a keyword search looks up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from inspector.systems.openvault.retrieval.columns import differing

Words = Sequence[str]
"""Keywords of a memory, each as often as it stands there."""


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """Where a keyword stands.

    Attributes:
        places: of the memories that hold it, in no order.
        kinds: of each of these, the number of its kind in `Postings.kinds`.
    """

    places: list[int]
    kinds: list[int]


_NOWHERE = Held([], [])


@dataclass(frozen=True, eq=False)
class Postings:
    """The keywords of all memories of a document, by keyword; never changed once made.

    Attributes:
        words: of each memory.
        lengths: how many keywords each memory has, repeated ones counted each time.
        held: where each keyword stands.
        kinds: how often a keyword stands in a memory of how many keywords, and the number of
            this kind: a hundred thousand postings are of a few hundred kinds. Perhaps some that
            are no more.
    """

    words: Sequence[Words]
    lengths: Sequence[int]
    held: Mapping[str, Held]
    kinds: Mapping[tuple[int, int], int]

    def where(self, token: str) -> Held:
        """Where a keyword stands."""
        return self.held.get(token, _NOWHERE)


def postings_of(words: Sequence[Words], before: Postings | None = None) -> Postings:
    """The keywords of some memories.

    Args:
        words: of each memory.
        before: those of the memories as they were, which is given back where none differs.
    """
    if before is None or len(before.words) != len(words):
        return _made(words)
    if before.words is words:
        return before
    changed = [
        index for index in differing(before.words, words) if before.words[index] != words[index]
    ]
    return _changed(before, words, changed) if changed else before


def _made(words: Sequence[Words]) -> Postings:
    lengths = list(map(len, words))
    kinds: dict[tuple[int, int], int] = {}
    numbered: list[tuple[int, int]] = []
    held: dict[str, Held] = {}

    def number_of(kind: tuple[int, int]) -> int:
        if kind not in kinds:
            kinds[kind] = len(numbered)
            numbered.append(kind)
        return kinds[kind]

    for index, (each, length) in enumerate(zip(words, lengths, strict=True)):
        once = number_of((1, length))
        for word in each:
            there = held.get(word)
            if there is None:
                held[word] = Held([index], [once])
            elif there.places[-1] != index:
                there.places.append(index)
                there.kinds.append(once)
            else:
                occurrences, _ = numbered[there.kinds[-1]]
                there.kinds[-1] = number_of((occurrences + 1, length))
    return Postings(words, lengths, held, kinds)


def _changed(before: Postings, words: Sequence[Words], changed: Iterable[int]) -> Postings:
    lengths, held, kinds = list(before.lengths), dict(before.held), dict(before.kinds)
    for index in changed:
        length = lengths[index] = len(words[index])
        for word in set(before.words[index]):
            rest = _without(held.pop(word), index)
            if rest.places:
                held[word] = rest
        for word, occurrences in Counter(words[index]).items():
            there = held.get(word, _NOWHERE)
            kind = kinds.setdefault((occurrences, length), len(kinds))
            held[word] = Held([*there.places, index], [*there.kinds, kind])
    return Postings(words, lengths, held, kinds)


def _without(there: Held, location: int) -> Held:
    rest = [other != location for other in there.places]
    return Held(list(compress(there.places, rest)), list(compress(there.kinds, rest)))


@dataclass(frozen=True)
class Subset:
    """Some of the memories.

    Attributes:
        size: how many.
        mask: a byte for each memory, 1 for one of these; None where they are all.
    """

    size: int
    mask: bytes | None = None

    def counted(self, places: Sequence[int]) -> int:
        """How many of these memories stand at some places."""
        mask = self.mask
        return len(places) if mask is None else sum([mask[index] for index in places])

    def total(self, values: Sequence[int]) -> int:
        """The sum of these memories' values."""
        return sum(values if self.mask is None else compress(values, self.mask))

    def holds(self, index: int) -> bool:
        """Whether the memory at a place is one of them."""
        return self.mask is None or bool(self.mask[index])


def subset_of(places: Sequence[int], every: int) -> Subset:
    """Those of the memories that stand at some places, each named once.

    Args:
        places: of these.
        every: how many memories there are.
    """
    if len(places) == every:
        return Subset(every)
    mask = bytearray(every)
    for index in places:
        mask[index] = 1
    return Subset(len(places), bytes(mask))
