"""Two blocks side by side: aligned lines, and what the difference in tokens comes from (DESIGN §4).

The causes are worked out by going from one text to the other in steps, one cause after the
other in the order of `CAUSES`, and counting the whole text after each: so they add up exactly.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, zip_longest
from typing import Final

from inspector.analysis.differences import blocks
from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Derivation, Injection, Line, LineKind, Section
from inspector.core.memory import Memory
from inspector.core.query import Query
from inspector.core.tokens import Tokenizer


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
}
_BREAKS: Final = re.compile(r"[\r\n]+")
_BRACKETS: Final = re.compile(r"(?:\[[^\]]*\] ?)*")

Key = tuple[object, ...]
"""What a line is, whatever it says; the same for lines that answer to each other."""

Part = tuple[Cause, str]
"""A piece of a line, and what it is due to where it differs."""


class Change(StrEnum):
    """What became of a line."""

    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of either block, or two that answer to each other.

    Attributes:
        a: the first block's line; None where it has none.
        b: the second's.
        change: what became of it.
        cause: what the difference is mostly due to.
        slot: key of the prompt slot.
        number_a: number of the line in its slot, from 1; 0 where there is none.
        number_b: the same in the second.
    """

    a: Line | None
    b: Line | None
    change: Change
    cause: Cause
    slot: str
    number_a: int = 0
    number_b: int = 0


@dataclass(frozen=True)
class Comparison:
    """Two blocks side by side.

    Attributes:
        tokens: of all slots of the first, and of the second.
        causes: tokens by cause; they add up to the second less the first.
        rows: all lines, aligned.
    """

    tokens: tuple[int, int]
    causes: Mapping[Cause, int]
    rows: tuple[Row, ...]

    @cached_property
    def is_same(self) -> bool:
        """Whether both texts are the same, and cost the same."""
        same = all(row.change is Change.SAME for row in self.rows)
        return same and self.tokens[0] == self.tokens[1]

    @property
    def delta(self) -> int:
        """By how many tokens the second is larger."""
        return self.tokens[1] - self.tokens[0]

    def lines_of(self, cause: Cause) -> int:
        """How many rows differ because of a cause."""
        return sum(row.cause is cause for row in self.rows if row.change is not Change.SAME)


