"""The titles of columns, as every header of ours paints them."""

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView

from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled

HEIGHT, ARROW = 24, 8
MARGIN = 4


def draw_title(
    painter: QPainter,
    rect: QRect,
    header: QHeaderView,
    section: int,
    title: str,
    look: PaintContext,
    *,
    right: bool,
) -> None:
    """A column's title, with the direction of the sort where it is sorted by."""
    theme = current_theme()
    painter.save()
    painter.fillRect(rect, theme.alt)
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
    is_sorted = header.sortIndicatorSection() == section and bool(title)
    painter.setFont(look.font(11))
    painter.setPen(theme.text if is_sorted else theme.text_2)
    inside = rect.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), 0)
    arrow = scaled(ARROW + 4) if is_sorted else 0
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, inside.width() - arrow)
    width = metrics.horizontalAdvance(shown)
    left = inside.right() - width - arrow + 1 if right else inside.left()
    where = QRect(left, rect.top(), width + 1, rect.height())
    sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(where, int(sides), shown)
    if is_sorted:
        centre = QPointF(left + width + arrow - scaled(ARROW) / 2, rect.center().y())
        up = header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        draw_triangle(painter, centre, scaled(ARROW) - 1, painter.pen().color(), up=up)
    painter.restore()
