"""The memories that exist at a moment, as one family of releases reads them."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic, TypeVar

from inspector.core.cached import cached_property
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.facts import NAMES, REGULAR, Facts, all_regular
from inspector.systems.openvault.retrieval.postings import Postings, Subset, postings_of, subset_of

AnyFacts = TypeVar("AnyFacts", bound=Facts)
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Existing(Generic[AnyFacts]):
    """The memories that exist at a moment; their place is that among these, in list order.

    Attributes:
        columns: what is known of the document's memories.
        every: all of the document's memories.
        indexes: of those that exist, ascending; a range where all do.
        facts_of: how the family reads one.
    """

    columns: Columns
    every: tuple[Memory, ...]
    indexes: Sequence[int]
    facts_of: Callable[[Memory], AnyFacts]

    def __len__(self) -> int:
        return len(self.indexes)

    def indexes_at(self, places: Sequence[int]) -> Sequence[int]:
        """Where the memories at some places stand in the document."""
        indexes = self.indexes
        return places if isinstance(indexes, range) else [indexes[index] for index in places]

    def at_places(self, values: Sequence[Value]) -> Sequence[Value]:
        """Values by place, of values of all the document's memories."""
        return values if self._gather is None else self._gather(values)

    def accepted(self, values: Sequence[Value], some: Sequence[Memory]) -> Sequence[Value]:
        """Of values of all the document's memories, those of some."""
        return values if some is self.every else [values[memory.index] for memory in some]

    def whole(
        self, key: Hashable, make: Callable[[Sequence[Memory]], Sequence[Value]]
    ) -> Sequence[Value]:
        """A value for each of the document's memories, see `Columns.column`."""
        return self.columns.column((self.facts_of, key), self.every, make)

    def column(
        self, key: Hashable, make: Callable[[Sequence[Memory]], Sequence[Value]]
    ) -> Sequence[Value]:
        """A value for each memory that exists, by place."""
        return self.at_places(self.whole(key, make))

    def every_one(self, name: Hashable, read: Callable[[AnyFacts], Value]) -> Sequence[Value]:
        """What is read from each of the document's memories.

        Args:
            name: names what `read` does.
            read: reads it from the facts of one memory.
        """
        facts_of, every = self.facts_of, self.every
        return self.whole(
            name,
            lambda some: list(
                map(read, self._every_facts if some is every else map(facts_of, some))
            ),
        )

    @cached_property
    def _every_facts(self) -> Sequence[AnyFacts]:
        """The facts of each of the document's memories."""
        return list(map(self.facts_of, self.every))

    def each(self, name: Hashable, read: Callable[[AnyFacts], Value]) -> Sequence[Value]:
        """What is read from each memory that exists, by place; see `every_one`."""
        return self.at_places(self.every_one(name, read))

    @cached_property
    def facts(self) -> Sequence[AnyFacts]:
        """The facts of each, by place."""
        return self.each("facts", lambda facts: facts)

    @cached_property
    def people(self) -> frozenset[str]:
        """Names of witnesses and who took part in any of them, in lower case."""
        people = (
            self.every_one("scanned", lambda facts: facts.scanned)
            if any(key in self._irregular for key in NAMES)
            else self.every_one("people", lambda facts: facts.people)
        )
        firsts = self.columns.answer(("firsts", Same(people)), lambda: _firsts(people))
        if self._gather is None or all(map(self._has, firsts.values())):
            return frozenset(firsts)
        return frozenset[str]().union(*self.at_places(people))

    def irregular(self, *fields: str, places: Iterable[int] | None = None) -> Sequence[Memory]:
        """Those of the memories, or of some, with a field of no shape that releases write."""
        odd = {index for field in fields for index in self._irregular.get(field, ())}
        if not odd:
            return ()
        odd &= frozenset(self.indexes if places is None else self.indexes_at(list(places)))
        return [self.every[index] for index in sorted(odd)]

    @cached_property
    def _irregular(self) -> Mapping[str, Sequence[int]]:
        """Indexes of all the document's memories with an irregular field, by field."""
        facts_of = self.facts_of

        def fields_of(some: Sequence[Memory]) -> Sequence[frozenset[str]]:
            if all_regular([memory.record for memory in some]):
                return [REGULAR] * len(some)
            return [facts_of(memory).irregular for memory in some]

        fields = self.whole("irregular", fields_of)
        return self.columns.answer(("irregular", Same(fields)), lambda: _by_field(fields))

    def _has(self, index: int) -> bool:
        location = bisect_left(self.indexes, index)
        return location < len(self.indexes) and self.indexes[location] == index

    @cached_property
    def _gather(self) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
        """Picks values by index; None where there is nothing to pick."""
        indexes = self.indexes
        if isinstance(indexes, range):
            return None
        # With one index alone it would give the value itself.
        return (
            itemgetter(*indexes)
            if len(indexes) > 1
            else lambda values: [values[n] for n in indexes]
        )

    @cached_property
    def has_embedding(self) -> bool:
        """Whether any has an embedding stored that the release would look at."""
        return any(self.each("has_embedding", lambda facts: facts.has_embedding))

    @cached_property
    def postings(self) -> Postings:
        """The keywords of all the document's memories, existing or not."""
        terms = self.every_one("terms", lambda facts: facts.terms)
        key = ("postings", self.facts_of)
        return self.columns.grown(key, lambda before: postings_of(terms, before))

    def subset(self, places: Sequence[int]) -> Subset:
        """The memories at some places among all of the document's."""
        return subset_of(self.indexes_at(places), len(self.every))


def _by_field(fields: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    if any(fields):
        for index, irregular in enumerate(fields):
            for field in irregular:
                found.setdefault(field, []).append(index)
    return found


def _firsts(people: Sequence[frozenset[str]]) -> dict[str, int]:
    """The first memory that each name stands in."""
    firsts: dict[str, int] = {}
    for index, names in enumerate(people):
        for name in names:
            firsts.setdefault(name, index)
    return firsts
