"""Widgets that fill themselves with one of the theme's grounds."""

from typing import ClassVar, Literal

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.theme import current_theme

Fill = Literal["surface", "alt", "window"]
"""A colour of `Theme`, by its name there."""


class FilledWidget(QWidget):
    """Fills itself, with a line at its upper or lower edge where it borders on something.

    Attributes:
        fill: what it is filled with.
        has_top_line: whether a line parts it from what is above.
        has_bottom_line: whether one parts it from what is below.
    """

    fill: ClassVar[Fill] = "alt"
    has_top_line: ClassVar[bool] = False
    has_bottom_line: ClassVar[bool] = False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        grounds = {"surface": theme.surface, "alt": theme.alt, "window": theme.window}
        painter = QPainter(self)
        painter.fillRect(self.rect(), grounds[self.fill])
        if self.has_top_line:
            painter.fillRect(0, 0, self.width(), 1, theme.line)
        if self.has_bottom_line:
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.line)
        painter.end()
