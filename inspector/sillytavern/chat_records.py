"""Sequences over a chat's lines that decode only what is asked for."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import overload

from typing_extensions import override

from inspector.core.decoded import members
from inspector.sillytavern.chat_columns import dates_decoder, stretches
from inspector.sillytavern.lines import Lines
from inspector.sillytavern.values import decode

_SEARCHED_AT_ONCE_BYTES = 1 << 22


class Records(Sequence[Mapping[str, object]]):
    """Whole messages, each decoded when asked for.

    Args:
        lines: all lines of the file.
        numbers: those of the messages.
        former: an earlier reading, and how many messages at the beginning are the same as there.
    """

    def __init__(
        self,
        lines: Lines,
        numbers: Sequence[int],
        former: tuple[Sequence[Mapping[str, object]], int] | None = None,
    ) -> None:
        self._lines = lines
        self._numbers = numbers
        self._containing: dict[bytes, list[int]] = {}
        self._known: Mapping[bytes, list[int]] = {}
        self._first_unknown = 0
        if former is not None and isinstance(former[0], Records):
            self._known, self._first_unknown = dict(former[0]._containing), former[1]

    @override
    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Mapping[str, object]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Mapping[str, object]]: ...
    @override
    def __getitem__(self, index: int | slice) -> Mapping[str, object] | list[Mapping[str, object]]:
        if isinstance(index, slice):
            return [self[location] for location in range(*index.indices(len(self)))]
        return members(decode(self._lines[self._numbers[index]]))

    def containing(self, needle: bytes) -> list[int]:
        """Indexes of the messages whose lines hold some bytes; decodes none of them."""
        if needle not in self._containing:
            self._containing[needle] = self._found(needle)
        return self._containing[needle]

    def _found(self, needle: bytes) -> list[int]:
        data, starts, numbers = self._lines.data, self._lines.starts, self._numbers
        known = self._known.get(needle)
        first = 0 if known is None else self._first_unknown
        found = [] if known is None else known[: bisect_left(known, first)]
        at, end = starts[numbers[first]] if first < len(numbers) else len(data), len(data)
        while at < end:
            # In pieces, since other threads wait while one is searched.
            stop = min(at + _SEARCHED_AT_ONCE_BYTES, end)
            hit = data.find(needle, at, stop + len(needle) - 1)
            if hit < 0:
                at = stop
                continue
            line = bisect_right(starts, hit) - 1
            index = bisect_left(numbers, line)
            if index < len(numbers) and numbers[index] == line:
                found.append(index)
            at = starts[line + 1]
        return found


class SendDates(Sequence[object]):
    """When each message was sent, as stored; all are decoded when the first is asked for.

    Args:
        lines: all lines of the file.
        numbers: those of the messages.
        former: an earlier reading, and how many messages at the beginning are the same as there.
    """

    def __init__(
        self,
        lines: Lines,
        numbers: Sequence[int],
        former: tuple[Sequence[object], int] | None = None,
    ) -> None:
        self._lines = lines
        self._numbers = numbers
        self._known: list[object] = []
        if former is not None and isinstance(former[0], SendDates):
            self._known = former[0].__dict__.get("_dates", [])[: former[1]]

    @override
    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> object: ...
    @overload
    def __getitem__(self, index: slice) -> list[object]: ...
    @override
    def __getitem__(self, index: int | slice) -> object:
        return self._dates[index]

    @override
    def __iter__(self) -> Iterator[object]:
        return iter(self._dates)

    @cached_property
    def _dates(self) -> list[object]:
        numbers = self._numbers
        if isinstance(numbers, range):
            found = [*self._known]
            for _, stretch in stretches(self._lines, numbers.start + len(found), numbers.stop):
                found += [one.send_date for one in dates_decoder.decode_lines(stretch)]
            return found
        return [members(decode(self._lines[number])).get("send_date") for number in numbers]
