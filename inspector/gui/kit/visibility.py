"""Whether anybody looks at a panel: what is not seen need not be worked out."""

from PySide6.QtWidgets import QWidget


def is_on_screen(panel: QWidget) -> bool:
    """Whether any of it is on the screen.

    A dock behind another tab is visible as Qt has it, but lies outside of its window.
    """
    return panel.isVisible() and not panel.visibleRegion().isEmpty()
