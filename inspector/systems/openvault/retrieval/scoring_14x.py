"""The scores of many memories in releases 1.41 and 1.44 (specs/openvault.md §6.2), in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, count
from math import exp, inf
from operator import mul

from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.bm25 import Search
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.existing import Existing, gather
from inspector.systems.openvault.retrieval.facts import Facts14x
from inspector.systems.openvault.retrieval.order import trusted
from inspector.systems.openvault.retrieval.scores import (
    faded,
    floored_14x,
    totals_14x,
    vector_share,
)
from inspector.systems.openvault.retrieval.settings import Settings14x
from inspector.systems.openvault.retrieval.vectors import QueryVector, similarity


@dataclass(frozen=True, eq=False)
class Scoring14x:
    """What the scores of some memories are made of; all columns are in their order.

    Attributes:
        indexes: of the memories in the document.
        importances: as the releases read them.
        rates: at which they fade, negated.
        latest: the sources from which their distance is counted.
        critical: which of them never fall below the floor.
        bonuses: what likeness to the query vector adds, by number, where it adds something.
        length: messages in the chat.
        settings: the releases'.
        search: for their keywords.
    """

    indexes: Sequence[int]
    importances: Sequence[float]
    rates: Sequence[float]
    latest: Sequence[float]
    critical: Sequence[bool]
    bonuses: Mapping[int, float]
    length: int
    settings: Settings14x
    search: Search

    def exact(self, numbers: Sequence[int]) -> Sequence[float]:
        """The scores of some of the memories, by their numbers."""
        columns = self.importances, self.rates, self.latest, self.critical, self.indexes
        importances, rates, latest, critical, indexes = map(gather(numbers), columns)
        bases = faded(importances, rates, latest, self.length)
        floored = floored_14x(bases, critical, self.settings)
        for order, number in enumerate(numbers) if self.bonuses else ():
            floored[order] += self.bonuses.get(number, 0.0)
        return totals_14x(floored, self.search.of(indexes), self.settings)

    def nearly(self) -> Sequence[float] | None:
        """The scores of all but for the last digits; None where these tell (see `Order`)."""
        weight, floor, length = (
            self.settings.keyword_weight,
            self.settings.critical_floor,
            self.length,
        )
        if not (0 <= weight < inf and abs(floor) < inf and self.search.is_short):
            return None
        distances = [0 if latest > length else length - latest for latest in self.latest]
        try:
            left = list(map(mul, self.importances, map(exp, map(mul, self.rates, distances))))
        except OverflowError:
            return None
        if not trusted(left, [*self.bonuses.values()]):
            return None
        for number in compress(count(), self.critical):
            left[number] = max(left[number], floor)
        for number, bonus in self.bonuses.items():
            left[number] += bonus
        raw = self.search.nearly
        totals = [base + keywords * weight for base, keywords in zip(left, raw, strict=True)]
        return totals if trusted(totals) else None


def scoring_14x(
    existing: Existing[Facts14x],
    places: Sequence[int],
    length: int,
    settings: Settings14x,
    search: Search,
    vector: QueryVector | None,
) -> Scoring14x:
    """The scoring of the memories at some places.

    Args:
        existing: the memories that exist.
        places: of those that are scored.
        length: messages in the chat.
        settings: the releases'.
        search: for their keywords.
        vector: the query vector, where the release asks for one.

    Raises:
        ReleaseThrowsError: T16.
    """
    base_lambda, indexes = settings.base_lambda, existing.indexes_at(places)
    columns = (
        existing.every_one("importance", lambda facts: facts.importance),
        existing.every_one(("rate", base_lambda), lambda facts: -facts.rate(base_lambda)),
        existing.every_one("highest_source", lambda facts: facts.highest_source),
        existing.every_one("is_critical", lambda facts: facts.is_critical),
    )
    importances, rates, latest, critical = map(gather(indexes), columns)
    bonuses = {} if vector is None else _bonuses(existing, indexes, vector, settings)
    return Scoring14x(
        indexes, importances, rates, latest, critical, bonuses, length, settings, search
    )


def _bonuses(
    existing: Existing[Facts14x],
    indexes: Sequence[int],
    vector: QueryVector,
    settings: Settings14x,
) -> dict[int, float]:
    """What likeness to the query vector adds, by number, where it adds something."""

    def likenesses(some: Sequence[Memory]) -> Sequence[float]:
        return [similarity(memory, vector, single=False) for memory in some]

    alike, threshold = (
        existing.whole(("similarity", Same(vector.numbers)), likenesses),
        settings.vector_threshold,
    )
    shares = {
        number: vector_share(alike[index], threshold)
        for number, index in enumerate(indexes)
        if alike[index] > threshold
    }
    return {n: share * settings.vector_weight for n, share in shares.items() if share is not None}
