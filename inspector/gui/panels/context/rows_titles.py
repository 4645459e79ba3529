"""The header of the table of rows."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.context.columns import ALWAYS, Column
from inspector.gui.panels.context.rows_delegate import MARGIN, ROW
from inspector.gui.panels.context.rows_model import RowsModel

_ARROW = 8
_LEAST_WHAT = 150


class Titles(QHeaderView):
    """The header: titles with the direction of the sort; columns go where room is short."""

    def __init__(self, model: RowsModel, look: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self._look = look
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(scaled(24))
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def fit(self, width: int) -> None:
        """Leave out the least needed columns where what a row is would have no room."""
        columns = self._model.columns
        if self.count() != len(columns):
            return
        widths = [self._width_of(column) for column in columns]
        hidden: set[int] = set()
        for place in sorted(range(len(columns)), key=lambda one: columns[one].need):
            taken = sum(one for at, one in enumerate(widths) if at not in hidden)
            if width - taken < scaled(_LEAST_WHAT) and columns[place].need < ALWAYS:
                hidden.add(place)
        room = width - sum(one for at, one in enumerate(widths) if at not in hidden)
        for place, wanted in enumerate(widths):
            self.setSectionHidden(place, place in hidden)
            if place not in hidden:
                self.resizeSection(place, wanted or max(room, scaled(60)))

    def _width_of(self, column: Column) -> int:
        if not column.widest:
            return 0
        title = QFontMetrics(self._look.font(11)).horizontalAdvance(column.title) + scaled(_ARROW)
        cell = QFontMetrics(self._look.font(12, tabular=True)).horizontalAdvance(column.widest)
        return max(title, cell) + scaled(2 * MARGIN + 4)

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(ROW))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, column = current_theme(), self._model.columns[logicalIndex]
        painter.save()
        painter.fillRect(rect, theme.alt)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        is_sorted = self.sortIndicatorSection() == logicalIndex
        painter.setFont(self._look.font(11))
        painter.setPen(theme.text if is_sorted else theme.text_2)
        inside = rect.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), 0)
        arrow = scaled(_ARROW + 4) if is_sorted else 0
        metrics = QFontMetrics(painter.font())
        title = metrics.elidedText(
            column.title, Qt.TextElideMode.ElideRight, inside.width() - arrow
        )
        width = metrics.horizontalAdvance(title)
        left = inside.right() - width - arrow + 1 if column.right else inside.left()
        where = QRect(left, rect.top(), width + 1, rect.height())
        painter.drawText(
            where, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title
        )
        if is_sorted:
            at = QPointF(left + width + arrow - scaled(_ARROW) / 2, rect.center().y())
            up = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            draw_triangle(painter, at, scaled(_ARROW) - 1, painter.pen().color(), up=up)
        painter.restore()
