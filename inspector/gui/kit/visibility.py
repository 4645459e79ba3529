"""Whether anybody looks at a panel: what is not seen need not be worked out."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override


def is_on_screen(panel: QWidget) -> bool:
    """Whether any of it is on the screen.

    A dock behind another tab is visible as Qt has it, but lies outside of its window. What Qt
    calls a visible region leaves out what children cover, which may be all of it.
    """
    if not panel.isVisible():
        return False
    # What is left of it within each holder, in plain numbers: this is asked for every frame.
    left, top, right, bottom, widget = 0, 0, panel.width(), panel.height(), panel
    while left < right and top < bottom:
        holder = widget.parentWidget()
        if holder is None or widget.isWindow():
            return True
        x, y = widget.x(), widget.y()
        left, right = max(left + x, 0), min(right + x, holder.width())
        top, bottom = max(top + y, 0), min(bottom + y, holder.height())
        widget = holder
    return False


class WhenSeen(QObject):
    """Has work done while a widget is on the screen, or once it is painted there again.

    Args:
        widget: whose work it is; one that opaque children do not cover, else it is never painted.
        work: does it; it asks `is_now` first.
    """

    def __init__(self, widget: QWidget, work: Callable[[], object]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._work = work
        self._is_due = True
        widget.installEventFilter(self)

    def is_now(self) -> bool:
        """Whether anybody looks; if not, the work is done as soon as somebody does."""
        self._is_due = not is_on_screen(self._widget)
        return not self._is_due

    def forget(self) -> None:
        """There is nothing to be done any more."""
        self._is_due = False

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_due and event.type() == QEvent.Type.Paint:
            self._is_due = False
            QTimer.singleShot(0, self._widget, self._work)
        return False
