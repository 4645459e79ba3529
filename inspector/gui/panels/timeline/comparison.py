"""What the readout says about a move: rows of numbers and one sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.injection import BUCKETS, Bucket
from inspector.gui.kit.text import join_names
from inspector.gui.panels.timeline.answer import BUCKET_NAMES, IN, Answer, codes_at
from inspector.gui.panels.timeline.lettering import signed
from inspector.gui.panels.timeline.state import Handle, TimelineState
from inspector.language import _, ngettext, numeral

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
    difference = after.used - before.used
    answered = after is not before
    was, now = before.spelled(before.used), after.spelled(after.used)
    used = f"{was} → {now}" if answered else was
    if after.limit is not None:
        used = _("{used} of {limit}").format(used=used, limit=numeral(round(after.limit)))
    block = Row(None, _("Block"), used, signed(difference) if answered else "")
    return Comparison(_title(state), _note(state), (*rows, block), _sentence(state, before, after))


def _title(state: TimelineState) -> str:
    moving = state.moving
    if moving is None:
        return ""
    if moving.handle == "end":
        return _("The chat ends after {number}").format(number=moving.location - 1)
    bucket: Bucket = moving.handle
    answers = (state.displayed, state.compared or state.base)
    titles = [answer.figure(bucket).title for answer in answers]
    name = titles[0] or titles[1] or BUCKET_NAMES[bucket]
    return _("{name} starts at {number}").format(name=name, number=moving.location)


def _note(state: TimelineState) -> str:
    moving = state.moving
    if moving is None or moving.handle == "end":
        return ""
    return "" if state.boundaries_are_settings else _("what-if: not a setting of the extension")


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
        return Row(bucket, name, _("{number} tokens").format(number=before.spelled(was)), "")
    return Row(
        bucket,
        name,
        _("{number} → {number2} tokens").format(
            number=before.spelled(was), number2=after.spelled(now)
        ),
        signed(now - was),
    )


def _sentence(state: TimelineState, before: Answer, after: Answer) -> str:
    parts = _moves(state, before, after)
    was, now = before.verdicts, after.verdicts
    if len(was) == len(now) == len(state.memories):
        come = np.flatnonzero((was != IN) & (now == IN)).tolist()
        gone = np.flatnonzero((was == IN) & (now != IN)).tolist()
        if come:
            words = ngettext("{memories} gets in.", "{memories} get in.", len(come))
            parts.append(words.format(memories=_named(come)))
        if gone:
            words = ngettext("{memories} drops out.", "{memories} drop out.", len(gone))
            parts.append(words.format(memories=_named(gone)))
    return " ".join(parts) or _("No memory moves.")


def _moves(state: TimelineState, before: Answer, after: Answer) -> list[str]:
    """How many memories go to which bucket, put away ones aside."""
    bounds = state.boundaries
    if before.boundaries is None or bounds is None:
        return []
    if len(before.positions) != len(state.memories):
        return []
    exact = after.boundaries if after is not before else None
    was, now = before.bucket_codes, codes_at(state.positions, exact or bounds)
    there = ~state.memories.archived & (state.verdicts <= IN)
    sentences: list[str] = []
    for code, bucket in enumerate(BUCKETS):
        count = int(np.count_nonzero((was != now) & (now == code) & there))
        if count:
            sentences.append(
                ngettext(
                    "{number} memory moves to {bucket}.",
                    "{number} memories move to {bucket}.",
                    count,
                ).format(number=numeral(count), bucket=BUCKET_NAMES[bucket])
            )
    return sentences


def _named(memories: list[int]) -> str:
    """Memories by number if they are few, else how many."""
    if len(memories) > _MOST_NAMED:
        return numeral(len(memories))
    return join_names([f"#{memory}" for memory in memories])
