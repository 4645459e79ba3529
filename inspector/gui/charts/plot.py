# pyright: basic, reportAttributeAccessIssue=false, reportOptionalMemberAccess=false
"""The plot itself, on pyqtgraph, which is loaded with this module: see `chart.Chart`."""

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsSimpleTextItem,
    QWidget,
)

from inspector.gui.charts.frame import Frame, Margins, ticks
from inspector.gui.charts.lane import end_menu_with
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.language import numeral

Points = Sequence[tuple[float, float]]
"""Amounts and heights, by amount."""


class Plot(pg.PlotWidget):
    """Axes, lines, steps, marks, bands and words; drawn anew for each change.

    It takes no mouse and no keys: the `Chart` around it does.
    """

    def __init__(self, parent: QWidget) -> None:
        box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        item = pg.PlotItem(viewBox=box)
        super().__init__(parent, plotItem=item)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # An opaque child would leave nothing of those below it to be painted, nor to be seen.
        self.viewport().setAutoFillBackground(False)
        end_menu_with(self, item)
        item.hideButtons()
        item.layout.setSpacing(0)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._items: list[QGraphicsItem] = []
        self._marks: list[QGraphicsItem] = []
        self._fixed: tuple[int, int] | None = None
        self._frame = Frame(QRectF(0, 0, 1, 1), 1)

    def begin(self, frame: Frame, margins: Margins) -> None:
        """Start anew: nothing is drawn, and the axes go from 0 to the frame's ends."""
        self._frame = frame
        self.setBackground(current_theme().surface)
        item = self.getPlotItem()
        item.clear()
        for mark in self._marks:
            self.scene().removeItem(mark)
        self._items.clear()
        self._marks.clear()
        self._fixed = None
        item.layout.setContentsMargins(0, scaled(margins.top), scaled(margins.right), 0)
        item.getAxis("left").setWidth(scaled(margins.left))
        item.getAxis("bottom").setHeight(scaled(margins.bottom))
        item.setXRange(0, frame.end, padding=0)
        item.setYRange(0, frame.top, padding=0)

    def begin_overlay(self) -> None:
        """Start what moves anew: of all that is drawn from now on, nothing is there yet."""
        if self._fixed is None:
            self._fixed = len(self._items), len(self._marks)
        items, marks = self._fixed
        for item in self._items[items:]:
            self.removeItem(item)
        for mark in self._marks[marks:]:
            self.scene().removeItem(mark)
        del self._items[items:], self._marks[marks:]

    def set_axes(
        self, heights: Sequence[tuple[float, str]], amounts: Sequence[tuple[float, str]]
    ) -> None:
        """Write what stands at the axes: heights with lines across, amounts with ticks.

        Args:
            heights: values of the left axis and their words, ascending.
            amounts: values of the lower axis and their words.
        """
        theme, small = current_theme(), font(10.5, tabular=True)
        item = self.getPlotItem()
        heights = self._with_room(heights, QFontMetricsF(small).height())
        for name, values in (("left", heights), ("bottom", amounts)):
            axis = item.getAxis(name)
            axis.setStyle(
                tickFont=small,
                tickLength=0 if name == "left" else -scaled(4),
                autoExpandTextSpace=False,
            )
            axis.setTicks([list(values)])
            axis.setPen(theme.surface if name == "left" else theme.strong_line)
            axis.setTextPen(theme.text_3 if name == "left" else theme.text_2)
        for height, _ in heights:
            colour = theme.line if height else theme.strong_line
            self._add(pg.InfiniteLine(height, angle=0, pen=QPen(colour, 0)))

    def _with_room(
        self, heights: Sequence[tuple[float, str]], line: float
    ) -> Sequence[tuple[float, str]]:
        """As many evenly spaced heights as can be read: in a low plot the lowest and the top."""
        if len(heights) < 2:
            return heights
        apart = self._frame.y(heights[0][0]) - self._frame.y(heights[1][0])
        step = math.ceil(line / apart) if apart > 0 else 1
        return heights[::step] if step < len(heights) else (heights[0], heights[-1])

    def round_amounts(self, gap: float) -> list[tuple[float, str]]:
        """Round amounts for the lower axis, as many as there is room for with a gap between."""
        metrics = QFontMetricsF(font(10.5, tabular=True))
        room = metrics.horizontalAdvance(numeral(self._frame.end)) + scaled(gap)
        most = max(1, int(self._frame.inner.width() / room))
        return [(tick, numeral(tick)) for tick in ticks(self._frame.end, most)]

    def line(
        self, points: Points, colour: QColor, width: float, *, dashed: Sequence[float] = ()
    ) -> None:
        """A line through points."""
        self._curve(points, cosmetic_pen(colour, width, dashed))

    def steps(self, points: Points, colour: QColor, width: float) -> None:
        """A line of steps: each height holds up to the next amount."""
        self._curve(points, cosmetic_pen(colour, width), stepMode="right")

    def _curve(self, points: Points, pen: QPen, **style: object) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._add(pg.PlotCurveItem(xs, ys, pen=pen, antialias=True, **style))

    def rule(
        self, amount: float, colour: QColor, *, width: float = 1, dashed: Sequence[float] = ()
    ) -> None:
        """An upright line over the whole height."""
        pen = cosmetic_pen(colour, width, dashed)
        self._add(pg.InfiniteLine(amount, angle=90, pen=pen))

    def dots(self, points: Points, fill: QColor, edge: QColor, radius: float) -> None:
        """Round dots, whole also at the edges of the plot."""
        for amount, height in points:
            at, size = self._frame.point(amount, height), 2 * radius
            dot = QGraphicsEllipseItem(at.x() - radius, at.y() - radius, size, size)
            dot.setBrush(fill)
            dot.setPen(QPen(edge, 1))
            self._mark(dot)

    def band(self, left: float, right: float, fill: QColor, hatch: QColor) -> None:
        """A hatched stretch of amounts."""
        for brush in (QBrush(fill), QBrush(hatch, Qt.BrushStyle.BDiagPattern)):
            region = pg.LinearRegionItem(
                (left, right), movable=False, brush=brush, pen=QPen(Qt.PenStyle.NoPen)
            )
            region.setZValue(-10)
            self._add(region)

    def write(
        self, at: QPointF, text: str, letters: QFont, colour: QColor, *, side: float = 0.0
    ) -> float:
        """Words around the height of `at`, in the widget's pixels; answers their width.

        `side` 0 starts there, 0.5 centres, 1 ends there.
        """
        words = QGraphicsSimpleTextItem(text)
        words.setFont(letters)
        words.setBrush(colour)
        metrics = QFontMetricsF(letters)
        width = metrics.horizontalAdvance(text)
        words.setPos(round(at.x() - side * width), round(at.y() - metrics.height() / 2))
        self._mark(words)
        return width

    def plate(self, box: QRectF, fill: QColor, edge: QColor | None = None) -> None:
        """A filled box under words, in the widget's pixels."""
        plate = QGraphicsRectItem(box)
        plate.setBrush(fill)
        plate.setPen(QPen(Qt.PenStyle.NoPen) if edge is None else QPen(edge, 2))
        self._mark(plate)

    def _add(self, item: QGraphicsItem) -> None:
        self.addItem(item)
        self._items.append(item)

    def _mark(self, item: QGraphicsItem) -> None:
        item.setZValue(100 + len(self._marks))
        self.scene().addItem(item)
        self._marks.append(item)


def cosmetic_pen(colour: QColor, width: float, dashed: Sequence[float] = ()) -> QPen:
    """A pen whose width and dashes are pixels, whatever the axes are."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    if dashed:
        pen.setDashPattern(list(dashed))
    return pen
