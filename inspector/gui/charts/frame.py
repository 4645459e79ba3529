"""Where a plot's values lie in its widget: amounts and heights as pixels, and back."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from inspector.gui.kit.theme import scaled

MOST_TICKS = 8


@dataclass(frozen=True)
class Margins:
    """Room around a plot, in the visual language's pixels: axes, labels, names of lines."""

    left: int
    top: int
    right: int
    bottom: int

    def inner(self, width: float, height: float) -> QRectF:
        """What they leave of a widget of this size, in its pixels."""
        left, top = scaled(self.left), scaled(self.top)
        right, bottom = scaled(self.right), scaled(self.bottom)
        return QRectF(left, top, max(1.0, width - left - right), max(1.0, height - top - bottom))


@dataclass(frozen=True)
class Frame:
    """A plot's rectangle within its axes, and the values at its ends; both begin at 0.

    Attributes:
        inner: in the widget's pixels.
        end: the amount at the right end.
        top: the height at the upper end.
    """

    inner: QRectF
    end: int
    top: float = 1.0

    def x(self, amount: float) -> float:
        """Where an amount lies; those beyond the end lie there."""
        share = min(max(amount / self.end, 0.0), 1.0)
        return self.inner.left() + share * self.inner.width()

    def y(self, height: float) -> float:
        """Where a height lies."""
        return self.inner.bottom() - height / self.top * self.inner.height()

    def point(self, amount: float, height: float) -> QPointF:
        """Both together."""
        return QPointF(self.x(amount), self.y(height))

    def amount(self, x: float) -> int:
        """The amount at a pixel."""
        share = (x - self.inner.left()) / self.inner.width()
        return round(min(max(share, 0.0), 1.0) * self.end)


def round_step(least: float) -> int:
    """The least round number from `least` on: 1, 2 or 5 times a power of ten."""
    wanted = max(least, 1.0)
    power = 10 ** math.floor(math.log10(wanted))
    return next(int(step * power) for step in (1, 2, 5, 10) if step * power >= wanted)


def ticks(end: float, most: int = MOST_TICKS) -> list[int]:
    """Round numbers from 0 to `end`."""
    step = round_step(end / max(most, 1))
    return list(range(0, math.floor(end) + 1, step))
