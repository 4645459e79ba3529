"""Paints a budget against what it keeps: title, axes, steps and bends."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.budget.shown import ticks
from inspector.gui.panels.context.curve import ITEMS, MESSAGES
from inspector.gui.panels.context.kept_frame import RIGHT, KeptFrame, write
from inspector.gui.panels.preview.figures import plain

NAMES = {MESSAGES: "Messages kept", ITEMS: "Items kept"}


class KeptPainter:
    """Paints one plot."""

    def __init__(self, painter: QPainter, frame: KeptFrame) -> None:
        self._painter = painter
        self._frame = frame

    def paint(self) -> None:
        """All of it but the marker."""
        self._title()
        self._unsent()
        self._axes()
        self._knees()
        self._line()

    def _title(self) -> None:
        theme, small = current_theme(), font(10.5)
        at = QPointF(scaled(8), scaled(11))
        used = write(self._painter, at, NAMES[self._frame.what], font(11, bold=True), theme.text)
        at.setX(at.x() + used + scaled(8))
        total = self._frame.curve.total(self._frame.what)
        words = f"{plain(self._frame.standing.kept)} of {plain(total)}"
        used = write(self._painter, at, words, font(11, tabular=True), theme.text_2)
        knob = self._frame.curve.held.knob
        axis = f"by {knob.title.lower()}, in {knob.unit[1]}"
        right = self._frame.width - scaled(RIGHT)
        if QFontMetricsF(small).horizontalAdvance(axis) <= right - at.x() - used - scaled(12):
            write(self._painter, QPointF(right, at.y()), axis, small, theme.text_3, side=1)

    def _unsent(self) -> None:
        """Hatch the budgets with which nothing is sent."""
        points, theme = self._frame.curve.points, current_theme()
        first = next((one.budget for one in points if not one.is_sent), None)
        if first is None:
            return
        later = next((one.budget for one in points if one.is_sent and one.budget > first), None)
        left = self._frame.x(first)
        right = self._frame.inner.right() if later is None else self._frame.x(later)
        band = QRectF(
            round(left), self._frame.inner.top(), round(right - left), self._frame.inner.height()
        )
        self._painter.fillRect(band, theme.error_ground)
        ink = QColor(theme.error)
        ink.setAlphaF(0.35)
        self._painter.fillRect(band, QBrush(ink, Qt.BrushStyle.BDiagPattern))
        words, hand = "nothing is sent", font(10.5)
        width = QFontMetricsF(hand).horizontalAdvance(words) + scaled(8)
        if band.width() > width + scaled(4):
            plate = QRectF(0, 0, width, scaled(15))
            plate.moveCenter(band.center())
            self._painter.fillRect(plate, theme.error_ground)
            at = QPointF(plate.left() + scaled(4), plate.center().y())
            write(self._painter, at, words, hand, theme.error)

    def _axes(self) -> None:
        theme, inner, small = current_theme(), self._frame.inner, font(10.5, tabular=True)
        for kept in (0, self._frame.most):
            y = round(self._frame.y(kept))
            ink = theme.line if kept else theme.strong_line
            self._painter.fillRect(QRectF(inner.left(), y, inner.width(), 1), ink)
            at = QPointF(inner.left() - scaled(6), y)
            write(self._painter, at, plain(kept), small, theme.text_3, side=1)
        metrics = QFontMetricsF(small)
        room = metrics.horizontalAdvance(f"{self._frame.end:,}") + scaled(20)
        for tick in ticks(self._frame.end, max(1, int(inner.width() / room))):
            x = round(self._frame.x(tick))
            self._painter.fillRect(QRectF(x, inner.bottom(), 1, scaled(3)), theme.strong_line)
            half = metrics.horizontalAdvance(f"{tick:,}") / 2
            at = QPointF(min(x, self._frame.width - half - 2), inner.bottom() + scaled(11))
            write(self._painter, at, f"{tick:,}", small, theme.text_2, side=0.5)

    def _knees(self) -> None:
        theme = current_theme()
        for knee in self._frame.curve.knees:
            if knee.what == self._frame.what:
                x = round(self._frame.x(knee.budget))
                self._painter.setPen(QPen(theme.text_3, 1, Qt.PenStyle.DotLine))
                top, bottom = (
                    QPointF(x, self._frame.inner.top()),
                    QPointF(x, self._frame.inner.bottom()),
                )
                self._painter.drawLine(top, bottom)
                at = QPointF(x + scaled(4), self._frame.inner.bottom() - scaled(8))
                words = f"◆ bend at {knee.budget:,}"
                write(self._painter, at, words, font(10.5), theme.text_2)

    def _line(self) -> None:
        """Steps: up to the next tried budget the last one's number holds."""
        theme = current_theme()
        strong = theme.recent.strong if self._frame.what == MESSAGES else theme.old.strong
        line: list[QPointF] = []
        for point, kept in zip(
            self._frame.curve.points, self._frame.curve.kept(self._frame.what), strict=True
        ):
            x = self._frame.x(point.budget)
            if line:
                line.append(QPointF(x, line[-1].y()))
            line.append(QPointF(x, self._frame.y(kept)))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(QPen(strong, 2))
        self._painter.drawPolyline(QPolygonF(line))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
