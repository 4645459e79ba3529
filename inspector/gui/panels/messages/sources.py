"""Which memories name which messages as their sources, for chats with a million such names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress
from operator import is_not

import numpy as np
from numpy.typing import NDArray

from inspector.core.document import Document

_AT_ONCE = 20
_FEW = 10_000


def _none() -> NDArray[np.int64]:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive messages, both ends included."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Sources:
    """Pairs of a message and a memory that names it, each once, sorted by message.

    Attributes:
        messages: the message of each pair.
        memories: the memory of each pair.
        chat_length: how many messages there are.
        memory_count: how many memories there are.
        has_later: whether memories name messages behind the last.
    """

    messages: NDArray[np.int64] = field(default_factory=_none)
    memories: NDArray[np.int64] = field(default_factory=_none)
    chat_length: int = 0
    memory_count: int = 0
    has_later: bool = False

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many memories name each message."""
        return np.bincount(self.messages, minlength=self.chat_length).astype(np.int64)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(self.counts)))

    def hold_for(self, before: Document, after: Document) -> bool:
        """Whether these, of one document, are also those of one whose chat only grew."""
        is_grown = before.memories is after.memories and self.chat_length <= len(after.chat)
        return is_grown and not self.has_later

    def count(self, message: int) -> int:
        """How many memories name a message; 0 outside the chat."""
        return int(self.counts[message]) if 0 <= message < len(self.counts) else 0

    def of_message(self, message: int) -> tuple[int, ...]:
        """The memories that name a message, in list order."""
        if not self.count(message):
            return ()
        start, end = int(self._starts[message]), int(self._starts[message + 1])
        return tuple(int(memory) for memory in self.memories[start:end])

    def of_messages(self, messages: NDArray[np.int64]) -> frozenset[int]:
        """The memories that name any of these messages."""
        wanted = np.zeros(self.chat_length, dtype=np.bool_)
        wanted[messages[messages < self.chat_length]] = True
        return frozenset(np.unique(self.memories[wanted[self.messages]]).tolist())

    def runs(self, memory: int) -> tuple[Run, ...]:
        """The messages that a memory names and that exist, as runs."""
        named = self.messages[self.memories == memory]
        if not len(named):
            return ()
        breaks = np.flatnonzero(np.diff(named) != 1)
        firsts = np.concatenate((named[:1], named[breaks + 1]))
        lasts = np.concatenate((named[breaks], named[-1:]))
        return tuple(Run(int(first), int(last)) for first, last in zip(firsts, lasts, strict=True))

    def mask(self, memories: Iterable[int]) -> NDArray[np.bool_]:
        """For each message, whether one of these memories names it."""
        chosen = np.zeros(self.memory_count, dtype=np.bool_)
        chosen[[memory for memory in memories if 0 <= memory < self.memory_count]] = True
        found = np.zeros(self.chat_length, dtype=np.bool_)
        found[self.messages[chosen[self.memories]]] = True
        return found


def has_few_sources(document: Document) -> bool:
    """Whether all lists of sources are short together."""
    count = 0
    for memory in document.memories:
        count += len(memory.sources)
        if count > _FEW:
            return False
    return True


def same_sources(before: Document, after: Document) -> bool:
    """Whether no edit between two documents touched a list of sources."""
    if before.chat is not after.chat or len(before.memories) != len(after.memories):
        return False
    differ = map(is_not, before.memories, after.memories)
    return all(
        old.record.get("message_ids") is new.record.get("message_ids")
        for old, new in compress(zip(before.memories, after.memories, strict=True), differ)
    )


def sources_of(document: Document) -> Sources:
    """The sources of all memories, at once."""
    found = Sources()
    for answer in gather_sources(document):
        found = answer or found
    return found


def gather_sources(document: Document) -> Iterator[Sources | None]:
    """The sources of all memories, as a job: None where others may have their turn."""
    length, count = len(document.chat), len(document.memories)
    pairs = [_none()]
    has_later = False
    for start in range(0, count, _AT_ONCE):
        memories = document.memories[start : start + _AT_ONCE]
        lengths = np.array([len(memory.sources) for memory in memories], dtype=np.int64)
        named = np.fromiter(chain.from_iterable(memory.sources for memory in memories), np.float64)
        owners = np.repeat(np.arange(start, start + len(memories), dtype=np.int64), lengths)
        has_later = has_later or bool(np.any(named >= length))
        real = (named >= 0) & (named < length) & (named == np.floor(named))
        pairs.append(named[real].astype(np.int64) * count + owners[real])
        yield None
    keys = np.concatenate(pairs)
    yield None
    keys.sort()
    yield None
    unique = keys[np.diff(keys, prepend=-1) != 0]
    yield Sources(unique // max(count, 1), unique % max(count, 1), length, count, has_later)
