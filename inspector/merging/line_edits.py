"""Lines of a file replaced, taken out and put in; all others keep their bytes and their ends."""

from collections.abc import Iterator, Mapping, Sequence

from inspector.jsonbytes.pieces import Piece, joined
from inspector.sillytavern.lines import Lines

_RETURN = b"\r"
_FEED = b"\n"

LinePieces = Sequence[bytes | memoryview]
"""A line without its end, in pieces."""


def content(lines: Lines, number: int) -> bytes:
    """A line without a carriage return at its end, which belongs to the line break."""
    return lines[number].removesuffix(_RETURN)


def edited_lines(
    lines: Lines, replaced: Mapping[int, LinePieces | None], inserted: Mapping[int, Sequence[bytes]]
) -> Iterator[Piece]:
    """The file with other lines; it ends in a line break if it did before.

    Args:
        lines: of the file.
        replaced: what lines become, by number; None for one that goes.
        inserted: lines that are put in, by the number of the line that they go before.
    """
    yield from lines.between(0, lines.starts[0])
    line_break = b""
    for pieces, following in _Edited(lines, replaced, inserted).stretches():
        if line_break:
            yield line_break
        yield from pieces
        line_break = following


class _Edited:
    """See `edited_lines`."""

    def __init__(
        self,
        lines: Lines,
        replaced: Mapping[int, LinePieces | None],
        inserted: Mapping[int, Sequence[bytes]],
    ) -> None:
        self._lines = lines
        self._replaced = replaced
        self._inserted = inserted
        self._usual = _RETURN + _FEED if len(lines) > 1 and self._returns(0) else _FEED

    def stretches(self) -> Iterator[tuple[Sequence[Piece], bytes]]:
        """Lines in order, and the line break behind them if more follow."""
        at = 0
        for number in sorted({*self._replaced, *self._inserted}):
            if at < number:
                yield self._kept(at, number)
            for line in self._inserted.get(number, ()):
                yield (line,), self._usual
            at = number
            if number in self._replaced:
                at = number + 1
                pieces = self._replaced[number]
                if pieces is not None:
                    yield (*pieces, *self._unbroken_end(number)), self._break_behind(number)
        if at < len(self._lines):
            yield self._kept(at, len(self._lines))

    def _kept(self, first: int, last: int) -> tuple[Sequence[Piece], bytes]:
        start, end = self._lines.starts[first], self._lines.span(last - 1)[1]
        line_break = self._break_behind(last - 1)
        if last < len(self._lines):
            end -= len(line_break) - 1
        return self._lines.between(start, end), line_break

    def _break_behind(self, number: int) -> bytes:
        if number == len(self._lines) - 1:
            return self._usual
        return _RETURN + _FEED if self._returns(number) else _FEED

    def _unbroken_end(self, number: int) -> Iterator[bytes]:
        """A carriage return that ends the file and no line."""
        if number == len(self._lines) - 1 and self._returns(number):
            yield _RETURN

    def _returns(self, number: int) -> bool:
        start, end = self._lines.span(number)
        return end > start and joined(self._lines.between(end - 1, end)) == _RETURN
