"""The growth plot: tokens of each version as points on a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.messages.words import plain_tooltip

_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Point:
    """One version: its name and tokens, and whether it is compared or in use."""

    name: str
    tokens: int | None
    is_compared: bool
    is_current: bool


class Growth(QWidget):
    """Paints the versions in stored order; a click chooses one.

    Signals:
        chosen: place of a version.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[Point, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Growth, tokens a version")

    def show_points(self, points: Sequence[Point]) -> None:
        """Show these versions."""
        self._points = tuple(points)
        known = [f"{one.name} {one.tokens:,}" for one in points if one.tokens is not None]
        self.setAccessibleDescription(", ".join(known[-20:]))
        self.update()

    def place_of(self, number: int) -> QPointF:
        """Where a version's point is painted."""
        area = self._area()
        count = len(self._points)
        share = number / (count - 1) if count > 1 else 0.5
        tokens = self._points[number].tokens or 0
        return QPointF(
            area.left() + share * area.width(), area.bottom() - tokens / self._top() * area.height()
        )

    def _area(self) -> QRectF:
        metrics = QFontMetricsF(font(10.5))
        left = metrics.horizontalAdvance(f"{self._top():,}") + 16
        return QRectF(self.rect()).adjusted(
            left, scaled(34), -scaled(22), -metrics.height() - scaled(9)
        )

    def _top(self) -> int:
        most = max((one.tokens or 0 for one in self._points), default=0)
        return _ceiling(max(most, 1))

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(280), scaled(160))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(150), scaled(72))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = current_theme()
        painter.fillRect(self.rect(), theme.surface)
        painter.fillRect(0, 0, 1, self.height(), theme.line)
        painter.setFont(font(11, bold=True))
        painter.setPen(theme.text)
        painter.drawText(QPointF(10, scaled(18)), "Growth, tokens a version")
        if self._points:
            self._paint_grid(painter)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_line(painter)
        painter.end()

    def _paint_grid(self, painter: QPainter) -> None:
        theme = current_theme()
        area, top = self._area(), self._top()
        painter.setFont(font(10.5, tabular=True))
        for step in (0, 1, 2):
            value, y = top * step // 2, round(area.bottom() - area.height() * step / 2)
            painter.fillRect(QRectF(area.left(), y, area.width(), 1), theme.line)
            painter.setPen(theme.text_3)
            box = QRectF(0, y - 8, area.left() - 6, 16)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, int(side), f"{value:,}")

    def _paint_line(self, painter: QPainter) -> None:
        theme, points = current_theme(), self._points
        places = [self.place_of(number) for number in range(len(points))]
        painter.setPen(QPen(theme.accent, 1.5))
        for start, end in pairwise(places):
            painter.drawLine(start, end)
        metrics = QFontMetricsF(font(10.5))
        below, crowded = self._area().bottom() + metrics.ascent() + 4, len(points) > 60
        free = free_above = 0.0
        for one, at in zip(points, places, strict=True):
            stands_out = one.is_compared or one.is_current
            if not crowded or stands_out:
                painter.setPen(QPen(theme.accent, 1.5))
                painter.setBrush(theme.accent if stands_out else theme.surface)
                radius = 4.0 if stands_out else 3.0
                painter.drawEllipse(at, radius, radius)
            width = metrics.horizontalAdvance(one.name)
            left = min(at.x() - width / 2, self.width() - width - 2)
            if left >= free:
                painter.setFont(font(10.5))
                painter.setPen(theme.text_2)
                painter.drawText(QPointF(left, below), one.name)
                free = left + width + 8
            if stands_out and one.tokens is not None and at.x() >= free_above:
                painter.setFont(font(11, bold=True))
                painter.setPen(theme.text)
                box = QRectF(at.x() - 40, at.y() - 22, 80, 16)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), f"{one.tokens:,}")
                free_above = at.x() + 30

    def _nearest(self, x: float) -> int | None:
        if not self._points:
            return None
        return min(range(len(self._points)), key=lambda one: abs(self.place_of(one).x() - x))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        nearest = self._nearest(event.position().x())
        if nearest is not None and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(nearest)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            nearest = self._nearest(event.pos().x())
            if nearest is not None:
                one = self._points[nearest]
                tokens = "being counted" if one.tokens is None else f"{one.tokens:,} tokens"
                QToolTip.showText(event.globalPos(), plain_tooltip(f"{one.name}: {tokens}"), self)
            return True
        return super().event(event)


def _ceiling(most: int) -> int:
    """The next round number, so that the middle line is one too."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power * 2 >= most:
                return step * power * 2
        power *= 10
