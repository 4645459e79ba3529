"""Where things lie in the budget curve: budgets and shares as pixels, and back."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from inspector.gui.kit.theme import scaled
from inspector.gui.panels.budget.shown import CurveShown

TOP, RIGHT, BOTTOM, LEFT = 38, 146, 24, 50


@dataclass(frozen=True)
class Frame:
    """The plot's inner rectangle and the budget at its right end."""

    inner: QRectF
    end: int

    @classmethod
    def of(cls, width: float, height: float, curve: CurveShown, budget: float) -> "Frame":
        """The frame for a widget of this size."""
        left, top = scaled(LEFT), scaled(TOP)
        right, bottom = scaled(RIGHT), scaled(BOTTOM)
        inner = QRectF(left, top, max(1.0, width - left - right), max(1.0, height - top - bottom))
        return cls(inner, curve.end(budget))

    def x(self, budget: float) -> float:
        """Where a budget lies; those beyond the end lie there."""
        share = min(max(budget / self.end, 0.0), 1.0)
        return self.inner.left() + share * self.inner.width()

    def y(self, share: float) -> float:
        """Where a share of 0 to 1 lies."""
        return self.inner.bottom() - share * self.inner.height()

    def point(self, budget: float, share: float) -> QPointF:
        """Both together."""
        return QPointF(self.x(budget), self.y(share))

    def budget(self, x: float) -> int:
        """The budget at a pixel."""
        share = (x - self.inner.left()) / self.inner.width()
        return round(min(max(share, 0.0), 1.0) * self.end)
