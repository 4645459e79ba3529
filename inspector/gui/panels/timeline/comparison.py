"""What the readout says about a move: rows of numbers and one sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.injection import BUCKETS, Bucket
from inspector.gui.panels.timeline.answer import BUCKET_NAMES, IN, Answer, codes_at
from inspector.gui.panels.timeline.lettering import number, signed
from inspector.gui.panels.timeline.state import Handle, TimelineState

_MOST_NAMED = 3
_BESIDE: Mapping[Handle, tuple[Bucket, ...]] = {
    "mid": ("mid", "old"),
    "recent": ("recent", "mid"),
    "end": (),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of numbers; `bucket` is None for the whole block."""

    bucket: Bucket | None
    name: str
    numbers: str
    difference: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that the readout says.

    Attributes:
        title: what is moved and where to.
        note: which setting changes, or that there is none.
        rows: buckets that are concerned, then the block.
        sentence: what happens to memories.
    """

    title: str
    note: str
    rows: tuple[Row, ...]
    sentence: str


def compare(state: TimelineState) -> Comparison | None:
    """What moving the handle does so far; None if none is moved."""
    moving, before = state.moving, state.compared
    if moving is None or before is None:
        return None
    after = state.displayed
    rows = [_row(bucket, before, after) for bucket in _buckets(state, before, after)]
    limit = "" if after.limit is None else f" of {number(round(after.limit))}"
    difference = after.used - before.used
    answered = after is not before
    used = f"{number(before.used)} → {number(after.used)}" if answered else number(before.used)
    block = Row(None, "Block", f"{used}{limit}", signed(difference) if answered else "")
    return Comparison(_title(state), _note(state), (*rows, block), _sentence(state, before, after))


def _title(state: TimelineState) -> str:
    moving = state.moving
    if moving is None:
        return ""
    if moving.handle == "end":
        return f"The chat ends after {number(moving.location - 1)}"
    bucket: Bucket = moving.handle
    answers = (state.displayed, state.compared or state.base)
    titles = [answer.figure(bucket).title for answer in answers]
    name = titles[0] or titles[1] or BUCKET_NAMES[bucket]
    return f"{name} starts at {number(moving.location)}"


def _note(state: TimelineState) -> str:
    moving = state.moving
    if moving is None or moving.handle == "end":
        return ""
    return "" if state.boundaries_are_settings else "what-if: not a setting of the extension"


def _buckets(state: TimelineState, before: Answer, after: Answer) -> list[Bucket]:
    """The buckets beside the handle, the one that it starts first, and all that differ."""
    moving = state.moving
    beside: tuple[Bucket, ...] = _BESIDE[moving.handle] if moving is not None else ()
    rest: list[Bucket] = [
        bucket
        for bucket in reversed(BUCKETS)
        if bucket not in beside
        and (
            before.figure(bucket).tokens != after.figure(bucket).tokens
            or (not beside and bucket in before.figures)
        )
    ]
    return [*beside, *rest]


def _row(bucket: Bucket, before: Answer, after: Answer) -> Row:
    was, now = before.figure(bucket).tokens, after.figure(bucket).tokens
    name = BUCKET_NAMES[bucket]
    if after is before:
        return Row(bucket, name, f"{number(was)} tokens", "")
    return Row(bucket, name, f"{number(was)} → {number(now)} tokens", signed(now - was))


def _sentence(state: TimelineState, before: Answer, after: Answer) -> str:
    parts = _moves(state, before, after)
    was, now = before.verdicts, after.verdicts
    if len(was) == len(now) == len(state.memories):
        parts.append(
            _named(np.flatnonzero((was != IN) & (now == IN)).tolist(), "gets in", "get in")
        )
        gone = np.flatnonzero((was == IN) & (now != IN)).tolist()
        parts.append(_named(gone, "drops out", "drop out"))
    return " ".join(part for part in parts if part) or "No memory moves."


def _moves(state: TimelineState, before: Answer, after: Answer) -> list[str]:
    """How many memories go to which bucket, put away ones aside."""
    bounds = state.boundaries
    if before.boundaries is None or bounds is None:
        return []
    exact = after.boundaries if after is not before else None
    was, now = before.bucket_codes(state.memories), codes_at(state.memories, exact or bounds)
    there = ~state.memories.archived & (state.verdicts <= IN)
    sentences: list[str] = []
    for code, bucket in enumerate(BUCKETS):
        count = int(np.count_nonzero((was != now) & (now == code) & there))
        if count:
            verb = "memory moves" if count == 1 else "memories move"
            sentences.append(f"{number(count)} {verb} to {BUCKET_NAMES[bucket]}.")
    return sentences


def _named(memories: list[int], one: str, many: str) -> str:
    """Say what happens to memories: by number if they are few."""
    if not memories:
        return ""
    if len(memories) == 1:
        return f"#{memories[0]} {one}."
    if len(memories) <= _MOST_NAMED:
        *first, last = (f"#{memory}" for memory in memories)
        return f"{', '.join(first)} and {last} {many}."
    return f"{number(len(memories))} {many}."
