"""Shapes that several painted controls share."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from inspector.gui.kit.theme import current_theme

RADIUS = 4.0
_BAND_PX = 40


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


def frame(painter: QPainter, rect: QRect, colour: QColor) -> None:
    """A frame of one pixel, just inside `rect` at every scale.

    A pen draws on both sides of an edge, and at 125 and 150 % the outer half would be cut off.
    """
    right, bottom = rect.right(), rect.bottom()
    painter.fillRect(rect.left(), rect.top(), rect.width(), 1, colour)
    painter.fillRect(rect.left(), bottom, rect.width(), 1, colour)
    painter.fillRect(rect.left(), rect.top(), 1, rect.height(), colour)
    painter.fillRect(right, rect.top(), 1, rect.height(), colour)


def what_if_pen(colour: QColor) -> QPen:
    """The dashed line around what is not kept yet, or not there."""
    pen = QPen(colour, 1)
    pen.setDashPattern([3, 2])
    return pen


def fill_high(painter: QPainter, rect: QRectF, brush: QBrush | QColor) -> None:
    """Fill a high rectangle with what lets shine through what is below it.

    Qt shares a blend of more than 95 rows of pixels among threads, and waits for them longer than
    the blend takes; so it gets the rows in bands.
    """
    top, bottom = rect.top(), rect.bottom()
    while top < bottom:
        height = min(bottom - top, _BAND_PX)
        painter.fillRect(QRectF(rect.left(), top, rect.width(), height), brush)
        top += height
