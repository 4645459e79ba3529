"""Paints a budget's slider."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from inspector.gui.kit.theme import current_theme, scaled

THUMB = 12
_TRACK = 4


class Marks(NamedTuple):
    """Where things lie on a slider, in pixels.

    Attributes:
        left: where the track begins.
        right: where it ends.
        thumb: where the value stands.
        need: where nothing is cut any more; None if that is not known.
        origin: where the value was taken up; None while it is in nobody's hand.
        focused: whether the slider has the keyboard.
    """

    left: float
    right: float
    thumb: float
    need: float | None
    origin: float | None
    focused: bool


def paint_slider(painter: QPainter, marks: Marks, middle: int) -> None:
    """The track, fainter where more changes nothing; a tick for what all needs; the thumb."""
    theme = current_theme()
    track = QRectF(marks.left, middle - _TRACK / 2, marks.right - marks.left, _TRACK)
    painter.fillRect(track, theme.line)
    useful = marks.right if marks.need is None else min(marks.need, marks.right)
    track.setRight(useful)
    painter.fillRect(track, theme.strong_line)
    track.setRight(marks.thumb)
    painter.fillRect(track, theme.text_2)
    if marks.need is not None:
        x, half = round(marks.need), scaled(8)
        painter.fillRect(QRectF(x, middle - half, 1, 2 * half), theme.text_2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if marks.origin is not None:
        _paint_origin(painter, marks.origin, middle)
    _paint_thumb(painter, marks, middle)


def _paint_origin(painter: QPainter, x: float, middle: int) -> None:
    """A small triangle below the track, where the value was taken up."""
    theme = current_theme()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.text_2)
    size = scaled(4)
    tip = QPointF(x, middle + _TRACK / 2 + 1)
    corners = [tip, tip + QPointF(size, size * 1.5), tip + QPointF(-size, size * 1.5)]
    painter.drawPolygon(QPolygonF(corners))


def _paint_thumb(painter: QPainter, marks: Marks, middle: int) -> None:
    theme = current_theme()
    size, is_moving = scaled(THUMB), marks.origin is not None
    left = round(marks.thumb - size / 2)
    thumb = QRectF(left, middle - size / 2, size, size).adjusted(1, 1, -1, -1)
    painter.setPen(QPen(theme.accent if is_moving else theme.text_2, 1.5))
    painter.setBrush(theme.accent if is_moving else theme.surface)
    painter.drawEllipse(thumb)
    if marks.focused:
        painter.setPen(QPen(theme.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(thumb.adjusted(-3, -3, 3, 3))
