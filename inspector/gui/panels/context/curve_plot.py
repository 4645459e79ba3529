"""One small plot: a budget against what it keeps."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.charts.chart import Chart
from inspector.gui.charts.frame import Frame, Margins
from inspector.gui.kit.text import plain
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.context.curve import ITEMS, MESSAGES, Curve
from inspector.gui.panels.context.words import amount
from inspector.language import _, within

if TYPE_CHECKING:
    from inspector.gui.charts.plot import Plot

NAMES = {MESSAGES: _("Messages kept"), ITEMS: _("Items kept")}
_MARGINS = Margins(left=44, top=40, right=12, bottom=20)


@dataclass(frozen=True)
class Standing:
    """Where a budget stands.

    Attributes:
        value: the budget.
        kept: how many rows it keeps.
        before: the budget that holds while another is only tried out.
    """

    value: int
    kept: int
    before: int | None = None


class KeptPlot(Chart):
    """Draws what every value of a budget keeps, and where the budget stands."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(_MARGINS, parent)
        self._what = what
        self._curve: Curve | None = None
        self._standing = Standing(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(NAMES[what])

    @property
    def curve(self) -> Curve | None:
        """What is drawn."""
        return self._curve

    @property
    def standing(self) -> Standing:
        """Where the budget stands."""
        return self._standing

    def show_curve(self, curve: Curve) -> None:
        """Draw another curve."""
        self._curve = curve
        self.redraw()

    def show_standing(self, standing: Standing) -> None:
        """Say where the budget stands."""
        self._standing = standing
        self.setAccessibleDescription(
            _("With {value:,} it keeps {kept:,}.").format(value=standing.value, kept=standing.kept)
        )
        self.redraw_overlay()

    @property
    @override
    def frame(self) -> Frame:
        inner = self.margins.inner(self.width(), self.height())
        curve = self._curve
        if curve is None:
            return Frame(inner, 1)
        most = max(1, self._standing.kept, *curve.kept(self._what))
        return Frame(inner, max(curve.end, 1), most)

    @override
    def draw(self, plot: "Plot", frame: Frame) -> None:
        curve = self._curve
        if curve is None:
            return
        most = round(frame.top)
        plot.set_axes([(0, plain(0)), (most, plain(most))], plot.round_amounts(20))
        self._draw_unsent(plot, frame, curve)
        self._draw_knees(plot, frame, curve)
        theme = current_theme()
        colour = theme.recent.strong if self._what == MESSAGES else theme.old.strong
        kept = curve.kept(self._what)
        points = [(one.budget, count) for one, count in zip(curve.points, kept, strict=True)]
        plot.steps(points, colour, 2)

    @override
    def draw_overlay(self, plot: "Plot", frame: Frame) -> None:
        if self._curve is not None:
            self._draw_title(plot, self._curve)
            self._draw_standing(plot, frame)

    def _draw_title(self, plot: "Plot", curve: Curve) -> None:
        theme, small = current_theme(), font(10.5)
        at = QPointF(scaled(8), scaled(11))
        at.setX(at.x() + plot.write(at, NAMES[self._what], font(11, bold=True), theme.text))
        at.setX(at.x() + scaled(8))
        words = _("{kept} of {total}").format(
            kept=plain(self._standing.kept), total=plain(curve.total(self._what))
        )
        used = plot.write(at, words, font(11, tabular=True), theme.text_2)
        knob = curve.held.knob
        axis = _("by {lower}, in {unit}").format(lower=within(knob.title), unit=_(knob.unit[1]))
        right = self.width() - scaled(_MARGINS.right)
        if QFontMetricsF(small).horizontalAdvance(axis) <= right - at.x() - used - scaled(12):
            plot.write(QPointF(right, at.y()), axis, small, theme.text_3, side=1)

    def _draw_unsent(self, plot: "Plot", frame: Frame, curve: Curve) -> None:
        """Hatch the budgets with which nothing is sent."""
        points, theme = curve.points, current_theme()
        first = next((one.budget for one in points if not one.is_sent), None)
        if first is None:
            return
        later = next((one.budget for one in points if one.is_sent and one.budget > first), None)
        end = frame.end if later is None else later
        hatch = QColor(theme.error)
        hatch.setAlphaF(0.35)
        plot.band(first, end, theme.error_background, hatch)
        words, small = _("nothing is sent"), font(10.5)
        width = QFontMetricsF(small).horizontalAdvance(words) + scaled(8)
        if frame.x(end) - frame.x(first) > width + scaled(4):
            plate = QRectF(0, 0, width, scaled(15))
            plate.moveCenter(frame.point((first + end) / 2, frame.top / 2))
            plot.plate(plate, theme.error_background)
            plot.write(plate.center(), words, small, theme.error, side=0.5)

    def _draw_knees(self, plot: "Plot", frame: Frame, curve: Curve) -> None:
        theme = current_theme()
        for knee in curve.knees:
            if knee.what == self._what:
                plot.rule(knee.budget, theme.text_3, dashed=(1, 2))
                at = QPointF(frame.x(knee.budget) + scaled(4), frame.inner.bottom() - scaled(8))
                plot.write(
                    at,
                    _("◆ bend at {budget:,}").format(budget=knee.budget),
                    font(10.5),
                    theme.text_2,
                )

    def _draw_standing(self, plot: "Plot", frame: Frame) -> None:
        """Where the budget stands; dashed where it stood before another is tried out."""
        theme, standing, inner = current_theme(), self._standing, frame.inner
        is_tried = standing.before is not None
        colour = theme.accent if is_tried else theme.text
        if standing.before is not None:
            plot.rule(standing.before, theme.text_2, dashed=(3, 2))
        x = frame.x(standing.value)
        plot.plate(QRectF(round(x) - 1, inner.top() - 4, 2, inner.height() + 4), colour)
        plot.dots([(standing.value, standing.kept)], colour, theme.surface, scaled(3.5))
        words = amount(standing.value) + (" →" if standing.value > frame.end else "")
        letters = font(10.5, bold=True, tabular=True)
        width = QFontMetricsF(letters).horizontalAdvance(words) + scaled(8)
        left = min(max(x - width / 2, inner.left()), inner.right() - width)
        flag = QRectF(round(left), scaled(_MARGINS.top - 19), math.ceil(width), scaled(15))
        plot.plate(flag, colour)
        on_flag = theme.on_accent if is_tried else theme.surface
        plot.write(flag.center(), words, letters, on_flag, side=0.5)

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(300), scaled(150))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(80))
