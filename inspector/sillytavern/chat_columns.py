"""The columns of a chat's messages, decoded a stretch of lines at a time.

Only what every view needs is decoded, and little is in memory beside the columns.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, count, repeat
from operator import attrgetter, ne
from typing import Any, cast

import msgspec

from inspector.core.chat import Chat
from inspector.core.record_search import records_keeping
from inspector.sillytavern.lines import Lines

STRETCH = 4096
"""How many lines are decoded at once."""

_ABSENT = msgspec.Raw(b"")


class Columns(msgspec.Struct, gc=False):
    """What is decoded of every message; of `extra` which of some members are there."""

    name: Any = None
    is_user: Any = None
    is_system: Any = None
    send_date: Any = None
    mes: msgspec.Raw = _ABSENT
    original_avatar: Any = None
    extra: Any = None


class ColumnsDecoder:
    """Decodes messages to columns.

    Args:
        keys: which members of `extra` are looked for, each once.
    """

    def __init__(self, keys: tuple[str, ...]) -> None:
        self.keys = keys
        self._fields = {f"member{number}": key for number, key in enumerate(keys)}
        members = [(name, msgspec.Raw, None) for name in self._fields]
        extra = msgspec.defstruct("Extra", members, rename=self._fields, gc=False)
        # SillyTavern stores an object; whatever else stands there does not stop the reader.
        kind = extra | list[msgspec.Raw] | str | int | float | bool | None
        columns = msgspec.defstruct(
            "ColumnsWithExtra", [("extra", kind, None)], bases=(Columns,), gc=False
        )
        self._nothing = extra()
        decoder = msgspec.json.Decoder(cast("type[Columns]", columns))
        self.decode = decoder.decode
        self.decode_lines = decoder.decode_lines

    def keeping(self, columns: Sequence[Columns]) -> Iterator[tuple[int, str]]:
        """Indexes of those columns that have one of the members, and its name."""
        extras = [one.extra for one in columns]
        for index in compress(count(), map(ne, extras, repeat(self._nothing))):
            extra = columns[index].extra
            for name, key in self._fields.items():
                is_odd = isinstance(extra, Mapping)
                if key in extra if is_odd else getattr(extra, name, None) is not None:
                    yield index, key


decoder_of = lru_cache(maxsize=8)(ColumnsDecoder)


@dataclass(slots=True)
class Gathered:
    """The columns of the messages read so far.

    Attributes:
        keeping: indexes of the messages that have a member of `extra`, by its name.
    """

    decoder: ColumnsDecoder
    names: list[str] = field(default_factory=list[str])
    from_user: bytearray = field(default_factory=bytearray)
    hidden: bytearray = field(default_factory=bytearray)
    send_dates: list[object] = field(default_factory=list[object])
    sizes: "array[int]" = field(default_factory=lambda: array("I"))
    is_group: bool = False
    known: dict[str, str] = field(default_factory=dict[str, str])
    keeping: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.keeping = {key: [] for key in self.decoder.keys}

    def keep(self, chat: Chat, first: int, last: int) -> None:
        """Take over messages of an earlier reading, from the first to the one before the last."""
        names = list(chat.names[first:last])
        for key, found in self.keeping.items():
            indexes = records_keeping(chat.records, key)
            same = indexes[bisect_left(indexes, first) : bisect_left(indexes, last)]
            found += [index + len(self.names) - first for index in same]
        self.known |= {name: name for name in set(names)}
        self.names += names
        self.from_user += chat.from_user[first:last]
        self.hidden += chat.hidden[first:last]
        self.send_dates += chat.send_dates[first:last]
        self.sizes.extend(chat.sizes[first:last])
        self.is_group = self.is_group or (
            chat.is_group
            and any(chat.records[index].get("original_avatar") for index in range(first, last))
        )

    def add(self, columns: Sequence[Columns]) -> None:
        """Take over messages; a name that many share is kept once."""
        before = len(self.names)
        for index, key in self.decoder.keeping(columns):
            self.keeping[key].append(before + index)
        names = [name if isinstance(name := one.name, str) else "" for one in columns]
        self.names += map(self.known.setdefault, names, names)
        self.from_user += _flags([one.is_user for one in columns])
        self.hidden += _flags([one.is_system for one in columns])
        self.send_dates += [one.send_date for one in columns]
        lengths = map(len, [one.mes for one in columns])
        self.sizes.extend([length - 2 if length > 2 else 0 for length in lengths])
        self.is_group = self.is_group or any(map(attrgetter("original_avatar"), columns))


def stretches(lines: Lines, first: int, last: int) -> Iterator[tuple[int, int, memoryview]]:
    """Consecutive lines: the number of the first of them, that behind the last, and the bytes."""
    start = first
    while start < last:
        end = lines.end_of_stretch(start, min(start + STRETCH, last))
        low, high = lines.starts[start], lines.span(end - 1)[1]
        yield start, end, lines.block_of(low).view(low, high)
        start = end


def _flags(values: list[object]) -> bytes:
    """A byte for each decoded value, 1 where JavaScript takes it for true."""
    if {bool}.issuperset(map(type, values)):
        return bytes(cast("list[bool]", values))
    return bytes(map(_truthy, values))


def _truthy(value: object) -> bool:
    """Whether JavaScript takes a decoded value for true: an empty list is."""
    if value is False or value is None:
        return False
    return bool(value) or isinstance(value, list | dict)
