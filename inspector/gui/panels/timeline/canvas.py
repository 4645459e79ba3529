# pyright: basic
"""The pyqtgraph part: a view box in a view that takes mouse and keyboard."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.charts.lane import end_menu_with
from inspector.gui.panels.timeline.hints import as_markup, handle_lines
from inspector.gui.panels.timeline.keyboard import Keyboard
from inspector.gui.panels.timeline.lanes import HEIGHT, LEFT_PAD, RIGHT_MARGIN
from inspector.gui.panels.timeline.layers import STRIP_Z, layers_of
from inspector.gui.panels.timeline.pointer import Pointer
from inspector.gui.panels.timeline.state import Handle, TimelineState
from inspector.gui.panels.timeline.strip import StripPlot
from inspector.language import _

_REASON = Qt.FocusReason
_BY_KEYBOARD = {
    _REASON.TabFocusReason,
    _REASON.BacktabFocusReason,
    _REASON.ShortcutFocusReason,
}
_FOR_A_MOMENT = {_REASON.PopupFocusReason, _REASON.ActiveWindowFocusReason}


class Focus:
    """Walks from the timeline over its handles to what comes next in the window."""

    def __init__(self, state: TimelineState, keyboard: Keyboard) -> None:
        self._state = state
        self._keyboard = keyboard

    def enter(self, reason: Qt.FocusReason) -> None:
        """The timeline got the keyboard."""
        state = self._state
        if reason not in _FOR_A_MOMENT:
            handles = state.handles()
            backwards = reason == _REASON.BacktabFocusReason
            if reason != _REASON.MouseFocusReason:
                state.focused = handles[-1] if backwards and handles else None
            state.keyboard = reason in _BY_KEYBOARD
        state.refresh()

    def leave(self, reason: Qt.FocusReason) -> None:
        """Something else got the keyboard."""
        if reason not in _FOR_A_MOMENT:
            self._state.focused = None
            self._state.keyboard = False
            self._keyboard.leave()
        self._state.refresh()

    def advance(self, step: int) -> bool:
        """Go to the next or the previous stop; False if there is none."""
        state = self._state
        stops: list[Handle | None] = [None, *state.handles()]
        at = stops.index(state.focused) if state.focused in stops else 0
        if not 0 <= at + step < len(stops):
            return False
        self._keyboard.leave()
        state.focused = stops[at + step]
        state.keyboard = True
        location = state.location(state.focused) if state.focused is not None else None
        if location is not None:
            state.view.reveal(location, location)
        state.refresh()
        return True


class Canvas(pg.GraphicsView):
    """The lanes to the right of the gutter, with mouse and keyboard.

    Attributes:
        strip: what the block was over the chat, as a plot among the layers.

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
        self._focus = Focus(state, keyboard)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        # The lowest layer fills it, so that nothing below it need be painted.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.setAccessibleName(_("Timeline"))
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, invertY=True)
        self._box.setMouseEnabled(x=False, y=False)
        self._box.disableAutoRange()
        self.setCentralItem(self._box)
        self._box.setYRange(0, HEIGHT, padding=0)
        self._layers = layers_of(state)
        self.strip = StripPlot(state, self._box)
        self.strip.plot.setZValue(STRIP_Z)
        end_menu_with(self, self.strip.plot)
        for item in (*self._layers, self.strip.plot):
            self.scene().addItem(item)
        state.view.changed.connect(self.follow_view)
        state.changed.connect(self.repaint_all)
        pointer.cursor_changed.connect(self._take_cursor)

    def follow_view(self) -> None:
        """Let the view box show what is visible, margins included."""
        view = self._state.view
        width = self.viewport().width()
        if width > LEFT_PAD + RIGHT_MARGIN:
            self._box.setXRange(view.location(0), view.location(width), padding=0)
        self.repaint_all()

    def repaint_all(self) -> None:
        """Paint everything anew."""
        self.strip.follow()
        self.viewport().update()
        self._announce()

    def _take_cursor(self, shape: Qt.CursorShape) -> None:
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def _announce(self) -> None:
        """Say with which handle the keyboard works."""
        handle = self._state.focused
        name = _("Timeline")
        if handle is not None and self.hasFocus():
            name = ". ".join([_("Timeline"), *handle_lines(self._state, handle)[:1]])
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
        self._focus.enter(event.reason())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus.leave(event.reason())

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return self._focus.advance(1 if next else -1) or super().focusNextPrevChild(next)
