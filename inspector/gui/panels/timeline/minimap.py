"""The whole chat in one strip, with a window around what is visible."""

import math
from typing import Literal

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Theme, current_theme
from inspector.gui.panels.timeline.arrays import Floats, MessageColumns
from inspector.gui.panels.timeline.ruler import selected_place
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _

_BAR_PX, _PITCH_PX = 5, 7
_WIDEST_BAR_PX = 24
_TOP_PX, _BOTTOM_PX = 3, 19
_EDGE_REACH_PX = 6
_LINE_PX = 2
"""Room for the line at the end of the chat."""

_Painted = tuple[int | None, MessageColumns, float | None, Theme]
Part = Literal["left", "right", "window", "outside"]


def mean_heights(messages: MessageColumns, bars: int) -> Floats:
    """The mean size of the messages of every bar, 0 to 1 of the greatest mean."""
    count = len(messages)
    if not count or bars < 1:
        return np.zeros(max(bars, 0))
    cuts = np.minimum(np.arange(bars) * count // bars, count - 1)
    lengths = np.maximum(np.diff(np.append(cuts, count)), 1)
    means: Floats = np.add.reduceat(messages.sizes, cuts) / lengths
    return means / max(float(means.max()), 1e-9)


class Minimap(QWidget):
    """Shows the whole chat; the window moves and resizes with the mouse."""

    def __init__(self, state: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._grip: tuple[Part, float] | None = None
        self._hovered: Part | None = None
        self._bars_key: object = None
        self._kept_bars: list[QRectF] = []
        self.setMouseTracking(True)
        # It lies over the canvas, which need not be painted under it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFixedHeight(state.lanes.overview.height)
        self.setAccessibleName(_("Whole chat"))
        self.setToolTip(_("The whole chat: drag the window or its edges, double-click to fit"))
        self._painted: _Painted | None = None
        state.view.changed.connect(self.update)

    def follow(self) -> None:
        """Paint anew what of the state differs: a boundary is not drawn here."""
        now, was = self._of_state(), self._painted
        if was is None or now[1:] != was[1:]:
            self.update()
        elif now != was:
            ends = [
                self.px(len(self._state.messages) if end is None else end)
                for end in (now[0], was[0])
            ]
            left, right = math.floor(min(ends)) - _LINE_PX, math.ceil(max(ends)) + _LINE_PX
            self.update(left, 0, right - left, self.height())

    def _of_state(self) -> _Painted:
        """Where the chat ends, and all else that is painted here."""
        state = self._state
        return state.location("end"), state.messages, selected_place(state), current_theme()

    def px(self, location: float) -> float:
        """The pixel of a place in the chat."""
        view = self._state.view
        return view.left + location / view.extent * (view.right - view.left)

    def location(self, px: float) -> float:
        """The place in the chat at a pixel."""
        view = self._state.view
        return (px - view.left) / (view.right - view.left) * view.extent

    def part_at(self, x: float) -> Part:
        """What lies under the pointer; the edges come first."""
        view = self._state.view
        left, right = self.px(view.first), self.px(view.last)
        near_left, near_right = abs(x - left), abs(x - right)
        if min(near_left, near_right) <= _EDGE_REACH_PX:
            return "left" if near_left < near_right else "right"
        return "window" if left < x < right else "outside"

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not len(self._state.messages):
            return
        view, x = self._state.view, event.position().x()
        part = self.part_at(x)
        if part == "outside":
            middle = self.location(x)
            view.show_range(middle - view.span / 2, middle + view.span / 2)
            part = "window"
        anchor = view.last if part == "right" else view.first
        self._grip = (part, self.location(x) - anchor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._grip is None:
            self._hovered = self.part_at(x)
            edge = self._hovered in {"left", "right"}
            shape = Qt.CursorShape.SizeHorCursor if edge else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()
            return
        view = self._state.view
        part, offset = self._grip
        wanted = self.location(x) - offset
        if part == "left":
            view.show_range(max(0.0, min(wanted, view.last - 8)), view.last)
        elif part == "right":
            view.show_range(view.first, min(view.extent, max(wanted, view.first + 8)))
        else:
            view.pan(wanted - view.first)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._grip = None

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        del event
        self._state.view.fit()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() / 120
        view = self._state.view
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            view.zoom(0.8**steps, self.location(event.position().x()))
        else:
            view.pan(-steps * view.span * 0.1)
        event.accept()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        del event
        self._hovered = None
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._painted = self._of_state()
        state, painter = self._state, QPainter(self)
        theme, part = current_theme(), event.rect()
        painter.fillRect(part, theme.surface)
        if len(state.messages):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.strong_line)
            pitch = self._pitch
            first, last = (int((x - state.view.left) // pitch) for x in (part.left(), part.right()))
            painter.drawRects(self._bars()[max(first, 0) : max(last + 1, 0)])
            self._paint_end(painter)
            self._paint_window(painter)
        painter.end()

    @property
    def _pitch(self) -> float:
        """Pixels from one bar to the next; a bar stands for one message where there are few."""
        view = self._state.view
        return max((view.right - view.left) / view.extent, _PITCH_PX)

    def _bars(self) -> list[QRectF]:
        """The bars, kept while chat and width stay."""
        view, messages = self._state.view, self._state.messages
        key = (view.left, view.right, view.extent, messages)
        if key != self._bars_key:
            pitch = self._pitch
            width = min(pitch - (_PITCH_PX - _BAR_PX), _WIDEST_BAR_PX)
            fitting = int((view.right - view.left) // _PITCH_PX)
            shares = mean_heights(messages, min(fitting, len(messages))).tolist()
            heights = [max(2, round(share * 12)) for share in shares]
            self._kept_bars = [
                QRectF(view.left + 1 + at * pitch, 17 - height, width, height)
                for at, height in enumerate(heights)
            ]
            self._bars_key = key
        return self._kept_bars

    def _paint_end(self, painter: QPainter) -> None:
        """What lies after the playhead, and where the selected message or memory is."""
        state = self._state
        end = state.location("end")
        if end is not None and end < len(state.messages):
            background = QColor(current_theme().window)
            background.setAlpha(170)
            left = self.px(end)
            painter.fillRect(QRectF(left, _TOP_PX, state.view.right - left, 16), background)
            painter.fillRect(QRectF(round(left), _TOP_PX, 1, 16), current_theme().text)
        selected = selected_place(state)
        if selected is not None:
            painter.fillRect(QRectF(round(self.px(selected)) - 1, 4, 2, 14), current_theme().accent)

    def _paint_window(self, painter: QPainter) -> None:
        theme, view = current_theme(), self._state.view
        left, right = round(self.px(view.first)), round(self.px(view.last))
        veil = QColor(theme.surface)
        veil.setAlpha(150)
        painter.fillRect(QRectF(view.left - 2, _TOP_PX, left - view.left + 2, 16), veil)
        painter.fillRect(QRectF(right, _TOP_PX, view.right - right + 2, 16), veil)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.accent if self._grip else theme.text_3
        painter.setPen(QPen(edge, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(
            QRectF(left + 0.5, _TOP_PX - 0.5, max(right - left - 1, 4), _BOTTOM_PX - _TOP_PX), 2, 2
        )
        painter.setPen(Qt.PenStyle.NoPen)
        for part, x in (("left", left), ("right", right)):
            painter.setBrush(theme.accent if self._hovered == part else edge)
            painter.drawRoundedRect(QRectF(x - 2, 6, 4, 10), 1.5, 1.5)