def compare(a: Query, b: Query) -> Comparison:
    """Lay the answers to two queries side by side, slot by slot.

    Raises:
        InspectorError: a ruleset refuses its moment.
    """
    same_as = _identities(a.document, b.document)
    sides = {
        name: {one.key: one for one in query.derivation.injections}
        for name, query in (("a", a), ("b", b))
    }
    keys = dict.fromkeys((*sides["a"], *sides["b"]))
    slots = [
        _Slot(
            key,
            _entries(sides["a"].get(key), a, same_as[0]),
            _entries(sides["b"].get(key), b, same_as[1]),
        )
        for key in keys
    ]
    shown = (
        frozenset(_shown(a.derivation, same_as[0])),
        frozenset(_shown(b.derivation, same_as[1])),
    )
    rows: list[Row] = []
    causes = dict.fromkeys(CAUSES, 0)
    for slot in slots:
        aligned = list(_aligned(slot))
        rows += _rows(slot.key, aligned, shown)
        own = (sides["a"].get(slot.key), sides["b"].get(slot.key))
        for cause, tokens in _steps(aligned, shown, own, (a.tokenizer, b.tokenizer)).items():
            causes[cause] += tokens
    totals = tuple(sum(one.tokens for one in query.derivation.injections) for query in (a, b))
    return Comparison((totals[0], totals[1]), causes, tuple(rows))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of one side with what is known of it.

    Attributes:
        key: what it is.
        line: the line.
        cause: what it is, if it stands on one side alone.
        parts: its pieces; joined they are the text.
        memory: identity of the memory that it renders; None for none.
    """

    key: Key
    line: Line
    cause: Cause
    parts: tuple[Part, ...]
    memory: Key | None = None


@dataclass(frozen=True, slots=True)
class _Slot:
    key: str
    a: Sequence[_Entry]
    b: Sequence[_Entry]


_Pair = tuple[_Entry | None, _Entry | None]
_Shown = tuple[frozenset[Key], frozenset[Key]]


def _identities(a: Document, b: Document) -> tuple[Mapping[int, Key], Mapping[int, Key]]:
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


def _shown(derivation: Derivation, names: Mapping[int, Key]) -> Iterator[Key]:
    for injection in derivation.injections:
        for line in injection.lines:
            if line.memory is not None:
                yield names[line.memory]


def _entries(
    injection: Injection | None, query: Query, names: Mapping[int, Key]
) -> Sequence[_Entry]:
    """The lines of a slot; none where it is empty."""
    if injection is None or not injection.text:
        return ()
    bucketed = any(section.bucket for section in injection.sections)
    remembers = bucketed or any(line.memory is not None for line in injection.lines)
    judged = bool(query.derivation.existing)
    plain = Cause.HEADERS if remembers else Cause.CONTEXT if judged else Cause.WORDING
    found: list[_Entry] = []
    seen: Counter[Key] = Counter()
    for section in injection.sections:
        for place, line in enumerate(section.lines):
            if line.memory is not None:
                memory = query.document.memories[line.memory]
                entry = _memory_entry(line, memory, names[line.memory], seen)
            else:
                entry = _plain_entry(line, section, place, plain)
            seen[entry.key] += 1
            found.append(entry)
    return found


def _memory_entry(line: Line, memory: Memory, name: Key, seen: Counter[Key]) -> _Entry:
    if line.kind is not None:
        cause = _OF_KIND[line.kind]
        return _Entry(("below", cause, name), line, cause, ((cause, line.text),), name)
    key: Key = ("memory", name)
    if seen[key]:
        more: Key = ("more", name, seen[key])
        seen[key] += 1
        return _Entry(more, line, Cause.WORDING, ((Cause.WORDING, line.text),), name)
    return _Entry(key, line, Cause.WORDING, tuple(_parts(line.text, memory)), name)


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


def _plain_entry(line: Line, section: Section, place: int, plain: Cause) -> _Entry:
    text = line.text
    if text.startswith("<") and text.endswith(">") and section.bucket is None:
        cause, key = Cause.TAGS, ("tag", text)
    elif plain is Cause.WORDING:
        cause, key = plain, ("text", text)
    elif line.kind is not None or not text:
        cause = _OF_KIND[line.kind or LineKind.SEPARATOR]
        key = ("line", cause, text.partition(":")[0] if cause is Cause.EMOTIONS else text)
    elif section.bucket is not None and place == 0 and text == section.title:
        cause, key = Cause.HEADERS, ("title", section.bucket)
    elif section.bucket is None:
        cause, key = plain, ("head", text if plain is Cause.CONTEXT else place)
    else:
        cause, key = Cause.CONTEXT, ("context", text.partition(":")[0])
    return _Entry(key, line, cause, ((cause, text),))


def _aligned(slot: _Slot) -> Iterator[_Pair]:
    """The lines of both sides in order, with those together that answer to each other.

    Memories are matched first, so that a title that stands elsewhere parts none of them.
    """
    a, b = slot.a, slot.b
    in_a, in_b = ([at for at, one in enumerate(side) if _is_memory(one)] for side in (a, b))
    found = blocks([a[at].key for at in in_a], [b[at].key for at in in_b])
    anchors = [(in_a[i + n], in_b[j + n]) for i, j, size in found for n in range(size)]
    at_a = at_b = 0
    for next_a, next_b in anchors:
        yield from _rest_aligned(a[at_a:next_a], b[at_b:next_b])
        yield a[next_a], b[next_b]
        at_a, at_b = next_a + 1, next_b + 1
    yield from _rest_aligned(a[at_a:], b[at_b:])


def _is_memory(entry: _Entry) -> bool:
    return entry.key[0] == "memory"


def _rest_aligned(a: Sequence[_Entry], b: Sequence[_Entry]) -> Iterator[_Pair]:
    found = blocks([one.key for one in a], [one.key for one in b])
    ends = [(0, 0, 0), *found, (len(a), len(b), 0)]
    for (at_a, at_b, size), (next_a, next_b, _) in pairwise(ends):
        yield from zip(a[at_a : at_a + size], b[at_b : at_b + size], strict=True)
        yield from _between(a[at_a + size : next_a], b[at_b + size : next_b])


def _between(a: Sequence[_Entry], b: Sequence[_Entry]) -> Iterator[_Pair]:
    """Lines that do not answer by key: those of one cause do, by turns, if no memory is theirs."""
    left = list(b)
    for one in a:
        place = next(
            (
                at
                for at, other in enumerate(left)
                if one.memory is None and other.memory is None and other.cause is one.cause
            ),
            None,
        )
        if place is None or one.cause is Cause.SEPARATORS:
            yield one, None
            continue
        for other in left[:place]:
            yield None, other
        yield one, left[place]
        del left[: place + 1]
    for other in left:
        yield None, other


def _rows(slot: str, aligned: Sequence[_Pair], shown: _Shown) -> Iterator[Row]:
    number_a = number_b = 0
    for one, other in aligned:
        number_a += one is not None
        number_b += other is not None
        yield Row(
            one.line if one else None,
            other.line if other else None,
            _change(one, other),
            _cause(one, other, shown),
            slot,
            number_a if one else 0,
            number_b if other else 0,
        )


def _change(one: _Entry | None, other: _Entry | None) -> Change:
    if other is None:
        return Change.REMOVED
    if one is None:
        return Change.ADDED
    return Change.SAME if one.line.text == other.line.text else Change.CHANGED


def _cause(one: _Entry | None, other: _Entry | None, shown: _Shown) -> Cause:
    if one is None or other is None:
        entry = one or other
        return Cause.WORDING if entry is None else _lone_cause(entry, shown)
    differ = (cause for cause in CAUSES if _text_of(one, cause) != _text_of(other, cause))
    return next(differ, other.cause)


def _text_of(entry: _Entry, cause: Cause) -> str:
    return "".join(text for own, text in entry.parts if own is cause)


def _lone_cause(entry: _Entry, shown: _Shown) -> Cause:
    """Why a line stands on one side alone: its memory does, or stands elsewhere, or it itself."""
    if entry.memory is None:
        return entry.cause
    in_both = entry.memory in shown[0] and entry.memory in shown[1]
    return entry.cause if in_both and not _is_memory(entry) else Cause.MEMORIES


def _pieces(one: _Entry, other: _Entry) -> Iterator[tuple[Part, Part]]:
    if len(one.parts) == len(other.parts):
        return iter(zip(one.parts, other.parts, strict=True))
    empty = (other.cause, "")
    return zip_longest(one.parts, other.parts, fillvalue=empty)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line on its way from one text to the other.

    Attributes:
        parts: cause and text before and after, in order.
        since: the step with which it comes; None if it is there from the start.
        until: the step with which it goes; None if it stays.
    """

    parts: tuple[tuple[Cause, str, str], ...]
    since: Cause | None = None
    until: Cause | None = None

    def at(self, step: int) -> str | None:
        """The line once the first `step` causes are done; None if it is not there."""
        if self.since is not None and _ORDER[self.since] >= step:
            return None
        if self.until is not None and _ORDER[self.until] < step:
            return None
        return "".join(
            after if _ORDER[cause] < step else before for cause, before, after in self.parts
        )


