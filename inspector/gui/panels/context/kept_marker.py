"""Paints where a budget stands in a plot."""

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.context.kept_frame import TOP, KeptFrame, write
from inspector.gui.panels.context.words import amount


class MarkerPainter:
    """Paints the line, the dot on the curve and the flag with the number."""

    def __init__(self, painter: QPainter, frame: KeptFrame) -> None:
        self._painter = painter
        self._frame = frame

    def paint(self) -> None:
        """Where the budget stands; dashed where it stood before it was taken up."""
        painter, theme, inner, standing = (
            self._painter,
            current_theme(),
            self._frame.inner,
            self._frame.standing,
        )
        colour = theme.text if standing.before is None else theme.accent
        if standing.before is not None:
            pen = QPen(theme.text_2, 1)
            pen.setDashPattern([3, 2])
            painter.setPen(pen)
            x = round(self._frame.x(standing.before))
            painter.drawLine(QPointF(x, inner.top()), QPointF(x, inner.bottom()))
        x = self._frame.x(standing.value)
        painter.fillRect(QRectF(round(x) - 1, inner.top() - 4, 2, inner.height() + 4), colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.surface, 1))
        painter.setBrush(colour)
        radius = scaled(3.5)
        painter.drawEllipse(QPointF(x, self._frame.y(standing.kept)), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        self._flag(x, colour)

    def _flag(self, x: float, colour: QColor) -> None:
        """The budget in numbers; an arrow where it lies beyond the axis."""
        value, inner = self._frame.standing.value, self._frame.inner
        words = amount(value) + (" →" if value > self._frame.end else "")
        hand = font(10.5, bold=True, tabular=True)
        width = QFontMetricsF(hand).horizontalAdvance(words) + scaled(8)
        left = min(max(x - width / 2, inner.left()), inner.right() - width)
        flag = QRectF(round(left), scaled(TOP - 19), math.ceil(width), scaled(15))
        self._painter.fillRect(flag, colour)
        theme = current_theme()
        ground = theme.surface if self._frame.standing.before is None else theme.on_accent
        write(self._painter, flag.center(), words, hand, ground, side=0.5)
