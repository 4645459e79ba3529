"""Fonts with their measures, and with the texts that are written in them laid out once."""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QStaticText,
    QTextLayout,
    QTransform,
)
from PySide6.QtWidgets import QApplication

from inspector.gui.kit.theme import font

_MOST_TEXTS = 1 << 10


class FontSet:
    """A font with its measures: the same few texts are measured and written at every frame.

    Args:
        chosen: the font, which nobody changes from now on.

    Attributes:
        font: the same.
        ascent: from the base line up to the top of a line, in pixels.
        descent: from the base line down to its end, in pixels.
        height: of a line, in pixels.
        width: of a text, in pixels.
        elided: as much of a text as fits, with an ellipsis at a side where something is cut.
    """

    def __init__(self, chosen: QFont) -> None:
        self.font = chosen
        self._metrics = QFontMetricsF(chosen)
        self.ascent, self.descent = self._metrics.ascent(), self._metrics.descent()
        self.height = self._metrics.height()
        self._middle = (self.ascent - self.descent) / 2
        # Not of Qt's methods themselves: PySide would work out what these say of themselves, which
        # takes longer than a frame.
        self.width: Callable[[str], float] = lru_cache(_MOST_TEXTS)(self._measure)
        self.elided: Callable[[str, Qt.TextElideMode, float], str] = lru_cache(_MOST_TEXTS)(
            self._elide
        )
        self._seen: set[str] = set()
        self._laid: dict[str, QStaticText | None] = {}

    def fitted(
        self, text: str, width: float, side: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> str:
        """The text, or as much of it as fits with an ellipsis at one side or in the middle."""
        room = math.ceil(width)
        return text if self.width(text) <= room else self.elided(text, side, room)

    def write(self, painter: QPainter, x: float, base: float, text: str, colour: QColor) -> None:
        """Write a line from `x` on, on the base line."""
        self.write_all(painter, ((x, base, text),), colour)

    def draw(
        self, painter: QPainter, at: QPointF, text: str, colour: QColor, *, right: bool = False
    ) -> None:
        """Write a line whose vertical middle is `at.y()`, to its right or ending there."""
        x = at.x() - self.width(text) if right else at.x()
        self.write(painter, x, self.base(at.y()), text, colour)

    def write_all(
        self, painter: QPainter, texts: Iterable[tuple[float, float, str]], colour: QColor
    ) -> None:
        """Write several texts in one colour, each from its x on and on its base line."""
        painter.setFont(self.font)
        painter.setPen(colour)
        for x, base, text in texts:
            laid_out = self._laid_out(text)
            if laid_out is None:
                painter.drawText(QPointF(x, base), text)
            else:
                painter.drawStaticText(QPointF(x, base - self.ascent), laid_out)

    def base(self, middle: float) -> int:
        """The base line of a line whose vertical middle is there."""
        return round(middle + self._middle)

    def write_centred(self, painter: QPainter, room: QRect, text: str, colour: QColor) -> None:
        """Write a line in the middle of some room."""
        x = room.x() + (room.width() - self.width(text)) / 2
        base = room.y() + (room.height() - self.height) / 2 + self.ascent
        self.write(painter, x, base, text, colour)

    def write_at_left(self, painter: QPainter, room: QRectF, text: str, colour: QColor) -> None:
        """Write a text at the left of some room, in the middle of its height."""
        painter.setFont(self.font)
        painter.setPen(colour)
        laid_out = self._laid_out(text)
        if laid_out is None:
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(room, int(flags), text)
        else:
            top = room.y() + (room.height() - self.height) / 2
            painter.drawStaticText(QPointF(room.x(), top), laid_out)

    def box(self, at: QPointF, text: str) -> QRectF:
        """What `draw` covers."""
        return QRectF(at.x(), at.y() - self.height / 2, self.width(text), self.height)

    def _measure(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text)

    def _elide(self, text: str, side: Qt.TextElideMode, width: float) -> str:
        return self._metrics.elidedText(text, side, width)

    def _laid_out(self, text: str) -> QStaticText | None:
        """A text that was written before, laid out; None for one that Qt has to place anew.

        What comes for the first time, as numbers do in a drag, mostly never comes again.
        """
        if text in self._laid:
            return self._laid[text]
        if text in self._seen:
            self._laid[text] = self._lay_out(text)
            return self._laid[text]
        if len(self._seen) >= _MOST_TEXTS:
            self._seen.clear()
            self._laid.clear()
        self._seen.add(text)
        return None

    def _lay_out(self, text: str) -> QStaticText | None:
        """A text whose glyphs have their places; None for one that only Qt itself can place.

        Letters of another font stand on another base line, and lines break.
        """
        layout = QTextLayout(text, self.font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        if not line.isValid() or line.ascent() != self.ascent or line.textLength() != len(text):
            return None
        made = QStaticText(text)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.prepare(QTransform(), self.font)
        return made


def font_set(pixels: float, *, bold: bool = False, tabular: bool = False) -> FontSet:
    """The application's font in one of the visual language's sizes; see `theme.font`."""
    return _font_set(QApplication.font(), pixels, bold, tabular)


@lru_cache(maxsize=32)
def _font_set(_of_application: QFont, pixels: float, bold: bool, tabular: bool) -> FontSet:  # noqa: FBT001 - a key
    return FontSet(font(pixels, bold=bold, tabular=tabular))
