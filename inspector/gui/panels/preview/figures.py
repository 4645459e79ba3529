"""The numbers above the block: what each bucket takes, and what the budget leaves."""

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from PySide6.QtGui import QColor

from inspector.core.injection import BUCKETS, Bucket, Budget, Injection
from inspector.gui.kit.text import counted, plain, signed
from inspector.gui.kit.theme import current_theme
from inspector.language import _

BUCKET_TITLES: dict[Bucket, str] = {"old": _("Old"), "mid": _("Mid"), "recent": _("Recent")}
_HEADING = re.compile(r"([A-Z][A-Z '/&-]*):\s*")
_CLOSING = "</"
_MOST_HEADED = 4
"""Headed parts that have a figure of their own; there is no room for more."""
MOST_FIGURES = 1 + max(len(BUCKETS), _MOST_HEADED)


@dataclass(frozen=True, slots=True)
class Figure:
    """What one part of the block takes.

    Attributes:
        title: the bucket's, or the heading in a recap; `Other` for what belongs to none.
        words: what the tokens are for.
        tokens: sum of its lines' costs.
        bucket: None for parts that are none.
        start: its first line in the block; None if it has none.
        location: which part it is, from 0; None for `Other`.
        delta: tokens more than without the what-if; None if nothing is compared.
    """

    title: str
    words: str
    tokens: int
    bucket: Bucket | None = None
    start: int | None = None
    location: int | None = None
    delta: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """What the whole slot takes.

    Attributes:
        used: by the ruleset's own accounting.
        exact: of the whole text.
        limit: of the budget; None without one, or where it is no number of tokens.
        by_lines: sum of the lines' costs; None where that is what is used.
    """

    used: int
    exact: int
    limit: float | None = None
    by_lines: int | None = None

    @property
    def sum_in_words(self) -> str:
        """How the number that the budget counts is made: `= 290 text + 7 line rounding …`."""
        lines = self.used if self.by_lines is None else self.by_lines
        rounding, rest = lines - self.exact, self.used - lines
        if not rounding and not rest:
            return _("= {exact} tokens of the text; the budget counts the same.").format(
                exact=plain(self.exact)
            )
        if rest:
            return _(
                "= {exact} tokens of the text, {rounding} because each line is counted by itself, "
                "{rest} because the extension counts memories in its own way: {used}, which its "
                "budget counts. In a request a message of its own costs a few more."
            ).format(
                exact=plain(self.exact),
                rounding=signed(rounding),
                rest=signed(rest),
                used=plain(self.used),
            )
        return _(
            "= {exact} tokens of the text, {rounding} because each line is "
            "counted by itself: {used}, which the budget counts. In a request a "
            "message of its own costs a few more."
        ).format(exact=plain(self.exact), rounding=signed(rounding), used=plain(self.used))

    @property
    def free(self) -> float | None:
        """What the budget leaves; below 0 it is exceeded."""
        return None if self.limit is None else self.limit - self.used


def figures(injection: Injection | None, before: Injection | None = None) -> tuple[Figure, ...]:
    """Figures of a slot's buckets, else of its headed parts; compared if `before` is given.

    None for a slot that has neither.
    """
    found = _parts(injection)
    if before is None:
        return found
    was = {one.title: one.tokens for one in _compared(before)}
    return tuple(replace(one, delta=one.tokens - was.get(one.title, 0)) for one in found)


def colour_of(figure: Figure) -> QColor:
    """The colour of its swatch and of its piece of the bar."""
    theme = current_theme()
    if figure.location is None:
        return theme.other_lines
    return theme.bucket(figure.bucket or BUCKETS[figure.location % len(BUCKETS)]).strong


def total(injection: Injection, budget: Budget | None) -> Total:
    """The slot's total; `budget` only for the slot that it is about."""
    if budget is None:
        return Total(injection.cost, injection.tokens)
    limit = budget.limit if math.isfinite(budget.limit) else None
    return Total(budget.used, injection.tokens, limit, injection.cost)


@lru_cache(maxsize=1)  # while something is tried out, it is the same slot again and again
def _compared(before: Injection) -> tuple[Figure, ...]:
    return _parts(before)


def _parts(injection: Injection | None) -> tuple[Figure, ...]:
    if injection is None:
        return ()
    if any(section.bucket for section in injection.sections):
        return _buckets(injection)
    return _headed(injection)


def _buckets(injection: Injection) -> tuple[Figure, ...]:
    found: list[Figure] = []
    starts = [0, *accumulate(len(one.lines) for one in injection.sections)]
    for index, part in enumerate((None, *BUCKETS)):
        there = [n for n, one in enumerate(injection.sections) if one.bucket == part]
        memories = frozenset[int]().union(*[injection.memories[n] for n in there])
        words = (
            _("tags, header")
            if part is None
            else counted(len(memories), "{n} memory", "{n} memories")
        )
        found.append(
            Figure(
                _("Other") if part is None else BUCKET_TITLES[part],
                words,
                sum([injection.costs[n] for n in there]),
                part,
                starts[there[0]] if there else None,
                index - 1 if index else None,
            )
        )
    return tuple(found)


def _headed(injection: Injection) -> tuple[Figure, ...]:
    """The parts below headings as a running recap has them: `DEVELOPMENTS:` on a line alone."""
    titles: list[str] = []
    title = ""
    for line in injection.lines:
        heading = _HEADING.fullmatch(line.text)
        if heading is not None:
            title = heading[1].capitalize()
        elif line.text.startswith(_CLOSING):
            title = ""
        titles.append(title)
    costs = Counter[str]()
    for line, title in zip(injection.lines, titles, strict=True):
        costs[title] += line.tokens
    if set(costs) <= {""}:
        return ()
    largest = [one for one, _rest in costs.most_common() if one][:_MOST_HEADED]
    kept = [one for one in dict.fromkeys(titles) if one in largest]
    kept_lines = [one if one in kept else "" for one in titles]
    found: list[Figure] = []
    for index, one in enumerate(("", *kept)):
        count = kept_lines.count(one)
        tokens = sum(cost for name, cost in costs.items() if (name if name in kept else "") == one)
        start = kept_lines.index(one) if count else None
        words = counted(count, "{n} line", "{n} lines")
        name, number = (one, index - 1) if one else (_("Other"), None)
        found.append(Figure(name, words, tokens, None, start, number))
    return tuple(found)
