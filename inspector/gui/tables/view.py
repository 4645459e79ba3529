"""A table of values that is read and chosen from."""

from typing import Generic

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.sizes import MARGIN, ROW, TWO_LINES
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.tables.cell_editor import CellEditor, Ending
from inspector.gui.tables.cells import Row
from inspector.gui.tables.delegate import CellDelegate
from inspector.gui.tables.header import Header
from inspector.gui.tables.model import Index, TableModel
from inspector.gui.tables.text_editor import TextCellEditor

_LEAST_HEIGHT_PX = 72
_FLAG = QItemSelectionModel.SelectionFlag


class Table(Themed, QTableView, Generic[Row]):
    """Shows the rows of a model under its columns; whole rows are selected.

    Args:
        model: what is shown.
        name: what a screen reader calls the table.
        layout: under which name the columns' layout is kept; empty where it is not.
        margin: at both sides of a cell, in the visual language's pixels.
        parent: the widget that it stands in.

    Attributes:
        context: what cells are painted with.
        header: the columns' titles and layout.
        cells: paints and edits the cells.

    Signals:
        row_hovered: the pointer is over another row (its number; -1 for none).
    """

    row_hovered = Signal(int)

    def __init__(
        self,
        model: TableModel[Row],
        name: str,
        layout: str = "",
        parent: QWidget | None = None,
        *,
        margin: int = MARGIN,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._is_leading = False
        self._hovered = -1
        self.context = PaintContext()
        self.cells = CellDelegate(model, self.context, margin, self.make_editor, self)
        self.header = self.make_header(model, margin, layout)
        self.cells.leading = lambda: self.header.first
        self.setHorizontalHeader(self.header)
        self.setModel(model)
        self.setItemDelegate(self.cells)
        self.setAccessibleName(name)
        self._set_up()
        self.row_hovered.connect(self.mark_hovered)
        self.header.sectionMoved.connect(self.viewport().update)
        self.header.lines_changed.connect(self.restyle)
        model.modelAboutToBeReset.connect(lambda: self.finish_editing(keep=True))
        model.modelReset.connect(self.header.arrange)
        self.restyle()

    def make_header(self, model: TableModel[Row], margin: int, layout: str) -> Header:
        """The header; children may have one that paints more."""
        return Header(model, self.context, margin, layout, self)

    def make_editor(self, parent: QWidget, index: Index) -> QWidget | None:
        """The editor of a cell; None for Qt's own, of a number."""
        value = self._model.data(index, Qt.ItemDataRole.EditRole)
        if isinstance(value, str):
            return TextCellEditor(self.context, parent, counts_words=False)
        return None

    def finish_editing(self, *, keep: bool) -> None:
        """Close an open editor of a cell.

        Args:
            keep: whether to ask for what is typed in it.
        """
        for editor in self.findChildren(CellEditor):
            editor.end(Ending.LEFT if keep else Ending.REVERTED)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        self.cells.let_go(editor)
        super().closeEditor(editor, hint)

    @override
    def restyle(self) -> None:
        self.context.forget_fonts()
        rows, height = self.verticalHeader(), ROW if self.header.lines == 1 else TWO_LINES
        self.context.lines = self.header.lines
        rows.setMinimumSectionSize(scaled(height))
        rows.setDefaultSectionSize(scaled(height))
        self.header.arrange()
        self.header.viewport().update()
        self.viewport().update()

    def mark_hovered(self, row: int) -> None:
        """Let a row stand out as if the pointer were over it; -1 for none."""
        before, self.context.hovered = self.context.hovered, row
        if before != row:
            self.redraw_row(before)
            self.redraw_row(row)

    def redraw_row(self, row: int) -> None:
        """Paint a row again."""
        if row >= 0:
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self.viewport().update(QRect(0, top, self.viewport().width(), height))

    def go_to(self, index: QModelIndex) -> None:
        """Make a cell the current one, keeping a selection that its row is part of."""
        model = self.selectionModel()
        kept = _FLAG.NoUpdate if model.isSelected(index) else _FLAG.ClearAndSelect | _FLAG.Rows
        model.setCurrentIndex(index, kept)

    @property
    def is_leading(self) -> bool:
        """Whether the program, and not a person, makes a row the current one right now."""
        return self._is_leading

    def show_current(self, row: int | None, column: int | None = None) -> None:
        """Make a row the current one, without saying that a person chose it.

        Args:
            row: its number; None for no row.
            column: in which the keys are; None for where they are already.
        """
        location = self.visible_column if column is None else column
        index = QModelIndex() if row is None else self._model.index(row, location)
        self._is_leading = True
        self.setCurrentIndex(index)
        if row is None:
            self.clearSelection()
        self._is_leading = False

    @property
    def visible_column(self) -> int:
        """The current column, else the first; Qt scrolls to no cell of a hidden one."""
        current = self.currentIndex().column()
        is_usable = current >= 0 and not self.isColumnHidden(current)
        return current if is_usable else max(self.header.first, 0)

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setMinimumHeight(scaled(_LEAST_HEIGHT_PX))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        trigger = QAbstractItemView.EditTrigger
        edits = any(column.edit is not None for column in self._model.columns)
        both = trigger.DoubleClicked | trigger.EditKeyPressed
        self.setEditTriggers(both if edits else trigger.NoEditTriggers)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.hover(self.indexAt(event.position().toPoint()).row())

    def hover(self, row: int) -> None:
        """Say over which row the pointer is; -1 for none."""
        if row != self._hovered:
            self._hovered = row
            self.row_hovered.emit(row)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hover(-1)
        return bool(super().viewportEvent(event))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.fit()
