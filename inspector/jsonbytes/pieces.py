"""The bytes of a file in pieces, each in memory or in a store outside it."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

CHUNK = 1 << 20
"""Bytes that are read at once."""


class Store(Protocol):
    """Where bytes lie outside the memory of this process."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes between two offsets.

        Raises:
            InspectorError: they cannot be read any more.
        """
        ...

    def fill(self, start: int, buffer: memoryview) -> None:
        """Fill a buffer with the bytes from an offset on.

        Raises:
            InspectorError: see `read`.
        """
        ...


class ReadBytes:
    """Bytes that were read once and never change, though they may leave the memory.

    Whoever keeps some of them for long keeps a `Stretch` and no view, which would keep all of
    them in memory.

    Attributes:
        size: how many they are.
    """

    __slots__ = ("__weakref__", "_held", "_store", "size")

    def __init__(self, data: bytes) -> None:
        self.size = len(data)
        self._held: bytes | None = data
        self._store: Store | None = None

    @property
    def held(self) -> bytes | None:
        """All of them; None once they are not in memory any more."""
        return self._held

    def move(self, store: Store) -> None:
        """Let them go from memory: a store holds the same."""
        # In this order, since other threads read meanwhile.
        self._store = store
        self._held = None

    def around(self, start: int, end: int) -> tuple[bytes, int]:
        """Bytes that hold those between two offsets, and where these start there.

        Nothing is copied of what is in memory.
        """
        held = self._held
        return (held, start) if held is not None else (self.read(start, end), 0)

    def read(self, start: int, end: int) -> bytes:
        """The bytes between two offsets."""
        held = self._held
        if held is None and self._store is not None:
            return self._store.read(start, end)
        return (held or b"")[start:end]

    def chunks(self, start: int, end: int, size: int) -> Iterator[memoryview]:
        """The bytes between two offsets in parts of at most some bytes; see `chunks`."""
        held, store = self._held, self._store
        # One buffer for all parts: new memory for each would cost more than to read it.
        buffer = memoryview(bytearray(min(size, end - start) if held is None else 0))
        for at in range(start, end, size):
            length = min(size, end - at)
            if held is not None:
                yield memoryview(held)[at : at + length]
            elif store is not None:
                store.fill(at, buffer[:length])
                yield buffer[:length]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some consecutive bytes of those that were read.

    Attributes:
        data: those that were read.
        start: offset of the first of them.
        end: the offset behind the last.
    """

    data: ReadBytes
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


Piece = bytes | memoryview | Stretch
Pieces = Sequence[Piece]
"""The contents of a file, in consecutive parts."""


def chunks(pieces: Iterable[Piece], size: int = CHUNK) -> Iterator[memoryview]:
    """The contents in parts of at most some bytes, each of which counts until the next."""
    for piece in pieces:
        if isinstance(piece, Stretch):
            yield from piece.data.chunks(piece.start, piece.end, size)
        else:
            view = memoryview(piece)
            for start in range(0, len(view), size):
                yield view[start : start + size]


def are_same(some: Iterable[Piece], rest: Iterable[Piece]) -> bool:
    """Whether two contents are the same to the byte; what is one stretch of both is not read."""
    left, right = deque(some), deque(rest)
    while left and right:
        one, another = left.popleft(), right.popleft()
        size = min(len(one), len(another), CHUNK)
        if not (is_common := _is_one(one, another)) and _first(one, size) != _first(another, size):
            return False
        for pieces, piece in ((left, one), (right, another)):
            if not is_common and len(piece) > size:
                pieces.appendleft(_rest(piece, size))
    return not any(map(len, (*left, *right)))


def joined(pieces: Iterable[Piece]) -> bytes:
    """The contents in one."""
    return b"".join(
        [one.data.read(one.start, one.end) if isinstance(one, Stretch) else one for one in pieces]
    )


def _is_one(one: Piece, another: Piece) -> bool:
    """Whether both are the same bytes of the same reading, wherever they lie."""
    if not (isinstance(one, Stretch) and isinstance(another, Stretch)):
        return one is another
    return one.data is another.data and (one.start, one.end) == (another.start, another.end)


def _first(piece: Piece, size: int) -> bytes:
    if isinstance(piece, Stretch):
        return piece.data.read(piece.start, piece.start + size)
    return bytes(piece[:size])


def _rest(piece: Piece, size: int) -> Piece:
    if isinstance(piece, Stretch):
        return Stretch(piece.data, piece.start + size, piece.end)
    return memoryview(piece)[size:]
