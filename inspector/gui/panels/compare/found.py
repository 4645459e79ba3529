"""What two blocks differ in, as the panel shows it; worked out off the UI thread."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inspector.analysis.comparison import (
    Comparison,
    MemoryShare,
    claims_of,
    compare,
    most_by_memory,
)
from inspector.core.document import Document
from inspector.core.query import Query
from inspector.gui.kit.diff_rows import marked_text
from inspector.gui.kit.text import signed
from inspector.gui.panels.compare.block_rows import BlockRow, rows_of
from inspector.gui.panels.compare.causes import TITLES
from inspector.gui.state.workers import CancelToken
from inspector.language import _


@dataclass(frozen=True, eq=False)
class Displayed:
    """What the worker found.

    Attributes:
        found: the comparison.
        rows: its lines.
        words: what it comes to, in sentences.
        shares: what single memories cost more or less, the most first.
        own_side: the side whose chat is the one that is open; 1 where both are.
    """

    found: Comparison
    rows: tuple[BlockRow, ...]
    words: str
    shares: tuple[MemoryShare, ...]
    own_side: int

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines each side has."""
        a, b = (sum(row.tokens[side] is not None for row in self.rows) for side in (0, 1))
        return a, b


def report_of(displayed: Displayed, labels: tuple[str, str]) -> str:
    """The difference as text: totals, causes, memories, lines with marks.

    Args:
        displayed: what was found.
        labels: what the sides are called.
    """
    before, after = displayed.found.tokens
    causes = [
        f"{TITLES[cause]}: {signed(tokens) if tokens else '0'}"
        for cause, tokens in displayed.found.causes.items()
    ]
    sides = [
        _("A: {labels}, {before:,} tokens").format(labels=labels[0], before=before),
        _("B: {labels}, {after:,} tokens").format(labels=labels[1], after=after),
    ]
    lines = marked_text(displayed.rows)
    return "\n".join([*sides, displayed.words, "", *causes, "", lines])


def found_between(
    make_a: Callable[[], Query],
    make_b: Callable[[], Query],
    own: Document,
    token: CancelToken,
) -> Displayed:
    """What the answers to two questions differ in.

    Args:
        make_a: makes the first question; it may read a file.
        make_b: makes the second.
        own: the chat that is open.
        token: of the work.

    Raises:
        InspectorError: a side cannot be read, or is refused.
    """
    a, b = make_a(), make_b()
    token.check()
    found = compare(a, b)
    token.check()
    counts_differ = a.tokenizer.encoding != b.tokenizer.encoding
    rows = rows_of(found, counts_differ=counts_differ)
    token.check()
    shares = most_by_memory(found, a.document, b.document)
    words = "\n".join(_in_words(found, a, b))
    is_first = _is_of(a, own) and not _is_of(b, own)
    return Displayed(found, rows, words, shares, 0 if is_first else 1)


def _is_of(query: Query, own: Document) -> bool:
    """Whether a question is about the open chat, in whichever version of its recap."""
    return query.document.memories is own.memories


def _in_words(found: Comparison, a: Query, b: Query) -> Iterator[str]:
    """The difference as sentences, and what a design claims where it does."""
    before, after = found.tokens
    if found.is_same:
        yield _("No difference: {n:,} tokens.").format(n=before)
        return
    ranked = sorted(found.causes.items(), key=lambda item: -abs(item[1]))
    named = [f"{TITLES[cause]} {signed(tokens)}" for cause, tokens in ranked[:2] if tokens]
    if named:
        yield _("Most of it: {causes}.").format(causes=", ".join(named))
    elif before == after:
        yield _("The words differ, and cost the same.")
    claims = claims_of(found, a.ruleset, b.ruleset)
    if not claims:
        return
    *single, whole = claims
    yield _("The design claims to save {claimed:.0f} %; here it is {here:.0f} %.").format(
        claimed=-100 * whole.claimed, here=-100 * whole.here
    )
    for claim in single:
        title = "" if claim.cause is None else TITLES[claim.cause]
        yield _("{cause}: claimed {claimed} %, here {here} %").format(
            cause=title,
            claimed=signed(round(100 * claim.claimed, 1)),
            here=signed(round(100 * claim.here, 1)),
        )
