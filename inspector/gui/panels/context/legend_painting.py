"""Measures and paints the legend's entries and the total beside them."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.context.entries import Entry, Total
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.segment_style import paint_swatch, style_of

LINE = 16
_SWATCH_PX, _AFTER = 9, 6
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True)
class LegendFonts:
    """The fonts of the legend, as the application's font is now."""

    name: QFont
    cost: QFont
    small: QFont
    small_bold: QFont
    total: QFont

    @classmethod
    def of_application(cls) -> "LegendFonts":
        """Made anew where the application's font is another one."""
        return cls(
            font(12, bold=True),
            font(12, tabular=True),
            font(11, tabular=True),
            font(11, bold=True, tabular=True),
            font(14, bold=True, tabular=True),
        )

    def width_of(self, entry: Entry) -> int:
        """Pixels that an entry takes."""
        above = _width(self.name, entry.title) + _width(self.cost, f" {entry.tokens}")
        above += _width(self.small_bold, entry.delta)
        below = _width(self.small, entry.below) + _width(self.small_bold, entry.below_delta)
        return scaled(_SWATCH_PX + _AFTER) + max(above, below) + scaled(4)

    def width_of_total(self, total: Total) -> int:
        """Pixels that the total takes."""
        above = _width(self.total, total.used) + _width(self.cost, f" {total.of_}")
        return max(above, _width(self.small_bold, total.widest)) + scaled(12)


def _width(font_set: QFont, words: str) -> int:
    return QFontMetrics(font_set).horizontalAdvance(words)


class LegendPainter:
    """Paints entries and total."""

    def __init__(self, painter: QPainter, fonts: LegendFonts, focus: PartFocus) -> None:
        self._painter = painter
        self._fonts = fonts
        self._focus = focus

    def entry(self, entry: Entry, rect: QRect) -> None:
        """One part: sign, name and tokens, below them share and counts."""
        painter, theme, fonts = self._painter, current_theme(), self._fonts
        location = entry.segment.location
        if self._focus.hovered == location:
            painter.fillRect(rect, theme.hover)
        size = scaled(_SWATCH_PX)
        swatch = QRect(rect.left(), rect.top() + (scaled(LINE) - size) // 2, size, size)
        paint_swatch(painter, swatch, style_of(entry.segment))
        left = rect.left() + scaled(_SWATCH_PX + _AFTER)
        above = QRect(left, rect.top(), rect.width(), scaled(LINE))
        self._write(above, entry.title, fonts.name, theme.text)
        self._write(above, f" {entry.tokens}", fonts.cost, theme.text)
        self._write(above, entry.delta, fonts.small_bold, theme.accent)
        below = QRect(left, rect.top() + scaled(LINE), rect.width(), scaled(LINE))
        self._write(below, entry.below, fonts.small, theme.text_2)
        self._write(below, entry.below_delta, fonts.small_bold, theme.accent)
        if self._focus.displayed == location:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 2, theme.accent)
        if self._focus.focused == location:
            painter.setPen(QPen(theme.accent, 2))
            painter.drawRect(rect.adjusted(-3, 1, 0, 2))

    def _write(self, location: QRect, words: str, font_set: QFont, foreground: QColor) -> None:
        """Write a text and leave the place behind it."""
        self._painter.setFont(font_set)
        self._painter.setPen(foreground)
        self._painter.drawText(location, _LEFT, words)
        location.setLeft(location.left() + _width(font_set, words))

    def total(self, total: Total, width: int) -> None:
        """The total, ending at the right edge."""
        painter, theme, fonts = self._painter, current_theme(), self._fonts
        above = QRect(0, 0, width - scaled(2), scaled(LINE))
        painter.setFont(fonts.cost)
        painter.setPen(theme.text_2)
        painter.drawText(above, _RIGHT, f" {total.of_}")
        above.setRight(above.right() - _width(fonts.cost, f" {total.of_}"))
        painter.setFont(fonts.total)
        painter.setPen(theme.error if total.is_over else theme.text)
        painter.drawText(above, _RIGHT, total.used)
        painter.setFont(fonts.small_bold if total.is_what_if else fonts.small)
        quiet = theme.error if total.is_over else theme.text_2
        painter.setPen(theme.accent if total.is_what_if else quiet)
        below = QRect(0, scaled(LINE), width - scaled(2), scaled(LINE))
        painter.drawText(below, _RIGHT, total.below)
