"""Changing the shown text as little as possible, so that nothing jumps."""

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor, QTextDocument

from inspector.core.same_ends import same_ends
from inspector.gui.state.page import Page

MANY_LINES = 2000
"""From this many changed lines on, setting the whole text is quicker."""


def rewrite(document: QTextDocument, before: Sequence[str], after: Sequence[str]) -> None:
    """Turn a document of the lines `before` into one of the lines `after`."""
    if before == after:
        return
    prefix, suffix = same_ends(before, after)
    if len(before) - prefix - suffix > MANY_LINES or len(after) - prefix - suffix > MANY_LINES:
        document.setPlainText("\n".join(after))
        return
    if prefix + suffix == min(len(before), len(after)):
        # One side of the difference is empty: take a neighbour in, so that it has a line.
        if suffix:
            suffix -= 1
        elif prefix:
            prefix -= 1
    first = document.findBlockByNumber(prefix)
    last = document.findBlockByNumber(len(before) - suffix - 1)
    cursor = QTextCursor(document)
    cursor.setPosition(first.position())
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("\n".join(after[prefix : len(after) - suffix]))


def kept_top(before: Page, after: Page, top: int) -> int:
    """The line of `after` that stands at the top where line `top` of `before` stood."""
    old, new = before.lines, after.lines
    prefix, suffix = same_ends([line.text for line in old], [line.text for line in new])
    if top < prefix:
        return top
    if top >= len(old) - suffix:
        return max(0, top + len(new) - len(old))
    for below, line in enumerate(old[top:]):
        if line.memory is not None and line.memory in after.line_of:
            return max(0, after.line_of[line.memory] - below)
    return max(0, min(top, len(new) - 1))
