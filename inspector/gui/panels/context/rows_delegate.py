"""Paints the rows: what is left out steps back, what a what-if changes has a dashed frame."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from typing_extensions import override

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.context.cells import CellPainter
from inspector.gui.panels.context.rows_model import RowsModel
from inspector.gui.panels.context.score_editing import ScoreEditing

MARGIN, ROW = 6, 24


class RowsDelegate(ScoreEditing):
    """Paints every cell.

    Attributes:
        hovered: the row under the pointer, -1 for none.
    """

    def __init__(self, model: RowsModel, look: PaintContext) -> None:
        super().__init__(model)
        self._model = model
        self._look = look
        self.hovered = -1

    @property
    def _theme(self) -> Theme:
        return current_theme()

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = current_theme()
        page = self._model.page
        if page is None:
            return
        listed, column = self._model.listed(index.row()), self._model.columns[index.column()]
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        rect = QRect(option.rect)
        if selected:
            painter.fillRect(rect, theme.selection)
        elif index.row() == self.hovered:
            painter.fillRect(rect, theme.hover)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        if selected and index.column() == 0:
            painter.fillRect(rect.left(), rect.top(), 2, rect.height() - 1, theme.accent)
        inside = rect.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), -1)
        faint = theme.text_2 if selected else theme.text_3
        painter.save()
        painter.setClipRect(rect)
        CellPainter(painter, self._model, self._look).draw(inside, listed, column, page, faint)
        if self._model.is_changed(index.row()):
            self._frame_change(painter, rect, index.row(), index.column())
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(rect.adjusted(0, 0, -1, -2))

    def _frame_change(self, painter: QPainter, rect: QRect, row: int, column: int) -> None:
        """A dashed frame around neighbours that change together."""
        painter.setPen(what_if_pen(current_theme().accent))
        bottom = rect.bottom() - 1
        if not self._model.is_changed(row - 1):
            painter.drawLine(rect.left(), rect.top(), rect.right(), rect.top())
        if not self._model.is_changed(row + 1):
            painter.drawLine(rect.left(), bottom, rect.right(), bottom)
        if column == 0:
            painter.drawLine(rect.left(), rect.top(), rect.left(), rect.bottom())
        if column == len(self._model.columns) - 1:
            painter.drawLine(rect.right(), rect.top(), rect.right(), rect.bottom())

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(scaled(60), scaled(ROW))
