"""The memories that came from one message."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.core.memory import GREATEST_IMPORTANCE, Memory
from inspector.gui.kit.paint import frame
from inspector.gui.kit.text import one_line, tooltip
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.language import _

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROLE = Qt.ItemDataRole
_MOST_SHOWN = 400
_HEIGHT_PX, _PAD_PX = 42, 10


class MemoriesOfMessage(QAbstractListModel):
    """Memories, one a row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memories: Sequence[Memory] = ()

    def show_memories(self, memories: Sequence[Memory]) -> None:
        """Show these."""
        self.beginResetModel()
        self._memories = memories
        self.endResetModel()

    def memory_at(self, row: int) -> Memory:
        """The memory of a row."""
        return self._memories[row]

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._memories)

    @override
    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._memories):
            return None
        memory = self._memories[index.row()]
        summary = one_line(memory.summary, _MOST_SHOWN)
        if role == _ROLE.DisplayRole:
            words = (
                _("Memory {index}, {importance} of 5 stars, secret: {summary}")
                if memory.is_secret
                else _("Memory {index}, {importance} of 5 stars: {summary}")
            )
            return words.format(index=memory.index, importance=memory.importance, summary=summary)
        return tooltip(summary) if role == _ROLE.ToolTipRole else None


class MemoryDelegate(QStyledItemDelegate):
    """Paints number, stars and summary of a memory on two lines."""

    def __init__(self, model: MemoriesOfMessage) -> None:
        super().__init__(model)
        self._model = model
        self.selected: frozenset[int] = frozenset()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme = current_theme()
        memory, location = self._model.memory_at(index.row()), QRect(option.rect)
        chosen = memory.index in self.selected
        if chosen:
            painter.fillRect(location, theme.selection)
            painter.fillRect(location.left(), location.top(), 2, location.height(), theme.accent)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(location, theme.hover)
        pad = scaled(_PAD_PX)
        upper = QRect(
            location.left() + pad, location.top() + scaled(4), location.width(), scaled(16)
        )
        painter.setFont(font(11, tabular=True))
        painter.setPen(theme.text_2)
        x = self._write(painter, upper, _("Memory {index}").format(index=memory.index)) + scaled(8)
        painter.setPen(theme.importance[3])
        x = self._write(painter, upper.adjusted(x, 0, 0, 0), "★" * memory.importance) + x
        painter.setPen(theme.strong_line)
        rest = "☆" * (GREATEST_IMPORTANCE - memory.importance)
        x = self._write(painter, upper.adjusted(x, 0, 0, 0), rest) + x + scaled(8)
        if memory.is_secret:
            painter.setPen(theme.secret)
            self._write(painter, upper.adjusted(x, 0, 0, 0), "secret")
        painter.setFont(font(12))
        painter.setPen(theme.text)
        lower = QRect(
            location.left() + pad, upper.bottom() + 1, location.width() - 2 * pad, scaled(18)
        )
        summary = one_line(memory.summary, _MOST_SHOWN) or _("no summary")
        elide = Qt.TextElideMode.ElideRight
        self._write(
            painter, lower, QFontMetrics(painter.font()).elidedText(summary, elide, lower.width())
        )
        if option.state & QStyle.StateFlag.State_HasFocus:
            frame(painter, location, theme.accent)

    def _write(self, painter: QPainter, where: QRect, words: str) -> int:
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(where, int(flags), words)
        return QFontMetrics(painter.font()).horizontalAdvance(words)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(scaled(120), scaled(_HEIGHT_PX))


class MemoryList(QListView):
    """Shows memories; a click, Enter or Space chooses one.

    Signals:
        memory_chosen: a memory was chosen (int index).
    """

    memory_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.memories = MemoriesOfMessage(self)
        self.rows = MemoryDelegate(self.memories)
        self.setAccessibleName(_("Memories that came from this message"))
        self.setModel(self.memories)
        self.setItemDelegate(self.rows)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.clicked.connect(self._choose)

    def set_selected(self, memories: Sequence[int]) -> None:
        """Show which of them are selected."""
        self.rows.selected = frozenset(memories)
        self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.memory_chosen.emit(self.memories.memory_at(index.row()).index)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)
