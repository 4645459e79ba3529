# pyright: basic
"""The pyqtgraph part: a view box whose items paint the lanes."""

import sys
from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.timeline.boundary import paint_boundaries, paint_ghost, paint_hatch
from inspector.gui.timeline.density import DensityPainter
from inspector.gui.timeline.ground import paint_buckets, paint_grid, paint_ground
from inspector.gui.timeline.hints import as_markup, handle_lines
from inspector.gui.timeline.keyboard import Keyboard
from inspector.gui.timeline.lanes import HEIGHT, LEFT_PAD, RIGHT_MARGIN
from inspector.gui.timeline.marks import paint_changes, paint_hover, paint_selection
from inspector.gui.timeline.playhead import paint_playhead
from inspector.gui.timeline.pointer import Pointer
from inspector.gui.timeline.ruler import paint_ruler
from inspector.gui.timeline.spans import SpansPainter, paint_locks, paint_nothing_there
from inspector.gui.timeline.state import Handle, TimelineState

Paint = Callable[[QPainter, TimelineState], None]


class Layer(pg.GraphicsObject):
    """Everything of one kind, painted from arrays in device independent pixels."""

    def __init__(self, state: TimelineState, paint: Paint, z: int) -> None:
        super().__init__()
        self._state = state
        self._paint = paint
        self._failed = False
        self.setZValue(z)

    @override
    def boundingRect(self) -> QRectF:
        extent = self._state.view.extent
        return QRectF(-extent, 0, 3 * extent, HEIGHT)

    def chat_changes(self) -> None:
        """Say beforehand that the chat will have another length."""
        self.prepareGeometryChange()

    @override
    def paint(self, painter: QPainter, *_: object) -> None:
        if self._failed:
            return
        painter.save()
        painter.resetTransform()
        try:
            self._paint(painter, self._state)
        except Exception as error:  # noqa: BLE001 - passing through Qt's painting it would end the process
            self._failed = True
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            painter.restore()


def _layers(state: TimelineState) -> list[Layer]:
    density = DensityPainter()
    outside, inside = SpansPainter(inside=False), SpansPainter(inside=True)
    return [
        Layer(state, paint, z)
        for z, paint in (
            (0, paint_ground),
            (1, paint_grid),
            (1, paint_buckets),
            (1, paint_nothing_there),
            (2, density.paint),
            (3, paint_hatch),
            (4, outside.paint),
            (5, inside.paint),
            (6, paint_locks),
            (7, paint_hover),
            (8, paint_selection),
            (9, paint_changes),
            (9, paint_ruler),
            (10, paint_ghost),
            (11, paint_playhead),
            (12, paint_boundaries),
        )
    ]


class Canvas(pg.GraphicsView):
    """The lanes to the right of the gutter, with mouse and keyboard.

    Signals:
        context_menu_requested: memory index or None, message index, where on the screen.
    """

    context_menu_requested = Signal(object, int, QPoint)

    def __init__(
        self, state: TimelineState, pointer: Pointer, keyboard: Keyboard, parent: QWidget
    ) -> None:
        super().__init__(parent=parent)
        self.setBackground(None)
        self._state = state
        self._pointer = pointer
        self._keyboard = keyboard
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.setAccessibleName("Timeline")
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, invertY=True)
        self._box.setMouseEnabled(x=False, y=False)
        self._box.disableAutoRange()
        self.setCentralItem(self._box)
        self._box.setYRange(0, HEIGHT, padding=0)
        self._layers = _layers(state)
        for layer in self._layers:
            self._box.addItem(layer, ignoreBounds=True)
        state.view.changed.connect(self.follow_view)
        state.changed.connect(self.repaint_all)
        pointer.cursor_changed.connect(self._take_cursor)

    @property
    def view_box(self) -> pg.ViewBox:
        """The view box; its x axis counts messages."""
        return self._box

    def chat_changes(self) -> None:
        """Another chat is about to be shown."""
        for layer in self._layers:
            layer.chat_changes()

    def follow_view(self) -> None:
        """Let the view box show what is visible, margins included."""
        view = self._state.view
        width = self.viewport().width()
        if width > LEFT_PAD + RIGHT_MARGIN:
            self._box.setXRange(view.place(0), view.place(width), padding=0)
        self.repaint_all()

    def repaint_all(self) -> None:
        """Paint everything anew."""
        self.viewport().update()
        self._announce()

    def _take_cursor(self, shape: Qt.CursorShape) -> None:
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def _announce(self) -> None:
        """Say with which handle the keyboard works."""
        handle = self._state.focused
        name = "Timeline"
        if handle is not None and self.hasFocus():
            name = ". ".join(["Timeline", *handle_lines(self._state, handle)[:1]])
        if name != self.accessibleName():
            self.setAccessibleName(name)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_layers"):
            self._state.view.set_edges(LEFT_PAD, self.viewport().width() - RIGHT_MARGIN)
            self.follow_view()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pointer.press(event)
        event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event)
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer.release(event)
        event.accept()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.double_click(event)
        event.accept()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self._pointer.wheel(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = self.viewport().mapFromGlobal(event.globalPos()).toPointF()
        hovered = self._pointer.memory(at)
        message = self._state.view.message(at.x())
        self.context_menu_requested.emit(hovered, message, event.globalPos())
        event.accept()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            text = as_markup(self._pointer.lines_at(event.pos().toPointF()))
            if text and self._state.held is None:
                QToolTip.showText(event.globalPos(), text, self.viewport())
            else:
                QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Leave:
            self._pointer.leave()
        return super().viewportEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        wanted = event.type() == QEvent.Type.ShortcutOverride
        if wanted and isinstance(event, QKeyEvent) and self._keyboard.claims(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._keyboard.press(event):
            event.accept()
        else:
            event.ignore()

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reason = event.reason()
        state = self._state
        handles = state.handles()
        if reason == Qt.FocusReason.BacktabFocusReason and handles:
            state.focused = handles[-1]
        elif reason != Qt.FocusReason.MouseFocusReason:
            state.focused = None
        state.keyboard = reason in {
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        }
        state.changed.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
        }:
            self._state.focused = None
            self._state.keyboard = False
            self._keyboard.leave()
        self._state.changed.emit()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        state = self._state
        stops: list[Handle | None] = [None, *state.handles()]
        at = stops.index(state.focused) if state.focused in stops else 0
        at += 1 if next else -1
        if not 0 <= at < len(stops):
            return super().focusNextPrevChild(next)
        self._keyboard.leave()
        state.focused = stops[at]
        state.keyboard = True
        state.changed.emit()
        return True
