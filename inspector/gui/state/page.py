"""What the preview shows of one slot: lines, whose they are, and what a what-if does to them."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from typing import cast

from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.injection import BUCKETS, Bucket, Derivation, Injection, Line, Section, Verdict
from inspector.core.memory import Memory

_Order = tuple[float, float, int]

ENTERS, LEAVES, MOVES, LEFT_OUT, LEAKS = "+", "−", "↷", "○", "▲"
LETTERS: Mapping[Bucket, str] = {"old": "O", "mid": "M", "recent": "R"}


@dataclass(frozen=True, slots=True)
class Ghost:
    """The place of a memory that has no line in the block; painted, never text.

    Attributes:
        before: number of the line that it would stand above, 0-based.
        mark: `LEAVES` or `LEFT_OUT`.
        memory: its index.
        tokens: what its line cost, or would.
        text: what its line said, or its summary.
    """

    before: int
    mark: str
    memory: int
    tokens: int
    text: str


@dataclass(frozen=True, eq=False)
class Page:
    """One slot as it is shown.

    Attributes:
        injection: the slot.
        document: what the lines' memories refer to.
        changes: `ENTERS` or `MOVES` by line, where a what-if changes it.
        leaving: memories whose lines a what-if takes out.
        sent_only: memories that are in because of what happens before sending.
        leaks: what a memory's line tells that its reader cannot know, by the memory.
    """

    injection: Injection
    document: Document
    changes: Mapping[int, str] = field(default_factory=dict[int, str])
    leaving: Sequence[Ghost] = ()
    sent_only: frozenset[int] = frozenset()
    leaks: Mapping[int, str] = field(default_factory=dict[int, str])

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the slot; none if its text is empty."""
        return self.injection.lines if self.injection.text else ()

    @cached_property
    def buckets(self) -> tuple[Bucket | None, ...]:
        """Each line's bucket."""
        found: list[Bucket | None] = []
        for section in self.injection.sections:
            found.extend(repeat(section.bucket, len(section.lines)))
        return tuple(found)

    @cached_property
    def starts(self) -> tuple[tuple[int, Section], ...]:
        """Every section with the number of its first line."""
        found: list[tuple[int, Section]] = []
        line = 0
        for section in self.injection.sections:
            found.append((line, section))
            line += len(section.lines)
        return tuple(found)

    @cached_property
    def letters(self) -> dict[int, str]:
        """O, M or R by the first line of a bucket's section."""
        return {line: LETTERS[part.bucket] for line, part in self.starts if part.bucket}

    @cached_property
    def line_of(self) -> dict[int, int]:
        """The first line of each memory that has one."""
        # From the end, so that the first line of each is the one that stays.
        memories: list[int | None] = [line.memory for line in reversed(self.lines)]
        found = dict(zip(memories, range(len(memories) - 1, -1, -1), strict=True))
        found.pop(None, None)
        return cast("dict[int, int]", found)

    @cached_property
    def dearest(self) -> int:
        """The greatest cost of a line."""
        return max([line.tokens for line in self.lines], default=0)

    @cached_property
    def texts(self) -> Sequence[str]:
        """What each line says."""
        return [line.text for line in self.lines]

    @property
    def has_buckets(self) -> bool:
        """Whether any section belongs to a bucket."""
        return any(section.bucket for section in self.injection.sections)

    def ghost_of(self, verdict: Verdict, mark: str) -> Ghost | None:
        """Where a memory without a line would stand; None if it has no place here."""
        if verdict.bucket is None or verdict.memory >= len(self.document.memories):
            return None
        memory = self.document.memories[verdict.memory]
        before = self._location(memory, verdict.bucket)
        return Ghost(before, mark, memory.index, verdict.tokens, memory.summary)

    def ghost_of_line(self, line: Line, bucket: Bucket | None) -> Ghost | None:
        """Where a line that leaves would stand in a bucket; None if it has no place here."""
        if line.memory is None or bucket is None or line.memory >= len(self.document.memories):
            return None
        before = self._location(self.document.memories[line.memory], bucket)
        return Ghost(before, LEAVES, line.memory, line.tokens, line.text)

    def _location(self, memory: Memory, bucket: Bucket) -> int:
        for start, section in self.starts:
            if section.bucket == bucket:
                return self._place_in(memory, start, section)
            if section.bucket and BUCKETS.index(section.bucket) > BUCKETS.index(bucket):
                return start
        return self.starts[-1][0] if self.starts else 0

    def _place_in(self, memory: Memory, start: int, section: Section) -> int:
        memories = self.document.memories
        lines = self._memory_lines.get(start)
        if lines is None:
            lines = self._memory_lines[start] = self._memory_lines_of(start, section)
        at = bisect_right(lines, _order(memory), key=lambda one: _order(memories[one[1]]))
        if at < len(lines):
            return lines[at][0]
        if lines:
            return lines[-1][0] + 1
        filled = [number for number, line in enumerate(section.lines) if line.text]
        return start + (filled[-1] + 1 if filled else 0)

    @cached_property
    def _memory_lines(self) -> dict[int, list[tuple[int, int]]]:
        """Of the sections in which a place was looked for, by their first lines."""
        return {}

    def _memory_lines_of(self, start: int, section: Section) -> list[tuple[int, int]]:
        """The number and the memory of each line that has one."""
        count = len(self.document.memories)
        return [
            (number, line.memory)
            for number, line in enumerate(section.lines, start)
            if line.memory is not None and line.memory < count
        ]


