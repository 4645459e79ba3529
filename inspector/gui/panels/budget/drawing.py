"""Draws the budget curve: axes, two lines with their names, knees and the budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF

from inspector.analysis.knees import Knee
from inspector.gui.charts.frame import Frame
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.budget.state import CurveState
from inspector.language import _, numeral, percent

if TYPE_CHECKING:
    from inspector.gui.charts.plot import Plot

_LABEL_GAP_PX = 15.0

NAMES = {"memories": _("memories"), "stars": _("importance")}
"""What is kept, by `Knee.what`, as the curve calls it."""


@dataclass(frozen=True)
class Marker:
    """The budget's marker.

    Attributes:
        budget: where it stands.
        origin: where it stood before it was dragged; None while nobody drags it.
        focused: whether it has the keyboard.
        hovered: the budget under the pointer; None without one.
    """

    budget: float
    origin: float | None = None
    focused: bool = False
    hovered: int | None = None


def draw_curve(plot: "Plot", frame: Frame, curve: CurveState) -> None:
    """All of it but the budget's marker."""
    shares = [(share, percent(share)) for share in (0.0, 0.5, 1.0)]
    plot.set_axes(shares, plot.round_amounts(28))
    _name_axis(plot, frame)
    _draw_knees(plot, frame, curve.knees)
    _draw_lines(plot, frame, curve)


def draw_marker(plot: "Plot", frame: Frame, curve: CurveState, marker: Marker) -> None:
    """Where the budget stands, and what the pointer reads."""
    if marker.hovered is not None and marker.origin is None:
        plot.rule(marker.hovered, current_theme().strong_line)
        _draw_dots(plot, curve, marker.hovered)
    _draw_flag(plot, frame, curve, marker)


def weight_colour() -> QColor:
    """The colour of importance: from the middle of its ramp."""
    return current_theme().importance[3]


def _name_axis(plot: "Plot", frame: Frame) -> None:
    small = font(10.5)
    width = QFontMetricsF(small).horizontalAdvance(numeral(frame.end))
    beside = frame.inner.right() + scaled(8) + width / 2
    at = QPointF(beside, frame.inner.bottom() + scaled(13))
    plot.write(at, _("tokens of budget"), small, current_theme().text_3)


def _draw_knees(plot: "Plot", frame: Frame, knees: Sequence[Knee]) -> None:
    """Dotted lines with words on top; words that would run into others are left out."""
    theme, small = current_theme(), font(10.5)
    free = frame.inner.left()
    for knee in knees:
        plot.rule(knee.budget, theme.text_3, dashed=(1, 2))
        words = _("◆ {budget:,}: {NAMES} bend").format(budget=knee.budget, NAMES=NAMES[knee.what])
        width = QFontMetricsF(small).horizontalAdvance(words)
        # Beyond the plot stand the names of the lines.
        left = min(frame.x(knee.budget) - scaled(4), frame.inner.right() - width)
        if left >= free - scaled(4):
            plot.write(QPointF(left, frame.inner.top() - scaled(9)), words, small, theme.text_2)
            free = left + width + scaled(12)


def _draw_lines(plot: "Plot", frame: Frame, curve: CurveState) -> None:
    memories, weight = _line(frame, curve, weight=False), _line(frame, curve, weight=True)
    plot.line(memories, current_theme().text, 1.5)
    if curve.importance:
        plot.line(weight, weight_colour(), 2, dashed=(4, 2))
    _name_lines(plot, frame, curve, (frame.y(memories[-1][1]), frame.y(weight[-1][1])))


def _name_lines(
    plot: "Plot", frame: Frame, curve: CurveState, heights: tuple[float, float]
) -> None:
    """Write each line's name where it ends, a little apart where they end together."""
    bold = font(11, bold=True)
    x = frame.inner.right() + scaled(12)
    first, second = heights
    if curve.importance and abs(first - second) < scaled(_LABEL_GAP_PX):
        middle, half = (first + second) / 2, scaled(_LABEL_GAP_PX) / 2
        first, second = middle + half, middle - half
    memories, importance = (
        f"— {counted(curve.memories, '{n} memory', '{n} memories')}",
        _("- - importance {importance:,}").format(importance=curve.importance),
    )
    plot.write(QPointF(x, first), memories, bold, current_theme().text)
    if curve.importance:
        plot.write(QPointF(x, second), importance, bold, weight_colour())


def _line(frame: Frame, curve: CurveState, *, weight: bool) -> list[tuple[float, float]]:
    """One line through all budgets that were tried."""
    whole = max(curve.importance if weight else curve.memories, 1)
    line = [
        (float(point.budget), (point.importance if weight else point.memories) / whole)
        for point in curve.points
        if point.budget <= frame.end
    ]
    if line and curve.is_complete:
        line.append((float(frame.end), line[-1][1]))
    return line or [(0.0, 0.0)]


def _draw_dots(plot: "Plot", curve: CurveState, budget: float) -> None:
    theme = current_theme()
    memories, importance = curve.between(min(budget, curve.points[-1].budget))
    shares = [(memories / max(curve.memories, 1), theme.text)]
    if curve.importance:
        shares.append((importance / curve.importance, weight_colour()))
    for share, colour in shares:
        plot.dots([(budget, share)], colour, theme.surface, scaled(3.5))


def _draw_flag(plot: "Plot", frame: Frame, curve: CurveState, marker: Marker) -> None:
    """The line of the budget with its flag on top; dashed where it was taken up."""
    theme = current_theme()
    is_moving = marker.origin is not None
    colour = theme.accent if is_moving else theme.text
    if marker.origin is not None:
        plot.rule(marker.origin, theme.text_2, dashed=(3, 2))
    box = flag_box(frame, marker.budget)
    x = round(frame.x(marker.budget))
    plot.plate(QRectF(x - 1, box.bottom(), 2, frame.inner.bottom() - box.bottom()), colour)
    _draw_dots(plot, curve, marker.budget)
    plot.plate(box, colour, theme.accent if marker.focused else None)
    letters = font(10.5, bold=True, tabular=True)
    on_flag = theme.on_accent if is_moving else theme.surface
    plot.write(box.center(), flag_text(frame, marker.budget), letters, on_flag, side=0.5)


def flag_text(frame: Frame, budget: float) -> str:
    """What the flag says; an arrow where the budget lies beyond the axis."""
    if not math.isfinite(budget):
        return _("no limit")
    return _("budget {budget:,}").format(budget=round(budget)) + (
        " →" if budget > frame.end else ""
    )


def flag_box(frame: Frame, budget: float) -> QRectF:
    """Where the flag lies: over the line, inside the widget."""
    words = QFontMetricsF(font(10.5, bold=True, tabular=True))
    width = words.horizontalAdvance(flag_text(frame, budget)) + scaled(10)
    x = round(frame.x(budget))
    left = min(max(x - width / 2, frame.inner.left() - scaled(30)), frame.inner.right() - width / 2)
    return QRectF(round(left), scaled(2), round(width), scaled(16))
