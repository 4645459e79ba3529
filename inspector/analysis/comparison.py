"""Two blocks side by side: aligned lines, and what the difference in tokens comes from (DESIGN §4).

The causes are worked out by going from one text to the other in steps, one cause after the
other in the order of `CAUSES`, and counting the whole text after each: so they add up exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, zip_longest
from typing import Final

from inspector.analysis.compared_lines import (
    CAUSES,
    Cause,
    Entry,
    Key,
    Pair,
    Part,
    Slot,
    aligned_lines,
    entries_of,
    identities,
    is_memory,
)
from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Bucket, Derivation, Injection, Line
from inspector.core.query import Query
from inspector.core.system import ClaimsSaving, Ruleset
from inspector.core.tokens import Tokenizer

_Displayed = tuple[frozenset[Key], frozenset[Key]]


class Change(StrEnum):
    """What became of a line."""

    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of either block, or two that answer to each other.

    Attributes:
        a: the first block's line; None where it has none.
        b: the second's.
        change: what became of it.
        cause: what the difference is mostly due to.
        slot: key of the prompt slot.
        number_a: number of the line in its slot, from 1; 0 where there is none.
        number_b: the same in the second.
        buckets: in which the line stands in the first, and in the second; None outside of them.
    """

    a: Line | None
    b: Line | None
    change: Change
    cause: Cause
    slot: str
    number_a: int = 0
    number_b: int = 0
    buckets: tuple[Bucket | None, Bucket | None] = (None, None)

    @property
    def delta(self) -> int:
        """By how many tokens the second line costs more, by the rulesets' own accounting."""
        return (self.b.tokens if self.b else 0) - (self.a.tokens if self.a else 0)


@dataclass(frozen=True)
class Comparison:
    """Two blocks side by side.

    Attributes:
        tokens: of all slots of the first, and of the second.
        causes: tokens by cause; they add up to the second less the first.
        rows: all lines, aligned.
    """

    tokens: tuple[int, int]
    causes: Mapping[Cause, int]
    rows: tuple[Row, ...]

    @cached_property
    def is_same(self) -> bool:
        """Whether both texts are the same, and cost the same."""
        same = all(row.change is Change.SAME for row in self.rows)
        return same and self.tokens[0] == self.tokens[1]

    @property
    def delta(self) -> int:
        """By how many tokens the second is larger."""
        return self.tokens[1] - self.tokens[0]

    def lines_of(self, cause: Cause) -> int:
        """How many rows differ because of a cause."""
        return sum(row.cause is cause for row in self.rows if row.change is not Change.SAME)


def compare(a: Query, b: Query) -> Comparison:
    """Lay the answers to two queries side by side, slot by slot.

    Raises:
        InspectorError: a ruleset refuses its moment.
    """
    same_as = identities(a.document, b.document)
    sides = {
        name: {one.key: one for one in query.derivation.injections}
        for name, query in (("a", a), ("b", b))
    }
    keys = dict.fromkeys((*sides["a"], *sides["b"]))
    slots = [
        Slot(
            key,
            entries_of(sides["a"].get(key), a, same_as[0]),
            entries_of(sides["b"].get(key), b, same_as[1]),
        )
        for key in keys
    ]
    displayed = (
        frozenset(_displayed(a.derivation, same_as[0])),
        frozenset(_displayed(b.derivation, same_as[1])),
    )
    rows: list[Row] = []
    causes = dict.fromkeys(CAUSES, 0)
    for slot in slots:
        aligned = list(aligned_lines(slot))
        rows += _rows(slot.key, aligned, displayed)
        own = (sides["a"].get(slot.key), sides["b"].get(slot.key))
        for cause, tokens in _steps(aligned, displayed, own, (a.tokenizer, b.tokenizer)).items():
            causes[cause] += tokens
    totals = tuple(sum(one.tokens for one in query.derivation.injections) for query in (a, b))
    return Comparison((totals[0], totals[1]), causes, tuple(rows))


