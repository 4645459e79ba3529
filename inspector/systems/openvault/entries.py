"""Memories in columns, as a release's formatter reads them.

A release's own formatter takes some ten milliseconds for ten thousand memories; one object a
memory alone would take longer here. Where all memories have the shapes that releases write, a
column is read at once; else each memory by itself, in the release's order and no further.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import Any, Final, cast

from inspector.core.cached import cached_property
from inspector.core.tokens import Tokenizer, utf16_length
from inspector.systems.openvault.wording import ReleasedMemory, Wording

_IMPORTANCES = frozenset(range(1, 6))
_EXACT = 1 << 53
_SHAPE: Final = (str, str, int, list, int, bool, list)
"""Types of the fields of `Regular`, in its order, as JSON decodes them."""


@dataclass(frozen=True, eq=False)
class Entries:
    """What a formatter asks of its memories, by place.

    Attributes:
        positions: in messages.
        sequences: what a bucket is sorted by.
        identities: equal where JavaScript takes two stored ids for the same.
        costs: what the memories at some places cost, in that order; a list only where all are
            whole numbers above 0 and none can throw, else made one by one.
        texts: the lines of the memories at some places.
    """

    positions: Sequence[float]
    sequences: Sequence[float]
    identities: Sequence[object]
    costs: Callable[[Sequence[int]], Iterable[float]]
    texts: Callable[[Sequence[int]], Sequence[str]]


def entries_of(
    memories: Sequence[ReleasedMemory], wording: Wording, tokenizer: Tokenizer
) -> Entries:
    """Memories that were read one by one."""

    def costs(places: Sequence[int]) -> Iterator[float]:
        for index in places:
            yield wording.costs(memories[index], tokenizer)

    return Entries(
        positions=[memory.position for memory in memories],
        sequences=[memory.sequence for memory in memories],
        identities=[memory.identity for memory in memories],
        costs=costs,
        texts=lambda places: [wording.rendered(memories[index]) for index in places],
    )


@dataclass(frozen=True, eq=False)
class Regular:
    """Memories of the shapes that releases 1.41 and 1.44 write, in columns.

    Attributes:
        ids: texts.
        summaries: texts.
        importances: 1 to 5.
        sources: lists of message indexes, none empty.
        sequences: whole numbers.
        secrets: flags.
        witnesses: lists.
    """

    ids: Sequence[str]
    summaries: Sequence[str]
    importances: Sequence[int]
    sources: Sequence[list[int]]
    sequences: Sequence[int]
    secrets: Sequence[bool]
    witnesses: Sequence[list[object]]

    @cached_property
    def totals(self) -> Sequence[int]:
        """The sums of the sources."""
        return list(map(sum, self.sources))

    @cached_property
    def positions(self) -> Sequence[int]:
        """The rounded means of the sources; halves go up."""
        return [
            (2 * total + count) // (2 * count)
            for total, count in zip(self.totals, map(len, self.sources), strict=True)
        ]

    def estimates(self, tokenizer: Tokenizer) -> Sequence[int]:
        """Tokens of each summary."""
        if tokenizer.encoding != "chars/3.5":
            return [tokenizer.count(summary) for summary in self.summaries]
        is_ascii = all(map(str.isascii, self.summaries))
        lengths = map(len if is_ascii else utf16_length, self.summaries)
        return [ceil(length / 3.5) for length in lengths]

    def entries(self, costs: Sequence[int], lines: Sequence[str]) -> Entries:
        """The same for the formatter.

        Args:
            costs: of each memory.
            lines: of each memory.
        """
        return Entries(
            positions=self.positions,
            sequences=self.sequences,
            identities=self.ids,
            costs=lambda places: [costs[index] for index in places],
            texts=lambda places: [lines[index] for index in places],
        )


def regular(values: Sequence[object]) -> Regular | None:
    """The values in columns; None where one of them is of another shape."""
    if not values or not _holds_only(values, dict):
        return None
    records = cast("Sequence[dict[str, Any]]", values)
    columns: list[list[Any]] = [[] for _ in _SHAPE]
    ids, summaries, importances, sources, sequences, secrets, witnesses = columns
    try:
        # One visit a record: fetching it from memory takes longer than reading its fields.
        for record in records:
            ids.append(record["id"])
            summaries.append(record["summary"])
            importances.append(record["importance"])
            sources.append(record["message_ids"])
            sequences.append(record["sequence"])
            secrets.append(record["is_secret"])
            witnesses.append(record["witnesses"])
    except KeyError:
        return None
    if not all(map(_holds_only, columns, _SHAPE)):
        return None
    found = Regular(*columns)
    is_regular = (
        all(found.sources)
        and _IMPORTANCES.issuperset(found.importances)
        and max(map(abs, found.sequences)) < _EXACT
        and _adds_exactly(found)
    )
    return found if is_regular else None


def _adds_exactly(found: Regular) -> bool:
    """Whether all message ids are whole numbers from 0 on that JavaScript adds up exactly."""
    try:
        totals = found.totals
    except TypeError:
        return False
    if not _holds_only(totals, int):
        return False
    return max(totals) < _EXACT and min(chain.from_iterable(found.sources)) >= 0


def _holds_only(values: Sequence[object], kind: type) -> bool:
    """Whether all are of one type; counted, which is quicker than a set of types."""
    return list(map(type, values)).count(kind) == len(values)
