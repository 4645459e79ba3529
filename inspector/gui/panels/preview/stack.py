"""The stack: what the next request consists of, message by message, boxes around what is joined."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.kind_colours import colours_of
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.preview.stack_rows import Edge, StackRow
from inspector.gui.tables.cells import LEFT, RIGHT, draw_line
from inspector.gui.tables.row_list import Index, RowList
from inspector.language import _, numeral

_ROW_PX, _NUMBER, _STRIPE_PX, _TOKENS, _GAP_PX = 21, 42, 5, 46, 6
_RADIUS = 4
_FEWEST_ROWS = 4
_OF_ROW = Qt.ItemDataRole.UserRole


class StackModel(RowList[StackRow]):
    """The rows of the stack."""

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        has_slot = index.isValid() and self.rows[index.row()].keys
        return super().flags(index) if has_slot else Qt.ItemFlag.ItemIsEnabled

    @override
    def words(self, row: StackRow) -> str:
        return row.spoken

    @override
    def tip(self, row: StackRow) -> str:
        return f"{row.spoken}. {_('A click shows its text.')}" if row.keys else f"{row.spoken}."


class _StackDelegate(QStyledItemDelegate):
    """Paints the rows."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(120), row_height())

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme = index.data(_OF_ROW), current_theme()
        if not isinstance(row, StackRow):
            return
        rect = QRect(option.rect)
        is_chosen = bool(option.state.value & QStyle.StateFlag.State_Selected.value)
        left = rect.left() + scaled(_NUMBER)
        body = QRect(left, rect.top(), rect.right() - left - scaled(_GAP_PX), rect.height())
        painter.save()
        painter.setClipRect(rect)
        if row.edge:
            _paint_box(painter, body, row.edge)
        if is_chosen:
            painter.fillRect(body.adjusted(1, 1, -1, -1), theme.selection)
        quiet = theme.text_2 if row.edge == "foot" or not row.number or is_chosen else theme.text
        colour = theme.text_3 if row.is_lost and not is_chosen else quiet
        if row.keys and not row.is_lost:
            colour = theme.text
        painter.setFont(font(11, tabular=True))
        number = QRect(rect.left(), rect.top(), scaled(_NUMBER - _GAP_PX), rect.height())
        draw_line(painter, number, row.number, theme.text_2, RIGHT)
        if row.edge != "foot" and not row.is_lost:
            stripe = colours_of(row.kind, theme).stripe
            height = body.height() - 4
            painter.fillRect(body.left() + 2, body.top() + 2, scaled(_STRIPE_PX), height, stripe)
        tokens = body.adjusted(body.width() - scaled(_TOKENS), 0, -scaled(_GAP_PX), 0)
        if row.tokens is not None:
            draw_line(painter, tokens, numeral(row.tokens), theme.text_2, RIGHT)
        is_small = row.edge == "foot" or row.is_lost
        painter.setFont(font(11 if is_small else 12, bold=is_chosen))
        start = body.left() + scaled(_STRIPE_PX + 8)
        cost = "" if row.tokens is None else numeral(row.tokens)
        written = QFontMetrics(font(11, tabular=True)).horizontalAdvance(cost)
        end = tokens.right() - written - scaled(_GAP_PX) if cost else body.right()
        name = QRect(start, body.top(), max(end - start, 0), body.height())
        draw_line(painter, name, row.name, colour, LEFT)
        if is_chosen:
            painter.fillRect(body.left(), body.top(), scaled(2), body.height(), theme.accent)
        painter.restore()


def _paint_box(painter: QPainter, body: QRect, edge: Edge) -> None:
    """The part of a box that one row has; the painter is clipped to the row."""
    theme, beyond = current_theme(), scaled(_RADIUS * 3)
    top = 0 if edge == "first" else -beyond
    bottom = -1 if edge == "foot" else beyond
    painter.setPen(QPen(theme.control_border, 1))
    if edge == "foot":
        painter.fillRect(body, theme.alt)
    painter.drawRoundedRect(body.adjusted(0, top, 0, bottom), scaled(_RADIUS), scaled(_RADIUS))


def row_height() -> int:
    """Of every row, in pixels."""
    return max(scaled(_ROW_PX), QFontMetrics(font(12)).height() + 4)


class Stack(Themed, QListView):
    """Shows the stack; rows of slots can be chosen.

    Signals:
        slot_chosen: a slot's row was chosen (its key).
    """

    slot_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = StackModel(self)
        self._is_leading = False
        self._room = 0
        self._is_filling = False
        self.setModel(self._model)
        self.setItemDelegate(_StackDelegate(self))
        self.setAccessibleName(_("Messages of the next request"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.selectionModel().currentChanged.connect(self._choose)

    @override
    def restyle(self) -> None:
        self.viewport().update()

    @property
    def rows(self) -> Sequence[StackRow]:
        """What is shown, from the top."""
        return self._model.rows

    def show_rows(self, rows: Sequence[StackRow], key: str | None) -> None:
        """Show these rows, those of a slot being chosen."""
        self._is_leading = True
        if rows != self._model.rows:
            self._model.show_rows(rows)
            self.updateGeometry()
        location = next((at for at, row in enumerate(rows) if key in row.keys), None)
        if location is None:
            self.selectionModel().clear()
        else:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self._model.index(location), flags)
            self.scrollTo(self._model.index(location))
        self._is_leading = False

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(224), self._height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(160), self._height())

    def set_room(self, pixels: int) -> None:
        """Say how high it may be; it shows a few rows at least."""
        if pixels != self._room:
            self._room = pixels
            self.updateGeometry()

    def set_filling(self, *, filling: bool) -> None:
        """Take all the height there is, or no more than `set_room` says."""
        self._is_filling = filling
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Expanding if filling else policy.Fixed)
        self.updateGeometry()

    def _height(self) -> int:
        if self._is_filling:
            return _FEWEST_ROWS * row_height()
        most = max(self._room // row_height(), _FEWEST_ROWS)
        return min(len(self.rows), most) * row_height() + 2

    def _choose(self, current: QModelIndex) -> None:
        row = current.data(_OF_ROW) if current.isValid() else None
        if isinstance(row, StackRow) and row.keys and not self._is_leading:
            self.slot_chosen.emit(row.keys[0])
