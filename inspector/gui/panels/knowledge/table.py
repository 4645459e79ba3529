"""The matrix itself: keys and mouse of a table."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.panels.knowledge.headers import PAD, CharacterHeader, Corner, MemoryHeader
from inspector.gui.panels.knowledge.model import KnowledgeModel, KnowledgeRow
from inspector.gui.tables.header import Header
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _

_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KnowledgeTable(Table[KnowledgeRow]):
    """Shows the model.

    Signals:
        viewpoint_chosen: a character's header was clicked, or V pressed in its column (name).
        opened: a memory was double-clicked, or Enter pressed on it (its index).
    """

    viewpoint_chosen = Signal(str)
    opened = Signal(int)

    def __init__(self, model: KnowledgeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Who knows what"), "knowledge", parent, margin=PAD)
        self._knowledge = model
        self.rows = MemoryHeader(model, self.context, self)
        self.setVerticalHeader(self.rows)
        self.rows.show()
        self.corner = Corner(self.context, self)
        self.header.sectionClicked.connect(self._choose)
        self.rows.sectionClicked.connect(self.selectRow)
        self.doubleClicked.connect(self._open)
        model.modelReset.connect(self._share_room)

    @override
    def make_header(self, model: TableModel[KnowledgeRow], margin: int, layout: str) -> Header:
        return CharacterHeader(model, self.context, margin, layout, self)

    def show_character(self, name: str) -> None:
        """Scroll a character's column into sight."""
        if name in self._knowledge.characters:
            column = self._knowledge.characters.index(name)
            start, width = self.columnViewportPosition(column), self.columnWidth(column)
            bar, room = self.horizontalScrollBar(), self.viewport().width()
            if start < 0 or start + width > room:
                bar.setValue(bar.value() + (start if start < 0 else start + width - room))

    @override
    def redraw_row(self, row: int) -> None:
        super().redraw_row(row)
        if row >= 0:
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self.rows.viewport().update(0, top, self.rows.width(), height)

    def _choose(self, column: int) -> None:
        self.viewpoint_chosen.emit(self._knowledge.characters[column])

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self._knowledge.memories[index.row()])

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
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        self.rows.take_room(self.width() - bar, self.header.length())
        self.updateGeometries()
        self.corner.setGeometry(0, 0, self.rows.width(), self.header.height())
        self.corner.raise_()
