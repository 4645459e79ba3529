"""The formatter that the three releases share in shape: specs/openvault.md §3 to §5.

What differs between them, a `Wording` says. Nothing here repairs a fault of theirs.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import sub

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import BUCKETS, Bucket
from inspector.core.javascript import LONGEST_STRING, to_number
from inspector.core.javascript_sort import is_ascending, sorted_by_number
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.entries import Entries, picked
from inspector.systems.openvault.lines import CLOSING, OPENING, SEPARATED_FROM, separator
from inspector.systems.openvault.wording import Situation, Wording


@dataclass(frozen=True)
class Part:
    """Consecutive lines: a bucket, or what stands around the buckets.

    Attributes:
        bucket: which one; None for what stands around them.
        head: texts above the memories, a line or several each.
        rendered: places of the memories that have a line.
        separators: what stands between two blank lines before some of these, by their number.
        tail: texts below the memories.
        title: the bucket's.
    """

    bucket: Bucket | None
    head: Sequence[str]
    rendered: Sequence[int] = ()
    separators: Mapping[int, str] = field(default_factory=dict[int, str])
    tail: Sequence[str] = ()
    title: str | None = None


@dataclass(frozen=True)
class Formatted:
    """What the formatter made, and why.

    Attributes:
        parts: what the text is made of.
        text: the whole text.
        buckets: places of the memories by bucket, in the order of rendering.
        kept: identities that are rendered; None if all are.
        available: tokens for memories.
        overhead: tokens of everything else that the release counts.
        spent: tokens of the memories that it counted before it stopped.
        stopped_at: place of the first memory that did not fit; None if all did.
        starts: positions at which mid and recent begin.
    """

    parts: tuple[Part, ...]
    text: str
    buckets: Mapping[Bucket, Sequence[int]]
    kept: frozenset[object] | None
    available: float
    overhead: float
    spent: float
    stopped_at: int | None
    starts: tuple[float, float]

    def keeps(self, identity: object) -> bool:
        """Whether a memory of this identity is rendered."""
        return self.kept is None or identity in self.kept


def format_memories(
    wording: Wording, entries: Entries, situation: Situation, tokenizer: Tokenizer
) -> Formatted:
    """The release's block.

    Raises:
        ReleaseThrowsError: the release would throw on this input.
    """
    starts = situation.starts or wording.starts(situation)
    buckets = _buckets(entries, starts, situation)
    context = wording.context(situation)
    displayed: list[Bucket] = [
        bucket for bucket in BUCKETS if buckets[bucket] or (bucket == "recent" and context)
    ]
    header = wording.header(situation)
    titles: dict[Bucket, str] = {bucket: wording.title(bucket, situation) for bucket in displayed}
    overhead = tokenizer.count(f"{OPENING}\n{header}\n{CLOSING}")
    overhead += sum(tokenizer.count(text) for text in (*titles.values(), *context))
    available = to_number(situation.budget) - overhead
    walk = _walk(tuple(buckets.values()))
    fitting, spent = _fitting(entries.costs(walk), available)
    kept = frozenset(entries.identities(walk[:fitting])) if fitting < len(walk) else None
    parts = [Part(None, (OPENING, header, ""))]
    for bucket in displayed:
        rendered = buckets[bucket]
        if kept is not None:
            named = zip(rendered, entries.identities(rendered), strict=True)
            rendered = [index for index, identity in named if identity in kept]
        if rendered or (bucket == "recent" and context):
            head = [titles[bucket], *(context if bucket == "recent" else ())]
            if rendered and len(head) > 1:
                head.append("")
            separates = bucket == "old" and wording.separates
            separators = _separators(entries, rendered) if separates else {}
            parts.append(Part(bucket, head, rendered, separators, ("",), titles[bucket]))
    parts.append(Part(None, (CLOSING,)))
    stopped_at = walk[fitting] if fitting < len(walk) else None
    text = _joined(entries, parts)
    return Formatted(
        tuple(parts), text, buckets, kept, available, overhead, spent, stopped_at, starts
    )


def _buckets(
    entries: Entries, starts: tuple[float, float], situation: Situation
) -> dict[Bucket, Sequence[int]]:
    positions, sequences = entries.positions, entries.sequences
    places = _places(positions, starts)
    if situation.is_empty_chat:
        places = range(0), range(0), range(len(positions))
    # Inside a bucket by sequence, stable, and not by position. Each bucket by itself: where a
    # sequence is no number the order depends on it (R31).
    if not is_ascending(sequences):
        places = [sorted_by_number(held, sequences.__getitem__) for held in places]
    return dict(zip(BUCKETS, places, strict=True))


def _walk(buckets: Sequence[Sequence[int]]) -> Sequence[int]:
    """The places of all memories from the oldest bucket to the newest; ranges follow each other."""
    if all(isinstance(places, range) for places in buckets):
        return range(sum(map(len, buckets)))
    return [index for places in buckets for index in places]


def _places(positions: Sequence[float], starts: tuple[float, float]) -> Sequence[Sequence[int]]:
    """Which places lie in each bucket, in their order."""
    mid_start, recent_start = starts
    if is_ascending(positions) and not math.isnan(mid_start + recent_start):
        mid, recent = (bisect_left(positions, start) for start in starts)
        return range(min(mid, recent)), range(mid, recent), range(recent, len(positions))
    buckets: tuple[list[int], list[int], list[int]] = [], [], []
    for index, position in enumerate(positions):
        # In this order: a position that is no number fails both tests and is old.
        number = 2 if position >= recent_start else 1 if position >= mid_start else 0
        buckets[number].append(index)
    return buckets


def _fitting(costs: Iterable[float], available: float) -> tuple[int, float]:
    """How many of the first fit, and what they cost; nothing after the first misfit is counted."""
    if isinstance(costs, list):
        # Whole numbers above 0, see `Entries`: no need to stop in order not to throw.
        totals = list(accumulate(costs))
        fitting = 0 if math.isnan(available) else bisect_right(totals, available)
        return fitting, totals[fitting - 1] if fitting else 0
    spent: float = 0
    fitting = 0
    for cost in costs:
        total = spent + cost
        if not total <= available:
            break
        spent = total
        fitting += 1
    return fitting, spent


def _separators(entries: Entries, places: Sequence[int]) -> dict[int, str]:
    """What parts distant memories, by the number of the later one."""
    positions = picked(entries.positions, places)
    gaps = enumerate(map(sub, positions[1:], positions), 1)
    least = SEPARATED_FROM[0]
    return {number: separator(gap) for number, gap in gaps if gap >= least}


def _joined(entries: Entries, parts: Sequence[Part]) -> str:
    """The text of some parts.

    Raises:
        ReleaseThrowsError: it is longer than V8's may be, or a memory has no line.
    """
    pieces: list[str] = []
    for part in parts:
        pieces += [f"\n{text}" for text in part.head]
        lines = entries.pieces(part.rendered)
        for number, text in part.separators.items():
            lines[2 * number] = f"\n\n{text}\n{lines[2 * number]}"
        pieces += lines
        pieces += [f"\n{text}" for text in part.tail]
    pieces[0] = pieces[0].removeprefix("\n")
    text = "".join(pieces)
    if len(text) > LONGEST_STRING:
        raise ReleaseThrowsError("RangeError: Invalid string length")
    return text
