"""The growth plot: tokens of each version as points on a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.charts.chart import Chart
from inspector.gui.charts.frame import Frame, Margins
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.language import _, numeral

if TYPE_CHECKING:
    from inspector.gui.charts.plot import Plot

_STEPS = (1, 2, 5)
_MARGINS = Margins(left=52, top=34, right=22, bottom=24)
_TITLE = _("Growth, tokens a version")
_CROWD = 60


@dataclass(frozen=True, slots=True)
class Point:
    """One version: its name and tokens, and whether it is compared or in use."""

    name: str
    tokens: int | None
    is_compared: bool
    is_current: bool


class Growth(Chart):
    """The versions in stored order; a click chooses one.

    Signals:
        chosen: place of a version.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_MARGINS, parent)
        self._points: tuple[Point, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_TITLE)

    def show_points(self, points: Sequence[Point]) -> None:
        """Show these versions."""
        self._points = tuple(points)
        known = [f"{one.name} {numeral(one.tokens)}" for one in points if one.tokens is not None]
        self.setAccessibleDescription(", ".join(known[-20:]))
        self.redraw()

    def place_of(self, number: int) -> QPointF:
        """Where a version's point is drawn."""
        return self.frame.point(self._amount(number), self._points[number].tokens or 0)

    def _amount(self, number: int) -> float:
        """A version's place on the lower axis; the only one stands in the middle."""
        return number if len(self._points) > 1 else 0.5

    @property
    @override
    def frame(self) -> Frame:
        most = max((one.tokens or 0 for one in self._points), default=0)
        inner = self.margins.inner(self.width(), self.height())
        return Frame(inner, max(len(self._points) - 1, 1), _ceiling(max(most, 1)))

    @override
    def draw(self, plot: "Plot", frame: Frame) -> None:
        theme, points = current_theme(), self._points
        plot.write(QPointF(10, scaled(14)), _TITLE, font(11, bold=True), theme.text)
        if not points:
            return
        top = round(frame.top)
        plot.set_axes([(value, numeral(value)) for value in (0, top // 2, top)], [])
        line = [(self._amount(index), one.tokens or 0) for index, one in enumerate(points)]
        plot.line(line, theme.accent, 1.5)
        strong = [one.is_compared or one.is_current for one in points]
        if len(points) <= _CROWD:
            rest = [at for at, is_strong in zip(line, strong, strict=True) if not is_strong]
            plot.dots(rest, theme.surface, theme.accent, 3)
        named = [at for at, is_strong in zip(line, strong, strict=True) if is_strong]
        plot.dots(named, theme.accent, theme.accent, 4)
        self._write(plot, frame, strong)

    def _write(self, plot: "Plot", frame: Frame, strong: Sequence[bool]) -> None:
        """Names under the axis, tokens over points; those left out that would touch others."""
        theme, small = current_theme(), font(10.5)
        metrics = QFontMetricsF(small)
        below = frame.inner.bottom() + metrics.height() / 2 + 2
        free = free_above = 0.0
        for number, (one, stands_out) in enumerate(zip(self._points, strong, strict=True)):
            at = self.place_of(number)
            width = metrics.horizontalAdvance(one.name)
            left = min(at.x() - width / 2, self.width() - width - 2)
            if left >= free:
                plot.write(QPointF(left, below), one.name, small, theme.text_2)
                free = left + width + 8
            if stands_out and one.tokens is not None and at.x() >= free_above:
                over = QPointF(at.x(), at.y() - 14)
                plot.write(over, numeral(one.tokens), font(11, bold=True), theme.text, side=0.5)
                free_above = at.x() + 30

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(280), scaled(160))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(150), scaled(72))

    def _nearest(self, x: float) -> int | None:
        if not self._points:
            return None
        return min(range(len(self._points)), key=lambda one: abs(self.place_of(one).x() - x))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        nearest = self._nearest(event.position().x())
        if nearest is not None and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(nearest)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            nearest = self._nearest(event.pos().x())
            if nearest is not None:
                one = self._points[nearest]
                tokens = (
                    _("being counted")
                    if one.tokens is None
                    else _("{tokens:,} tokens").format(tokens=one.tokens)
                )
                QToolTip.showText(event.globalPos(), tooltip(f"{one.name}: {tokens}"), self)
            return True
        return super().event(event)


def _ceiling(most: int) -> int:
    """The next round number, so that the middle line is one too."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power * 2 >= most:
                return step * power * 2
        power *= 10
