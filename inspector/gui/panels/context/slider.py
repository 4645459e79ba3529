"""A slider for a budget: even where values matter, with marks for what all needs and what was."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.context.budgets import Held
from inspector.gui.panels.context.slider_painting import THUMB, Marks, paint_slider
from inspector.gui.panels.context.slider_places import Places

_HEIGHT_PX = 22
_DWELL_MS = 250
_KEY = Qt.Key
_KEEPING = (_KEY.Key_Return, _KEY.Key_Enter, _KEY.Key_Space)
_STAYING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class BudgetSlider(Themed, QWidget):
    """Moves one budget.

    A run begins when it is taken up by mouse or key, and ends when it is let go, kept by Enter,
    left, or taken back by Esc.

    Signals:
        tried: the value in the hand (int of any size).
        chosen: the value that shall hold.
        cancelled: the value is back where it was.
        looked_at: the slider is pressed, focused or rested upon.
    """

    tried = Signal(object)
    chosen = Signal(object)
    cancelled = Signal()
    looked_at = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: Held | None = None
        self._value = 0
        self._origin: int | None = None
        self._grip: float | None = None
        self._dwell = QTimer(self, singleShot=True, interval=_DWELL_MS)
        self._dwell.timeout.connect(self.looked_at)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def value(self) -> int:
        """The value that the thumb stands at."""
        return self._value

    @property
    def is_moving(self) -> bool:
        """Whether a value is only tried out."""
        return self._origin is not None

    @override
    def restyle(self) -> None:
        self.updateGeometry()

    def show_held(self, held: Held) -> None:
        """Show a budget; one that is being moved stays in the hand."""
        if self._origin is None:
            self._held, self._value = held, held.value
            self.update()

    def x_of(self, value: int) -> float:
        """Where a value lies, in pixels."""
        return 0.0 if self._places is None else self._places.x(value)

    @property
    def _places(self) -> Places | None:
        return None if self._held is None else Places(self._held, self.width())

    def _try(self, value: int) -> None:
        if self._origin is None:
            self._origin = self._value
        if value != self._value:
            self._value = value
            self.tried.emit(value)
            self.update()

    def keep(self) -> None:
        """Let what is tried out hold."""
        origin, self._origin, self._grip = self._origin, None, None
        if origin is None:
            return
        if self._value != origin:
            self.chosen.emit(self._value)
        else:
            self.cancelled.emit()
        self.update()

    def cancel(self) -> None:
        """Take back what is tried out."""
        origin, self._origin, self._grip = self._origin, None, None
        if origin is not None:
            self._value = origin
            self.cancelled.emit()
            self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        places = self._places
        if event.button() != Qt.MouseButton.LeftButton or places is None:
            return
        self.looked_at.emit()
        if self._origin is None:
            self._origin = self._value
        x = event.position().x()
        away = x - self.x_of(self._value)
        self._grip = away if abs(away) <= scaled(THUMB) / 2 else 0.0
        if self._grip == 0.0:
            self._try(places.value(x, self._origin))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and self._places is not None:
            x = event.position().x() - self._grip
            self._try(self._places.value(x, self._origin))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._grip is not None:
            self.keep()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, places = Qt.Key(event.key()), self._places
        finely = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        wanted = places and places.value_by(key, self._value, finely=finely)
        if self.is_moving and key == _KEY.Key_Escape:
            self.cancel()
        elif self.is_moving and key in _KEEPING:
            self.keep()
        elif wanted is not None and self._grip is None:
            self._try(wanted)
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.looked_at.emit()
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STAYING:
            self.keep()
        self.update()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # Where the whole window goes, nobody is left to be told.
        if not event.spontaneous() and self.window().isVisible():
            self.cancel()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._dwell.start()
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._dwell.stop()
        self.update()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(_HEIGHT_PX))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60), scaled(_HEIGHT_PX))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        places = self._places
        if places is None:
            return
        need, origin = places.held.need, self._origin
        edge = scaled(THUMB) / 2
        marks = Marks(
            left=edge,
            right=self.width() - edge,
            thumb=places.x(self._value),
            need=None if need is None else places.x(need),
            origin=None if origin is None else places.x(origin),
            focused=self.hasFocus(),
        )
        painter = QPainter(self)
        paint_slider(painter, marks, self.height() // 2)
        painter.end()
