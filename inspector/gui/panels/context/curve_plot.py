"""One small plot: a budget against what it keeps."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.curve import Curve
from inspector.gui.panels.context.kept_frame import KeptFrame, Standing
from inspector.gui.panels.context.kept_marker import MarkerPainter
from inspector.gui.panels.context.kept_painting import NAMES, KeptPainter


class KeptPlot(QWidget):
    """Draws what every value of a budget keeps, and where the budget stands."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = what
        self._curve: Curve | None = None
        self._standing = Standing(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(NAMES[what])

    @property
    def curve(self) -> Curve | None:
        """What is drawn."""
        return self._curve

    @property
    def standing(self) -> Standing:
        """Where the budget stands."""
        return self._standing

    def show_curve(self, curve: Curve) -> None:
        """Draw another curve."""
        self._curve = curve
        self.update()

    def show_standing(self, standing: Standing) -> None:
        """Say where the budget stands."""
        self._standing = standing
        self.setAccessibleDescription(f"With {standing.value:,} it keeps {standing.kept:,}.")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(300), scaled(150))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(80))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._curve is not None:
            painter = QPainter(self)
            size = (self.width(), self.height())
            frame = KeptFrame.of(self._curve, self._what, self._standing, *size)
            KeptPainter(painter, frame).paint()
            MarkerPainter(painter, frame).paint()
            painter.end()
