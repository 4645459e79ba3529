"""The few signs of the table, drawn rather than typed: no font has all of them alike."""

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF


@lru_cache(maxsize=8)
def _star_path(size: float) -> QPainterPath:
    path = QPainterPath()
    points = [
        QPointF(
            size / 2 + radius * math.sin(math.pi * index / 5),
            size * 0.53 - radius * math.cos(math.pi * index / 5),
        )
        for index in range(10)
        for radius in (size * (0.53 if index % 2 == 0 else 0.225),)
    ]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def draw_star(painter: QPainter, at: QPointF, size: float, colour: QColor, *, full: bool) -> None:
    """A star with its corner `at`; hollow if it is not `full`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    if full:
        painter.fillPath(_star_path(size), colour)
    else:
        painter.setPen(QPen(colour, 0.9))
        painter.drawPath(_star_path(size))
    painter.restore()


def draw_lock(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """A closed lock."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre.x() - size / 2, centre.y() - size / 2)
    shackle = QRectF(size * 0.27, size * 0.06, size * 0.46, size * 0.72)
    painter.setPen(QPen(colour, size * 0.15))
    painter.drawArc(shackle, 0, 180 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    body = QRectF(size * 0.12, size * 0.42, size * 0.76, size * 0.55)
    painter.drawRoundedRect(body, size * 0.1, size * 0.1)
    painter.restore()


def draw_check(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """A check mark."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre.x() - size / 2, centre.y() - size / 2)
    pen = QPen(colour, size * 0.2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(
        QPolygonF(
            [
                QPointF(size * 0.1, size * 0.55),
                QPointF(size * 0.38, size * 0.82),
                QPointF(size * 0.9, size * 0.2),
            ]
        )
    )
    painter.restore()


def draw_ring(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """A hollow circle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = size / 2 - 0.7
    painter.drawEllipse(centre, radius, radius)
    painter.restore()


def draw_dot(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """A small filled circle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, size / 2, size / 2)
    painter.restore()


def draw_triangle(
    painter: QPainter, centre: QPointF, size: float, colour: QColor, *, up: bool = True
) -> None:
    """A filled triangle: a warning, or the direction of a sort."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    tip = -1 if up else 1
    painter.drawPolygon(
        QPolygonF(
            [
                centre + QPointF(0, tip * size * 0.45),
                centre + QPointF(size * 0.5, -tip * size * 0.45),
                centre + QPointF(-size * 0.5, -tip * size * 0.45),
            ]
        )
    )
    painter.restore()
