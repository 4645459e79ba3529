"""Where budgets and numbers of rows lie in a plot."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.curve import Curve

TOP, RIGHT = 40, 12
_LEFT, _BOTTOM = 44, 20


@dataclass(frozen=True)
class Standing:
    """Where a budget stands.

    Attributes:
        value: the budget.
        kept: how many rows it keeps.
        before: the budget that holds while another is only tried out.
    """

    value: int
    kept: int
    before: int | None = None


@dataclass(frozen=True)
class KeptFrame:
    """One plot.

    Attributes:
        curve: what is drawn.
        what: which of its two counts.
        standing: where the budget stands.
        width: of the whole plot, in pixels.
        inner: the rectangle within the axes.
        end: the budget at its right edge.
        most: the number of rows at its upper edge.
    """

    curve: Curve
    what: str
    standing: Standing
    width: int
    inner: QRectF
    end: int
    most: int

    @classmethod
    def of(
        cls, curve: Curve, what: str, standing: Standing, width: int, height: int
    ) -> "KeptFrame":
        """The plot in a widget of some size."""
        left, top = scaled(_LEFT), scaled(TOP)
        right, bottom = scaled(RIGHT), scaled(_BOTTOM)
        inner = QRectF(left, top, max(1, width - left - right), max(1, height - top - bottom))
        most = max(1, standing.kept, *curve.kept(what))
        return cls(curve, what, standing, width, inner, max(curve.end, 1), most)

    def x(self, value: int) -> float:
        """Where a budget lies; those beyond the end lie there."""
        share = min(max(value / self.end, 0), 1)
        return self.inner.left() + share * self.inner.width()

    def y(self, kept: int) -> float:
        """Where a number of rows lies."""
        return self.inner.bottom() - kept / self.most * self.inner.height()


def write(
    painter: QPainter, at: QPointF, text: str, hand: QFont, ink: QColor, *, side: float = 0.0
) -> float:
    """A line of text around the height of `at`; `side` 0 starts, 0.5 centres, 1 ends there.

    Gives its width in pixels.
    """
    metrics = QFontMetricsF(hand)
    width = metrics.horizontalAdvance(text)
    painter.setFont(hand)
    painter.setPen(ink)
    base = at.y() + (metrics.ascent() - metrics.descent()) / 2
    painter.drawText(QPointF(at.x() - side * width, round(base)), text)
    return width
