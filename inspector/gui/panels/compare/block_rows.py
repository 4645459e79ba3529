"""The rows of two blocks as the panel shows them: lines, heads of slots, and what is folded."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from typing_extensions import override

from inspector.analysis.compared_lines import Cause
from inspector.analysis.comparison import Change, Comparison
from inspector.analysis.comparison import Row as Compared
from inspector.analysis.differences import Kind, Piece, diff
from inspector.core.injection import Bucket
from inspector.gui.kit.diff_rows import Row
from inspector.gui.kit.text import plain
from inspector.language import ngettext
from inspector.systems import slot_name

_END = Piece(Kind.SAME, "\n")
_LEAST_FOLDED = 2


@dataclass(frozen=True, slots=True)
class BlockRow(Row):
    """A line of either block or of both, the head of a slot, or lines that are folded.

    Attributes:
        tokens: what the line costs on either side; None where that side has none.
        buckets: where it stands on either side; None outside of them.
        memories: index of the memory that it renders on either side; None for none.
        delta: tokens of the second side less the first; 0 where nothing is said of it.
        cause: what the difference is mostly due to; None where there is none.
        title: what a head or a fold says; empty for a line.
        folds: how many rows are folded here; 0 for none.
        location: of the row, or of the first folded one, among all rows.
    """

    tokens: tuple[int | None, int | None] = (None, None)
    buckets: tuple[Bucket | None, Bucket | None] = (None, None)
    memories: tuple[int | None, int | None] = (None, None)
    delta: int = 0
    cause: Cause | None = None
    title: str = ""
    folds: int = 0
    location: int = 0

    @property
    @override
    def is_changed(self) -> bool:
        """Whether the sides differ, in words or in what they cost."""
        return self.cause is not None


def rows_of(found: Comparison, *, counts_differ: bool) -> tuple[BlockRow, ...]:
    """All rows of a comparison.

    Args:
        found: the comparison.
        counts_differ: whether the sides count otherwise, so that lines alike may differ in tokens.
    """
    by_slot = [(slot, list(rows)) for slot, rows in groupby(found.rows, lambda row: row.slot)]
    rows: list[BlockRow] = []
    for slot, compared in by_slot:
        if len(by_slot) > 1:
            rows.append(BlockRow((), 0, 0, title=slot_name(slot), location=len(rows)))
        for one in compared:
            rows.append(_row(one, len(rows), counts_differ=counts_differ))
    return tuple(rows)


def _row(row: Compared, location: int, *, counts_differ: bool) -> BlockRow:
    if row.change is Change.SAME and row.a is not None:
        pieces: tuple[Piece, ...] = (Piece(Kind.SAME, row.a.text),)
    elif row.a is not None and row.b is not None:
        pieces = diff(row.a.text, row.b.text).pieces
    elif row.a is not None:
        pieces = (Piece(Kind.REMOVED, row.a.text),)
    else:
        pieces = (Piece(Kind.ADDED, row.b.text if row.b else ""),)
    differs = row.change is not Change.SAME or (counts_differ and row.delta != 0)
    return BlockRow(
        (*pieces, _END),
        row.number_a,
        row.number_b,
        tokens=(row.a.tokens if row.a else None, row.b.tokens if row.b else None),
        buckets=row.buckets,
        memories=(row.a.memory if row.a else None, row.b.memory if row.b else None),
        delta=row.delta if differs else 0,
        cause=row.cause if differs else None,
        location=location,
    )


def folded(rows: Sequence[BlockRow], opened: Collection[int]) -> tuple[BlockRow, ...]:
    """Only what differs: runs of lines alike become one row each, with what they cost.

    Args:
        rows: all rows.
        opened: locations of the first row of runs that a person opened.
    """
    return tuple(_folded(rows, opened))


def _folded(rows: Sequence[BlockRow], opened: Collection[int]) -> Iterator[BlockRow]:
    for is_alike, run in groupby(rows, lambda row: not row.is_changed and not row.title):
        held = list(run)
        if not is_alike or len(held) < _LEAST_FOLDED or held[0].location in opened:
            yield from held
            continue
        sums = [sum(row.tokens[side] or 0 for row in held) for side in (0, 1)]
        yield BlockRow(
            (),
            0,
            0,
            tokens=(sums[0], sums[1]),
            title=ngettext("{n} line alike", "{n} lines alike", len(held)).format(
                n=plain(len(held))
            ),
            folds=len(held),
            location=held[0].location,
        )


def side_text(rows: Sequence[BlockRow], side: int) -> str:
    """The text of one side: its lines, with an empty line between two slots that it has."""
    slots: list[list[str]] = [[]]
    without = (Kind.ADDED, Kind.REMOVED)[side]
    for row in rows:
        if row.title and not row.folds:
            slots.append([])
        elif not row.title and row.tokens[side] is not None:
            slots[-1].append(row.text(without))
    return "\n\n".join("\n".join(lines) for lines in slots if lines)
