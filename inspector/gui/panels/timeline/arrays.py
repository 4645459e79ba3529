"""The document in columns: what the timeline paints, as numpy arrays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]
Bytes = NDArray[np.int8]


def _no_floats() -> Floats:
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

    sizes: Floats = field(default_factory=_no_floats)
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

    Attributes:
        start: where the sources of each begin, in messages.
        end: where they end.
        rank: its place in its batch, the memories that share its sources; 0 if it is alone.
        count: how many share its sources, itself included.
        batches: start, end and position of every batch of more than one.
        last: its last source message; the position without sources.
        position: where a design places it, not clamped.
        importance: 1 to 5.
        secret: flagged as a secret.
        archived: put away.
        version: grows with every change.
    """

    def __init__(self, document: Document | None = None) -> None:
        self._length = len(document.chat) if document else 0
        memories = document.memories if document else ()
        count = len(memories)
        rows = [self._row(memory) for memory in memories]
        table: Floats = np.array(rows, dtype=np.float64).reshape(count, 7)
        self.start: Floats = np.ascontiguousarray(table[:, 0])
        self.end: Floats = np.ascontiguousarray(table[:, 1])
        self.last: Floats = np.ascontiguousarray(table[:, 2])
        self.position: Floats = np.ascontiguousarray(table[:, 3])
        self.rank: Places = np.zeros(count, dtype=np.intp)
        self.count: Places = np.ones(count, dtype=np.intp)
        self.batches: Floats = self._find_batches(memories)
        self.importance: Bytes = table[:, 4].astype(np.int8)
        self.secret: Flags = table[:, 5] != 0
        self.archived: Flags = table[:, 6] != 0
        self.version = 0
        self._order: Places | None = None

    def __len__(self) -> int:
        return len(self.start)

    @property
    def order(self) -> Places:
        """Memories along the chat, from left to right."""
        if self._order is None:
            self._order = np.lexsort((-self.importance, self.start))
        return self._order

    def refresh(self, document: Document, indexes: Iterable[int]) -> None:
        """Take over the memories that an edit changed."""
        for index in indexes:
            row = self._row(document.memories[index])
            # No edit moves a memory: its source messages are not to be changed.
            self.importance[index] = int(row[4])
            self.secret[index], self.archived[index] = bool(row[5]), bool(row[6])
        self.version += 1
        self._order = None

    def _find_batches(self, memories: Sequence[Memory]) -> Floats:
        """Who shares sources with whom, each batch in its order.

        OpenVault gives all memories of a batch the messages of the whole batch
        (specs/openvault.md §1.1), so where in it each one happened is not known.
        """
        batches: dict[tuple[float, ...], list[int]] = {}
        for index, memory in enumerate(memories):
            if memory.sources:
                batches.setdefault(memory.sources, []).append(index)
        found: list[tuple[float, float, float]] = []
        for batch in batches.values():
            if len(batch) > 1:
                self.count[batch] = len(batch)
                self.rank[sorted(batch, key=lambda one: memories[one].sequence)] = range(len(batch))
                first = batch[0]
                found.append((self.start[first], self.end[first], self.position[first]))
        return np.array(found, dtype=np.float64).reshape(len(found), 3)

    def _row(self, memory: Memory) -> tuple[float, ...]:
        span = memory.span
        limit = float(max(self._length, 1))
        position = memory.position
        if span is None:
            first = last = position
        else:
            first, last = span
        left = min(max(float(first), 0.0), limit - 1)
        right = min(max(float(last) + 1, left + 1), limit)
        return (
            left,
            right,
            float(last),
            float(position),
            float(memory.importance),
            float(memory.is_secret),
            float(memory.is_archived),
        )
