"""The box of a flag, painted as `CheckBox` paints its own."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from inspector.gui.kit.check_box import BOX
from inspector.gui.kit.glyphs import draw_check
from inspector.gui.kit.theme import current_theme, scaled


def draw_box(painter: QPainter, centre: QPointF, *, checked: bool, usable: bool) -> None:
    """A box with or without a check; without a frame where nobody can change it."""
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = scaled(BOX)
    box = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    if usable:
        painter.setPen(QPen(theme.accent if checked else theme.control_border, 1))
        painter.setBrush(theme.accent if checked else theme.surface)
        painter.drawRoundedRect(box, 3, 3)
    if checked:
        ink = theme.on_accent if usable else theme.text_3
        draw_check(painter, box.center(), size * 0.7, ink)
    painter.restore()
