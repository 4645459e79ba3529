"""A cell while it is painted, and what many tables paint in theirs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPen,
    QStaticText,
    QTransform,
)

from inspector.gui.kit.check_box import BOX
from inspector.gui.kit.glyphs import draw_check, draw_ring
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.language import _

Row = TypeVar("Row")

LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight

_IN_LINE = {
    side: int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
    for side in (LEFT, RIGHT, Qt.AlignmentFlag.AlignHCenter)
}
"""How a line of text is drawn, by its side: to join flags takes longer than to draw some."""

_OTHER_SCRIPT = re.compile("[^ -~\u00a0-\u024f\u2010-\u2027]")
"""Letters that another font may draw: a static text stands elsewhere then; and line ends."""

MOST_DRAWN = 500
"""Characters of a text that one row could show at most; measuring more would be in vain."""


@dataclass(slots=True)
class Cell(Generic[Row]):
    """A cell while it is painted, its ground already being there.

    Attributes:
        painter: clipped to the cell.
        rect: all of it but the line below.
        inner: the same without the margins at its sides.
        row: what its row shows.
        number: of its row.
        column: its column's number.
        is_selected: whether its row is.
        context: fonts, and what else the table keeps for painting.
    """

    painter: QPainter
    rect: QRect
    inner: QRect
    row: Row
    number: int
    column: int
    is_selected: bool
    context: PaintContext

    @property
    def faint(self) -> QColor:
        """The colour of what matters little; stronger where the ground is the selection's."""
        theme = current_theme()
        return theme.text_2 if self.is_selected else theme.text_3

    def write(
        self,
        rect: QRect,
        text: str,
        colour: QColor,
        side: Qt.AlignmentFlag = LEFT,
        font: QFont | None = None,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """One line of plain text, with … where it does not fit; its width in pixels."""
        self.painter.setFont(self.context.font() if font is None else font)
        return draw_line(self.painter, rect, text, colour, side, elide)

    def mark(
        self, rect: QRect, text: str, spans: Sequence[tuple[int, int]], font: QFont | None = None
    ) -> None:
        """The ground of what a filter matched in a line of text, before that is written.

        Args:
            rect: where the line stands, from its left edge.
            text: the line.
            spans: what matched, in code points.
            font: of the line; None for the table's own.
        """
        theme = current_theme()
        metrics = QFontMetrics(self.context.font() if font is None else font)
        for start, end in spans:
            if start >= min(MOST_DRAWN, len(text)):
                continue
            left = rect.left() + metrics.horizontalAdvance(text[:start])
            right = min(rect.left() + metrics.horizontalAdvance(text[:end]), rect.right())
            if left < right:
                top = rect.center().y() - metrics.height() // 2
                box = QRect(left, top, right - left, metrics.height())
                self.painter.fillRect(box, theme.warning_background)
                self.painter.fillRect(left, box.bottom(), box.width(), 1, theme.warning)

    def write_verdict(self, word: str, *, is_in: bool, was_in: bool | None) -> None:
        """✓ or ○ with a word, and what holds where something else is tried out.

        Args:
            word: for the verdict.
            is_in: whether it is in the prompt.
            was_in: whether it is as things stand; None where nothing is tried out.
        """
        theme, rect = current_theme(), QRect(self.inner)
        centre = QPointF(rect.left() + scaled(5), QRectF(rect).center().y())
        if is_in:
            colour = theme.verdict_in
            draw_check(self.painter, centre, scaled(9), colour)
        else:
            colour = theme.text_2 if self.is_selected else theme.verdict_out
            draw_ring(self.painter, centre, scaled(10), colour)
        rect.setLeft(rect.left() + scaled(14))
        used = self.write(rect, word, colour, font=self.context.font(bold=is_in))
        if was_in not in (None, is_in):
            rect.setLeft(rect.left() + used + scaled(4))
            words = _("was in") if was_in else _("was out")
            self.write(rect, words, theme.accent, font=self.context.font(11))

    def draw_box(self, *, checked: bool, usable: bool) -> None:
        """A box with or without a check, as `CheckBox` paints it.

        Args:
            checked: whether the check is there.
            usable: whether a person can change it; without a frame otherwise.
        """
        theme, painter, size = current_theme(), self.painter, scaled(BOX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = QRectF(self.rect).center().y() - size / 2
        box = QRectF(self.inner.left(), top, size, size)
        if usable:
            painter.setPen(QPen(theme.accent if checked else theme.control_border, 1))
            painter.setBrush(theme.accent if checked else theme.surface)
            painter.drawRoundedRect(box, 3, 3)
        if checked:
            colour = theme.on_accent if usable else theme.text_3
            draw_check(painter, box.center(), size * 0.7, colour)


def draw_line(
    painter: QPainter,
    rect: QRect,
    text: str,
    colour: QColor,
    side: Qt.AlignmentFlag = LEFT,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> int:
    """One line of plain text in the painter's font, with … where it does not fit; its width."""
    painter.setPen(colour)
    line = _laid_out(text[:MOST_DRAWN], rect.width(), elide, painter.font())
    if line.static is None or side is not LEFT:
        painter.drawText(rect, _IN_LINE[side], line.text)
    else:
        top = rect.top() + (rect.height() - line.height) / 2
        painter.drawStaticText(QPointF(rect.left(), top), line.static)
    return line.width


class _Line(NamedTuple):
    """A line of text that is cut and laid out.

    Attributes:
        text: as it is drawn.
        width: in pixels.
        height: in pixels.
        static: the same laid out; None where that looks different.
    """

    text: str
    width: int
    height: float
    static: QStaticText | None


@lru_cache(maxsize=4_000)
def _laid_out(text: str, width_px: int, elide: Qt.TextElideMode, font: QFont) -> _Line:
    """Cut and lay out a line once, not at every frame: that takes most of a table's painting."""
    metrics = QFontMetrics(font)
    cut = metrics.elidedText(text, elide, width_px)
    static = None
    if not _OTHER_SCRIPT.search(cut):
        static = QStaticText(cut)
        static.setTextFormat(Qt.TextFormat.PlainText)
        static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        static.prepare(QTransform(), font)
    return _Line(cut, metrics.horizontalAdvance(cut), QFontMetricsF(font).height(), static)
