"""The first cell: the bucket as stripe and letter, and the memory's number."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from typing_extensions import override

from inspector.gui.kit.memory_words import BUCKET_NAMES
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.cells.base import Cell, CellDelegate
from inspector.gui.tables.drawing import draw_line


class StripeDelegate(CellDelegate):
    """Paints the accent bar of a selected row, the bucket's stripe and letter, the number."""

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        theme = current_theme()
        place = cell.place
        if cell.selected:
            painter.fillRect(place.left(), place.top(), 2, place.height() + 1, theme.accent)
        bucket = cell.verdict.bucket if cell.verdict else None
        if bucket is not None:
            colours = theme.bucket(bucket)
            stripe = QRect(place.left() + 4, place.top() + 2, scaled(4), place.height() - 4)
            painter.fillRect(stripe, colours.strong)
            painter.setFont(self.look.font(9.5, bold=True))
            letter = QRect(stripe.right() + 1, place.top(), scaled(14), place.height())
            painter.setPen(colours.text)
            centred = Qt.AlignmentFlag.AlignCenter
            painter.drawText(letter, int(centred), BUCKET_NAMES[bucket][0])
        painter.setFont(self.look.font(tabular=True))
        number = place.adjusted(scaled(22), 0, -scaled(6), 0)
        right = Qt.AlignmentFlag.AlignRight
        draw_line(painter, number, str(cell.memory.index), self.faint(cell), right)
