"""A text as a cell shows it."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

MOST_DRAWN = 500
"""Characters of a text that one row could show at most; measuring more would be in vain."""


def draw_line(
    painter: QPainter,
    place: QRect,
    text: str,
    colour: QColor,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """One line of plain text in the painter's font, with … where it does not fit."""
    painter.setPen(colour)
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(text[:MOST_DRAWN], Qt.TextElideMode.ElideRight, place.width())
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(place, int(flags), shown)
