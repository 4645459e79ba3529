"""The gutter: names of the lanes, stars of the rows and the legend."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.message_derivation import MessageLane
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.glyphs import (
    paint_kept_legend,
    paint_strip_legend,
    paint_swatch,
    paint_tiers_legend,
)
from inspector.gui.panels.timeline.lanes import HEIGHT, KEPT, ROWS, STRIP, TIERS, Lanes
from inspector.gui.panels.timeline.lettering import Lettering, gutter_width
from inspector.language import N_, _

_LEFT_PX = 12
_STARS = 28
_LEAST_MIDDLE_PX = 6
_LEGEND = (N_("in"), N_("out"), N_("archived"), N_("secret"))


class Gutter(QWidget):
    """Names what the lanes show; it is there before anything else of the timeline."""

    def __init__(self, lanes: Lanes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._tiers: Sequence[MessageLane] = ()
        self.setFixedSize(gutter_width(), HEIGHT)
        self.setAccessibleName(_("Names of the timeline's lanes"))

    def set_lanes(self, lanes: Lanes, tiers: Sequence[MessageLane] = ()) -> None:
        """Take other lanes, and the rows of the lane of tiers."""
        self._lanes, self._tiers = lanes, tiers
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """It never changes."""
        return QSize(gutter_width(), HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all of it."""
        del event
        painter = QPainter(self)
        theme, lanes = current_theme(), self._lanes
        letters = Lettering.of_application()
        painter.fillRect(self.rect(), theme.alt)
        for lane in lanes.all[1:]:
            painter.fillRect(QRectF(0, lane.top, self.width(), 1), theme.line)
        painter.fillRect(QRectF(self.width() - 1, 0, 1, HEIGHT), theme.line)
        for lane in lanes.all:
            middle = lane.middle
            if lane is lanes.memories:
                middle = lanes.row_top(ROWS) + max(lanes.row_height / 2, _LEAST_MIDDLE_PX)
            title = "" if lane.title == TIERS else lane.title
            letters.label.draw(painter, QPointF(_LEFT_PX, middle), title, theme.text_2)
        if lanes.has_texts:
            self._paint_stars(painter, letters)
            self._paint_legend(painter, letters)
        for lane in lanes.extra:
            if lane.title == TIERS:
                paint_tiers_legend(painter, letters, _LEFT_PX, lane, self._tiers)
            if lane.title == STRIP:
                paint_strip_legend(painter, self.width() - 8, lane)
            if lane.title == KEPT:
                paint_kept_legend(painter, letters, self.width() - 8, lane)
        painter.end()

    def _paint_stars(self, painter: QPainter, letters: Lettering) -> None:
        lanes, theme = self._lanes, current_theme()
        faint = QColor(theme.strong_line)
        faint.setAlpha(70)
        for importance in range(1, ROWS + 1):
            if importance > 1:
                y = lanes.row_top(importance) + lanes.row_height
                painter.fillRect(QRectF(self.width() - _STARS, y, _STARS, 1), faint)
            middle = lanes.row_top(importance) + lanes.row_height / 2
            at = QPointF(self.width() - 8, middle)
            letters.small.draw(painter, at, f"★{importance}", theme.text_3, right=True)

    def _paint_legend(self, painter: QPainter, letters: Lettering) -> None:
        lanes, theme = self._lanes, current_theme()
        kinds = _LEGEND if lanes.row_height >= 18 else _LEGEND[:2]
        step = 18 if lanes.row_height >= 18 else 17
        first = lanes.row_top(ROWS) + lanes.row_height / 2 + 24
        for row, kind in enumerate(kinds):
            middle = first + row * step
            box = QRectF(_LEFT_PX, round(middle - 4.5), 11, 9)
            paint_swatch(painter, box, kind)
            room = self.width() - _STARS - _LEFT_PX - 16
            text = letters.small.fitted(_(kind), room)
            letters.small.draw(painter, QPointF(_LEFT_PX + 16, middle), text, theme.text_2)
