"""A check box whose frame can be seen in the dark, too."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_check
from inspector.gui.kit.theme import current_theme, scaled

BOX, GAP = 14, 7


class CheckBox(QCheckBox):
    """Paints its box in the theme's colours: Fusion's frame is too faint on a dark ground."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)

    @override
    def hitButton(self, pos: object) -> bool:
        return True

    @override
    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(scaled(BOX + GAP + 4) + width, scaled(20))

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, size = current_theme(), scaled(BOX)
        box = QRectF(1.5, (self.height() - size) / 2, size, size)
        state = self.checkState()
        is_on = state == Qt.CheckState.Checked
        edge: QColor = theme.accent if is_on or self.hasFocus() else theme.control_border
        painter.setPen(QPen(edge, 2 if self.hasFocus() and not is_on else 1))
        painter.setBrush(theme.accent if is_on else theme.surface)
        painter.drawRoundedRect(box, 3, 3)
        if is_on:
            draw_check(painter, box.center(), size * 0.7, theme.on_accent)
        elif state == Qt.CheckState.PartiallyChecked:
            middle: QPointF = box.center()
            painter.fillRect(QRectF(middle.x() - size / 4, middle.y() - 1, size / 2, 2), theme.text)
        left = scaled(BOX + GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        painter.setPen(theme.text)
        sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, int(sides | Qt.TextFlag.TextHideMnemonic), self.text())
        if self.hasFocus():
            ring = self.fontMetrics().boundingRect(self.text()).width()
            painter.setPen(theme.accent)
            painter.drawLine(left, self.height() - 2, left + ring, self.height() - 2)
