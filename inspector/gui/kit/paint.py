"""Shapes that several painted controls share."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.kit.theme import current_theme

RADIUS = 4.0


def box(
    painter: QPainter, rect: QRectF, background: QColor, border: QColor, radius: float = RADIUS
) -> None:
    """A filled, rounded box with a border of one pixel inside `rect`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(border, 1))
    painter.setBrush(background)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def focus_ring(painter: QPainter, rect: QRectF) -> None:
    """The two-pixel ring of what has the keyboard, just inside `rect`."""
    theme = current_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS + 1, RADIUS + 1)


def what_if_pen(colour: QColor) -> QPen:
    """The dashed line around what is not kept yet, or not there."""
    pen = QPen(colour, 1)
    pen.setDashPattern([3, 2])
    return pen
