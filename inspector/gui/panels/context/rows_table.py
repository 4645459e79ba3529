"""The table of a part's rows."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget
from typing_extensions import override

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.rows_delegate import ROW, RowsDelegate
from inspector.gui.panels.context.rows_menu import RowActs, row_menu
from inspector.gui.panels.context.rows_model import RowsModel
from inspector.gui.panels.context.rows_titles import Titles

_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNPINNING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class RowsTable(QTableView):
    """Shows rows; scores can be set by hand.

    Signals:
        activated_row: a row was opened, by Enter or double-click (its number).
        chosen_row: a person made a row the current one, or clicked on it (its number).
        unpin_requested: a score set by hand is taken back (its name).
    """

    activated_row = Signal(int)
    chosen_row = Signal(int)
    unpin_requested = Signal(str)

    def __init__(self, model: RowsModel, look: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._look = look
        self._leading = False
        self.cells = RowsDelegate(model, look)
        self.titles = Titles(model, look, self)
        self.setHorizontalHeader(self.titles)
        self.setModel(model)
        self.setItemDelegate(self.cells)
        self._set_up()
        self.doubleClicked.connect(self._double_click)
        self.clicked.connect(self._click)
        model.modelReset.connect(self._fit)

    def _set_up(self) -> None:
        self.setAccessibleName("Rows of the part")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.dress()

    def dress(self) -> None:
        """Take the sizes of the application's font as it is now."""
        self.verticalHeader().setDefaultSectionSize(scaled(ROW))
        self._fit()
        self.viewport().update()
        self.titles.viewport().update()

    def _fit(self) -> None:
        self.titles.fit(self.viewport().width())

    def current_message(self) -> int | None:
        """The message of the current row; None for what is none."""
        row = self.currentIndex().row()
        return self._rows.listed(row).row.message if 0 <= row < self._rows.rowCount() else None

    def show_current(self, row: int | None) -> None:
        """Make a row the current one, without saying that a person chose it."""
        self._leading = True
        if row is None:
            self.clearSelection()
            self.selectionModel().setCurrentIndex(
                QModelIndex(), QItemSelectionModel.SelectionFlag.NoUpdate
            )
        else:
            index = self._rows.index(row, self._shown_column())
            self.setCurrentIndex(index)
            self.scrollTo(index)
        self._leading = False

    def _shown_column(self) -> int:
        """The current column, else the first; Qt scrolls to no cell of a hidden one."""
        wanted = (self.currentIndex().column(), *range(self._rows.columnCount()))
        shown = (one for one in wanted if one >= 0 and not self.isColumnHidden(one))
        return next(shown, 0)

    @override
    def currentChanged(self, current: object, previous: object) -> None:
        super().currentChanged(current, previous)  # pyright: ignore[reportArgumentType]
        index = self.currentIndex()
        if not self._leading and index.isValid():
            self.chosen_row.emit(index.row())

    def edit_score(self, row: int) -> None:
        """Let a person set the score of a row by hand."""
        column = self._rows.score_column()
        if column is not None and row < self._rows.rowCount():
            index = self._rows.index(row, column)
            self.setCurrentIndex(index)
            self.edit(index)

    def unpin(self, row: int) -> None:
        """Take back the score of a row, if it is set by hand."""
        name = self._rows.pin_of(self._rows.listed(row))
        if name is not None:
            self.unpin_requested.emit(name)

    def _click(self, index: QModelIndex) -> None:
        self.chosen_row.emit(index.row())

    def _double_click(self, index: QModelIndex) -> None:
        if index.column() == self._rows.score_column():
            self.edit(index)
        else:
            self.activated_row.emit(index.row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState or not index.isValid():
            super().keyPressEvent(event)
        elif event.key() in _OPENING:
            self._double_click(index)
        elif event.key() == Qt.Key.Key_F2:
            self.edit_score(index.row())
        elif event.key() in _UNPINNING:
            self.unpin(index.row())
        else:
            super().keyPressEvent(event)

    def menu_for(self, row: int) -> QMenu:
        """What can be done with a row."""
        acts = RowActs(self.activated_row.emit, self.edit_score, self.unpin_requested.emit)
        return row_menu(self, self._rows, row, acts)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
        if index.isValid():
            menu = self.menu_for(index.row())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            below = self.visualRect(index).bottomLeft()
            is_keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
            at = self.viewport().mapToGlobal(below) if is_keyboard else event.globalPos()
            menu.popup(at)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self.cells.hovered:
            self.cells.hovered = row
            self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
