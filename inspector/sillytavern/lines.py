"""A file's bytes and where its lines start; split at LF only (specs/sillytavern.md §1.1)."""

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from inspector.jsonbytes.pieces import ReadBytes, Stretch, joined

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_COMPARED_AT_ONCE = 1 << 22
"""Bytes."""


class Block(NamedTuple):
    """A part of a file, in bytes that several readings of it may share.

    Attributes:
        data: bytes that hold it.
        start: offset in the file of its first byte.
        end: the offset behind it.
        shift: an offset in the file less the offset in `data`.
    """

    data: ReadBytes
    start: int
    end: int
    shift: int

    def view(self, start: int, end: int) -> memoryview:
        """The bytes between two offsets of the file, of which those in the block count."""
        one = self.stretch(start, end)
        data, at = one.data.around(one.start, one.end)
        return memoryview(data)[at : at + len(one)]

    def stretch(self, start: int, end: int) -> Stretch:
        """The same, wherever they lie."""
        first, last = max(start, self.start), min(end, self.end)
        return Stretch(self.data, first - self.shift, max(first, last) - self.shift)

    def common(self, offset: int, other: bytes | memoryview) -> int:
        """How many bytes from an offset in the file on are those at the beginning of others."""
        most = min(self.end - offset, len(other))
        data, at = self.data.around(offset - self.shift, offset - self.shift + most)
        view = memoryview(other)[:most]
        same, step = 0, most
        while same < most and step:
            size = min(step, most - same)
            if data.startswith(view[same : same + size], at + same):
                same += size
            else:
                step = size // 2
        return same


@dataclass(frozen=True, eq=False)
class Lines:
    """All lines of a file.

    Attributes:
        blocks: the whole file; a line lies in one of them, its line feed may start the next.
        starts: where each line starts, and last the offset behind the file's end plus one.
    """

    blocks: tuple[Block, ...]
    starts: "array[int]"

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def size(self) -> int:
        """Length of the file in bytes."""
        return self.blocks[-1].end if self.blocks else 0

    @property
    def pieces(self) -> tuple[Stretch, ...]:
        """The whole file."""
        return tuple(one.stretch(one.start, one.end) for one in self.blocks)

    @property
    def data(self) -> bytes:
        """The whole file in one; a copy of it where it does not lie so in memory."""
        return joined(self.pieces)

    def span(self, number: int) -> tuple[int, int]:
        """First byte of line `number`, 0-based, and the offset behind it, LF left out."""
        return self.starts[number], self.starts[number + 1] - 1

    def view(self, number: int) -> memoryview:
        """The bytes of line `number`, not copied."""
        start, end = self.span(number)
        return self.block_of(start).view(start, end)

    def __getitem__(self, number: int) -> bytes:
        start, end = self.span(number)
        block = self.block_of(start)
        return block.data.read(start - block.shift, end - block.shift)

    def between(self, start: int, end: int) -> list[Stretch]:
        """The bytes between two offsets of the file."""
        first = max(0, bisect_right(self._block_starts, start) - 1)
        last = bisect_left(self._block_starts, end)
        found = [one.stretch(start, end) for one in self.blocks[first:last]]
        return [one for one in found if len(one)]

    def block_of(self, offset: int) -> Block:
        """The block that holds what lies at an offset."""
        if len(self.blocks) == 1:
            return self.blocks[0]
        return self.blocks[bisect_right(self._block_starts, offset) - 1]

    def end_of_stretch(self, number: int, last: int) -> int:
        """The line up to which all lines from `number` on lie in one block, at most `last`."""
        end = self.block_of(self.starts[number]).end
        return max(number + 1, bisect_left(self.starts, end, number, last))

    @cached_property
    def _block_starts(self) -> list[int]:
        return [one.start for one in self.blocks]


def split_lines(data: bytes) -> Lines:
    """The lines of `data`; a byte order mark belongs to no line."""
    start = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    starts = array("Q", [start])
    append_starts(starts, data, 0)
    starts.append(len(data) + 1)
    return Lines((Block(ReadBytes(data), 0, len(data), 0),), starts)


def append_starts(starts: "array[int]", data: bytes, offset: int) -> None:
    """Append where the lines behind the last known one start, in bytes that lie at an offset."""
    append, find = starts.append, data.find
    found = find(b"\n", max(0, starts[-1] - offset))
    if offset:
        while found >= 0:
            append(offset + found + 1)
            found = find(b"\n", found + 1)
        return
    while found >= 0:
        append(found + 1)
        found = find(b"\n", found + 1)


def same_bytes(one: Lines, at: int, other: Lines, other_at: int) -> int:
    """How many bytes from an offset on are the same in both; what both share is not compared."""
    most = min(one.size - at, other.size - other_at)
    same = 0
    while same < most:
        mine, its = one.block_of(at + same), other.block_of(other_at + same)
        size = min(mine.end - at - same, its.end - other_at - same)
        is_shared = mine.data is its.data and at - mine.shift == other_at - its.shift
        if not is_shared:
            size = min(size, _COMPARED_AT_ONCE)
            view = its.view(other_at + same, other_at + same + size)
            found = mine.common(at + same, view)
            if found < size:
                return same + found
        same += size
    return same
