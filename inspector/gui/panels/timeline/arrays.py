"""The document in columns: what the timeline paints, as numpy arrays."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]
Bytes = NDArray[np.int8]


_AT_ONCE = 1500
"""So many memories are read in two milliseconds."""


def no_floats() -> Floats:
    """Of nothing."""
    return np.zeros(0)


def _no_flags() -> Flags:
    return np.zeros(0, dtype=np.bool_)


def _no_places() -> Places:
    return np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class MessageColumns:
    """The messages of a chat.

    Attributes:
        sizes: 0 to 1, the share of a bar's full height.
        hidden: whether each is left out of prompts.
        starts: first message of every run of equally visible messages.
        ends: the message after the last of each run.
    """

    sizes: Floats = field(default_factory=no_floats)
    hidden: Flags = field(default_factory=_no_flags)
    starts: Places = field(default_factory=_no_places)
    ends: Places = field(default_factory=_no_places)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def hidden_sizes(self) -> Floats:
        """Sizes of hidden messages, 0 for visible ones."""
        return np.where(self.hidden, self.sizes, 0.0)

    @cached_property
    def visible_sizes(self) -> Floats:
        """Sizes of visible messages, 0 for hidden ones."""
        return np.where(self.hidden, 0.0, self.sizes)

    @classmethod
    def of(cls, chat: Chat) -> "MessageColumns":
        """The columns of a chat."""
        count = len(chat)
        if count == 0:
            return cls()
        sizes: Floats = np.zeros(count)
        given = np.asarray(chat.sizes[:count], dtype=np.float64)
        sizes[: len(given)] = given
        hidden: Flags = np.zeros(count, dtype=np.bool_)
        flags = np.frombuffer(bytes(chat.hidden[:count]), dtype=np.uint8)
        hidden[: len(flags)] = flags != 0
        # A few giants must not flatten all others, and equals must not fill the lane.
        ranks = (count // 2, count * 99 // 100)
        middle, high = np.partition(sizes, ranks)[list(ranks)].tolist()
        top = max(high, 2.2 * middle, 1.0)
        starts: Places = np.concatenate(([0], np.flatnonzero(hidden[1:] != hidden[:-1]) + 1))
        ends: Places = np.concatenate((starts[1:], [count]))
        return cls(np.clip(sizes / top, 0.03, 1.0), hidden, starts, ends)


class MemoryColumns:
    """The memories of a document; refreshed in place after an edit.

    Args:
        document: that is shown.
        former: what was shown before: where the memories are the same, little is worked out anew.
        rows: what `gather_rows` found of these memories; None to read them now.

    Attributes:
        start: where the sources of each begin, in messages.
        end: where they end.
        rank: its place in its batch, the memories that share its sources; 0 if it is alone.
        count: how many share its sources, itself included.
        batches: the first memory of every batch of more than one.
        last: its last source message; the position without sources.
        position: where a design places it, not clamped.
        importance: 1 to 5.
        secret: flagged as a secret.
        archived: put away.
        version: grows with every change.
    """

    def __init__(
        self,
        document: Document | None = None,
        former: "MemoryColumns | None" = None,
        rows: Floats | None = None,
    ) -> None:
        length = len(document.chat) if document else 0
        self._memories = document.memories if document else ()
        same = former if former is not None and former._memories is self._memories else None
        table = same._table if same is not None else rows
        table = self._rows_after(former) if table is None else table
        self._table: Floats = table
        count, limit = len(table), float(max(length, 1))
        self.start: Floats = np.clip(table[:, 0], 0.0, limit - 1)
        self.end: Floats = np.clip(table[:, 1] + 1, self.start + 1, limit)
        self.last: Floats = np.ascontiguousarray(table[:, 1])
        self.position: Floats = np.ascontiguousarray(table[:, 2])
        self.rank: Places = np.zeros(count, dtype=np.intp) if same is None else same.rank
        self.count: Places = np.ones(count, dtype=np.intp) if same is None else same.count
        self.batches: Places = self._find_batches(self._memories) if same is None else same.batches
        self.importance: Bytes = table[:, 3].astype(np.int8)
        self.secret: Flags = table[:, 4] != 0
        self.archived: Flags = table[:, 5] != 0
        self.version = 0
        self._order: Places | None = None
        self._placed: tuple[Sequence[float], Floats] | None = None

    def __len__(self) -> int:
        return len(self.start)

    def placed_by(self, find: Callable[[], Sequence[float]] | None) -> Floats:
        """Where each memory is placed by what a ruleset says of it; see `Derivation.positions`."""
        positions = None if find is None else find()
        if positions is None or len(positions) != len(self):
            return self.position
        if self._placed is None or self._placed[0] is not positions:
            self._placed = positions, np.asarray(positions, dtype=np.float64)
        return self._placed[1]

    @property
    def order(self) -> Places:
        """Memories along the chat, from left to right."""
        if self._order is None:
            self._order = np.lexsort((-self.importance, self.start))
        return self._order

    def refresh(self, document: Document, indexes: Iterable[int]) -> None:
        """Take over the memories that an edit changed."""
        for index in indexes:
            (row,) = _rows([document.memories[index]])
            # No edit moves a memory: its source messages are not to be changed.
            self.importance[index] = int(row[3])
            self.secret[index], self.archived[index] = bool(row[4]), bool(row[5])
        self.version += 1
        self._order = None

    def _rows_after(self, former: "MemoryColumns | None") -> Floats:
        """What is known of each memory; where its record stood before, the same row."""
        memories = self._memories
        if former is None or not len(former):
            return _rows(memories)
        known = {id(memory.record): index for index, memory in enumerate(former._memories)}
        places: Places = np.array([known.get(id(one.record), -1) for one in memories], np.intp)
        table = former._table[places]
        added = np.flatnonzero(places < 0)
        table[added] = _rows([memories[index] for index in added.tolist()])
        return table

    def _find_batches(self, memories: Sequence[Memory]) -> Places:
        """Who shares sources with whom, each batch in its order; answers the first of each.

        OpenVault gives all memories of a batch the messages of the whole batch
        (specs/openvault.md §1.1), so where in it each one happened is not known.
        """
        batches: dict[tuple[float, ...], list[int]] = {}
        for index, memory in enumerate(memories):
            if memory.sources:
                batches.setdefault(memory.sources, []).append(index)
        found: list[int] = []
        for batch in batches.values():
            if len(batch) > 1:
                self.count[batch] = len(batch)
                self.rank[sorted(batch, key=lambda one: memories[one].sequence)] = range(len(batch))
                found.append(batch[0])
        return np.array(found, dtype=np.intp)


def gather_rows(memories: Sequence[Memory]) -> Generator[None, None, Floats]:
    """What `MemoryColumns` reads of each memory, a few milliseconds' work a step."""
    parts = [np.empty((0, 6))]
    for start in range(0, len(memories), _AT_ONCE):
        parts.append(_rows(memories[start : start + _AT_ONCE]))
        yield
    return np.concatenate(parts)


def _rows(memories: Sequence[Memory]) -> Floats:
    """First and last source, position, importance, secret and archived of each memory."""
    spans = (memory.span or (memory.position, memory.position) for memory in memories)
    rows: Floats = np.empty((len(memories), 6))
    rows[:, :2] = np.fromiter(chain.from_iterable(spans), np.float64).reshape(-1, 2)
    rows[:, 2] = np.fromiter([memory.position for memory in memories], np.float64)
    rows[:, 3] = np.fromiter([memory.importance for memory in memories], np.float64)
    rows[:, 4] = np.fromiter([memory.is_secret for memory in memories], np.bool_)
    rows[:, 5] = np.fromiter([memory.is_archived for memory in memories], np.bool_)
    return rows
