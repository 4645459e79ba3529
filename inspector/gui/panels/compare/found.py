"""What two blocks differ in, as the panel shows it; worked out off the UI thread."""

from collections.abc import Callable
from dataclasses import dataclass

from inspector.analysis.comparison import Change, Comparison, claims_of, compare
from inspector.analysis.comparison import Row as Compared
from inspector.analysis.differences import Kind, Piece, diff
from inspector.core.query import Query
from inspector.gui.kit.diff_rows import Row
from inspector.gui.kit.text import signed
from inspector.gui.panels.compare.causes import TITLES
from inspector.gui.state.workers import CancelToken

_END = Piece(Kind.SAME, "\n")


@dataclass(frozen=True, eq=False)
class Displayed:
    """What the worker found."""

    found: Comparison
    rows: tuple[Row, ...]
    words: str


def report_of(displayed: Displayed, labels: tuple[str, str], lines: str) -> str:
    """The difference as text.

    Args:
        displayed: what was found.
        labels: what the sides are called.
        lines: the lines with their marks.
    """
    before, after = displayed.found.tokens
    causes = [
        f"{TITLES[cause]}: {signed(tokens) if tokens else '0'}"
        for cause, tokens in displayed.found.causes.items()
    ]
    sides = [f"A: {labels[0]}, {before:,} tokens", f"B: {labels[1]}, {after:,} tokens"]
    return "\n".join([*sides, "", *causes, "", lines])


def found_between(
    make_a: Callable[[], Query], make_b: Callable[[], Query], token: CancelToken
) -> Displayed:
    """What the answers to two questions differ in.

    Args:
        make_a: makes the first question; it may read a file.
        make_b: makes the second.
        token: of the work.

    Raises:
        InspectorError: a side cannot be read, or is refused.
    """
    a, b = make_a(), make_b()
    token.check()
    found = compare(a, b)
    token.check()
    rows = tuple(_row(row) for row in found.rows)
    return Displayed(found, rows, _in_words(found, a, b))


def _row(row: Compared) -> Row:
    """A compared line as the diff shows it."""
    if row.change is Change.SAME and row.a is not None:
        pieces: tuple[Piece, ...] = (Piece(Kind.SAME, row.a.text),)
    elif row.a is not None and row.b is not None:
        pieces = diff(row.a.text, row.b.text).pieces
    elif row.a is not None:
        pieces = (Piece(Kind.REMOVED, row.a.text or " "),)
    else:
        pieces = (Piece(Kind.ADDED, (row.b.text if row.b else "") or " "),)
    delta = (row.b.tokens if row.b else 0) - (row.a.tokens if row.a else 0)
    is_changed = row.change is not Change.SAME and delta
    return Row((*pieces, _END), row.number_a, row.number_b, signed(delta) if is_changed else "")


def _in_words(found: Comparison, a: Query, b: Query) -> str:
    """The difference as a sentence, and what a design claims where it does."""
    before, after = found.tokens
    if found.is_same:
        return f"No difference: {before:,} tokens."
    share = f", {signed(round(100 * (after - before) / before))} %" if before else ""
    words = f"{signed(after - before)} tokens{share}."
    ranked = sorted(found.causes.items(), key=lambda item: -abs(item[1]))
    named = [f"{TITLES[cause].lower()} {signed(tokens)}" for cause, tokens in ranked[:2] if tokens]
    if named:
        words += f" Most of it: {', '.join(named)}."
    claims = claims_of(found, a.ruleset, b.ruleset)
    if claims:
        words += f" The design claims to save {-100 * claims[-1].claimed:.0f} %:"
    for claim in claims[:-1]:
        title = "" if claim.cause is None else TITLES[claim.cause]
        ends = [f"{signed(round(100 * one, 1))} %" for one in (claim.claimed, claim.here)]
        words += f"\n{title}: claimed {ends[0]}, here {ends[1]}"
    return words
