"""Paints the budget curve: axes, two lines with their names, knees and the budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from inspector.analysis.knees import Knee
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.budget.frame import Frame
from inspector.gui.panels.budget.shown import CurveShown, ticks

_LABEL_GAP = 15.0

NAMES = {"memories": "memories", "stars": "importance"}
"""What is kept, by `Knee.what`, as the curve calls it."""


@dataclass(frozen=True)
class Marker:
    """The budget's marker.

    Attributes:
        budget: where it stands.
        origin: where it stood before it was taken up; None while it is in nobody's hand.
        focused: whether it has the keyboard.
        hovered: the budget under the pointer; None without one.
    """

    budget: float
    origin: float | None = None
    focused: bool = False
    hovered: int | None = None


def paint_curve(painter: QPainter, frame: Frame, curve: CurveShown, marker: Marker) -> None:
    """All of it, over the surface."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    _paint_axes(painter, frame)
    _paint_knees(painter, frame, curve.knees)
    _paint_lines(painter, frame, curve)
    _paint_hover(painter, frame, curve, marker)
    _paint_marker(painter, frame, curve, marker)


def weight_colour() -> QColor:
    """The colour of importance: from the middle of its ramp."""
    theme = current_theme()
    return theme.importance[3]


def _paint_axes(painter: QPainter, frame: Frame) -> None:
    theme = current_theme()
    inner = frame.inner
    small = font(10.5, tabular=True)
    for share in (0.0, 0.5, 1.0):
        y = round(frame.y(share))
        painter.fillRect(QRectF(inner.left(), y, inner.width(), 1), theme.line)
        at = QPointF(inner.left() - scaled(6), y)
        _write(painter, at, f"{share:.0%}", small, theme.text_3, side=1.0)
    painter.fillRect(QRectF(inner.left(), inner.bottom(), inner.width(), 1), theme.strong_line)
    metrics = QFontMetricsF(small)
    room = metrics.horizontalAdvance(f"{frame.end:,}") + scaled(28)
    for tick in ticks(frame.end, max(1, int(inner.width() / room))):
        x = round(frame.x(tick))
        painter.fillRect(QRectF(x, inner.bottom(), 1, scaled(4)), theme.strong_line)
        at = QPointF(x, inner.bottom() + scaled(13))
        _write(painter, at, f"{tick:,}", small, theme.text_2, side=0.5)
    beside = inner.right() + scaled(8) + metrics.horizontalAdvance(f"{frame.end:,}") / 2
    unit = QPointF(beside, inner.bottom() + scaled(13))
    _write(painter, unit, "tokens of budget", small, theme.text_3)


def _paint_knees(painter: QPainter, frame: Frame, knees: Sequence[Knee]) -> None:
    """Dotted lines with words on top; words that would run into others are left out."""
    theme = current_theme()
    hand = font(10.5)
    metrics = QFontMetricsF(hand)
    inner = frame.inner
    free = inner.left()
    for knee in knees:
        x = round(frame.x(knee.budget))
        painter.setPen(QPen(theme.text_3, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, inner.top() - scaled(6)), QPointF(x, inner.bottom()))
        _paint_diamond(painter, QPointF(x + 0.5, inner.top() - scaled(9)))
        words = f"{knee.budget:,}: {NAMES[knee.what]} bend"
        left = x + scaled(8)
        if left >= free:
            _write(painter, QPointF(left, inner.top() - scaled(9)), words, hand, theme.text_2)
            free = left + metrics.horizontalAdvance(words) + scaled(12)


def _paint_diamond(painter: QPainter, at: QPointF) -> None:
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.text_2)
    size = scaled(4)
    corners = (QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0))
    painter.drawPolygon(QPolygonF([at + corner for corner in corners]))
    painter.restore()


def _paint_lines(painter: QPainter, frame: Frame, curve: CurveShown) -> None:
    theme = current_theme()
    memories, weight = _line(frame, curve, weight=False), _line(frame, curve, weight=True)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.text, 1.5))
    painter.drawPolyline(memories)
    dashed = QPen(weight_colour(), 2)
    dashed.setDashPattern([4, 2])
    painter.setPen(dashed)
    painter.drawPolyline(weight)
    painter.restore()
    _name_lines(painter, frame, curve, (memories, weight))


