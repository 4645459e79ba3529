"""The queue as rows: number, stars, what is decided or found, and the words below."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_star
from inspector.gui.kit.paint import frame
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.tables.cells import LEFT, RIGHT, draw_line
from inspector.gui.tables.row_list import Index, RowList
from inspector.language import _

_STARS, _STAR = 5, 11
_NUMBER, _MARGIN_PX = 34, 10
_OF_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A memory of the queue.

    Attributes:
        memory: its index.
        importance: its stars.
        state: what was decided about it or found against it, in a word or two.
        words: its summary, or the draft.
        is_kept: whether a draft is kept.
        is_marked: whether the state is a finding.
    """

    memory: int
    importance: int
    state: str
    words: str
    is_kept: bool = False
    is_marked: bool = False

    @property
    def spoken(self) -> str:
        """The row in words."""
        return _("{memory}, importance {importance}, {state}: {words}").format(
            memory=self.memory, importance=self.importance, state=self.state, words=self.words
        )


class _Rows(RowList[QueueRow]):
    @override
    def words(self, row: QueueRow) -> str:
        return row.spoken

    @override
    def tip(self, row: QueueRow) -> str:
        return row.words


class _QueueDelegate(QStyledItemDelegate):
    """Paints a row in two lines."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(120), 2 * _line_height() + scaled(8))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme = index.data(_OF_ROW), current_theme()
        if not isinstance(row, QueueRow):
            return
        rect = QRect(option.rect)
        is_chosen = bool(option.state.value & QStyle.StateFlag.State_Selected.value)
        painter.save()
        painter.setClipRect(rect)
        if is_chosen:
            painter.fillRect(rect, theme.selection)
            painter.fillRect(rect.left(), rect.top(), scaled(2), rect.height(), theme.accent)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        inner = rect.adjusted(scaled(_MARGIN_PX), scaled(4), -scaled(_MARGIN_PX), -scaled(4))
        upper = QRect(inner.left(), inner.top(), inner.width(), _line_height())
        number = QRect(upper.left(), upper.top(), scaled(_NUMBER - 8), upper.height())
        painter.setFont(font(12, tabular=True))
        draw_line(painter, number, str(row.memory), theme.text_2, RIGHT)
        left = upper.left() + scaled(_NUMBER)
        for location in range(_STARS):
            at = QPointF(
                left + location * scaled(_STAR + 1), upper.center().y() - scaled(_STAR) / 2
            )
            is_full = location < row.importance
            colour = theme.importance[max(row.importance, 1) - 1] if is_full else theme.text_3
            draw_star(painter, at, scaled(_STAR), colour, full=is_full)
        state = upper.adjusted(scaled(_NUMBER) + _STARS * scaled(_STAR + 1) + scaled(6), 0, 0, 0)
        wording = (
            theme.verdict_in if row.is_kept else theme.warning if row.is_marked else theme.text_2
        )
        painter.setFont(font(11, bold=row.is_kept, tabular=True))
        draw_line(painter, state, row.state, wording, RIGHT)
        painter.setFont(font(11))
        quiet = theme.text if is_chosen else theme.text_2
        draw_line(painter, upper.translated(0, _line_height()), row.words, quiet, LEFT)
        if option.state.value & QStyle.StateFlag.State_HasFocus.value:
            frame(painter, rect, theme.accent)
        painter.restore()


def _line_height() -> int:
    return max(scaled(16), QFontMetrics(font(12)).height())


class QueueList(Themed, QListView):
    """Shows a queue.

    Signals:
        row_chosen: a person went to another row (its number).
        row_activated: Enter or a double click: it shall be worded.
    """

    row_chosen = Signal(int)
    row_activated = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Rows(self)
        self._is_leading = False
        self.setModel(self._model)
        self.setItemDelegate(_QueueDelegate(self))
        self.setAccessibleName(_("Summaries to rewrite"))
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(scaled(150))
        self.selectionModel().currentChanged.connect(self._choose)
        self.activated.connect(self._activate)

    @override
    def restyle(self) -> None:
        self.viewport().update()

    @property
    def rows(self) -> Sequence[QueueRow]:
        """What is shown, from the top."""
        return self._model.rows

    def go_to(self, number: int) -> None:
        """Go to a row as a person would."""
        self.setCurrentIndex(self._model.index(number))

    def show_rows(self, rows: Sequence[QueueRow], current: int | None) -> None:
        """Show these rows.

        Args:
            rows: in order.
            current: the memory that is worded.
        """
        self._is_leading = True
        if rows != self._model.rows:
            self._model.show_rows(rows)
        location = next((at for at, row in enumerate(rows) if row.memory == current), None)
        if location is not None:
            index = self._model.index(location)
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)
        self._is_leading = False

    def _activate(self, _index: QModelIndex) -> None:
        self.row_activated.emit()

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_leading:
            self.row_chosen.emit(current.row())
