"""Whether anybody looks at a panel: what is not seen need not be worked out."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override


def is_on_screen(panel: QWidget) -> bool:
    """Whether any of it is on the screen.

    A dock behind another tab is visible as Qt has it, but lies outside of its window. What Qt
    calls a visible region leaves out what children cover, which may be all of it.
    """
    if not panel.isVisible():
        return False
    area, widget = panel.rect(), panel
    while not area.isEmpty():
        holder = widget.parentWidget()
        if holder is None or widget.isWindow():
            return True
        area = QRect(widget.mapToParent(area.topLeft()), area.size()) & holder.rect()
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
