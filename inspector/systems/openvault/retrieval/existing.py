"""The memories that exist at a moment, as one family of releases reads them."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from types import NoneType
from typing import Any, Generic, TypeVar

from inspector.core.cached import cached_property
from inspector.core.javascript import truthy
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.facts import (
    NAMES,
    REGULAR,
    Facts,
    all_regular,
    people_of,
    stored_words,
)
from inspector.systems.openvault.retrieval.postings import (
    Postings,
    Subset,
    Words,
    postings_of,
    subset_of,
)

_EQUAL_IS_SAME = frozenset[type]({bool, int, str, tuple})
AnyFacts = TypeVar("AnyFacts", bound=Facts)
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Existing(Generic[AnyFacts]):
    """The memories that exist at a moment; their place is that among these, in list order.

    Attributes:
        columns: what is known of the document's memories in this chat.
        of_memories: what is known of them alone.
        every: all of the document's memories.
        indexes: of those that exist, ascending; a range where all do.
        facts_of: how the family reads one.
        stores_keywords: whether the family keeps keywords with a memory, and packed embeddings,
            as 26 does.
    """

    columns: Columns
    of_memories: Columns
    every: tuple[Memory, ...]
    indexes: Sequence[int]
    facts_of: Callable[[Memory], AnyFacts]
    stores_keywords: bool = False

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
        """A value for each of the document's memories, which the chat's messages decide, too.

        See `Columns.column`.
        """
        return self.columns.column((self.facts_of, key), self.every, make)

    def of_each(
        self, key: Hashable, make: Callable[[Sequence[Memory]], Sequence[Value]]
    ) -> Sequence[Value]:
        """A value for each of the document's memories, which that memory alone decides."""
        return self.of_memories.column((self.facts_of, key), self.every, make)

    def column(
        self, key: Hashable, make: Callable[[Sequence[Memory]], Sequence[Value]]
    ) -> Sequence[Value]:
        """A value for each memory that exists, by place."""
        return self.at_places(self.whole(key, make))

    def every_stored(self, key: str, read: Callable[[object], Value]) -> Sequence[Value]:
        """What is read from the value that each of the document's memories stores under a key.

        Args:
            key: a key of the stored objects.
            read: gives the same for equal values of one type; None stands for what is absent.
        """
        return self.of_each(
            (key, read), lambda some: read_each([memory.record.get(key) for memory in some], read)
        )

    def each_stored(self, key: str, read: Callable[[object], Value]) -> Sequence[Value]:
        """The same of each memory that exists, by place."""
        return self.at_places(self.every_stored(key, read))

    def every_one(self, name: Hashable, read: Callable[[AnyFacts], Value]) -> Sequence[Value]:
        """What is read from each of the document's memories.

        Args:
            name: names what `read` does.
            read: reads it from the facts of one memory.
        """
        return self.of_each(name, lambda some: list(map(read, map(self.facts_of, some))))

    def each(self, name: Hashable, read: Callable[[AnyFacts], Value]) -> Sequence[Value]:
        """What is read from each memory that exists, by place; see `every_one`."""
        return self.at_places(self.every_one(name, read))

    def facts(self, location: int) -> AnyFacts:
        """The facts of the memory at a place."""
        return self.facts_of(self.every[self.indexes[location]])

    @cached_property
    def identities(self) -> Sequence[object]:
        """Equal for two memories whose ids JavaScript takes for the same, by place."""
        return self.at_places(self.every_identity)

    @property
    def are_distinct(self) -> bool:
        """Whether JavaScript takes no two of the document's memories for the same by their ids."""
        every = self.every_identity
        distinct = self.of_memories.answer(("distinct", Same(every)), lambda: len(set(every)))
        return distinct == len(every)

    @cached_property
    def every_identity(self) -> Sequence[object]:
        """The same of each of the document's memories."""
        return self.of_each("identity", lambda some: _identities(some, self.facts_of))

    @cached_property
    def people(self) -> frozenset[str]:
        """Names of witnesses and who took part in any of them, in lower case."""
        people = (
            self.every_people
            if self._has_names_alone
            else self.every_one("scanned", lambda facts: facts.scanned)
        )
        firsts = self.of_memories.answer(("firsts", Same(people)), lambda: _firsts(people))
        if self._gather is None or all(map(self._has, firsts.values())):
            return frozenset(firsts)
        return frozenset[str]().union(*self.at_places(people))

    @cached_property
    def each_people(self) -> Sequence[frozenset[str]]:
        """Witnesses of each and who took part in it, in lower case, by place."""
        return self.at_places(self.every_people)

    @cached_property
    def every_people(self) -> Sequence[frozenset[str]]:
        """Witnesses of each of the document's memories and who took part in it, in lower case."""
        if self._has_names_alone:
            return self.of_each("people", lambda some: people_of([one.record for one in some]))
        return self.every_one("people", lambda facts: facts.people)

    @property
    def _has_names_alone(self) -> bool:
        """Whether nothing but names stands where names belong."""
        return not any(key in self._irregular for key in NAMES)

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

        fields = self.of_each("irregular", fields_of)
        return self.of_memories.answer(("irregular", Same(fields)), lambda: _by_field(fields))

    def _has(self, index: int) -> bool:
        location = bisect_left(self.indexes, index)
        return location < len(self.indexes) and self.indexes[location] == index

    @cached_property
    def _gather(self) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
        """Picks values by index; None where there is nothing to pick."""
        return None if isinstance(self.indexes, range) else gather(self.indexes)

    @cached_property
    def has_embedding(self) -> bool:
        """Whether any has an embedding stored that the release would look at, readable or not."""
        keys = ("embedding", "embedding_b64") if self.stores_keywords else ("embedding",)
        return any(any(self.each_stored(key, truthy)) for key in keys)

    @cached_property
    def postings(self) -> Postings:
        """The keywords of all the document's memories, existing or not."""
        words = self.of_each("words", self._words_of)
        key = ("postings", self.facts_of)
        return self.of_memories.grown(key, lambda before: postings_of(words, before))

    def _words_of(self, some: Sequence[Memory]) -> Sequence[Words]:
        stores = self.stores_keywords
        stored = stored_words([one.record for one in some]) if stores else [None] * len(some)
        found = zip(some, stored, strict=True)
        return [self.facts_of(one).words if words is None else words for one, words in found]

    def subset(self, places: Sequence[int]) -> Subset:
        """The memories at some places among all of the document's."""
        return subset_of(self.indexes_at(places), len(self.every))