_ORDER: Final = {cause: place for place, cause in enumerate(CAUSES)}


def _on_the_way(aligned: Sequence[_Pair], shown: _Shown) -> list[_Piece]:
    """Every line of both sides; a memory that moved changes where it was, and moves at last."""
    moved = {
        key: entry
        for key, entry in (
            (other.key, other) for one, other in aligned if one is None and other is not None
        )
        if _is_memory(entry)
    }
    pieces: list[_Piece] = []
    for one, other in aligned:
        if one is not None:
            target = other if other is not None else moved.get(one.key)
            until = None if other is not None else _lone_cause(one, shown)
            after = one if target is None else target
            parts = tuple(
                (cause, before, later) for (cause, before), (_, later) in _pieces(one, after)
            )
            pieces.append(_Piece(parts, until=until))
        elif other is not None:
            parts = tuple((cause, text, text) for cause, text in other.parts)
            pieces.append(_Piece(parts, since=_lone_cause(other, shown)))
    return pieces


def _steps(
    aligned: Sequence[_Pair],
    shown: _Shown,
    own: tuple[Injection | None, Injection | None],
    tokenizers: tuple[Tokenizer, Tokenizer],
) -> Mapping[Cause, int]:
    """Tokens by cause, of one slot."""
    first, last = (0 if one is None else one.tokens for one in own)
    pieces = _on_the_way(aligned, shown)
    counts = [first]
    known, text = first, _joined(pieces, 0)
    for step in range(1, len(CAUSES) + 1):
        after = _joined(pieces, step)
        if after != text:
            known, text = _count(tokenizers[0], after), after
        counts.append(known)
    causes = {
        cause: after - before
        for cause, (before, after) in zip(CAUSES, pairwise(counts), strict=True)
    }
    rest = last - counts[-1]
    if rest:
        _share_out(rest, causes, aligned, tokenizers)
    return causes


def _share_out(
    rest: int,
    causes: dict[Cause, int],
    aligned: Sequence[_Pair],
    tokenizers: tuple[Tokenizer, Tokenizer],
) -> None:
    """What another encoding makes of the same text, to the lines that it counts otherwise."""
    count_a, count_b = (_counter(one) for one in tokenizers)
    for _, other in aligned:
        if other is not None:
            more = count_b(f"{other.line.text}\n") - count_a(f"{other.line.text}\n")
            causes[other.cause] += more
            rest -= more
    causes[Cause.WORDING] += rest


def _joined(pieces: Sequence[_Piece], step: int) -> str:
    return "\n".join(line for piece in pieces if (line := piece.at(step)) is not None)


def _counter(tokenizer: Tokenizer) -> Callable[[str], int]:
    return lambda text: _count(tokenizer, text)


def _count(tokenizer: Tokenizer, text: str) -> int:
    """Tokens of a text; where a release's counter throws, a special token is ordinary text."""
    if not text:
        return 0
    try:
        return tokenizer.count(text)
    except ReleaseThrowsError:
        first, *others = text.split("<|")
        return tokenizer.count(first) + sum(
            tokenizer.count("<") + tokenizer.count(f"|{other}") for other in others
        )


def most_by_memory(comparison: Comparison, most: int = 5) -> list[tuple[int, int]]:
    """The memories whose lines differ most in tokens: index on the first side, and difference."""
    found: Counter[int] = Counter()
    for row in comparison.rows:
        line = row.a or row.b
        if line is not None and line.memory is not None:
            found[line.memory] += (row.b.tokens if row.b else 0) - (row.a.tokens if row.a else 0)
    ranked = sorted(found.items(), key=lambda item: (-abs(item[1]), item[0]))
    return [item for item in ranked if item[1]][:most]
