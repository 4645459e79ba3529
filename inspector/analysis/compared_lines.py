"""The lines of blocks that are compared: what each is, and which answers to which."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from inspector.analysis.differences import blocks
from inspector.core.document import Document
from inspector.core.injection import Bucket, Injection, Line, LineKind, Section
from inspector.core.memory import Memory
from inspector.core.query import Query


class Cause(StrEnum):
    """What a difference in tokens can come from; the names are the command line's contract."""

    TAGS = "tags"
    HEADERS = "headers"
    SEPARATORS = "separators"
    HINTS = "hints"
    ANNOTATIONS = "annotations"
    EMOTIONS = "emotions"
    CONTEXT = "context"
    WORDING = "wording"
    MEMORIES = "memories"


CAUSES: Final = tuple(Cause)

_OF_KIND: Final = {
    LineKind.SEPARATOR: Cause.SEPARATORS,
    LineKind.HINT: Cause.HINTS,
    LineKind.ANNOTATION: Cause.ANNOTATIONS,
    LineKind.EMOTION: Cause.EMOTIONS,
    LineKind.SUMMARY: Cause.MEMORIES,
}
_BREAKS: Final = re.compile(r"[\r\n]+")
_BRACKETS: Final = re.compile(r"(?:\[[^\]]*\] ?)*")

Key = tuple[object, ...]
"""What a line is, whatever it says; the same for lines that answer to each other."""

Part = tuple[Cause, str]
"""A piece of a line, and what it is due to where it differs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of one side with what is known of it.

    Attributes:
        key: what it is.
        line: the line.
        cause: what it is, if it stands on one side alone.
        parts: its pieces; joined they are the text.
        memory: identity of the memory that it renders; None for none.
        bucket: in which it stands; None outside of them.
    """

    key: Key
    line: Line
    cause: Cause
    parts: tuple[Part, ...]
    memory: Key | None = None
    bucket: Bucket | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """The lines of one prompt slot on both sides.

    Attributes:
        key: the slot's.
        a: the first side's lines.
        b: the second's.
    """

    key: str
    a: Sequence[Entry]
    b: Sequence[Entry]


Pair = tuple[Entry | None, Entry | None]


def identities(a: Document, b: Document) -> tuple[Mapping[int, Key], Mapping[int, Key]]:
    """What each memory is called on either side, so that the same one is called the same.

    In one document its place; in two its id, where that stands once, else its wording.
    """
    if a.memories is b.memories:
        places: Mapping[int, Key] = {one.index: (one.index,) for one in a.memories}
        return places, places
    counts = [Counter(memory.id for memory in one.memories) for one in (a, b)]
    named: list[Mapping[int, Key]] = []
    for document in (a, b):
        seen: Counter[Key] = Counter()
        found: dict[int, Key] = {}
        for memory in document.memories:
            unique = memory.id and all(count[memory.id] == 1 for count in counts)
            key: Key = ("id", memory.id) if unique else ("wording", memory.summary)
            seen[key] += 1
            found[memory.index] = (*key, seen[key])
        named.append(found)
    return named[0], named[1]


def entries_of(
    injection: Injection | None, query: Query, names: Mapping[int, Key]
) -> Sequence[Entry]:
    """The lines of a slot; none where it is empty."""
    if injection is None or not injection.text:
        return ()
    bucketed = any(section.bucket for section in injection.sections)
    remembers = bucketed or any(line.memory is not None for line in injection.lines)
    judged = bool(query.derivation.existing)
    plain = Cause.HEADERS if remembers else Cause.CONTEXT if judged else Cause.WORDING
    found: list[Entry] = []
    seen: Counter[Key] = Counter()
    for section in injection.sections:
        for index, line in enumerate(section.lines):
            if line.memory is not None:
                memory = query.document.memories[line.memory]
                entry = _memory_entry(line, memory, names[line.memory], seen)
            else:
                entry = _plain_entry(line, section, index, plain)
            seen[entry.key] += 1
            found.append(replace(entry, bucket=section.bucket))
    return found


