"""A file's bytes and where its lines start; split at LF only (specs/sillytavern.md §1.1)."""

from array import array
from bisect import bisect_right
from dataclasses import dataclass

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COMPARED_AT_ONCE_BYTES = 1 << 20


@dataclass(frozen=True, eq=False)
class Lines:
    """All lines of a file.

    Attributes:
        data: the whole file.
        starts: where each line starts, and last the place behind the file's end plus one.
    """

    data: bytes
    starts: "array[int]"

    def __len__(self) -> int:
        return len(self.starts) - 1

    def span(self, number: int) -> tuple[int, int]:
        """First byte of line `number`, 0-based, and the place behind it, LF left out."""
        return self.starts[number], self.starts[number + 1] - 1

    def view(self, number: int) -> memoryview:
        """The bytes of line `number`, not copied."""
        start, end = self.span(number)
        return memoryview(self.data)[start:end]

    def __getitem__(self, number: int) -> bytes:
        start, end = self.span(number)
        return self.data[start:end]


def split_lines(data: bytes) -> Lines:
    """The lines of `data`; a byte order mark belongs to no line."""
    start = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    return _split_on(data, array("Q", [start]))


def split_lines_again(data: bytes, former: Lines) -> tuple[Lines, int]:
    """The lines of a file that was split before and written since.

    Args:
        data: what the file holds now.
        former: its lines then.

    Returns:
        The lines, and how many of those behind the first are the same lines as before.
    """
    second = data.find(b"\n") + 1
    if not second or len(former) == 1 or data.startswith(BYTE_ORDER_MARK) or former.starts[0]:
        return split_lines(data), 0
    former_second = former.starts[1]
    common = same_bytes(former.data, former_second, data, second)
    same = bisect_right(former.starts, former_second + common) - 2
    starts, kept = array("Q", [0, second]), former.starts[2 : same + 2]
    moved = second - former_second
    starts.extend(array("Q", [start + moved for start in kept]) if moved else kept)
    lines = _split_on(data, starts)
    after = same + 1
    # A last line without a line feed is the same as one with it.
    is_same = after < min(len(lines), len(former)) and lines[after] == former[after]
    return lines, same + is_same


def same_bytes(one: bytes, at: int, other: bytes, other_at: int) -> int:
    """How many bytes from a place on are the same in both."""
    view = memoryview(one)
    most = min(len(one) - at, len(other) - other_at)
    same, step = 0, _COMPARED_AT_ONCE_BYTES
    while same < most and step:
        size = min(step, most - same)
        if other.startswith(view[at + same : at + same + size], other_at + same):
            same += size
        else:
            step = size // 2
    return same


def _split_on(data: bytes, starts: "array[int]") -> Lines:
    """All lines, where the first of them, at least one, are known by their starts."""
    found = data.find(b"\n", starts[-1])
    append, find = starts.append, data.find
    while found >= 0:
        append(found + 1)
        found = find(b"\n", found + 1)
    append(len(data) + 1)
    return Lines(data, starts)
