"""The rows of the block that are on the screen, and which of them a change paints anew."""

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextEdit

from inspector.core.injection import Line
from inspector.gui.panels.preview.delivered import Fields
from inspector.gui.panels.preview.ghosts import Ghosts
from inspector.gui.panels.preview.rows import MARGIN, Highlight, Row, bucket_of
from inspector.gui.state.page import Page

_BESIDE_PX = 4
"""So far a letter may reach out of its row."""


class PaintedRow(NamedTuple):
    """All that decides how a row is painted, in the text and in the gutter.

    Attributes:
        row: where it stands.
        line: the line, or None for a ghost.
        signs: its change, letter, bucket, fields, and whether it leaks or is only sent.
        stands_out: whether it is selected, and whether it is under the pointer.
    """

    row: Row
    line: Line | None
    signs: tuple[object, ...]
    stands_out: tuple[bool, bool]


class VisibleRows:
    """Knows where the visible rows stand, and how they were painted last.

    Args:
        view: shows the text.
        ghosts: stand among its lines.
    """

    def __init__(self, view: QPlainTextEdit, ghosts: Ghosts) -> None:
        self._view = view
        self._ghosts = ghosts
        self._rows: Sequence[Row] | None = None
        self._painted: Sequence[PaintedRow] = ()

    def all(self, page: Page) -> Sequence[Row]:
        """The rows from top to bottom; found once until they are forgotten."""
        if self._rows is None:
            self._rows = self._find(page) if page.lines else []
        return self._rows

    def forget(self, *, moved: bool) -> None:
        """Find them anew.

        Args:
            moved: what is on the screen stands elsewhere by now, or is painted anew as it is.
        """
        self._rows = None
        if moved:
            self._painted = ()

    def update(self, page: Page, fields: Fields, highlight: Highlight) -> QRect:
        """The part of the viewport in which rows differ from what was painted last."""
        before, self._rows = self._painted, None
        self._painted = _painted_rows(self.all(page), page, fields, highlight)
        return _changed_part(before, self._painted, self._view.viewport().rect())

    def _find(self, page: Page) -> Sequence[Row]:
        view, found = self._view, list[Row]()
        bottom = view.viewport().height()
        block = view.firstVisibleBlock()
        top = view.blockBoundingGeometry(block).translated(view.contentOffset()).top()
        while block.isValid() and top <= bottom:
            found.extend(self._ghosts.rows(block, top))
            height = view.blockBoundingRect(block).height()
            found.append(_row(block, top, height, page.lines[block.blockNumber()].memory))
            top += height
            block = block.next()
        return found


def _row(block: QTextBlock, top: float, height: float, memory: int | None) -> Row:
    first = block.layout().lineAt(0)
    shift = first.y()
    if not block.next().isValid():
        height -= MARGIN  # Qt's margin below the last line
    return Row(top + shift, height - shift, first.ascent(), block.blockNumber(), memory)


def rows_in(rows: Sequence[Row], part: QRect) -> Sequence[Row]:
    """The rows that reach into a part of the viewport."""
    top, bottom = part.top(), part.bottom() + 1
    return [row for row in rows if row.top < bottom and row.top + row.height > top]


def _painted_rows(
    rows: Sequence[Row], page: Page, fields: Fields, highlight: Highlight
) -> Sequence[PaintedRow]:
    """How each row is painted."""
    found: list[PaintedRow] = []
    for row in rows:
        number, memory = row.line, row.memory
        chosen = memory in highlight.selected, memory is not None and memory == highlight.hovered
        if row.ghost is not None:
            found.append(PaintedRow(row, None, (bucket_of(row, page),), chosen))
            continue
        signs = (
            page.changes.get(number),
            page.letters.get(number),
            bucket_of(row, page),
            fields.get(number),
            page.leaks.get(memory) if memory is not None else None,
            memory in page.sent_only,
        )
        found.append(PaintedRow(row, page.lines[number], signs, chosen))
    return found


def _changed_part(before: Sequence[PaintedRow], after: Sequence[PaintedRow], whole: QRect) -> QRect:
    """What of the viewport differs, with some of what stands beside it.

    Args:
        before: what is on the screen; empty where that is not known.
        after: what is to be there.
        whole: the viewport.
    """
    if not before:
        return whole
    top, bottom = whole.bottom() + 1.0, 0.0
    for was, now in zip_longest(before, after):
        for one in (was, now) if was != now else ():
            if one is not None:
                top = min(top, one.row.top)
                bottom = max(bottom, one.row.top + one.row.height)
    first, last = math.floor(top) - _BESIDE_PX, math.ceil(bottom) + _BESIDE_PX
    return QRect(0, first, whole.width(), max(last - first, 0)) & whole
