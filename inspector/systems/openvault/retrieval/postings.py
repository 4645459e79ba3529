"""Which memories hold which keywords, and how often: what a keyword search looks up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import ne

from inspector.core.cached import cached_property
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


@dataclass(frozen=True, eq=False, slots=True)
class Entries:
    """Keywords by memory: an entry is a keyword of one kind, and many memories share it.

    Attributes:
        numbers: of the entries, by keyword and by kind.
        by_memory: numbers of the entries of each memory.
        total: how many entries there are.
    """

    numbers: Mapping[str, Mapping[int, int]]
    by_memory: Sequence[Sequence[int]]
    total: int


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

    @cached_property
    def entries(self) -> "Entries":
        """The same by memory."""
        numbers: dict[str, dict[int, int]] = {}
        by_memory: list[list[int]] = [[] for _ in self.words]
        total = 0
        for word, there in self.held.items():
            kinds = sorted(set(there.kinds))
            known = numbers[word] = dict(zip(kinds, range(total, total + len(kinds)), strict=True))
            total += len(kinds)
            for index, kind in zip(there.places, there.kinds, strict=True):
                by_memory[index].append(known[kind])
        return Entries(numbers, by_memory, total)


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
        return len(places) if mask is None else sum(map(mask.__getitem__, places))

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


_MOST_FREQUENCIES = 4096
_FEW = 256


@dataclass(frozen=True, eq=False)
class Frequencies:
    """In how many of some memories keywords stand.

    Attributes:
        postings: the keywords of all memories.
        documents: the memories.
        counts: by keyword, of all that were asked for lately.
    """

    postings: Postings
    documents: Subset
    counts: Mapping[str, int]


def frequencies_of(
    postings: Postings,
    documents: Subset,
    wanted: Iterable[str],
    before: Frequencies | None = None,
) -> Frequencies:
    """In how many of some memories each of some keywords stands.

    Args:
        postings: the keywords of all memories.
        documents: the memories.
        wanted: the keywords.
        before: what is known of almost the same memories: where an end is dragged, a few come or
            go, and only their words are looked at.
    """
    counts = {} if before is None else _moved(before, postings, documents)
    for token in wanted:
        if token not in counts:
            counts[token] = documents.counted(postings.where(token).places)
    return Frequencies(postings, documents, counts)


def _moved(before: Frequencies, postings: Postings, documents: Subset) -> dict[str, int]:
    """The counts of before for some other memories; empty where too much differs."""
    was, now = before.documents.mask, documents.mask
    if before.postings is not postings or len(before.counts) > _MOST_FREQUENCIES:
        return {}
    every = b"\1" * len(postings.words)
    was, now = was or every, now or every
    changed = list(compress(count(), map(ne, was, now)))
    if len(changed) > _FEW:
        return {}
    counts = dict(before.counts)
    for index in changed:
        step = now[index] - was[index]
        for word in counts.keys() & set(postings.words[index]):
            counts[word] += step
    return counts
