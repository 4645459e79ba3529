"""The scores of many memories in release 26 (specs/openvault.md §6.3), in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from operator import mul

from inspector.systems.openvault.retrieval.existing import gather
from inspector.systems.openvault.retrieval.order import trusted
from inspector.systems.openvault.retrieval.scores import (
    CRITICAL,
    CRITICAL_FLOOR_26,
    faded,
    floored_26,
    keyword_weight_26,
    totals_26,
)
from inspector.systems.openvault.retrieval.settings import Settings26


@dataclass(frozen=True, eq=False)
class Scoring26:
    """What the scores of some memories are made of; all columns are in their order.

    Attributes:
        importances: as the release reads them.
        rates: at which they fade, negated.
        latest: the sources from which their distance is counted.
        shares: keyword scores as shares of the best one's.
        frequencies: how much more each counts for having been mentioned again.
        known: whole scores by number: of reflections, and of what is like the query vector.
        length: messages in the chat.
        settings: the release's.
    """

    importances: Sequence[float]
    rates: Sequence[float]
    latest: Sequence[float]
    shares: Sequence[float]
    frequencies: Sequence[float]
    known: Mapping[int, float]
    length: int
    settings: Settings26

    def exact(self, numbers: Sequence[int]) -> Sequence[float]:
        """The scores of some of the memories, by their numbers."""
        columns = self.importances, self.rates, self.latest, self.shares, self.frequencies
        importances, rates, latest, shares, frequencies = map(gather(numbers), columns)
        floored = floored_26(faded(importances, rates, latest, self.length), importances)
        totals = totals_26(floored, shares, frequencies, self.settings)
        if not self.known:
            return totals
        known = self.known
        return [known.get(number, total) for number, total in zip(numbers, totals, strict=True)]

    def nearly(self) -> Sequence[float] | None:
        """The scores of all but for the last digits; None where these tell (see `Order`)."""
        length, weight = self.length, keyword_weight_26(self.settings)
        distances = [0 if latest > length else length - latest for latest in self.latest]
        try:
            left = list(map(mul, self.importances, map(exp, map(mul, self.rates, distances))))
        except OverflowError:
            return None
        # No importance is below 0, and what is no number makes its total none.
        parts = weight, min(self.shares, default=0), min(self.frequencies, default=0)
        if not (weight < inf and min(parts) >= 0):
            return None
        for number, importance in enumerate(self.importances):
            if importance == CRITICAL:
                left[number] = max(left[number], CRITICAL_FLOOR_26)
        columns = zip(left, self.shares, self.frequencies, strict=True)
        totals = [(base + weight * share) * frequency for base, share, frequency in columns]
        for number, total in self.known.items():
            totals[number] = total
        return totals if trusted(totals) else None
