"""The formatter that the three releases share in shape: specs/openvault.md §3 to §5.

What differs between them, a `Wording` says. Nothing here repairs a fault of theirs.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import BUCKETS, Bucket
from inspector.core.javascript import LONGEST_STRING, to_number
from inspector.core.javascript_sort import sorted_by_number
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.lines import CLOSING, OPENING, separator
from inspector.systems.openvault.wording import ReleasedMemory, Situation, Wording


@dataclass(frozen=True)
class Piece:
    """A text of the block that one thing made; `memory` is its place in the list, or None."""

    text: str
    memory: int | None = None


@dataclass(frozen=True)
class Part:
    """Consecutive pieces: a bucket, or what stands around the buckets."""

    bucket: Bucket | None
    pieces: Sequence[Piece]
    title: str | None = None


@dataclass(frozen=True)
class Formatted:
    """What the formatter made, and why.

    Attributes:
        parts: joined by line breaks they are the text.
        buckets: places of the memories by bucket, in the order of rendering.
        kept: identities that are rendered.
        available: tokens for memories.
        overhead: tokens of everything else that the release counts.
        spent: tokens of the memories that it counted before it stopped.
        stopped_at: place of the first memory that did not fit; None if all did.
        starts: positions at which mid and recent begin.
    """

    parts: tuple[Part, ...]
    buckets: Mapping[Bucket, Sequence[int]]
    kept: frozenset[object]
    available: float
    overhead: float
    spent: float
    stopped_at: int | None
    starts: tuple[float, float]

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(piece.text for part in self.parts for piece in part.pieces)


def format_memories(
    wording: Wording,
    memories: Sequence[ReleasedMemory],
    situation: Situation,
    tokenizer: Tokenizer,
) -> Formatted:
    """The release's block.

    Raises:
        ReleaseThrowsError: the release would throw on this input.
    """
    starts = situation.starts or wording.starts(situation)
    buckets = _buckets(memories, starts, situation)
    context = wording.context(situation)
    shown: list[Bucket] = [
        bucket for bucket in BUCKETS if buckets[bucket] or (bucket == "recent" and context)
    ]
    header = wording.header(situation)
    titles: dict[Bucket, str] = {bucket: wording.title(bucket, situation) for bucket in shown}
    overhead = tokenizer.count(f"{OPENING}\n{header}\n{CLOSING}")
    overhead += sum(tokenizer.count(text) for text in (*titles.values(), *context))
    available = to_number(situation.budget) - overhead
    walk = [place for bucket in BUCKETS for place in buckets[bucket]]
    kept, spent, stopped_at = _walked(wording, memories, walk, available, tokenizer)
    parts = [Part(None, [Piece(OPENING), Piece(header), Piece("")])]
    for bucket in shown:
        rendered = [place for place in buckets[bucket] if memories[place].identity in kept]
        if rendered or (bucket == "recent" and context):
            head = [titles[bucket], *(context if bucket == "recent" else ())]
            if rendered and len(head) > 1:
                head.append("")
            pieces = [*map(Piece, head), *_pieces(wording, memories, rendered, bucket), Piece("")]
            parts.append(Part(bucket, pieces, titles[bucket]))
    parts.append(Part(None, [Piece(CLOSING)]))
    formatted = Formatted(
        tuple(parts), buckets, kept, available, overhead, spent, stopped_at, starts
    )
    _check_length(formatted)
    return formatted


def _buckets(
    memories: Sequence[ReleasedMemory], starts: tuple[float, float], situation: Situation
) -> dict[Bucket, list[int]]:
    places = range(len(memories))
    if situation.is_empty_chat:
        return {"old": [], "mid": [], "recent": _in_sequence(memories, places)}
    mid_start, recent_start = starts
    buckets: dict[Bucket, list[int]] = {"old": [], "mid": [], "recent": []}
    old, mid, recent = buckets["old"], buckets["mid"], buckets["recent"]
    for place in places:
        position = memories[place].position
        # In this order: a position that is no number fails both tests and is old.
        if position >= recent_start:
            recent.append(place)
        elif position >= mid_start:
            mid.append(place)
        else:
            old.append(place)
    # Each bucket by itself: where a sequence is no number the order depends on it (R31).
    return {bucket: _in_sequence(memories, held) for bucket, held in buckets.items()}


def _in_sequence(memories: Sequence[ReleasedMemory], places: Iterable[int]) -> list[int]:
    """The order inside a bucket: by sequence, stable, and not by position."""
    return sorted_by_number(places, lambda place: memories[place].sequence)


def _walked(
    wording: Wording,
    memories: Sequence[ReleasedMemory],
    walk: Sequence[int],
    available: float,
    tokenizer: Tokenizer,
) -> tuple[frozenset[object], float, int | None]:
    """Keep until the first that does not fit; nothing after it is counted any more."""
    kept: set[object] = set()
    spent: float = 0
    for place in walk:
        memory = memories[place]
        total = spent + wording.costs(memory, tokenizer)
        if not total <= available:
            return frozenset(kept), spent, place
        spent = total
        kept.add(memory.identity)
    return frozenset(kept), spent, None


def _pieces(
    wording: Wording, memories: Sequence[ReleasedMemory], places: Sequence[int], bucket: Bucket
) -> list[Piece]:
    pieces: list[Piece] = []
    previous = math.inf
    for place in places:
        memory = memories[place]
        if bucket == "old" and wording.separates:
            pieces += _parting(separator(memory.position - previous))
            previous = memory.position
        pieces.append(Piece(wording.rendered(memory), place))
    return pieces


@lru_cache(maxsize=8)
def _parting(text: str) -> tuple[Piece, ...]:
    """What a separator adds to the block."""
    return (Piece(""), Piece(text), Piece("")) if text else ()


def _check_length(formatted: Formatted) -> None:
    characters = sum(len(piece.text) + 1 for part in formatted.parts for piece in part.pieces)
    if characters > LONGEST_STRING:
        raise ReleaseThrowsError("RangeError: Invalid string length")
