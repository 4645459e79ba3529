"""The items of the timeline's scene: one for everything of a kind."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from inspector.gui.panels.timeline.background import paint_background, paint_buckets, paint_grid
from inspector.gui.panels.timeline.boundary import paint_boundaries, paint_ghost, paint_hatch
from inspector.gui.panels.timeline.context_lane import paint_context
from inspector.gui.panels.timeline.density import DensityPainter
from inspector.gui.panels.timeline.kept_lane import paint_kept
from inspector.gui.panels.timeline.lanes import HEIGHT
from inspector.gui.panels.timeline.marks import (
    paint_changes,
    paint_focus,
    paint_hover,
    paint_matches,
    paint_selection,
)
from inspector.gui.panels.timeline.playhead import paint_playhead
from inspector.gui.panels.timeline.recaps import paint_scene_lines, paint_scenes, paint_versions
from inspector.gui.panels.timeline.ruler import paint_ruler
from inspector.gui.panels.timeline.spans import (
    SpansPainter,
    paint_brackets,
    paint_locks,
    paint_nothing_there,
    paint_reaches,
)
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.panels.timeline.strip import paint_strip_words
from inspector.gui.panels.timeline.tiers_lane import paint_tiers

_INSIDE, _RING = range(2, 10), 4
"""Layers that stay inside the plot, and the room that a ring around a span takes beside it."""

_EVERYWHERE = QRectF(0, 0, 1e5, HEIGHT)

STRIP_Z = 2
"""Where the strip's plot lies among the layers."""

Paint = Callable[[QPainter, TimelineState], None]


class Layer(QGraphicsItem):
    """Everything of one kind, painted from arrays in device independent pixels."""

    def __init__(self, state: TimelineState, paint: Paint, z: int) -> None:
        super().__init__()
        self._state = state
        self._paint = paint
        self._failed = False
        self.setZValue(z)

    @override
    def boundingRect(self) -> QRectF:
        return _EVERYWHERE

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        del option, widget
        if self._failed:
            return
        painter.save()
        if self.zValue() in _INSIDE:
            view = self._state.view
            inside = QRectF(view.left - _RING, 0, view.right - view.left + 2 * _RING, HEIGHT)
            painter.setClipRect(inside)
        try:
            self._paint(painter, self._state)
        except Exception as error:  # noqa: BLE001 - passing through Qt's painting it would end the process
            self._failed = True
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            painter.restore()


def layers_of(state: TimelineState) -> list[Layer]:
    """All layers, from the ground up."""
    density = DensityPainter()
    spans = SpansPainter()
    return [
        Layer(state, paint, z)
        for z, paint in (
            (0, paint_background),
            (1, paint_grid),
            (1, paint_buckets),
            (1, paint_nothing_there),
            (2, density.paint),
            (2, paint_context),
            (2, paint_kept),
            (2, paint_tiers),
            (3, paint_strip_words),
            (3, paint_scene_lines),
            (3, paint_hatch),
            (4, paint_brackets),
            (4, paint_reaches),
            (4, spans.paint),
            (6, paint_locks),
            (6, paint_scenes),
            (6, paint_versions),
            (6, paint_matches),
            (7, paint_hover),
            (8, paint_selection),
            (9, paint_changes),
            (9, paint_ruler),
            (10, paint_ghost),
            (11, paint_playhead),
            (12, paint_boundaries),
            (13, paint_focus),
        )
    ]