def _displayed(derivation: Derivation, names: Mapping[int, Key]) -> Iterator[Key]:
    for injection in derivation.injections:
        for line in injection.lines:
            if line.memory is not None:
                yield names[line.memory]


def _rows(slot: str, aligned: Sequence[Pair], displayed: _Displayed) -> Iterator[Row]:
    number_a = number_b = 0
    for one, other in aligned:
        number_a += one is not None
        number_b += other is not None
        yield Row(
            one.line if one else None,
            other.line if other else None,
            _change(one, other),
            _cause(one, other, displayed),
            slot,
            number_a if one else 0,
            number_b if other else 0,
            (one.bucket if one else None, other.bucket if other else None),
        )


def _change(one: Entry | None, other: Entry | None) -> Change:
    if other is None:
        return Change.REMOVED
    if one is None:
        return Change.ADDED
    return Change.SAME if one.line.text == other.line.text else Change.CHANGED


def _cause(one: Entry | None, other: Entry | None, displayed: _Displayed) -> Cause:
    if one is None or other is None:
        entry = one or other
        return Cause.WORDING if entry is None else _lone_cause(entry, displayed)
    differ = (cause for cause in CAUSES if _text_of(one, cause) != _text_of(other, cause))
    return next(differ, other.cause)


def _text_of(entry: Entry, cause: Cause) -> str:
    return "".join(text for own, text in entry.parts if own is cause)


def _lone_cause(entry: Entry, displayed: _Displayed) -> Cause:
    """Why a line stands on one side alone: its memory does, or stands elsewhere, or it itself."""
    if entry.memory is None:
        return entry.cause
    in_both = entry.memory in displayed[0] and entry.memory in displayed[1]
    return entry.cause if in_both and not is_memory(entry) else Cause.MEMORIES