def _memory_entry(line: Line, memory: Memory, name: Key, seen: Counter[Key]) -> Entry:
    if line.kind is not None:
        cause = _OF_KIND[line.kind]
        return Entry(("below", cause, name), line, cause, ((cause, line.text),), name)
    key: Key = ("memory", name)
    if seen[key]:
        more: Key = ("more", name, seen[key])
        seen[key] += 1
        return Entry(more, line, Cause.WORDING, ((Cause.WORDING, line.text),), name)
    return Entry(key, line, Cause.WORDING, tuple(_parts(line.text, memory)), name)


def _parts(text: str, memory: Memory) -> Iterator[Part]:
    """A memory's line as tags, anchor, more tags and wording; any may be empty."""
    cut = len(text) - len(_wording_of(text, memory))
    before, anchor = text[:cut], f"[{memory.temporal_anchor}] " if memory.temporal_anchor else ""
    at = before.find(anchor) if anchor else -1
    if at < 0:
        at, anchor = len(before), ""
    yield Cause.TAGS, before[:at]
    yield Cause.ANNOTATIONS, anchor
    yield Cause.TAGS, before[at + len(anchor) :]
    yield Cause.WORDING, text[cut:]


def _wording_of(text: str, memory: Memory) -> str:
    summary = memory.summary
    for wording in (_BREAKS.sub(" ", summary), summary.split("\n", 1)[0]):
        if wording and text.endswith(wording):
            return wording
    tags = _BRACKETS.match(text)
    return text[tags.end() :] if tags else text


def _plain_entry(line: Line, section: Section, location: int, plain: Cause) -> Entry:
    text = line.text
    if text.startswith("<") and text.endswith(">") and section.bucket is None:
        cause, key = Cause.TAGS, ("tag", text)
    elif plain is Cause.WORDING:
        cause, key = plain, ("text", text)
    elif line.kind is not None or not text:
        cause = _OF_KIND[line.kind or LineKind.SEPARATOR]
        key = ("line", cause, text.partition(":")[0] if cause is Cause.EMOTIONS else text)
    elif section.bucket is not None and location == 0 and text == section.title:
        cause, key = Cause.HEADERS, ("title", section.bucket)
    elif section.bucket is None:
        cause, key = plain, ("head", text if plain is Cause.CONTEXT else location)
    else:
        cause, key = Cause.CONTEXT, ("context", text.partition(":")[0])
    return Entry(key, line, cause, ((cause, text),))


def aligned_lines(slot: Slot) -> Iterator[Pair]:
    """The lines of both sides in order, with those together that answer to each other.

    Memories are matched first, so that a title that stands elsewhere parts none of them.
    """
    a, b = slot.a, slot.b
    in_a, in_b = ([at for at, one in enumerate(side) if is_memory(one)] for side in (a, b))
    found = blocks([a[at].key for at in in_a], [b[at].key for at in in_b])
    anchors = [(in_a[i + n], in_b[j + n]) for i, j, size in found for n in range(size)]
    at_a = at_b = 0
    for next_a, next_b in anchors:
        yield from _rest_aligned(a[at_a:next_a], b[at_b:next_b])
        yield a[next_a], b[next_b]
        at_a, at_b = next_a + 1, next_b + 1
    yield from _rest_aligned(a[at_a:], b[at_b:])


def is_memory(entry: Entry) -> bool:
    """Whether it is a memory's own first line."""
    return entry.key[0] == "memory"


def _rest_aligned(a: Sequence[Entry], b: Sequence[Entry]) -> Iterator[Pair]:
    found = blocks([one.key for one in a], [one.key for one in b])
    ends = [(0, 0, 0), *found, (len(a), len(b), 0)]
    for (at_a, at_b, size), (next_a, next_b, _) in pairwise(ends):
        yield from zip(a[at_a : at_a + size], b[at_b : at_b + size], strict=True)
        yield from _between(a[at_a + size : next_a], b[at_b + size : next_b])


def _between(a: Sequence[Entry], b: Sequence[Entry]) -> Iterator[Pair]:
    """Lines that do not answer by key: those of one cause do, by turns, if no memory is theirs."""
    left = list(b)
    for one in a:
        index = next(
            (
                at
                for at, other in enumerate(left)
                if one.memory is None and other.memory is None and other.cause is one.cause
            ),
            None,
        )
        if index is None or one.cause is Cause.SEPARATORS:
            yield one, None
            continue
        for other in left[:index]:
            yield None, other
        yield one, left[index]
        del left[: index + 1]
    for other in left:
        yield None, other