def gather(indexes: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """What picks values by their indexes."""
    # With one index alone it would give the value itself.
    return itemgetter(*indexes) if len(indexes) > 1 else lambda values: [values[n] for n in indexes]


def read_each(values: Sequence[Hashable], read: Callable[[Any], Value]) -> list[Value]:
    """What is read from each of some values; of few different ones no more often than that.

    Args:
        values: decoded JSON, or tuples of what was read from such.
        read: gives the same for equal values of one type.
    """
    kinds = set(map(type, values))
    kinds.discard(NoneType)
    # Of one kind only: 1 and true are equal. There are -0 and many fractions.
    if len(kinds) > 1 or not kinds <= _EQUAL_IS_SAME:
        return list(map(read, values))
    found = {value: read(value) for value in set(values)}
    return [found[value] for value in values]


def _identities(some: Sequence[Memory], facts_of: Callable[[Memory], Facts]) -> Sequence[object]:
    ids = [memory.record.get("id") for memory in some]
    is_usual = {str}.issuperset(map(type, ids))
    return ids if is_usual else [facts_of(memory).identity for memory in some]


def _by_field(fields: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    if any(fields):
        for index, irregular in enumerate(fields):
            for field in irregular:
                found.setdefault(field, []).append(index)
    return found


def _firsts(people: Sequence[frozenset[str]]) -> dict[str, int]:
    """The first memory that each name stands in."""
    # Ten thousand memories name few different circles of people.
    circles = dict(zip(reversed(people), range(len(people) - 1, -1, -1), strict=True))
    firsts: dict[str, int] = {}
    for names, index in circles.items():
        for name in names:
            firsts[name] = min(index, firsts.get(name, index))
    return firsts
