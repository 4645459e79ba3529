"""Lengths of the visual language at the size of the application's font."""

from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication

ROW, HEADER, STRIP, FILTER = 24, 24, 30, 32
MARGIN = 6


def scaled(pixels: float) -> int:
    """A length in the visual language's pixels, larger where the application's font is."""
    return round(pixels * max(QFontInfo(QApplication.font()).pixelSize() / 12, 0.5))
