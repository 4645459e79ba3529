"""What the rules read from all memories of a chat, kept from one edit to the next.

An edit replaces a memory or two and leaves the others the same objects, so only those are read
anew. Nothing here is a rule.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not
from threading import Lock
from typing import Generic, TypeVar, cast

from typing_extensions import override

from inspector.core.memory import Memory

Value = TypeVar("Value")

_MOST_COLUMNS = 64
_MOST_ANSWERS = 24
_MOST_LARGE = 4
_MOST_EDITS = 4


@dataclass(frozen=True, eq=False, slots=True)
class Same:
    """A key that equals nothing but a key of the same object."""

    value: object

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    @override
    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, eq=False, slots=True)
class _Column:
    memories: Sequence[Memory]
    values: Sequence[object]


class Recent(Generic[Value]):
    """The values that were asked for last, by any key; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        """Make it empty.

        Args:
            most: how many are kept.
        """
        self._most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """What is kept under a key."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep a value under a key, and forget the one that nobody asked for the longest."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns, a value a memory, and what else was worked out of a chat; a bounded number.

    Two threads that ask for the same at the same time may both work it out.
    """

    _columns: Recent[_Column] = field(default_factory=lambda: Recent[_Column](_MOST_COLUMNS))
    _answers: Recent[object] = field(default_factory=lambda: Recent[object](_MOST_ANSWERS))
    _large: Recent[object] = field(default_factory=lambda: Recent[object](_MOST_LARGE))
    _edits: Recent[Sequence[int]] = field(
        default_factory=lambda: Recent[Sequence[int]](_MOST_EDITS)
    )

    def column(
        self,
        key: Hashable,
        memories: Sequence[Memory],
        make: Callable[[Sequence[Memory]], Sequence[Value]],
    ) -> Sequence[Value]:
        """A value for each memory, taken over where the memory is still the same object.

        Args:
            key: names what `make` does; the same key, the same doing.
            memories: all of a document's; a tuple, which is known again by its identity.
            make: gives the values of some memories, each depending on that memory, the key and
                the chat's messages alone, not on which of those are hidden.

        Returns:
            the same object as before where no value is another one.
        """
        known = self._columns.get(key)
        if known is None or len(known.memories) != len(memories):
            values = make(memories)
        elif known.memories is memories:
            return cast("Sequence[Value]", known.values)
        else:
            places = self.differing(known.memories, memories)
            anew = make([memories[index] for index in places])
            values = _patched(cast("Sequence[Value]", known.values), places, anew)
        self._columns.keep(key, _Column(memories, values))
        return values

    def answer(
        self, key: Hashable, work_out: Callable[[], Value], *, is_large: bool = False
    ) -> Value:
        """What was worked out of nothing but its key; worked out now if it is not known.

        Args:
            key: everything that decides the answer.
            work_out: gives the answer, which must hold no chat: that one would never go.
            is_large: whether it takes megabytes, so that fewer are kept.
        """
        answers = self._large if is_large else self._answers
        known = answers.get(key)
        if known is None:
            known = work_out()
            answers.keep(key, known)
        return cast("Value", known)

    def grown(self, key: Hashable, grow: Callable[[Value | None], Value]) -> Value:
        """What grows out of the last one of its key, which is kept in its place."""
        after = grow(cast("Value | None", self._answers.get(key)))
        self._answers.keep(key, after)
        return after

    def differing(self, before: Sequence[Memory], after: Sequence[Memory]) -> Sequence[int]:
        """Places at which two lists of as many memories differ; found once for all columns."""
        key = (Same(before), Same(after))
        places = self._edits.get(key)
        if places is None:
            places = differing(before, after)
            self._edits.keep(key, places)
        return places


def _patched(
    values: Sequence[Value], places: Sequence[int], anew: Sequence[Value]
) -> Sequence[Value]:
    """The values with new ones at some places; the same object where those are the old ones."""
    patched: list[Value] | None = None
    for index, value in zip(places, anew, strict=True):
        before = values[index]
        if type(before) is not type(value) or before != value:
            patched = list(values) if patched is None else patched
            patched[index] = value
    return values if patched is None else patched


def differing(before: Sequence[object], after: Sequence[object]) -> list[int]:
    """Places at which two sequences of equal length do not hold the same object."""
    return list(compress(count(), map(is_not, before, after)))
