"""The ways in which a character knows a memory: word, sign and colour of each."""

from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.core.knowledge import Way
from inspector.gui.kit.glyphs import draw_check
from inspector.gui.kit.theme import current_theme
from inspector.language import _

WORDS: dict[Way, str] = {
    Way.WITNESS: _("witness"),
    Way.INVOLVED: _("involved"),
    Way.ALIAS: _("alias"),
    Way.TOLD: _("told"),
    Way.UNKNOWN: _("unknown"),
}

MEANINGS: dict[Way, str] = {
    Way.WITNESS: _("saw it happen"),
    Way.INVOLVED: _("took part in it"),
    Way.ALIAS: _("knows it under another name"),
    Way.TOLD: _("was told of it: it stands in known_events"),
    Way.UNKNOWN: _("does not know it"),
}


def colour_of(way: Way, *, chosen: bool) -> QColor:
    """The colour of a way's word; what is not known steps back."""
    theme = current_theme()
    if way is not Way.UNKNOWN:
        return theme.text
    return theme.text_2 if chosen else theme.text_3


def paint_way(painter: QPainter, centre: QPointF, size: float, way: Way) -> None:
    """The sign of a way: ✓ in a disc, half a disc, ≈, a speech bubble, –."""
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    pen = QPen(theme.text_2, 1.2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match way:
        case Way.WITNESS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.text_2)
            painter.drawEllipse(box)
            draw_check(painter, centre, size * 0.62, theme.surface)
        case Way.INVOLVED:
            inner = box.adjusted(0.6, 0.6, -0.6, -0.6)
            painter.drawEllipse(inner)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.text_2)
            painter.drawPie(inner, 90 * 16, 180 * 16)
        case Way.ALIAS:
            _paint_waves(painter, centre, size)
        case Way.TOLD:
            _paint_bubble(painter, box)
        case Way.UNKNOWN:
            painter.setPen(QPen(theme.control_border, 1.2))
            arm = size * 0.28
            painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
    painter.restore()


def _paint_waves(painter: QPainter, centre: QPointF, size: float) -> None:
    for lift in (-0.18, 0.18):
        start = centre + QPointF(-size * 0.42, size * lift)
        points = [start + QPointF(size * 0.28 * step, 0) for step in range(4)]
        rise = size * 0.13
        for index, (one, other) in enumerate(pairwise(points)):
            sign = 1 if index % 2 == 0 else -1
            painter.drawLine(one + QPointF(0, sign * rise), other - QPointF(0, sign * rise))


def _paint_bubble(painter: QPainter, box: QRectF) -> None:
    bubble = box.adjusted(0.6, 1.0, -0.6, -3.0)
    painter.drawRoundedRect(bubble, 2, 2)
    foot = QPointF(bubble.left() + bubble.width() * 0.3, bubble.bottom())
    painter.drawLine(foot, foot + QPointF(-1.0, 2.6))
    painter.drawLine(foot + QPointF(-1.0, 2.6), foot + QPointF(2.6, 0))


def paint_sides(painter: QPainter, rect: QRect) -> None:
    """The lines beside the column of the point of view."""
    colour = current_theme().text_2
    painter.fillRect(rect.left(), rect.top(), 1, rect.height(), colour)
    painter.fillRect(rect.right() - 1, rect.top(), 1, rect.height(), colour)
