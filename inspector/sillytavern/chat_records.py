"""Sequences over a chat's lines that decode only what is asked for."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from typing_extensions import override

from inspector.core.decoded import members
from inspector.core.on_demand import LazySequence
from inspector.sillytavern.lines import Lines
from inspector.sillytavern.reread_lines import Kept
from inspector.sillytavern.values import decode

_SEARCHED_AT_ONCE_BYTES = 1 << 22


class Records(LazySequence[Mapping[str, object]]):
    """Whole messages, each decoded when asked for.

    Args:
        lines: all lines of the file.
        numbers: those of the messages.
        keeping: indexes of the messages that have a member of `extra`, by its name.
        former: an earlier reading, and which messages are the same as there.
    """

    def __init__(
        self,
        lines: Lines,
        numbers: Sequence[int],
        keeping: Mapping[str, Sequence[int]],
        former: tuple[Sequence[Mapping[str, object]], Sequence[Kept]] | None = None,
    ) -> None:
        self._keeping = keeping
        self._lines = lines
        self._numbers = numbers
        self._containing: dict[bytes, list[int]] = {}
        if former is not None and isinstance(former[0], Records):
            found = former[0]._containing
            self._containing = {
                needle: self._found_again(needle, known, former[1])
                for needle, known in found.copy().items()
            }

    @override
    def __len__(self) -> int:
        return len(self._numbers)

    @override
    def _at(self, index: int) -> Mapping[str, object]:
        return members(decode(self._lines[self._numbers[index]]))

    @property
    def keys(self) -> tuple[str, ...]:
        """The members of `extra` of which was noted where they are."""
        return tuple(self._keeping)

    def keeping(self, key: str) -> Sequence[int] | None:
        """Indexes of the messages whose `extra` has a member `key`; None if that was not noted."""
        return self._keeping.get(key)

    def containing(self, needle: bytes) -> list[int]:
        """Indexes of the messages whose lines hold some bytes; decodes none of them."""
        if needle not in self._containing:
            self._containing[needle] = self._found(needle)
        return self._containing[needle]

    def _found(self, needle: bytes, first: int = 0, last: int | None = None) -> list[int]:
        """Those of the messages from the first to the one before the last."""
        numbers, starts = self._numbers, self._lines.starts
        last = len(numbers) if last is None else last
        found: list[int] = []
        if first >= last:
            return found
        at, end = starts[numbers[first]], starts[numbers[last - 1] + 1] - 1
        while at < end:
            block = self._lines.block_of(at)
            # In pieces, since other threads wait while one is searched.
            stop = min(at + _SEARCHED_AT_ONCE_BYTES, end, block.end)
            behind = min(stop + len(needle) - 1, block.end) - block.shift
            data, start = block.data.around(at - block.shift, behind)
            moved, limit = at - start, start + behind - (at - block.shift)
            hit = data.find(needle, start, limit)
            while hit >= 0:
                line = bisect_right(starts, hit + moved) - 1
                index = bisect_left(numbers, line)
                if index < len(numbers) and numbers[index] == line:
                    found.append(index)
                stop = max(stop, starts[line + 1])
                hit = data.find(needle, starts[line + 1] - moved, limit)
            at = stop
        return found

    def _found_again(self, needle: bytes, known: list[int], kept: Sequence[Kept]) -> list[int]:
        """The same from what an earlier reading found; only what is new is searched."""
        found: list[int] = []
        done = 0
        for first, last, now in kept:
            found += self._found(needle, done, now)
            same = known[bisect_left(known, first) : bisect_left(known, last)]
            found += same if first == now else [index + now - first for index in same]
            done = now + last - first
        return found + self._found(needle, done)
