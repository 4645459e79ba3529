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
        place for place in differing(before.terms, terms) if before.terms[place] != terms[place]
    ]
    return _changed(before, terms, changed) if changed else before


def _made(terms: Sequence[Terms]) -> Postings:
    lengths = [sum(each.values()) for each in terms]
    kinds: dict[tuple[int, int], int] = {}
    held: dict[str, Held] = {}
    for place, (each, length) in enumerate(zip(terms, lengths, strict=True)):
        # Nearly every keyword of a memory stands there as often as the one before.
        last, kind = 0, 0
        for token, occurrences in each.items():
            if occurrences != last:
                kind = kinds.setdefault((occurrences, length), len(kinds))
                last = occurrences
            there = held.get(token)
            if there is None:
                held[token] = Held([place], [kind])
            else:
                there.places.append(place)
                there.kinds.append(kind)
    return Postings(terms, lengths, held, kinds)


def _changed(before: Postings, terms: Sequence[Terms], changed: Iterable[int]) -> Postings:
    lengths, held, kinds = list(before.lengths), dict(before.held), dict(before.kinds)
    for place in changed:
        length = lengths[place] = sum(terms[place].values())
        for token in before.terms[place]:
            others = _without(held.pop(token), place)
            if others.places:
                held[token] = others
        for token, occurrences in terms[place].items():
            there = held.get(token, _NOWHERE)
            kind = kinds.setdefault((occurrences, length), len(kinds))
            held[token] = Held([*there.places, place], [*there.kinds, kind])
    return Postings(terms, lengths, held, kinds)


def _without(there: Held, place: int) -> Held:
    others = [other != place for other in there.places]
    return Held(list(compress(there.places, others)), list(compress(there.kinds, others)))


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
        return len(places) if mask is None else sum([mask[place] for place in places])

    def total(self, values: Sequence[int]) -> int:
        """The sum of these memories' values."""
        return sum(values if self.mask is None else compress(values, self.mask))

    def holds(self, place: int) -> bool:
        """Whether the memory at a place is one of them."""
        return self.mask is None or bool(self.mask[place])


def subset_of(places: Sequence[int], every: int) -> Subset:
    """Those of the memories that stand at some places, each named once.

    Args:
        places: of these.
        every: how many memories there are.
    """
    if len(places) == every:
        return Subset(every)
    mask = bytearray(every)
    for place in places:
        mask[place] = 1
    return Subset(len(places), bytes(mask))
