# pyright: basic, reportAttributeAccessIssue=false, reportOptionalMemberAccess=false
"""A plot as low as a lane, in a scene that has its own axis."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QWidget

Floats = NDArray[np.float64]

_EDGE_PX = 1
"""Pixels below an area that are the lane's own."""


@dataclass(frozen=True, eq=False)
class Curve:
    """One of a lane's curves: heights up to amounts, and in which style it is drawn."""

    amounts: Floats
    heights: Floats
    style: Mapping[str, object]


def end_menu_with(widget: QWidget, plot: pg.PlotItem) -> None:
    """Let a plot's menu, which nobody opens but of which the plot reads, end with a widget.

    pyqtgraph gives it no parent, so that it would outlive the window; as a child it would be
    found among what a person meets there.
    """
    widget.destroyed.connect(plot.ctrlMenu.deleteLater)


class LanePlot(pg.PlotItem):
    """Steps and areas from 0 to 1 along another view box; it takes no mouse.

    Args:
        along: the view box whose amounts it follows, pixel by pixel.
        pad_px: room above 1 and below 0.
        most: how many curves it has room for.
    """

    def __init__(self, along: pg.ViewBox, pad_px: int, most: int) -> None:
        box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        super().__init__(viewBox=box, enableMenu=False)
        self._pad_px = pad_px
        self.hideButtons()
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.layout.setSpacing(0)
        for name in ("left", "bottom"):
            self.hideAxis(name)
        box.disableAutoRange()
        box.setXLink(along)
        for _ in range(most):
            self._add()

    def set_place(self, location: QRectF) -> None:
        """Lie there, in the scene's pixels."""
        if location != self.geometry():
            self.setGeometry(location)
            share = self._pad_px / max(location.height() - 2 * self._pad_px, 1)
            self.setYRange(-share, 1 + share, padding=0)

    def area(self, amounts: Floats, heights: Floats, fill: QColor) -> Curve:
        """What fills all below steps: each height holds up to the next amount."""
        room = max(self.geometry().height() - 2 * self._pad_px, 1)
        foot = -(self._pad_px - _EDGE_PX) / room
        style = {"pen": None, "fillLevel": foot, "fillBrush": fill}
        return Curve(amounts, heights, style)

    def steps(self, amounts: Floats, heights: Floats, pen: QPen) -> Curve:
        """A line of steps."""
        line = QPen(pen)
        line.setCosmetic(True)
        return Curve(amounts, heights, {"pen": line})

    def draw(self, *curves: Curve) -> None:
        """Show these and no others, the first at the bottom; no more than there is room for."""
        for item, curve in zip_longest(self.listDataItems(), curves):
            item.setVisible(curve is not None)
            if curve is not None:
                item.setData(curve.amounts, curve.heights, **curve.style)

    def _add(self) -> None:
        item = pg.PlotDataItem(stepMode="right", antialias=False, skipFiniteCheck=True)
        # A frame in which only something above it moves need not draw it again.
        item.curve.setCacheMode(item.curve.CacheMode.DeviceCoordinateCache)
        self.addItem(item)
        # Of very many points, those that can be seen: the least and the greatest of each pixel.
        item.setClipToView(True)
        item.setDownsampling(auto=True, method="peak")
