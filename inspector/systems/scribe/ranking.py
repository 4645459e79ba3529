"""In which order items are offered, and which are not offered at all."""

import heapq
import struct
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.core.items import Item, ItemKind
from inspector.core.sources import Sources
from inspector.sillytavern.server_times import days_between
from inspector.systems.scribe.gates import BELOW, DISABLED, LIMIT

FORCED_SCORE = 1.0
"""The score of a constant entry."""


class Ranked(NamedTuple):
    """An item in its place.

    Attributes:
        item: what is ranked.
        score: how near it is to the query.
        composite: what it is ranked by.
        gate: why it is not offered; None if it is.
        recency: how fresh it counts; None where that plays no part.
    """

    item: Item
    score: float
    composite: float
    gate: str | None = None
    recency: float | None = None


@dataclass(frozen=True)
class Scoring:
    """Where scores come from.

    Attributes:
        sources: pinned and given scores.
        found: what BM25 found, by item key.
        forced: whether a constant entry without a score by hand has 1.
    """

    sources: Sources
    found: Mapping[str, float]
    forced: bool = True

    @property
    def depends_on(self) -> object:
        """Equal for scorings that give every item the same score."""
        return self.sources.scores, self.sources.pinned, self.found, self.forced

    def score(self, item: Item) -> float:
        """The score of one item (specs/as-designed.md §5)."""
        given, pinned = self.sources.scores, self.sources.pinned
        if item.key in pinned:
            return pinned[item.key]
        if given is not None:
            for name in (item.key, item.id):
                if name in given.values:
                    return given.values[name]
        if item.is_constant and (self.forced or given is not None):
            return FORCED_SCORE
        return 0.0 if given is not None else self.found.get(item.key, 0.0)


def designed_ranking(
    items: Iterable[Item],
    scoring: Scoring,
    limits: Mapping[ItemKind, int],
    threshold: float,
) -> list[Ranked]:
    """Constant entries first, then by score; equal scores keep file order."""
    left = dict(limits)
    ranked: list[Ranked] = []
    scored = ((scoring.score(item), item) for item in items)
    for score, item in sorted(scored, key=lambda pair: (not pair[1].is_constant, -pair[0])):
        gate = None
        if not item.enabled:
            gate = DISABLED
        elif not item.is_constant:
            left[item.kind] -= 1
            if left[item.kind] < 0:
                gate = LIMIT
            elif threshold > 0 and score < threshold:
                gate = BELOW
        ranked.append(Ranked(item, score, score, gate))
    return ranked


_TYPE_WEIGHTS = {
    ItemKind.CONSTANT: 1.0,
    ItemKind.LOREBOOK: 1.0,
    ItemKind.CHRONICLE: 1.2,
    ItemKind.CHAT: 0.8,
}
_LOREBOOK_RECENCY = 0.8


@dataclass(frozen=True)
class ReleasedRanking:
    """The order of specs/scribe.md §3.3 and §3.4.

    Attributes:
        scoring: the vector scores.
        limits: how many are found at most, by kind; constant entries are found as entries.
        now: the present, in milliseconds since 1970; None if unknown.
        twice: whether a constant entry that is found stands twice.
        outranked: whether other items can rank before constant entries.
    """

    scoring: Scoring
    limits: Mapping[ItemKind, int]
    now: float | None
    twice: bool
    outranked: bool

    @property
    def depends_on(self) -> object:
        """Equal for rankings that put the same items into the same order."""
        return self.scoring.depends_on, self.limits, self.now, self.twice, self.outranked

    def lore(self, items: Sequence[Item]) -> list[Ranked]:
        """Entries and events as they are found."""
        entries = [item for item in items if item.kind is not ItemKind.CHRONICLE]
        events = [item for item in items if item.kind is ItemKind.CHRONICLE]
        return [*self._entries(entries), *self._found(events, ItemKind.CHRONICLE)]

    def chat(self, pieces: Iterable[Item]) -> list[Ranked]:
        """Pieces of the chat as they are found; the others are left out."""
        best = heapq.nlargest(self.limits[ItemKind.CHAT], pieces, key=self.scoring.score)
        return self._found(best, ItemKind.CHAT)

    def merged(
        self, lore: Iterable[Ranked], chat: Iterable[Ranked], kept: Container[int | None]
    ) -> list[Ranked]:
        """All that was found, in order.

        Args:
            lore: entries and events.
            chat: pieces of the chat.
            kept: the messages that the history holds; their pieces are left out.
        """
        rows = [*lore, *(row for row in chat if row.item.message not in kept)]
        guaranteed = not self.outranked
        # Sorting is stable: of equals the order in which they were found stays.
        rows.sort(key=lambda row: (guaranteed and not row.item.is_constant, -row.composite))
        return rows

    def _entries(self, entries: Sequence[Item]) -> list[Ranked]:
        """What the vector search finds, and every constant entry with its score forced."""
        found = self._found(entries, ItemKind.LOREBOOK)
        offered = [row for row in found if row.gate is None]
        constants = [self._row(one, FORCED_SCORE) for one in entries if one.is_constant]
        constants = [row for row in constants if row.item.enabled]
        if not self.twice:
            offered = [row for row in offered if not row.item.is_constant]
        merged = sorted([*offered, *constants], key=lambda row: -row.score)
        forced = {row.item for row in constants}
        return [*merged, *(row for row in found if row.gate and row.item not in forced)]

    def _found(self, items: Sequence[Item], kind: ItemKind) -> list[Ranked]:
        rows = [self._row(item, self.scoring.score(item)) for item in items]
        rows.sort(key=lambda row: -row.score)
        left = self.limits[kind]
        gated: list[Ranked] = []
        for row in rows:
            gate = DISABLED
            if row.item.enabled:
                left -= 1
                gate = LIMIT if left < 0 else None
            gated.append(row if gate is None else row._replace(gate=gate))
        return gated

    def _row(self, item: Item, score: float) -> Ranked:
        recency = self._recency(item)
        return Ranked(item, score, composite(score, recency, item.kind), None, recency)

    def _recency(self, item: Item) -> float:
        days = days_between(item.created, self.now)
        if item.kind is ItemKind.CHRONICLE:
            return max(0.1, single(1 / single(1 + single(days / 30))))
        if item.kind is ItemKind.CHAT:
            return max(0.2, single(1 / single(1 + single(days / 7))))
        return _LOREBOOK_RECENCY


_SINGLE = struct.Struct("f")


def single(number: float) -> float:
    """A number in single precision, in which the server computes."""
    try:
        return _SINGLE.unpack(_SINGLE.pack(number))[0]
    except OverflowError:
        return 0.0


_NEARNESS = single(0.6)
_BONUS = {
    kind: single(single(0.15) * single(single(weight) - 1))
    for kind, weight in _TYPE_WEIGHTS.items()
}


def composite(score: float, recency: float, kind: ItemKind) -> float:
    """0.6 × score + 0.25 × recency + 0.15 × (type − 1), each step in single precision."""
    nearness = single(_NEARNESS * single(score))
    freshness = single(0.25 * single(recency))
    return single(single(nearness + freshness) + _BONUS[kind])
