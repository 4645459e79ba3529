"""Whether anybody looks at a panel: what is not seen need not be worked out."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget


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
