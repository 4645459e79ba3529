"""Changing the shown text as little as possible, so that nothing jumps."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise

from PySide6.QtGui import QTextCursor, QTextDocument

from inspector.analysis.differences import blocks
from inspector.core.same_ends import same_ends, same_start
from inspector.gui.state.page import Page

MANY_LINES = 2000
"""From this many changed lines on, setting the whole text is quicker."""


def rewrite(document: QTextDocument, before: Sequence[str], after: Sequence[str]) -> None:
    """Turn a document of the lines `before` into one of the lines `after`."""
    if before == after:
        return
    prefix, suffix = same_ends(before, after)
    old, new = before[prefix : len(before) - suffix], after[prefix : len(after) - suffix]
    if max(len(old), len(new)) > MANY_LINES:
        document.setPlainText("\n".join(after))
        return
    ends = [(0, 0, 0), *(_in_order(old, new) or blocks(old, new)), (len(old), len(new), 0)]
    # From below, so that what stands above keeps its number.
    for (first, first_new, size), (end, end_new, _) in reversed([*pairwise(ends)]):
        here = slice(prefix + first + size, prefix + end)
        there = slice(prefix + first_new + size, prefix + end_new)
        if here.start < here.stop or there.start < there.stop:
            _replace(document, here, after, there)


def _in_order(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Stretches that stay, as `blocks` has them; none where lines change places.

    A block's lines mostly stand once and come and go where they are, which a dictionary tells.
    """
    location = dict(zip(new, range(len(new)), strict=True))
    if len(location) < len(new):
        counts = Counter(new)
        location = {line: at for line, at in location.items() if counts[line] == 1}
    found: list[tuple[int, int, int]] = []
    first = first_new = 0
    while first < len(old):
        at = location.get(old[first])
        if at is None:
            first += 1
            continue
        if at < first_new:
            return []
        shorter = min(len(old) - first, len(new) - at)
        size = same_start(islice(old, first, None), islice(new, at, None), shorter)
        found.append((first, at, size))
        first, first_new = first + size, at + size
    return found


def _replace(document: QTextDocument, here: slice, after: Sequence[str], there: slice) -> None:
    """Turn the lines `here` of a document into the lines `there` of `after`."""
    if here.start == here.stop or there.start == there.stop:
        # One side is empty: take an equal neighbour in, so that it has a line.
        if here.stop < document.blockCount():
            here, there = slice(here.start, here.stop + 1), slice(there.start, there.stop + 1)
        elif here.start:
            here, there = slice(here.start - 1, here.stop), slice(there.start - 1, there.stop)
    first = document.findBlockByNumber(here.start)
    last = document.findBlockByNumber(here.stop - 1)
    cursor = QTextCursor(first)
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("\n".join(after[there]))


def kept_top(before: Page, after: Page, top: int) -> int:
    """The line of `after` that stands at the top where line `top` of `before` stood."""
    old, new = before.lines, after.lines
    prefix, suffix = same_ends(before.texts, after.texts)
    if top < prefix:
        return top
    if top >= len(old) - suffix:
        return max(0, top + len(new) - len(old))
    for below, line in enumerate(old[top:]):
        if line.memory is not None and line.memory in after.line_of:
            return max(0, after.line_of[line.memory] - below)
    return max(0, min(top, len(new) - 1))
