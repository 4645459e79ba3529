"""The table of a part's rows."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QDoubleSpinBox, QMenu, QWidget
from typing_extensions import override

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.context.part_row import PartRow
from inspector.gui.panels.context.rows_model import RowsModel
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.model import Index
from inspector.gui.tables.view import Table
from inspector.language import _, ngettext


@dataclass(frozen=True)
class RowActs:
    """What a table does with its rows.

    Attributes:
        open: shows what a row stands for.
        edit: lets a person set the score of a row.
        unpin: takes back the score that is set by hand under a name.
    """

    open: Callable[[int], None]
    edit: Callable[[int], None]
    unpin: Callable[[str], None]


def row_menu(parent: QWidget, model: RowsModel, row: int, acts: RowActs) -> QMenu:
    """The menu of one row."""
    menu = QMenu(parent)
    listed = model.listed(row)
    show = _("Show the message") if listed.row.message is not None else _("Show it")
    menu.addAction(show).triggered.connect(lambda: acts.open(row))
    if listed.item is not None:
        menu.addAction(_("Set the score… (F2)")).triggered.connect(lambda: acts.edit(row))
        name = model.pin_of(row)
        every = () if model.page is None else tuple(model.page.displayed.pinned)
        _add_unpin(menu, _("Unpin the score"), () if name is None else (name,), acts)
        _add_unpin(
            menu,
            _unpin_all(len(every)),
            every,
            acts,
        )
    copy = menu.addAction(_("Copy the id"))
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(listed.row.id))
    return menu


def _unpin_all(count: int) -> str:
    if not count:
        return _("Unpin all")
    return ngettext("Unpin the {n:,} score", "Unpin all {n:,} scores", count).format(n=count)


def _add_unpin(menu: QMenu, words: str, names: tuple[str, ...], acts: RowActs) -> None:
    action = menu.addAction(words)
    action.setEnabled(bool(names))

    def unpin() -> None:
        for name in names:
            acts.unpin(name)

    action.triggered.connect(unpin)


_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNPINNING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class RowsTable(Table[PartRow]):
    """Shows rows; scores can be set by hand.

    Signals:
        activated_row: a row was opened, by Enter or double-click (its number).
        chosen_row: a person made a row the current one, or clicked on it (its number).
        unpin_requested: a score set by hand is taken back (its name).
    """

    activated_row = Signal(int)
    chosen_row = Signal(int)
    unpin_requested = Signal(str)

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Rows of the part"), "context_rows", parent)
        self._rows = model
        self.cells.paint_over = self._frame_change
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._double_click)
        self.clicked.connect(self._click)

    @override
    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        editor = QDoubleSpinBox(parent)
        editor.setRange(0, 1)
        editor.setDecimals(3)
        editor.setSingleStep(0.05)
        editor.setFrame(False)
        editor.setAccessibleName(_("Score from 0 to 1"))
        return editor

    def _frame_change(self, cell: Cell[PartRow]) -> None:
        """A dashed frame around neighbours that change together."""
        if not cell.row.is_changed:
            return
        painter, rect = cell.painter, cell.rect
        painter.setPen(what_if_pen(current_theme().accent))
        if not self._rows.is_changed(cell.number - 1):
            painter.drawLine(rect.topLeft(), rect.topRight())
        if not self._rows.is_changed(cell.number + 1):
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if cell.column == 0:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        if cell.column == len(self._rows.columns) - 1:
            painter.drawLine(rect.topRight(), rect.bottomRight())

    def current_message(self) -> int | None:
        """The message of the current row; None for what is none."""
        row = self.currentIndex().row()
        return self._rows.listed(row).row.message if 0 <= row < self._rows.rowCount() else None

    def go_to_row(self, row: int) -> None:
        """Make a row the current one and scroll to it, without saying that a person chose it."""
        self.show_current(row)
        self.scrollTo(self.currentIndex())

    @override
    def currentChanged(self, current: object, previous: object) -> None:
        super().currentChanged(current, previous)  # pyright: ignore[reportArgumentType]
        index = self.currentIndex()
        if not self.is_leading and index.isValid():
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
        name = self._rows.pin_of(row)
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
