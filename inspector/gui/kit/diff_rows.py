"""A diff as rows that stand side by side: a row ends where both texts end a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.differences import Diff, Kind, Piece
from inspector.core.injection import Bucket

Sign = Literal["", "+", "−", "↷"]
"""What became of a line of a block: changed, came, went, or moved."""

_LONG_CHARS, _LONGEST_CHARS = 2_000, 4_000


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside a line of a block.

    Attributes:
        number: of the line in its slot, from 1; None for one that is gone.
        sign: what became of it.
        tokens: what it costs.
        bucket: where it lies; None for what has none.
    """

    number: int | None
    sign: Sign
    tokens: int
    bucket: Bucket | None


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces of one or more lines on either side.

    Attributes:
        pieces: in order, of both sides.
        left: number of the first line at the left, from 1.
        right: number of the first line at the right, from 1.
        aside: what stands beside it in the place of its number, if it is a line of a block.
    """

    pieces: tuple[Piece, ...]
    left: int
    right: int
    aside: Aside | None = None

    @property
    def is_changed(self) -> bool:
        """Whether the sides differ, or the line moved."""
        is_moved = self.aside is not None and self.aside.sign == "↷"
        return is_moved or any(piece.kind is not Kind.SAME for piece in self.pieces)

    def side(self, without: Kind | None) -> tuple[Piece, ...]:
        """The pieces of one side; of both where nothing is left out. No line end at the end."""
        kept = [piece for piece in self.pieces if piece.kind is not without]
        if kept and kept[-1].text.endswith("\n"):
            kept[-1] = Piece(kept[-1].kind, kept[-1].text.removesuffix("\n").removesuffix("\r"))
        return tuple(kept)

    def text(self, without: Kind | None) -> str:
        """The text of one side; of both where nothing is left out."""
        return "".join(piece.text for piece in self.side(without))


def marked_text(rows: Iterable[Row]) -> str:
    """Rows as plain text, with + and − in front of what came and went."""
    return "".join(_marked(piece) for row in rows for piece in row.pieces)


def _marked(piece: Piece) -> str:
    sign = {Kind.SAME: "", Kind.REMOVED: "−", Kind.ADDED: "+"}[piece.kind]
    return f"[{sign}{piece.text}]" if sign else piece.text


def aligned(diff: Diff) -> tuple[Row, ...]:
    """The rows of a diff; never longer than a screen can lay out at once."""
    rows: list[Row] = []
    pieces: list[Piece] = []
    left = right = 1
    length = 0
    for piece in _cut(diff):
        pieces.append(piece)
        length += len(piece.text)
        ends_line = piece.kind is Kind.SAME and piece.text.endswith("\n")
        if (
            ends_line
            or (length > _LONG_CHARS and piece.kind is not Kind.REMOVED)
            or length > _LONGEST_CHARS
        ):
            rows.append(Row(tuple(pieces), left, right))
            left += _ends(pieces, Kind.ADDED)
            right += _ends(pieces, Kind.REMOVED)
            pieces, length = [], 0
    return (*rows, Row(tuple(pieces), left, right)) if pieces else tuple(rows)


def _ends(pieces: list[Piece], without: Kind) -> int:
    return sum(piece.text.count("\n") for piece in pieces if piece.kind is not without)


def _cut(diff: Diff) -> Iterator[Piece]:
    """What stays by lines, and what is long by stretches of at most `_LONG_CHARS`."""
    for piece in diff.pieces:
        lines = piece.text.splitlines(keepends=True) if piece.kind is Kind.SAME else [piece.text]
        for line in _rejoined(lines):
            for start in range(0, len(line), _LONG_CHARS):
                yield Piece(piece.kind, line[start : start + _LONG_CHARS])


def _rejoined(lines: list[str]) -> Iterator[str]:
    """Only LF ends a line here; Python also takes others."""
    held = ""
    for line in lines:
        held += line
        if held.endswith("\n"):
            yield held
            held = ""
    if held:
        yield held
