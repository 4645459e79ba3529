"""The numbers above the block: what each bucket takes, and what the budget leaves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.core.injection import BUCKETS, Bucket, Budget, Injection
from inspector.gui.kit.text import counted, plain, signed

Part = Bucket | Literal["other"]
TITLES: dict[Part, str] = {"other": "Other", "old": "Old", "mid": "Mid", "recent": "Recent"}


@dataclass(frozen=True, slots=True)
class Figure:
    """What one part of the block takes.

    Attributes:
        part: a bucket, or everything that belongs to none.
        tokens: sum of its lines' costs.
        memories: how many memories it shows.
        delta: tokens more than without the what-if; None if nothing is compared.
    """

    part: Part
    tokens: int
    memories: int
    delta: int | None = None

    @property
    def words(self) -> str:
        """What the tokens are for."""
        if self.part == "other":
            return "tags, header"
        return counted(self.memories, "memory", "memories")


@dataclass(frozen=True, slots=True)
class Total:
    """What the whole slot takes.

    Attributes:
        used: by the ruleset's own accounting.
        exact: of the whole text.
        limit: of the budget; None without one, or where it is no number of tokens.
    """

    used: int
    exact: int
    limit: float | None = None

    @property
    def sum_in_words(self) -> str:
        """How the number that the budget counts is made: `= 290 text + 7 line rounding …`."""
        rounding = self.used - self.exact
        if not rounding:
            return f"= {plain(self.exact)} tokens of the text; the budget counts the same."
        return (
            f"= {plain(self.exact)} tokens of the text, {signed(rounding)} because each line is "
            f"counted by itself: {plain(self.used)}, which the budget counts. In a request a "
            "message of its own costs a few more."
        )

    @property
    def free(self) -> float | None:
        """What the budget leaves; below 0 it is exceeded."""
        return None if self.limit is None else self.limit - self.used


def figures(injection: Injection | None, before: Injection | None = None) -> tuple[Figure, ...]:
    """Figures of all parts, none for a slot without buckets; compared if `before` is given."""
    if injection is None or not any(section.bucket for section in injection.sections):
        return ()
    was = _sums(before) if before is not None else None
    return tuple(
        Figure(part, tokens, memories, tokens - was[part][0] if was else None)
        for part, (tokens, memories) in _sums(injection).items()
    )


def total(injection: Injection, budget: Budget | None) -> Total:
    """The slot's total; `budget` only for the slot that it is about."""
    if budget is None:
        return Total(injection.cost, injection.tokens)
    limit = budget.limit if math.isfinite(budget.limit) else None
    return Total(budget.used, injection.tokens, limit)


def _sums(injection: Injection) -> dict[Part, tuple[int, int]]:
    found: dict[Part, tuple[int, int]] = {}
    parts: Sequence[Part] = ("other", *BUCKETS)
    for part in parts:
        sections = [one for one in injection.sections if (one.bucket or "other") == part]
        memories = {line.memory for one in sections for line in one.lines} - {None}
        found[part] = sum(one.tokens for one in sections), len(memories)
    return found