def _pieces(one: Entry, other: Entry) -> Iterator[tuple[Part, Part]]:
    if len(one.parts) == len(other.parts):
        return iter(zip(one.parts, other.parts, strict=True))
    empty = (other.cause, "")
    return zip_longest(one.parts, other.parts, fillvalue=empty)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line on its way from one text to the other.

    Attributes:
        parts: cause and text before and after, in order.
        since: the step with which it comes; None if it is there from the start.
        until: the step with which it goes; None if it stays.
    """

    parts: tuple[tuple[Cause, str, str], ...]
    since: Cause | None = None
    until: Cause | None = None

    def at(self, step: int) -> str | None:
        """The line once the first `step` causes are done; None if it is not there."""
        if self.since is not None and _ORDER[self.since] >= step:
            return None
        if self.until is not None and _ORDER[self.until] < step:
            return None
        return "".join(
            after if _ORDER[cause] < step else before for cause, before, after in self.parts
        )


_ORDER: Final = {cause: location for location, cause in enumerate(CAUSES)}


def _on_the_way(aligned: Sequence[Pair], displayed: _Displayed) -> list[_Piece]:
    """Every line of both sides; a memory that moved changes where it was, and moves at last."""
    moved = {
        key: entry
        for key, entry in (
            (other.key, other) for one, other in aligned if one is None and other is not None
        )
        if is_memory(entry)
    }
    pieces: list[_Piece] = []
    for one, other in aligned:
        if one is not None:
            target = other if other is not None else moved.get(one.key)
            until = None if other is not None else _lone_cause(one, displayed)
            after = one if target is None else target
            parts = tuple(
                (cause, before, later) for (cause, before), (_, later) in _pieces(one, after)
            )
            pieces.append(_Piece(parts, until=until))
        elif other is not None:
            parts = tuple((cause, text, text) for cause, text in other.parts)
            pieces.append(_Piece(parts, since=_lone_cause(other, displayed)))
    return pieces


def _steps(
    aligned: Sequence[Pair],
    displayed: _Displayed,
    own: tuple[Injection | None, Injection | None],
    tokenizers: tuple[Tokenizer, Tokenizer],
) -> Mapping[Cause, int]:
    """Tokens by cause, of one slot."""
    first, last = (0 if one is None else one.tokens for one in own)
    pieces = _on_the_way(aligned, displayed)
    counts = [first]
    known, text = first, _joined(pieces, 0)
    for step in range(1, len(CAUSES) + 1):
        after = _joined(pieces, step)
        if after != text:
            known, text = _count(tokenizers[0], after), after
        counts.append(known)
    causes = {
        cause: after - before
        for cause, (before, after) in zip(CAUSES, pairwise(counts), strict=True)
    }
    rest = last - counts[-1]
    if rest:
        _share_out(rest, causes, aligned, tokenizers)
    return causes


def _share_out(
    rest: int,
    causes: dict[Cause, int],
    aligned: Sequence[Pair],
    tokenizers: tuple[Tokenizer, Tokenizer],
) -> None:
    """What another encoding makes of the same text, to the lines that it counts otherwise."""
    count_a, count_b = (_counter(one) for one in tokenizers)
    for _, other in aligned:
        if other is not None:
            more = count_b(f"{other.line.text}\n") - count_a(f"{other.line.text}\n")
            causes[other.cause] += more
            rest -= more
    causes[Cause.WORDING] += rest


def _joined(pieces: Sequence[_Piece], step: int) -> str:
    return "\n".join(line for piece in pieces if (line := piece.at(step)) is not None)


def _counter(tokenizer: Tokenizer) -> Callable[[str], int]:
    return lambda text: _count(tokenizer, text)


def _count(tokenizer: Tokenizer, text: str) -> int:
    """Tokens of a text; where a release's counter throws, a special token is ordinary text."""
    if not text:
        return 0
    try:
        return tokenizer.count(text)
    except ReleaseThrowsError:
        first, *rest = text.split("<|")
        return tokenizer.count(first) + sum(
            tokenizer.count("<") + tokenizer.count(f"|{other}") for other in rest
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """What a design says that one of its changes saves, beside what it saves here.

    Attributes:
        cause: the change; None for all together.
        claimed: the share of the first side's tokens that it says, less than 0 for fewer.
        here: the share that it is; 0 where the first side has none.
    """

    cause: Cause | None
    claimed: float
    here: float


def claims_of(found: Comparison, a: Ruleset, b: Ruleset) -> tuple[Claim, ...]:
    """What the second side's design claims against the first; empty where it claims nothing."""
    if not isinstance(b, ClaimsSaving) or b.replaces != a.name:
        return ()
    before = found.tokens[0] or 1
    each = (
        Claim(cause, -b.claims[cause], found.causes[cause] / before)
        for cause in CAUSES
        if cause in b.claims
    )
    return (*each, Claim(None, -b.claimed_saving, found.delta / before))


@dataclass(frozen=True, slots=True)
class MemoryShare:
    """What the lines of one memory cost more or less.

    Attributes:
        memory: its index on either side; None where that chat does not hold it.
        summary: what it says; the second side's words where there are two.
        tokens: what its lines cost on the second side less the first.
    """

    memory: tuple[int | None, int | None]
    summary: str
    tokens: int

    @property
    def number(self) -> int | None:
        """Its index on the second side, else on the first."""
        return self.memory[0] if self.memory[1] is None else self.memory[1]


def most_by_memory(found: Comparison, a: Document, b: Document) -> tuple[MemoryShare, ...]:
    """The memories whose lines cost more or less, the most first; lines count by themselves."""
    names = identities(a, b)
    tokens: Counter[Key] = Counter()
    for row in found.rows:
        for line, side, sign in ((row.a, 0, -1), (row.b, 1, 1)):
            if line is not None and line.memory is not None:
                tokens[names[side][line.memory]] += sign * line.tokens
    places = [{key: index for index, key in one.items()} for one in names]
    shares: list[MemoryShare] = []
    for key, more in sorted(tokens.items(), key=lambda item: -abs(item[1])):
        if more:
            index = (places[0].get(key), places[1].get(key))
            document, at = (a, index[0]) if index[1] is None else (b, index[1])
            summary = "" if at is None else document.memories[at].summary
            shares.append(MemoryShare(index, summary, more))
    return tuple(shares)
