"""The lines of a file that was read before and written since: what is the same stays shared.

The file is compared with the bytes that are known of it a part at a time, and only what is new
is kept beside them, so that a large chat that others go on with is in memory once.
"""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from inspector.jsonbytes.pieces import ReadBytes, joined
from inspector.sillytavern.lines import Block, Lines, append_starts

_FIRST_STEP_BYTES = 1 << 14
_LARGEST_STEP_BYTES = 1 << 20
"""At larger steps the memory that they take is kept by the allocator."""
_MOST_CHANGED_LINES = 1000
"""In a row; behind more of them only the end of the file is compared as well."""
_SMALL_BYTES = 1 << 16
"""Blocks below this are joined with one another."""
_END_BYTES = 1 << 16
"""How much at the end of what is known is compared before the rest is taken for appended."""


class Source(Protocol):
    """What a file holds now."""

    @property
    def size(self) -> int:
        """Its length in bytes."""
        ...

    def read(self, offset: int, size: int) -> bytes:
        """That many bytes from an offset on; fewer where it ends meanwhile."""
        ...


class BytesSource:
    """Bytes that are in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data)

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        return self._data[offset : offset + size]


class Kept(NamedTuple):
    """Lines that are what they were.

    Attributes:
        first: the first of them in the former reading.
        last: the line behind the last of them there.
        now: the first of them in the new one.
    """

    first: int
    last: int
    now: int


Reread = tuple[Lines, Sequence[Kept]]


def split_lines_again(source: Source, former: Lines) -> Reread:
    """The lines of a file, every byte of which is compared with those of an earlier reading.

    Returns:
        The lines, and which of them are what they were, in order.
    """
    return _Comparison(source, former).reread()


def split_appended_lines(source: Source, former: Lines) -> Reread | None:
    """The lines of a file to which something seems to have been appended.

    Of what was known only the first line and the end are compared.

    Returns:
        The lines, and which of them are what they were; None if something else changed.
    """
    header = former.span(0)[1] if len(former) else 0
    end = max(header, former.size - _END_BYTES)
    more = source.size - former.size
    if more <= 0 or not header:
        return None
    compared = _Comparison(source, former)
    if compared.same(0, 0, header) < header or compared.same(end, end) < former.size - end:
        return None
    tail = source.read(former.size, more)
    last = len(former) if tail.startswith(b"\n") else len(former) - 1
    if len(tail) < more or not last:
        return None
    made = _Made()
    made.keep(former, 0, last)
    made.add(bytes(former[last] + tail) if last < len(former) else tail)
    return made.lines(), made.kept


class _Comparison:
    """One comparison of a file with what is known of it."""

    def __init__(self, source: Source, former: Lines) -> None:
        self._source, self._former = source, former
        self._made = _Made()

    def reread(self) -> Reread:
        """The lines, and which of them are what they were."""
        former, source, made = self._former, self._source, self._made
        line = at = new = changed = 0
        while at < source.size and line < len(former) and changed < _MOST_CHANGED_LINES:
            offset = former.starts[line]
            same = self.same(offset, at)
            last = bisect_right(former.starts, offset + same) - 1
            if offset + same == former.size and source.read(at + same, 1) in (b"", b"\n"):
                last = len(former)
            if last > line:
                self._add(new, at)
                made.keep(former, line, last)
                at += min(former.starts[last], former.size) - offset
                line, new, changed = last, at, 0
            else:
                at = self._line_end(at)
                line, changed = line + 1, changed + 1
        if changed == _MOST_CHANGED_LINES:
            line, at = line - changed, new
        self._end(line, new)
        return made.lines(), made.kept

    def same(self, offset: int, at: int, limit: int | None = None) -> int:
        """How many bytes from an offset known are those of the file from an offset on."""
        former, source = self._former, self._source
        most = min(former.size - offset, source.size - at)
        most = most if limit is None else min(most, limit)
        same, step = 0, _FIRST_STEP_BYTES
        while same < most:
            block = former.block_of(offset + same)
            size = min(step, most - same, block.end - offset - same)
            part = source.read(at + same, size)
            found = block.common(offset + same, part)
            same += found
            if found < size:
                return same
            step = min(step * 4, _LARGEST_STEP_BYTES)
        return same

    def _line_end(self, at: int) -> int:
        """The offset behind the line feed of the line that starts at an offset."""
        step = _FIRST_STEP_BYTES
        while part := self._source.read(at, step):
            found = part.find(b"\n")
            if found >= 0:
                return at + found + 1
            at += len(part)
            step = min(step * 4, _LARGEST_STEP_BYTES)
        return self._source.size

    def _end(self, line: int, new: int) -> None:
        """What is behind the last line that is the same: new, but for the lines at the end."""
        former, source = self._former, self._source
        same = self._same_end(former.starts[line], new) if line < len(former) else 0
        first = max(line, bisect_right(former.starts, former.size - same))
        if not same or first >= len(former):
            self._add(new, source.size)
            return
        self._add(new, source.size - (former.size - former.starts[first]))
        self._made.keep(former, first, len(former))

    def _same_end(self, offset: int, at: int) -> int:
        """How many bytes at the end are the same, of those behind two offsets."""
        former, source = self._former, self._source
        most = min(former.size - offset, source.size - at)
        same, step = 0, _FIRST_STEP_BYTES
        while same < most and step:
            size = min(step, most - same)
            start = former.size - same - size
            known = joined(former.between(start, start + size))
            if source.read(source.size - same - size, size) == known:
                same += size
                step = min(step * 4, _LARGEST_STEP_BYTES)
            else:
                step = size // 2
        return same

    def _add(self, start: int, end: int) -> None:
        if start < end:
            self._made.add(self._source.read(start, end - start))


class _Made:
    """The lines of the file as far as it was compared."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self._starts = array("Q", [0])
        self._blocks: list[Block] = []
        self._size = 0

    def keep(self, former: Lines, first: int, last: int) -> None:
        """Go on with lines of a former reading, from the first to the one before the last."""
        start, end = former.starts[first], min(former.starts[last], former.size)
        moved = self._size - start
        self.kept.append(Kept(first, last, len(self._starts) - 1))
        starts = former.starts[first + 1 : last + 1]
        self._starts.extend(array("Q", [one + moved for one in starts]) if moved else starts)
        for block in former.blocks:
            low, high = max(start, block.start), min(end, block.end)
            if low < high:
                self._put(Block(block.data, low + moved, high + moved, block.shift + moved))

    def add(self, data: bytes) -> None:
        """Go on with bytes that are new."""
        append_starts(self._starts, data, self._size)
        self._put(Block(ReadBytes(data), self._size, self._size + len(data), self._size))

    def lines(self) -> Lines:
        """All of them."""
        if self._starts[-1] <= self._size:
            self._starts.append(self._size + 1)
        return Lines(tuple(self._blocks) or (Block(ReadBytes(b""), 0, 0, 0),), self._starts)

    def _put(self, block: Block) -> None:
        self._size = block.end
        last = self._blocks[-1] if self._blocks else block
        if last is not block and last.data is block.data and last.shift == block.shift:
            self._blocks[-1] = Block(last.data, last.start, block.end, last.shift)
        elif last is not block and block.end - last.start < _SMALL_BYTES:
            views = last.view(last.start, last.end), block.view(block.start, block.end)
            self._blocks[-1] = Block(ReadBytes(b"".join(views)), last.start, block.end, last.start)
        else:
            self._blocks.append(block)
