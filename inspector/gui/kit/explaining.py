"""What is said of a control under the pointer, and by a screen reader."""

from PySide6.QtWidgets import QWidget

from inspector.gui.kit.text import tooltip


def explain(widget: QWidget, *paragraphs: str) -> None:
    """Say these texts of a control, as they are: a tooltip that wraps, read out without its marks.

    Qt reads a tooltip out where nothing else describes a control, tags and all.
    """
    widget.setToolTip(tooltip(*paragraphs))
    widget.setAccessibleDescription(" ".join(filter(None, paragraphs)))
