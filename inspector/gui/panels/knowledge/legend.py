"""The legend of the matrix: every sign with its word."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.knowledge import Way
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.knowledge.ways import MEANINGS, WORDS, paint_way
from inspector.language import _

_GAP, _SIGN = 14, 12


class Legend(QWidget):
    """One line of signs and words; those that do not fit are left to the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        wording = [f"{WORDS[way]}: {MEANINGS[way]}" for way in Way]
        self.setAccessibleName(_("Legend"))
        self.setAccessibleDescription("; ".join(wording))
        self.setToolTip("\n".join(wording))

    def _widths(self) -> list[float]:
        metrics = QFontMetricsF(font(11))
        sign = scaled(_SIGN) + scaled(4)
        return [sign + metrics.horizontalAdvance(WORDS[way]) + scaled(_GAP) for way in Way]

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(sum(self._widths())), scaled(24))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, scaled(24))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(11))
        x, middle = 0.0, self.height() / 2
        for way, width in zip(Way, self._widths(), strict=True):
            if x + width - scaled(_GAP) > self.width():
                break
            size = scaled(_SIGN)
            paint_way(painter, QPointF(x + size / 2, middle), size, way)
            painter.setPen(current_theme().text_2)
            room = QRectF(x + size + scaled(4), 0, width, self.height())
            sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, int(sides), WORDS[way])
            x += width
        painter.end()
