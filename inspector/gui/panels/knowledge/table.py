"""The matrix itself: cells with sign and word, keys and mouse of a table."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.knowledge.headers import (
    PAD,
    CharacterHeader,
    Corner,
    MemoryHeader,
    paint_sides,
)
from inspector.gui.panels.knowledge.model import KnowledgeModel
from inspector.gui.panels.knowledge.ways import WORDS, colour_of, paint_way
from inspector.gui.tables.plain_rows import set_up_plain_rows

SIGN = 13
LEAST_COLUMN, WIDEST_COLUMN = 88, 160
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Delegate(QStyledItemDelegate):
    """Paints a way."""

    def __init__(self, model: KnowledgeModel, look: PaintContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        look, theme, rect = self._look, current_theme(), option.rect
        way = self._model.way(index.row(), index.column())
        is_view = self._model.characters[index.column()] == look.point_of_view
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = theme.selection if chosen else theme.alt if is_view else theme.surface
        if not chosen and look.hovered == self._model.memories[index.row()]:
            ground = theme.hover
        painter.save()
        painter.fillRect(rect, ground)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        if is_view:
            paint_sides(painter, rect, look)
        size = scaled(SIGN)
        left = rect.left() + scaled(PAD)
        middle = QPointF(left + size / 2, rect.center().y() + 0.5)
        paint_way(painter, middle, size, way)
        painter.setFont(look.font(11.5, bold=False))
        painter.setPen(colour_of(way, chosen=chosen))
        room = rect.adjusted(scaled(PAD) + size + scaled(6), 0, -scaled(2), 0)
        painter.drawText(room, _LEFT, WORDS[way])
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()


class KnowledgeTable(QTableView):
    """Shows the model.

    Signals:
        viewpoint_chosen: a character's header was clicked, or V pressed in its column (name).
        hovered: the pointer is over another memory (index, or None).
        opened: a memory was double-clicked, or Enter pressed on it (its index).
    """

    viewpoint_chosen = Signal(str)
    hovered = Signal(object)
    opened = Signal(int)

    def __init__(
        self, model: KnowledgeModel, look: PaintContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look
        self.setModel(model)
        self.names = CharacterHeader(model, look, self)
        self.rows = MemoryHeader(model, look, self)
        self.setHorizontalHeader(self.names)
        self.setVerticalHeader(self.rows)
        self.corner = Corner(look, self)
        self.setItemDelegate(_Delegate(model, look, self))
        self._set_up()
        self.names.sectionClicked.connect(self._choose)
        self.rows.sectionClicked.connect(self.selectRow)
        self.doubleClicked.connect(self._open)
        model.modelReset.connect(self.fit)

    def _set_up(self) -> None:
        self.setAccessibleName("Who knows what")
        set_up_plain_rows(self)

    def fit(self) -> None:
        """Give every character room for the name and the longest word."""
        metrics = QFontMetrics(self._look.font(11, bold=True))
        for column, name in enumerate(self._model.characters):
            wanted = metrics.horizontalAdvance(name[:60]) + scaled(2 * PAD)
            least, widest = scaled(LEAST_COLUMN), scaled(WIDEST_COLUMN)
            self.setColumnWidth(column, min(max(wanted, least), widest))
        self._share_room()

    def show_character(self, name: str) -> None:
        """Scroll a character's column into sight."""
        if name in self._model.characters:
            column = self._model.characters.index(name)
            start, width = self.columnViewportPosition(column), self.columnWidth(column)
            bar, room = self.horizontalScrollBar(), self.viewport().width()
            if start < 0 or start + width > room:
                bar.setValue(bar.value() + (start if start < 0 else start + width - room))

    def redraw(self, memory: int | None) -> None:
        """Paint a memory's row again."""
        row = None if memory is None else self._model.row_of(memory)
        if row is not None:
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self.viewport().update(0, top, self.viewport().width(), height)
            self.rows.viewport().update(0, top, self.rows.width(), height)

    def _choose(self, column: int) -> None:
        self.viewpoint_chosen.emit(self._model.characters[column])

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self._model.memories[index.row()])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if index.isValid() and plain and event.key() == Qt.Key.Key_V:
            self._choose(index.column())
        elif index.isValid() and plain and event.key() in _OPENING:
            self._open(index)
        else:
            super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        self.hovered.emit(self._model.memories[index.row()] if index.isValid() else None)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        return super().viewportEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        self.rows.take_room(self.width() - bar, self.names.length())
        self.updateGeometries()
        self.corner.setGeometry(0, 0, self.rows.width(), self.names.height())
        self.corner.raise_()
