"""Memories in columns, as a release's formatter reads them.

A release's own formatter takes some ten milliseconds for ten thousand memories; one object a
memory alone would take longer here. Where all memories have the shapes that releases write, some
fields perhaps left out, a column is read at once; a memory of another shape, and a few beside it,
by themselves, in the release's order and no further.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from operator import itemgetter
from typing import Any, Final, TypeVar

from inspector.core.cached import cached_property
from inspector.core.javascript import get, identity, truthy
from inspector.core.tokens import Tokenizer, utf16_length
from inspector.systems.openvault.lines import TAGS_AND_STARS
from inspector.systems.openvault.wording import (
    ReleasedMemory,
    Wording,
    released_memory,
    whole_stars,
)

Value = TypeVar("Value")
_Fields = Sequence[Callable[[Any], Any]]

_FIELDS: Final = ("summary", "importance", "message_ids", "sequence", "is_secret")
_OPTIONAL: Final = ("importance", "sequence", "is_secret", "witnesses")
_EXACT = 1 << 53
_IRREGULAR = (ArithmeticError, LookupError, TypeError, ValueError)
_ROUNDED_UP = 6 + 7 * TAGS_AND_STARS
_READ_AT_ONCE = 500
"""Memories whose columns fit the processor's cache, so that each is fetched from memory once."""
_READ_ALONE = 16
"""Memories that are read one by one if one of them is odd: there may be many such."""


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
        pieces: two texts for each of the memories at some places: joined they are a line break
            and its line, and the first begins with the line break.
    """

    positions: Sequence[float]
    sequences: Sequence[float]
    identities: Callable[[Sequence[int]], Sequence[object]]
    costs: Callable[[Sequence[int]], Iterable[float]]
    pieces: Callable[[Sequence[int]], list[str]]


def entries_of(
    memories: Sequence[ReleasedMemory], wording: Wording, tokenizer: Tokenizer
) -> Entries:
    """Memories that were read one by one."""

    def costs(places: Sequence[int]) -> Iterator[float]:
        for index in places:
            yield wording.costs(memories[index], tokenizer)

    def pieces(places: Sequence[int]) -> list[str]:
        lines = [wording.rendered(memories[index]) for index in places]
        return _by_turns(["\n"] * len(lines), lines)

    return Entries(
        positions=[memory.position for memory in memories],
        sequences=[memory.sequence for memory in memories],
        identities=lambda places: [memories[index].identity for index in places],
        costs=costs,
        pieces=pieces,
    )


@dataclass(frozen=True, eq=False)
class Regular:
    """Memories of the shapes that releases 1.41 and 1.44 write, in columns.

    Attributes:
        summaries: texts.
        importances: as stored.
        positions: rounded means of the sources, of which each memory has some; halves go up.
        sequences: numbers, exact in JavaScript.
        secrets: as stored.
        witnesses: lists; nothing where the release does not read them.
    """

    summaries: Sequence[str]
    importances: Sequence[Any]
    positions: Sequence[int]
    sequences: Sequence[float]
    secrets: Sequence[Any]
    witnesses: Sequence[list[object]] = ()

    def costs(self, tokenizer: Tokenizer) -> Sequence[int]:
        """What each memory costs by the releases' own accounting.

        Raises:
            TypeError: a summary is no text.
        """
        joined = "".join(self.summaries)
        if tokenizer.encoding != "chars/3.5":
            return [tokenizer.count(summary) + TAGS_AND_STARS for summary in self.summaries]
        has_pairs = utf16_length(joined) > len(joined)
        lengths = map(utf16_length if has_pairs else len, self.summaries)
        return [(2 * length + _ROUNDED_UP) // 7 for length in lengths]


@dataclass(frozen=True, eq=False)
class EntriesInColumns:
    """Stored memories, of which those of the usual shapes are read many at a time.

    Attributes:
        wording: the release's.
        heads: a line break and what stands before the summary, for each of some memories;
            raises KeyError or TypeError where importance or secrecy are of another shape.
        tokenizer: what counts.
        with_witnesses: whether the release reads witnesses.
    """

    wording: Wording
    heads: Callable[[Regular], Sequence[str]]
    tokenizer: Tokenizer
    with_witnesses: bool

    _positions: list[float] = field(init=False, default_factory=list[float])
    _sequences: list[float] = field(init=False, default_factory=list[float])
    _costs: list[int] = field(init=False, default_factory=list[int])
    _openings: list[str] = field(init=False, default_factory=list[str])
    _summaries: list[str] = field(init=False, default_factory=list[str])
    _odd: dict[int, ReleasedMemory] = field(init=False, default_factory=dict[int, ReleasedMemory])

    def of(self, values: Sequence[object]) -> Entries:
        """The entries of some memories; to be asked for once.

        Raises:
            ReleaseThrowsError: see `released_memory`.
        """
        for start in range(0, len(values), _READ_AT_ONCE):
            some = values[start : start + _READ_AT_ONCE]
            try:
                self._read(some)
            except _IRREGULAR:
                self._read_parted(list(map(_filled, some)), some)
        return Entries(
            positions=self._positions,
            sequences=self._sequences,
            identities=lambda places: [identity(get(values[index], "id")) for index in places],
            costs=self._costs_at,
            pieces=self._pieces_at,
        )

    def _read(self, some: Sequence[object]) -> None:
        found = _regular(some, self._fields)
        costs, openings = found.costs(self.tokenizer), self.heads(found)
        self._positions.extend(found.positions)
        self._sequences.extend(found.sequences)
        self._costs.extend(costs)
        self._openings.extend(openings)
        self._summaries.extend(found.summaries)

    def _read_parted(self, some: Sequence[object], stored: Sequence[object]) -> None:
        """Read memories of which some may be odd: the halves in which there is none at once."""
        try:
            self._read(some)
        except _IRREGULAR:
            if len(some) <= _READ_ALONE:
                self._read_alone(stored)
                return
            half = len(some) // 2
            self._read_parted(some[:half], stored[:half])
            self._read_parted(some[half:], stored[half:])

    def _read_alone(self, stored: Sequence[object]) -> None:
        for memory in map(released_memory, stored):
            self._odd[len(self._positions)] = memory
            self._positions.append(memory.position)
            self._sequences.append(memory.sequence)
        self._costs.extend([0] * len(stored))
        self._openings.extend(["\n"] * len(stored))
        self._summaries.extend([""] * len(stored))

    @cached_property
    def _fields(self) -> _Fields:
        names = (*_FIELDS, *(["witnesses"] if self.with_witnesses else ()))
        return tuple(map(itemgetter, names))

    def _costs_at(self, places: Sequence[int]) -> Iterable[float]:
        costs, odd = self._costs, self._odd
        if not odd:
            return picked(costs, places)
        return (
            self.wording.costs(odd[index], self.tokenizer) if index in odd else costs[index]
            for index in places
        )

    def _pieces_at(self, places: Sequence[int]) -> list[str]:
        pieces = _by_turns(picked(self._openings, places), picked(self._summaries, places))
        if self._odd:
            for number, index in enumerate(places):
                if index in self._odd:
                    pieces[2 * number + 1] = self.wording.rendered(self._odd[index])
        return pieces


def picked(column: Sequence[Value], places: Sequence[int]) -> Sequence[Value]:
    """What stands at some places of a column; a range of them steps by one."""
    if isinstance(places, range):
        return column[places.start : places.stop]
    return [column[index] for index in places]


def _by_turns(first: Sequence[str], second: Sequence[str]) -> list[str]:
    texts = [""] * (2 * len(first))
    texts[::2] = first
    texts[1::2] = second
    return texts


def _filled(value: Any) -> Any:
    """A memory with what a release takes an absent, empty or odd field for; others as they are."""
    try:
        summary = value["summary"]
        importance, sequence, is_secret, witnesses = map(value.get, _OPTIONAL)
        sequence = 0 if sequence is None else sequence
        return {
            "summary": summary,
            "importance": whole_stars(importance),
            "message_ids": value.get("message_ids") or [sequence // 1000],
            "sequence": sequence,
            "is_secret": truthy(is_secret),
            "witnesses": [] if witnesses is None else witnesses,
        }
    except _IRREGULAR:
        return value


def _regular(values: Sequence[Any], fields: _Fields) -> Regular:
    """Some values in columns, their summaries and what their heads are made of unchecked.

    Raises:
        _IRREGULAR: one of them is of another shape.
    """
    summaries, importances, sources, sequences, secrets, *rest = (
        list(map(field, values)) for field in fields
    )
    totals = list[int](map(sum, sources))
    # Sorting what is mostly in order is the quickest way to the least and the greatest of all.
    messages = list[int]()
    for ids in sources:
        messages += ids
    messages.sort()
    in_order = sorted(sequences)
    is_regular = (
        all(_holds_only(witnesses, list) for witnesses in rest)
        and in_order[0] > -_EXACT
        and in_order[-1] < _EXACT
        and isfinite(sum(sequences))
        and messages[0] >= 0
        # In JavaScript too, all are added up and parted exactly.
        and messages[-1] * len(messages) < _EXACT >> 2
        and type(sum(totals)) is int
    )
    if not is_regular:
        raise ValueError
    counts = map(len, sources)
    # Half the count, rounded down, is enough: the sums are whole.
    positions = [(total + count // 2) // count for total, count in zip(totals, counts, strict=True)]
    return Regular(summaries, importances, positions, sequences, secrets, *rest)


def _holds_only(values: Sequence[object], kind: type) -> bool:
    """Whether all are of one type; counted, which is quicker than a set of types."""
    return list(map(type, values)).count(kind) == len(values)
