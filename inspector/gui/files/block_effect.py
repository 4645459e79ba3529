"""What edits that are not shown yet do to the block of the prompt."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.analysis.compared_lines import (
    Entry,
    Slot,
    aligned_lines,
    entries_of,
    identities,
    is_memory,
)
from inspector.analysis.differences import Kind, Piece, diff
from inspector.core.document import Document
from inspector.core.injection import Bucket, Derivation, Injection
from inspector.core.query import Query
from inspector.gui.kit.diff_rows import Aside, Row, Sign
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.text import signed
from inspector.gui.panels.preview.figures import Figure, Total, figures
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Question, State
from inspector.language import _

_LEAST_SHARED = 0.5
"""Of a line's letters that both have, above which one line shows both."""


@dataclass(frozen=True)
class BlockEffect:
    """The block without and with some edits.

    Attributes:
        tokens: of all slots, without and with them.
        rows: the lines that differ.
        before: what each part took.
        after: what each part takes.
        total: what the slots take with them.
        notes: what becomes of a memory in the block, by its id.
        left_out: why a memory is not in the block, by its id.
    """

    tokens: tuple[int, int]
    rows: tuple[Row, ...] = ()
    before: tuple[Figure, ...] = ()
    after: tuple[Figure, ...] = ()
    total: Total = field(default_factory=lambda: Total(0, 0))
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    left_out: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, before: Document, after: Document, question: Question) -> "BlockEffect":
        """The same question put to two documents."""
        old, new = (query_of(State(one, question)) for one in (before, after))
        return cls(
            (_tokens(old.derivation), _tokens(new.derivation)),
            tuple(_rows(old, new)),
            _figures(old.derivation),
            _figures(new.derivation),
            _total(new.derivation),
            _notes(old, new),
            _left_out(new),
        )

    @property
    def in_words(self) -> str:
        """What becomes of the block's tokens."""
        before, after = self.tokens
        change = signed(after - before) if after != before else _("no change")
        return _("{before:,} → {after:,} tokens ({change})").format(
            before=before, after=after, change=change
        )


def _tokens(derivation: Derivation) -> int:
    return sum(one.tokens for one in derivation.injections)


def _total(derivation: Derivation) -> Total:
    budget = derivation.budget
    limit = None if budget is None or not math.isfinite(budget.limit) else budget.limit
    cost = sum(one.cost for one in derivation.injections)
    return Total(cost, _tokens(derivation), limit)


def _figures(derivation: Derivation) -> tuple[Figure, ...]:
    """The parts of the largest slot, and every other slot as one."""
    filled = [one for one in derivation.injections if one.text]
    largest = max(filled, key=lambda one: one.cost, default=None)
    rest = [Figure(one.key, _("another slot"), one.cost) for one in filled if one is not largest]
    return (*figures(largest), *rest)


_Spot = tuple[Entry, int, Bucket | None]


def _rows(old: Query, new: Query) -> Iterator[Row]:
    """The lines of all slots that are otherwise, in order."""
    names = identities(old.document, new.document)
    slots = [{one.key: one for one in side.derivation.injections} for side in (old, new)]
    for key in dict.fromkeys([*slots[0], *slots[1]]):
        spots: dict[int, _Spot] = {}
        sides: list[Sequence[Entry]] = []
        for query, slot, named in zip((old, new), slots, names, strict=True):
            entries = entries_of(slot.get(key), query, named)
            spots |= _spots_of(slot.get(key), entries)
            sides.append(entries)
        yield from _slot_rows(Slot(key, sides[0], sides[1]), spots)


def _spots_of(injection: Injection | None, entries: Sequence[Entry]) -> dict[int, _Spot]:
    """The number and the bucket of each line."""
    sections = () if injection is None else injection.sections
    buckets: list[Bucket | None] = [one.bucket for one in sections for _ in one.lines]
    found = zip(entries, buckets, strict=False)
    return {id(entry): (entry, at, bucket) for at, (entry, bucket) in enumerate(found, 1)}


def _slot_rows(slot: Slot, spots: Mapping[int, _Spot]) -> Iterator[Row]:
    pairs = list(aligned_lines(slot))
    gone = {(a.key, a.line.text): a for a, b in pairs if a is not None and b is None}
    came = {(b.key, b.line.text) for a, b in pairs if a is None and b is not None}
    for a, b in pairs:
        if b is None:
            if a is not None and a.line.text and (a.key, a.line.text) not in came:
                yield _row((Piece(Kind.REMOVED, a.line.text),), "−", spots[id(a)])
            continue
        former = a or gone.get((b.key, b.line.text))
        if not b.line.text:
            continue
        if former is None:
            yield _row((Piece(Kind.ADDED, b.line.text),), "+", spots[id(b)])
        elif former.line.text != b.line.text:
            yield from _changed(spots[id(former)], spots[id(b)])
        elif is_memory(b) and (a is None or spots[id(a)][2] != spots[id(b)][2]):
            yield _row((Piece(Kind.SAME, b.line.text),), "↷", spots[id(b)])


def _changed(a: _Spot, b: _Spot) -> Iterator[Row]:
    """A line that reads otherwise: in one where most of it stays, else as two."""
    pieces = diff(a[0].line.text, b[0].line.text).pieces
    shared = sum(len(one.text) for one in pieces if one.kind is Kind.SAME)
    if shared >= _LEAST_SHARED * max(len(a[0].line.text), len(b[0].line.text)):
        yield _row(pieces, "", b)
        return
    yield _row(tuple(one for one in pieces if one.kind is not Kind.ADDED), "−", a)
    yield _row(tuple(one for one in pieces if one.kind is not Kind.REMOVED), "+", b)


def _row(pieces: Sequence[Piece], sign: Sign, spot: _Spot) -> Row:
    entry, number, bucket = spot
    aside = Aside(None if sign == "−" else number, sign, entry.line.tokens, bucket)
    return Row(tuple(pieces), number, number, aside=aside)


def _notes(old: Query, new: Query) -> dict[str, str]:
    """What becomes of each memory in the block."""
    found: dict[str, str] = {}
    was = {old.document.memories[one.memory].id: one for one in old.derivation.verdicts}
    for one in new.derivation.verdicts:
        name = new.document.memories[one.memory].id
        former = was.get(name)
        if not one.in_block:
            falls = former is not None and former.in_block
            words = gate_in_words(one.gate)
            found[name] = (
                _("falls out: {words}").format(words=words)
                if falls
                else words or _("not in the block")
            )
        elif former is None or not former.in_block:
            found[name] = _("comes in, {tokens} tokens").format(tokens=signed(one.tokens))
        elif former.tokens != one.tokens:
            found[name] = _("{tokens} tokens").format(tokens=signed(one.tokens - former.tokens))
        else:
            found[name] = _("in the block")
    return found


def _left_out(query: Query) -> dict[str, str]:
    memories = query.document.memories
    return {
        memories[one.memory].id: one.reason or gate_in_words(one.gate)
        for one in query.derivation.verdicts
        if not one.in_block
    }
