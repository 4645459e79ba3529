"""Memories in columns, as a release's formatter reads them.

A release's own formatter takes some ten milliseconds for ten thousand memories; one object a
memory alone would take longer here. Where all memories have the shapes that releases write, a
column is read at once; else each memory by itself, in the release's order and no further.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isfinite
from operator import add, itemgetter
from typing import Any, cast

from inspector.core.javascript import get, identity
from inspector.core.tokens import Tokenizer, utf16_length
from inspector.systems.openvault.lines import TAGS_AND_STARS
from inspector.systems.openvault.wording import ReleasedMemory, Wording

_Fields = Callable[[dict[str, Any]], tuple[Any, ...]]

_IMPORTANCES = frozenset(range(1, 6))
_FIELDS: _Fields = itemgetter("summary", "importance", "message_ids", "sequence", "is_secret")
_FIELDS_AND_WITNESSES: _Fields = itemgetter(
    "summary", "importance", "message_ids", "sequence", "is_secret", "witnesses"
)
_FLAGS = frozenset((False, True))
_EXACT = 1 << 53
_READ_AT_ONCE = 200
"""Memories whose columns fit the processor's cache, so that each is fetched from memory once."""


@dataclass(frozen=True, eq=False)
class Entries:
    """What a formatter asks of its memories, by place.

    Attributes:
        positions: in messages.
        sequences: what a bucket is sorted by.
        identities: of the memories at some places, equal where JavaScript takes two stored ids
            for the same.
        costs: what the memories at some places cost, in that order; a list only where all are
            whole numbers above 0 and none can throw, else made one by one.
        texts: the lines of the memories at some places.
    """

    positions: Sequence[float]
    sequences: Sequence[float]
    identities: Callable[[Sequence[int]], Sequence[object]]
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
        identities=lambda places: [memories[index].identity for index in places],
        costs=costs,
        texts=lambda places: [wording.rendered(memories[index]) for index in places],
    )


@dataclass(frozen=True, eq=False)
class Regular:
    """Memories of the shapes that releases 1.41 and 1.44 write, in columns.

    Attributes:
        summaries: texts.
        importances: equal to 1, 2, 3, 4 or 5.
        positions: rounded means of the sources, of which each memory has some; halves go up.
        sequences: numbers, exact in JavaScript.
        secrets: equal to False or True.
        witnesses: lists; nothing where the release does not read them.
    """

    summaries: Sequence[str]
    importances: Sequence[int]
    positions: Sequence[int]
    sequences: Sequence[float]
    secrets: Sequence[bool]
    witnesses: Sequence[list[object]] = ()

    def costs(self, tokenizer: Tokenizer) -> Sequence[int]:
        """What each memory costs by the releases' own accounting."""
        if tokenizer.encoding != "chars/3.5":
            return [tokenizer.count(summary) + TAGS_AND_STARS for summary in self.summaries]
        is_ascii = all(map(str.isascii, self.summaries))
        lengths = map(len if is_ascii else utf16_length, self.summaries)
        return [(2 * length + 6) // 7 + TAGS_AND_STARS for length in lengths]


def regular_entries(
    values: Sequence[object],
    heads: Callable[[Regular], Iterable[str]],
    tokenizer: Tokenizer,
    *,
    with_witnesses: bool,
) -> Entries | None:
    """The values in columns; None where one of them is of another shape.

    Args:
        values: as stored.
        heads: what stands before the summary of each of some memories.
        tokenizer: what counts.
        with_witnesses: whether the release reads witnesses.
    """
    positions, sequences, costs, lines = list[int](), list[float](), list[int](), list[str]()
    for start in range(0, len(values), _READ_AT_ONCE):
        some = regular(values[start : start + _READ_AT_ONCE], with_witnesses=with_witnesses)
        if some is None:
            return None
        positions += some.positions
        sequences += some.sequences
        costs += some.costs(tokenizer)
        lines += map(add, heads(some), some.summaries)
    return Entries(
        positions=positions,
        sequences=sequences,
        identities=lambda places: [identity(get(values[index], "id")) for index in places],
        costs=lambda places: [costs[index] for index in places],
        texts=lambda places: [lines[index] for index in places],
    )


def regular(values: Sequence[object], *, with_witnesses: bool) -> Regular | None:
    """Some values in columns; None where one of them is of another shape."""
    fields = _FIELDS_AND_WITNESSES if with_witnesses else _FIELDS
    try:
        rows: Iterable[tuple[Any, ...]] = map(fields, cast("Sequence[dict[str, Any]]", values))
        summaries, importances, sources, sequences, secrets, *rest = zip(*rows, strict=True)
        is_regular = (
            _holds_only(summaries, str)
            and all(_holds_only(witnesses, list) for witnesses in rest)
            and _IMPORTANCES.issuperset(importances)
            and _FLAGS.issuperset(secrets)
            and min(sequences) > -_EXACT
            and max(sequences) < _EXACT
            and isfinite(sum(sequences))
        )
        positions = _positions(sources) if is_regular else None
    except (KeyError, TypeError, ValueError):
        return None
    if positions is None:
        return None
    return Regular(summaries, importances, positions, sequences, secrets, *rest)


def _positions(sources: Sequence[Sequence[int]]) -> Sequence[int] | None:
    """The rounded means; None if one has no source, or not all are whole and added up exactly.

    Raises:
        TypeError: a memory's sources are no list of numbers.
    """
    totals = list(map(sum, sources))
    is_exact = (
        all(sources)
        and _holds_only(totals, int)
        and max(totals) < _EXACT
        and min(chain.from_iterable(sources)) >= 0
    )
    if not is_exact:
        return None
    counts = map(len, sources)
    # Half the count, rounded down, is enough: the sums are whole.
    return [(total + count // 2) // count for total, count in zip(totals, counts, strict=True)]


def _holds_only(values: Sequence[object], kind: type) -> bool:
    """Whether all are of one type; counted, which is quicker than a set of types."""
    return list(map(type, values)).count(kind) == len(values)
