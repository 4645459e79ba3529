"""Paints the rows: what is looked for stands out, what comes after the moment steps back."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from inspector.gui.kit.sizes import MARGIN, ROW
from inspector.gui.kit.text_view import hit_format
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.messages.columns import COLUMNS, Place
from inspector.gui.panels.messages.model import MessagesModel, Row
from inspector.gui.panels.messages.recap_words import state_colour
from inspector.gui.panels.messages.searching import spans

_BAR, _TICK, _TICK_AT = 2, 3, 5


class RowDelegate(QStyledItemDelegate):
    """Paints every cell of the table.

    Attributes:
        theme: the colours.
        hovered: the row under the pointer, -1 for none.
    """

    def __init__(self, model: MessagesModel) -> None:
        super().__init__(model)
        self._model = model
        self.hovered = -1
        self._fonts: dict[tuple[bool, bool], QFont] = {}

    def forget_fonts(self) -> None:
        """Make the fonts anew: the application's font is another one."""
        self._fonts.clear()

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = current_theme()
        row, place = self._model.row_at(index.row()), Place(index.column())
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        cell = QRect(option.rect)
        if selected:
            painter.fillRect(cell, theme.selection)
        elif index.row() == self.hovered:
            painter.fillRect(cell, theme.hover)
        elif self._model.is_later(row.index):
            painter.fillRect(cell, theme.window)
        painter.fillRect(cell.left(), cell.bottom(), cell.width(), 1, theme.line)
        if place is Place.NUMBER:
            self._paint_marks(painter, cell, row, selected=selected)
        inside = cell.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), -1)
        self._paint_text(painter, inside, row, place, selected=selected)
        self._paint_moment(painter, cell, row, place)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(cell.adjusted(0, 0, -1, -2))

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(scaled(60), scaled(ROW))

    def _paint_moment(self, painter: QPainter, cell: QRect, row: Row, place: Place) -> None:
        """The line under the last message of the moment: the playhead, lying down."""
        theme = current_theme()
        if row.index != self._model.playhead or row.index + 1 == len(self._model.document.chat):
            return
        painter.fillRect(cell.left(), cell.bottom() - 1, cell.width(), 2, theme.text)
        if place is Place.NUMBER:
            painter.setFont(self._font(bold=True))
            words = f"end {row.index}"
            width = QFontMetrics(painter.font()).horizontalAdvance(words) + scaled(2 * MARGIN)
            flag = QRect(cell.right() - width + 1, cell.top(), width, cell.height() - 1)
            painter.fillRect(flag, theme.text)
            painter.setPen(theme.surface)
            painter.drawText(flag, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_marks(self, painter: QPainter, cell: QRect, row: Row, *, selected: bool) -> None:
        theme = current_theme()
        if selected:
            painter.fillRect(cell.left(), cell.top(), _BAR, cell.height() - 1, theme.accent)
        if self._model.is_marked(row.index):
            left = cell.left() + scaled(_TICK_AT)
            painter.fillRect(left, cell.top(), scaled(_TICK), cell.height(), theme.accent)

    def _paint_text(
        self, painter: QPainter, inside: QRect, row: Row, place: Place, *, selected: bool
    ) -> None:
        words = self._model.text(row, place)
        if not words:
            return
        column = COLUMNS[place]
        painter.setFont(self._font(tabular=column.right or place is Place.DATE))
        painter.setPen(self._ink(row, place, selected=selected))
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inside.width())
        if place in (Place.NAME, Place.TEXT) and self._model.needle:
            hits = spans(shown, self._model.needle)
            if hits:
                self._paint_hits(painter, inside, shown, hits)
                return
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(inside, int(flags), shown)

    def _paint_hits(
        self, painter: QPainter, inside: QRect, shown: str, hits: list[tuple[int, int]]
    ) -> None:
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout = QTextLayout(shown, painter.font())
        layout.setTextOption(option)
        layout.setFormats([self._hit(shown, start, end) for start, end in hits])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(inside.width())
        layout.endLayout()
        top = inside.top() + (inside.height() - line.height()) / 2
        layout.draw(painter, QPointF(inside.left(), top))

    def _hit(self, shown: str, start: int, end: int) -> QTextLayout.FormatRange:
        look = QTextLayout.FormatRange()
        look.start = _units(shown[:start])
        look.length = _units(shown[start:end])
        look.format = hit_format()
        return look

    def _ink(self, row: Row, place: Place, *, selected: bool) -> QColor:
        theme = current_theme()
        faint = theme.text_2 if selected else theme.text_3
        if place is Place.RECAP and (verdict := self._model.recap_of(row.index)) is not None:
            return state_colour(verdict.state, faint)
        if self._model.is_later(row.index) or row.hidden:
            return faint
        return theme.text if place in (Place.NAME, Place.TEXT) else theme.text_2

    def _font(self, *, tabular: bool = False, bold: bool = False) -> QFont:
        if (tabular, bold) not in self._fonts:
            self._fonts[tabular, bold] = font(12, tabular=tabular, bold=bold)
        return self._fonts[tabular, bold]


def _units(text: str) -> int:
    """Length as Qt counts: in UTF-16 units."""
    return len(text) + sum(letter > "\uffff" for letter in text)
