"""What a derivation says to the timeline: verdict flags, boundaries and figures by bucket."""

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from inspector.analysis.replay import ReplayPoint, point_of
from inspector.core.injection import BUCKETS, Bucket, Derivation, Injection, Verdict
from inspector.gui.kit.text import spelling
from inspector.gui.panels.timeline.arrays import (
    Bytes,
    Floats,
    MemoryColumns,
    Places,
    no_floats,
)
from inspector.language import _, plain

OUT, IN, ABSENT = 0, 1, 2
"""Values of `Answer.verdicts`: left out, in the block, not there at this moment."""

BUCKET_NAMES: Mapping[Bucket, str] = {"old": _("Old"), "mid": _("Mid"), "recent": _("Recent")}
_NO_BLOCK = ReplayPoint(0, 0, 0, 0, 0)
_TITLE = re.compile(r"^\[([^\]]+)\]")


@dataclass(frozen=True, slots=True)
class Figure:
    """What one bucket puts into the block."""

    memories: int = 0
    tokens: int = 0
    title: str = ""


def _no_verdicts() -> Bytes:
    return np.zeros(0, dtype=np.int8)


@dataclass(frozen=True, eq=False)
class Answer:
    """A derivation as the timeline shows it.

    Attributes:
        derivation: where it comes from.
        verdicts: OUT, IN or ABSENT for every memory of the document.
        boundaries: first message of mid and of recent as positions; None without buckets.
        chat_length: messages that the ruleset sees.
        figures: what the buckets put into the block; a bucket may be missing.
        used: cost of the block.
        limit: the budget, if there is one.
        positions: where the ruleset places every memory, which decides its bucket.
        block: what the strip says of it.
        spelled: what writes its tokens, which are counted or estimated.
    """

    derivation: Derivation = field(default_factory=Derivation)
    verdicts: Bytes = field(default_factory=_no_verdicts)
    boundaries: tuple[float, float] | None = None
    chat_length: int = 0
    figures: Mapping[Bucket, Figure] = field(default_factory=dict[Bucket, Figure])
    used: int = 0
    limit: float | None = None
    positions: Floats = field(default_factory=no_floats)
    block: ReplayPoint = _NO_BLOCK
    spelled: Callable[[float], str] = plain

    @classmethod
    def of(
        cls,
        derivation: Derivation,
        memories: MemoryColumns,
        block: Derivation | None = None,
        *,
        is_estimate: bool = False,
    ) -> "Answer":
        """Read a derivation.

        Args:
            derivation: by whose rules memories are judged.
            memories: the document's.
            block: what the ruleset that is asked says, where that is another.
            is_estimate: whether tokens are estimated.
        """
        injection = _with_buckets(derivation.injections)
        budget = derivation.budget
        limit = budget.limit if budget and math.isfinite(budget.limit) else None
        used = budget.used if budget else injection.cost if injection else 0
        bounds = derivation.boundaries
        return cls(
            derivation=derivation,
            verdicts=verdict_flags(derivation, memories),
            boundaries=bounds if bounds and all(map(math.isfinite, bounds)) else None,
            chat_length=derivation.chat_length,
            figures=_figures(injection) if injection else {},
            used=used,
            limit=limit,
            positions=memories.placed_by(derivation.positions),
            block=point_of(block or derivation, derivation.chat_length - 1),
            spelled=spelling(is_estimate=is_estimate),
        )

    def figure(self, bucket: Bucket) -> Figure:
        """What a bucket puts into the block, nothing if it does not appear there."""
        return self.figures.get(bucket, Figure())

    @property
    def bucket_codes(self) -> Bytes:
        """0, 1 or 2 for old, mid or recent, by the position of every memory."""
        return codes_at(self.positions, self.boundaries or (-math.inf, -math.inf))

    def verdict(self, memory: int) -> Verdict | None:
        """The verdict on one memory, None if it does not exist at the moment."""
        return self.derivation.verdict_for(memory)


def codes_at(positions: Floats, boundaries: tuple[float, float]) -> Bytes:
    """0, 1 or 2 for old, mid or recent, were the boundaries here."""
    mid, recent = boundaries
    codes = (positions >= mid).astype(np.int8)
    codes[positions >= recent] = 2
    return codes


def verdict_flags(derivation: Derivation, memories: MemoryColumns) -> Bytes:
    """OUT, IN or ABSENT for every memory, without reading the verdicts themselves."""
    count = len(memories)
    flags = np.full(count, ABSENT, dtype=np.int8)
    existing = derivation.existing
    # Mostly all exist that come before the end.
    unbroken = bisect_left(range(len(existing)), 1, key=lambda at: existing[at] - at)
    flags[:unbroken] = OUT
    for code, indexes in ((OUT, existing[unbroken:]), (IN, derivation.in_block)):
        places: Places = np.fromiter(indexes, dtype=np.intp, count=len(indexes))
        flags[places[places < count]] = code
    return flags


def _with_buckets(injections: Sequence[Injection]) -> Injection | None:
    for injection in injections:
        if any(section.bucket for section in injection.sections):
            return injection
    return None


def _figures(injection: Injection) -> dict[Bucket, Figure]:
    figures: dict[Bucket, Figure] = {}
    for bucket in BUCKETS:
        there = [n for n, one in enumerate(injection.sections) if one.bucket == bucket]
        if there:
            tokens = sum([injection.costs[n] for n in there])
            memories = frozenset[int]().union(*[injection.memories[n] for n in there])
            titles = [title for n in there if (title := injection.sections[n].title)]
            title = plain_title(titles[0]) if titles else ""
            figures[bucket] = Figure(len(memories), tokens, title)
    return figures


def plain_title(title: str) -> str:
    """A bucket's title without the marks that make it a heading of the block."""
    text = " ".join(title.split()).lstrip("#").strip()
    bracketed = _TITLE.match(text)
    return bracketed.group(1) if bracketed else text