def _name_lines(
    painter: QPainter,
    frame: Frame,
    curve: CurveShown,
    lines: tuple[QPolygonF, QPolygonF],
) -> None:
    """Write each line's name where it ends, a little apart where they end together."""
    theme = current_theme()
    hand = font(11, bold=True)
    x = frame.inner.right() + scaled(12)
    first, second = (line.last().y() for line in lines)
    if abs(first - second) < scaled(_LABEL_GAP):
        middle, half = (first + second) / 2, scaled(_LABEL_GAP) / 2
        first, second = middle + half, middle - half
    _write(painter, QPointF(x, first), f"— {curve.memories:,} memories", hand, theme.text)
    words = f"- - importance {curve.importance:,}"
    _write(painter, QPointF(x, second), words, hand, weight_colour())


def _line(frame: Frame, curve: CurveShown, *, weight: bool) -> QPolygonF:
    """One line through all budgets that were tried."""
    whole = max(curve.importance if weight else curve.memories, 1)
    line = [
        frame.point(point.budget, (point.importance if weight else point.memories) / whole)
        for point in curve.points
        if point.budget <= frame.end
    ]
    if line and curve.is_complete:
        line.append(QPointF(frame.inner.right(), line[-1].y()))
    return QPolygonF(line or [frame.point(0, 0.0)])


def _paint_hover(painter: QPainter, frame: Frame, curve: CurveShown, marker: Marker) -> None:
    theme = current_theme()
    if marker.hovered is None or marker.origin is not None:
        return
    x = round(frame.x(marker.hovered))
    painter.fillRect(QRectF(x, frame.inner.top(), 1, frame.inner.height()), theme.strong_line)
    _paint_dots(painter, frame, curve, marker.hovered)


def _paint_dots(painter: QPainter, frame: Frame, curve: CurveShown, budget: float) -> None:
    theme = current_theme()
    memories, importance = curve.between(min(budget, curve.points[-1].budget))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.surface, 1))
    for share, colour in (
        (memories / max(curve.memories, 1), theme.text),
        (importance / max(curve.importance, 1), weight_colour()),
    ):
        painter.setBrush(colour)
        painter.drawEllipse(frame.point(budget, share), scaled(3.5), scaled(3.5))
    painter.restore()


def _paint_marker(painter: QPainter, frame: Frame, curve: CurveShown, marker: Marker) -> None:
    """The line of the budget with its flag on top; dashed where it was taken up."""
    theme = current_theme()
    moving = marker.origin is not None
    colour = theme.accent if moving else theme.text
    inner = frame.inner
    if marker.origin is not None:
        pen = QPen(theme.text_2, 1)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        x = round(frame.x(marker.origin))
        painter.drawLine(QPointF(x, inner.top()), QPointF(x, inner.bottom()))
    x = round(frame.x(marker.budget))
    box = flag_box(frame, marker.budget)
    painter.fillRect(QRectF(x - 1, box.bottom(), 2, inner.bottom() - box.bottom()), colour)
    _paint_dots(painter, frame, curve, marker.budget)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(box, 2, 2)
    if marker.focused:
        painter.setPen(QPen(theme.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)
    painter.restore()
    ground = theme.on_accent if moving else theme.surface
    hand = font(10.5, bold=True, tabular=True)
    at = QPointF(box.center().x(), box.center().y())
    _write(painter, at, flag_text(frame, marker.budget), hand, ground, side=0.5)


def flag_text(frame: Frame, budget: float) -> str:
    """What the flag says; an arrow where the budget lies beyond the axis."""
    if not math.isfinite(budget):
        return "no limit"
    return f"budget {round(budget):,}" + (" →" if budget > frame.end else "")


def flag_box(frame: Frame, budget: float) -> QRectF:
    """Where the flag lies: over the line, inside the widget."""
    words = QFontMetricsF(font(10.5, bold=True, tabular=True))
    width = words.horizontalAdvance(flag_text(frame, budget)) + scaled(10)
    x = round(frame.x(budget))
    left = min(max(x - width / 2, frame.inner.left() - scaled(30)), frame.inner.right() - width / 2)
    return QRectF(round(left), scaled(2), round(width), scaled(16))


def _write(
    painter: QPainter,
    at: QPointF,
    text: str,
    hand: QFont,
    colour: QColor,
    side: float = 0.0,
) -> None:
    """A line of text around the height of `at`; `side` 0 starts, 0.5 centres, 1 ends there."""
    metrics = QFontMetricsF(hand)
    painter.setFont(hand)
    painter.setPen(colour)
    x = at.x() - side * metrics.horizontalAdvance(text)
    base = at.y() + (metrics.ascent() - metrics.descent()) / 2
    painter.drawText(QPointF(x, round(base)), text)
