"""The rows that the preview shows, and the grounds and frames painted under and over them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from inspector.core.injection import Bucket
from inspector.gui.kit.font_set import FontSet
from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.theme import current_theme
from inspector.gui.state.page import LEFT_OUT, Ghost, Page

MARGIN = 6
"""Pixels around the text of the block."""


class Row(NamedTuple):
    """One visible line of the block, or one ghost.

    Attributes:
        top: where it begins, in the viewport.
        height: of all that it takes, wrapped lines included.
        ascent: from `top` to the base line of its first line.
        line: number of the line; of a ghost, that of the line below it.
        memory: whose it is, or None.
        ghost: set if this is a ghost.
    """

    top: float
    height: float
    ascent: float
    line: int
    memory: int | None
    ghost: Ghost | None = None


@dataclass(frozen=True, slots=True)
class Highlight:
    """What the selection makes stand out."""

    selected: frozenset[int] = frozenset()
    hovered: int | None = None

    def background(self, row: Row) -> QColor | None:
        """The row's ground if it stands out."""
        theme = current_theme()
        if row.memory is None:
            return None
        if row.memory in self.selected and row.ghost is None:
            return theme.selection
        return theme.hover if row.memory == self.hovered else None


def bucket_of(row: Row, page: Page) -> Bucket | None:
    """The bucket that a row is tinted by; a ghost has its place's."""
    if row.ghost and row.line and row.line - 1 < len(page.buckets):
        above = page.buckets[row.line - 1]
        if above is not None:
            return above
    return page.buckets[row.line] if row.line < len(page.buckets) else None


def paint_grounds(painter: QPainter, rows: Sequence[Row], page: Page, highlight: Highlight) -> None:
    """Tint every row by its bucket; what is selected or under the pointer has its own ground."""
    theme = current_theme()
    width = float(painter.device().width())
    for row in rows:
        background = highlight.background(row)
        bucket = bucket_of(row, page)
        if background is None and bucket is not None:
            background = theme.bucket(bucket).tint
        if background is not None:
            painter.fillRect(QRectF(0, row.top, width, row.height), background)


def paint_frames(
    painter: QPainter, rows: Sequence[Row], page: Page, margin: float, letters: FontSet
) -> None:
    """Ghosts with their words, and the dashed frame of what a what-if changes."""
    theme = current_theme()
    width = float(painter.device().width())
    for row in rows:
        colour = theme.accent
        if row.ghost:
            colour = theme.text_2 if row.ghost.mark == LEFT_OUT else theme.accent
            rect = QRectF(margin, row.top, width - 2 * margin, row.height)
            words = letters.elided(row.ghost.text, Qt.TextElideMode.ElideRight, rect.width())
            letters.write_at_left(painter, rect, words, theme.text_3)
        elif row.line not in page.changes:
            continue
        painter.setPen(what_if_pen(colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(2.5, row.top + 0.5, width - 5, row.height - 1))
