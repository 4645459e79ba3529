"""The budget curve as a widget: a budget that can be dragged, nudged and read."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.charts.chart import Chart
from inspector.gui.charts.frame import Frame, Margins
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.budget.drawing import Marker, draw_curve, draw_marker, flag_box
from inspector.gui.panels.budget.state import CurveState
from inspector.language import _

if TYPE_CHECKING:
    from inspector.gui.charts.plot import Plot

_GRIP_PX = 8
_LEAST_HEIGHT_PX = 100
_MARGINS = Margins(left=50, top=38, right=146, bottom=24)
_KEY = Qt.Key
_STEPS = {_KEY.Key_Left: -10, _KEY.Key_Right: 10, _KEY.Key_PageDown: -100, _KEY.Key_PageUp: 100}
_CONTROL = Qt.KeyboardModifier.ControlModifier


class CurvePlot(Chart):
    """Shows a curve and moves the budget.

    Signals:
        tried: the budget is in a hand and stands here now.
        chosen: the budget was let go, or moved by a key.
        cancelled: the budget is back where it was.
        read: the budget that a person looks at differs; read it as `looked_at`.
    """

    tried = Signal(int)
    chosen = Signal(int)
    cancelled = Signal()
    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_MARGINS, parent)
        self._curve = CurveState()
        self._marker = Marker(0)
        self._end: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("Budget curve"))

    @property
    def curve(self) -> CurveState:
        """What is shown."""
        return self._curve

    @property
    def budget(self) -> float:
        """Where the marker stands."""
        return self._marker.budget

    @property
    def looked_at(self) -> float:
        """The budget under the pointer, else the marker's."""
        marker = self._marker
        if marker.origin is not None or marker.hovered is None:
            return marker.budget
        return marker.hovered

    @property
    @override
    def frame(self) -> Frame:
        """Where budgets and shares lie; the axis stands still while the marker is dragged."""
        inner = self.margins.inner(self.width(), self.height())
        end = self._curve.end(self._marker.budget) if self._end is None else self._end
        return Frame(inner, end)

    @override
    def draw(self, plot: "Plot", frame: Frame) -> None:
        if self._curve.points:
            draw_curve(plot, frame, self._curve)

    @override
    def draw_overlay(self, plot: "Plot", frame: Frame) -> None:
        if self._curve.points:
            draw_marker(plot, frame, self._curve, self._marker)

    def show_curve(self, curve: CurveState) -> None:
        """Show another curve; what is held stays in the hand."""
        self._curve = curve
        self.redraw()
        self._say()

    def show_budget(self, budget: float) -> None:
        """Show which budget holds."""
        if self._marker.origin is None:
            self._marker = replace(self._marker, budget=budget)
            self._say()

    def _say(self) -> None:
        if self._curve.points:
            self.setAccessibleDescription(self._curve.sentence(self._marker.budget))
        self.read.emit()
        self.redraw_overlay()

    def _is_grip(self, at: QPointF) -> bool:
        frame = self.frame
        near = abs(at.x() - frame.x(self._marker.budget)) <= scaled(_GRIP_PX)
        return near or flag_box(frame, self._marker.budget).contains(at)

    def _let_go(self, *, keep: bool) -> None:
        origin, budget = self._marker.origin, self._marker.budget
        if origin is None:
            return
        self._end = None
        self._marker = replace(self._marker, origin=None, budget=budget if keep else origin)
        if keep and budget != origin:
            self.chosen.emit(round(budget))
        else:
            self.cancelled.emit()
        self._say()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._curve.points:
            return
        self._end = self.frame.end
        inside = self.frame.inner.contains(event.position())
        if not self._is_grip(event.position()) and not inside:
            self._end = None
            return
        self._marker = replace(self._marker, origin=self._marker.budget)
        if not self._is_grip(event.position()):
            self._move(event.position())
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._marker.origin is not None:
            self._move(at)
            return
        shape = Qt.CursorShape.SizeHorCursor if self._is_grip(at) else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        frame = self.frame
        inside = bool(self._curve.points) and frame.inner.contains(at)
        near = self._curve.nearest(frame.amount(at.x())) if inside else None
        self._hover(None if near is None else near.budget)

    def _move(self, at: QPointF) -> None:
        budget = self.frame.amount(at.x())
        if budget != self._marker.budget:
            self._marker = replace(self._marker, budget=budget)
            self.tried.emit(budget)
            self._say()

    def _hover(self, budget: int | None) -> None:
        if budget != self._marker.hovered:
            self._marker = replace(self._marker, hovered=budget)
            self.read.emit()
            self.redraw_overlay()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._let_go(keep=True)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == _KEY.Key_Escape and self._marker.origin is not None:
            self._let_go(keep=False)
            return
        budget = self._budget_by(event)
        if budget is None or self._marker.origin is not None:
            event.ignore()
            return
        self._marker = replace(self._marker, budget=budget)
        self.chosen.emit(budget)
        self._say()

    def _budget_by(self, event: QKeyEvent) -> int | None:
        """Where a key takes the budget; None for keys without a meaning."""
        now, key = self._marker.budget, Qt.Key(event.key())
        if not self._curve.points:
            return None
        if key in _STEPS and event.modifiers() & _CONTROL:
            knees = [knee.budget for knee in self._curve.knees]
            ahead = [knee for knee in knees if knee > now]
            behind = [knee for knee in knees if knee < now]
            if _STEPS[key] > 0:
                return ahead[0] if ahead else None
            return behind[-1] if behind else None
        if key in _STEPS:
            return max(0, round(now) + _STEPS[key])
        if key == _KEY.Key_Home:
            return 0
        return self._curve.last if key == _KEY.Key_End else None

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._marker = replace(self._marker, focused=True)
        self.redraw_overlay()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._let_go(keep=False)
        self._marker = replace(self._marker, focused=False)
        self.redraw_overlay()

    @override
    def sizeHint(self) -> QSize:
        # Small, since a panel that scrolls gives it this height and not the room that there is.
        return QSize(scaled(520), scaled(_LEAST_HEIGHT_PX))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(300), scaled(_LEAST_HEIGHT_PX))
