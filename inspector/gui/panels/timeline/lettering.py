"""Fonts of the timeline, measured once, and text that never runs out of its place."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter

from inspector.gui.kit import text
from inspector.gui.kit.theme import font
from inspector.gui.panels.timeline.lanes import GUTTER
from inspector.language import _

_LONGEST = 400
_MOST_WIDTHS = 1 << 10
_SIZE_OF_ROW = 1.2
"""Of a row without descenders the font's size; of that the capitals are three quarters."""


@dataclass(frozen=True)
class FontSet:
    """A font with its measures."""

    font: QFont
    metrics: QFontMetricsF
    width: Callable[[str], float]
    """Width of a text in pixels; the same few are measured at every frame."""
    _middle: float
    """From the base line up to the middle."""

    def fitted(self, text: str, width: float) -> str:
        """The text, or as much of it as fits with an ellipsis."""
        return self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, math.ceil(width))

    def draw(
        self, painter: QPainter, at: QPointF, text: str, colour: QColor, *, right: bool = False
    ) -> None:
        """Write a line whose vertical middle is `at.y()`, to its right or ending there."""
        painter.setFont(self.font)
        painter.setPen(colour)
        x = at.x() - self.width(text) if right else at.x()
        painter.drawText(QPointF(x, round(at.y() + self._middle)), text)

    def box(self, at: QPointF, text: str) -> QRectF:
        """What `draw` covers."""
        height = self.metrics.height()
        return QRectF(at.x(), at.y() - height / 2, self.width(text), height)


@dataclass(frozen=True)
class Lettering:
    """The sizes that the timeline writes in."""

    small: FontSet
    small_bold: FontSet
    label: FontSet
    label_bold: FontSet
    body: FontSet
    body_bold: FontSet

    @classmethod
    def of_application(cls) -> "Lettering":
        """Derived from the application's font as it is now."""
        return cls(
            _font_set(10.5, bold=False),
            _font_set(10.5, bold=True),
            _font_set(11, bold=False),
            _font_set(11, bold=True),
            _font_set(12, bold=False),
            _font_set(12, bold=True),
        )


def gutter_width() -> int:
    """How wide the gutter is, in pixels: names, legend and stars fit at any size of the font."""
    letters = Lettering.of_application()
    names = letters.label.width(_("Whole chat")), letters.small.width("archived") + 4
    stars = letters.small.width("★5") + 12
    return max(GUTTER, math.ceil(12 + max(names) + 8 + stars))


def row_letters(height: float) -> FontSet:
    """The small size, or what rows of a height have room for: the lanes do not grow with a font."""
    chosen = font(10.5, tabular=True)
    room = math.floor(height * _SIZE_OF_ROW)
    if QFontInfo(chosen).pixelSize() > room:
        chosen.setPixelSize(room)
    return _measured(chosen)


def _font_set(pixels: float, *, bold: bool) -> FontSet:
    return _measured(font(pixels, bold=bold, tabular=True))


def _measured(chosen: QFont) -> FontSet:
    metrics = QFontMetricsF(chosen)
    width = lru_cache(_MOST_WIDTHS)(metrics.horizontalAdvance)
    return FontSet(chosen, metrics, width, (metrics.ascent() - metrics.descent()) / 2)


one_line = partial(text.one_line, most=_LONGEST)
counted = text.counted
signed = text.signed
