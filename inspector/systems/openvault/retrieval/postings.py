"""Which memories hold which keywords, and how often: what a keyword search looks up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from inspector.systems.openvault.retrieval.columns import differing

Terms = Mapping[str, int]
"""Keywords of a memory and how often each stands there."""


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
        terms: of each memory.
        lengths: how many keywords each memory has, repeated ones counted each time.
        held: where each keyword stands.
        kinds: how often a keyword stands in a memory of how many keywords, and the number of
            this kind: a hundred thousand postings are of a few hundred kinds. Perhaps some that
            are no more.
    """

    terms: Sequence[Terms]
    lengths: Sequence[int]
    held: Mapping[str, Held]
    kinds: Mapping[tuple[int, int], int]

    def where(self, token: str) -> Held:
        """Where a keyword stands."""
        return self.held.get(token, _NOWHERE)


def postings_of(terms: Sequence[Terms], before: Postings | None = None) -> Postings:
    """The keywords of some memories.

    Args:
        terms: of each memory.
        before: those of the memories as they were, which is given back where none differs.
    """
    if before is None or len(before.terms) != len(terms):
        return _made(terms)
    changed = [
        index for index in differing(before.terms, terms) if before.terms[index] != terms[index]
    ]
    return _changed(before, terms, changed) if changed else before


def _made(terms: Sequence[Terms]) -> Postings:
    lengths = [sum(each.values()) for each in terms]
    kinds: dict[tuple[int, int], int] = {}
    held: dict[str, Held] = {}
    for index, (each, length) in enumerate(zip(terms, lengths, strict=True)):
        # Nearly every keyword of a memory stands there as often as the one before.
        last, kind = 0, 0
        for token, occurrences in each.items():
            if occurrences != last:
                kind = kinds.setdefault((occurrences, length), len(kinds))
                last = occurrences
            there = held.get(token)
            if there is None:
                held[token] = Held([index], [kind])
            else:
                there.places.append(index)
                there.kinds.append(kind)
    return Postings(terms, lengths, held, kinds)


def _changed(before: Postings, terms: Sequence[Terms], changed: Iterable[int]) -> Postings:
    lengths, held, kinds = list(before.lengths), dict(before.held), dict(before.kinds)
    for index in changed:
        length = lengths[index] = sum(terms[index].values())
        for token in before.terms[index]:
            rest = _without(held.pop(token), index)
            if rest.places:
                held[token] = rest
        for token, occurrences in terms[index].items():
            there = held.get(token, _NOWHERE)
            kind = kinds.setdefault((occurrences, length), len(kinds))
            held[token] = Held([*there.places, index], [*there.kinds, kind])
    return Postings(terms, lengths, held, kinds)


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