NO_PAGE = Page(Injection("", None, None, 0, scan=False, sections=(), tokens=0), Document())
"""The page of no slot at all."""


def _order(memory: Memory) -> _Order:
    return memory.position, memory.sequence, memory.index


def slot(derivation: Derivation, key: str) -> Injection | None:
    """The slot of this name, if the derivation has one."""
    return next((one for one in derivation.injections if one.key == key), None)


def compared_page(
    injection: Injection, document: Document, derivation: Derivation, before: Injection | None
) -> Page:
    """The page of a what-if: its text, marked against the slot as it is without it.

    Args:
        injection: the what-if's slot, one of `derivation`.
        document: the what-if's document.
        derivation: the what-if.
        before: the same slot without the what-if.
    """
    changes: dict[int, str] = {}
    leaving: list[Ghost] = []
    page = Page(injection, document, changes, leaving)
    if before is None:
        return page
    was, now = _bucket_and_line(before), page.line_of
    changes.update((now[memory], ENTERS) for memory in now.keys() - was.keys())
    for bucket, memories in _by_bucket(injection).items():
        stayed = _by_bucket(before).get(bucket, frozenset())
        moved = memories - stayed if memories != stayed else ()
        changes.update((now[memory], MOVES) for memory in moved if memory in was and memory in now)
    gone = was.keys() - now.keys()
    for memory in [one for one in was if one in gone]:
        bucket, line = was[memory]
        ghost = page.ghost_of_line(line, derivation.bucket_of(memory) or bucket)
        leaving.extend([ghost] if ghost else [])
    return page


@lru_cache(maxsize=2)  # see `_bucket_and_line`, and the what-if itself
def _by_bucket(injection: Injection) -> Mapping[Bucket | None, frozenset[int]]:
    """The memories of each bucket, a memory in the first of its own."""
    found: dict[Bucket | None, set[int]] = {}
    seen: set[int] = set()
    for section, memories in zip(injection.sections, injection.memories, strict=True):
        found.setdefault(section.bucket, set()).update(memories - seen)
        seen |= memories
    return {bucket: frozenset(memories) for bucket, memories in found.items()}


@lru_cache(maxsize=1)  # a what-if is compared with the same slot again and again
def _bucket_and_line(injection: Injection) -> dict[int, tuple[Bucket | None, Line]]:
    return {
        line.memory: (section.bucket, line)
        for section in injection.sections
        for line in section.lines
        if line.memory is not None
    }
