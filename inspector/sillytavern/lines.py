"""A file's bytes and where its lines start; split at LF only (specs/sillytavern.md §1.1)."""

from array import array
from dataclasses import dataclass

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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
    starts = array("Q", [start])
    found = data.find(b"\n", start)
    append, find = starts.append, data.find
    while found >= 0:
        append(found + 1)
        found = find(b"\n", found + 1)
    append(len(data) + 1)
    return Lines(data, starts)
