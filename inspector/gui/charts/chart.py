"""A widget with a plot in it, which is made when it is first seen."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.charts.frame import Frame, Margins
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.theme import Themed

if TYPE_CHECKING:
    from inspector.gui.charts.plot import Plot


class Chart(Themed, FilledWidget):
    """Holds a `Plot` and draws it anew; mouse and keys come to this widget.

    pyqtgraph takes longer to load than a first window, so it is loaded when the first chart is
    shown. Those who derive from this say in `frame` where values lie, and draw in `draw`; what
    moves while the rest stands still, as a marker does, in `draw_overlay`.

    Args:
        margins: room around the plot.
        parent: as for any widget.
    """

    fill = "surface"

    def __init__(self, margins: Margins, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.margins = margins
        self._plot: Plot | None = None
        self._is_stale = True
        self._drawn: Frame | None = None

    @property
    def frame(self) -> Frame:
        """Where values lie now."""
        raise NotImplementedError

    def draw(self, plot: "Plot", frame: Frame) -> None:
        """Put everything into an empty plot whose axes go to the frame's ends."""
        raise NotImplementedError

    def draw_overlay(self, plot: "Plot", frame: Frame) -> None:
        """Put what moves over that; nothing for most."""

    def redraw(self) -> None:
        """Draw anew, now or when this is next seen."""
        self._is_stale = True
        if self.isVisible():
            self._refresh()

    def redraw_overlay(self) -> None:
        """Draw anew what moves; all of it where values lie elsewhere by now."""
        frame = self.frame
        if self._is_stale or self._plot is None or frame != self._drawn:
            self.redraw()
        else:
            self._plot.begin_overlay()
            self.draw_overlay(self._plot, frame)

    @override
    def restyle(self) -> None:
        self.redraw()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._plot is not None:
            self._plot.resize(self.size())
        self.redraw()

    def _refresh(self) -> None:
        if not self._is_stale:
            return
        if self._plot is None:
            module = import_module("inspector.gui.charts.plot")
            self._plot = cast("Plot", module.Plot(self))
            self._plot.resize(self.size())
            self._plot.show()
        self._is_stale = False
        frame = self._drawn = self.frame
        self._plot.begin(frame, self.margins)
        self.draw(self._plot, frame)
        self._plot.begin_overlay()
        self.draw_overlay(self._plot, frame)
