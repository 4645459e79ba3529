"""The items of the timeline's scene: one for everything of a kind."""

import sys
from collections.abc import Callable, Sequence

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
from inspector.gui.panels.timeline.ruler import RulerPainter
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

_RING = 4
"""The room that a ring around a span takes beside the plot."""

_EVERYWHERE = QRectF(0, 0, 1e5, HEIGHT)

STRIP_Z = 2
"""Where the strip's plot lies among the layers."""

Paint = Callable[[QPainter, TimelineState], None]


class Layer(QGraphicsItem):
    """Everything between two heights, painted from arrays in device independent pixels.

    An item costs as much as what most kinds paint, so there are few items of many kinds.

    Args:
        state: what is shown.
        paints: what paints each kind, from the ground up.
        z: where the layer lies.
        is_inside: whether it stays inside the plot.
    """

    def __init__(
        self, state: TimelineState, paints: Sequence[Paint], z: int, *, is_inside: bool
    ) -> None:
        super().__init__()
        self._state = state
        self._paints = [*paints]
        self._is_inside = is_inside
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
        if self._is_inside:
            view = self._state.view
            inside = QRectF(view.left - _RING, 0, view.right - view.left + 2 * _RING, HEIGHT)
            painter.setClipRect(inside)
        with self._state.still():
            for paint in (*self._paints,):
                painter.save()
                try:
                    paint(painter, self._state)
                except Exception as error:  # noqa: BLE001 - passing through Qt's painting it would end the process
                    self._paints.remove(paint)
                    sys.excepthook(type(error), error, error.__traceback__)
                finally:
                    painter.restore()


def layers_of(state: TimelineState) -> list[Layer]:
    """All layers, from the ground up; the strip's plot lies among them."""
    below = (paint_background, paint_grid, paint_buckets, paint_nothing_there)
    lanes = (DensityPainter().paint, paint_context, paint_kept, paint_tiers)
    spans = (
        paint_strip_words,
        paint_scene_lines,
        paint_hatch,
        paint_brackets,
        paint_reaches,
        SpansPainter().paint,
        paint_locks,
        paint_scenes,
        paint_versions,
        paint_matches,
        paint_hover,
        paint_selection,
        paint_changes,
        RulerPainter().paint,
    )
    handles = (paint_ghost, paint_playhead, paint_boundaries, paint_focus)
    return [
        Layer(state, below, STRIP_Z - 2, is_inside=False),
        Layer(state, lanes, STRIP_Z - 1, is_inside=True),
        Layer(state, spans, STRIP_Z + 1, is_inside=True),
        Layer(state, handles, STRIP_Z + 2, is_inside=False),
    ]
