"""A table whose cells are edited in place."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import scaled
from inspector.gui.tables.cell_editor import CellEditor, Ending
from inspector.gui.tables.plain_rows import set_up_plain_rows
from inspector.gui.tables.rows import RowOrder

ROW_HEIGHT = 24


class EditingTable(QTableView):
    """Keeps its own keys from shortcuts, and goes on to the next cell after an editor."""

    def __init__(
        self,
        rows: RowOrder[Any],
        deed_of: Callable[[QKeyEvent], object | None],
        parent: QWidget | None = None,
    ) -> None:
        """Start without a model.

        Args:
            rows: which items the rows show.
            deed_of: what a key asks for; None if it is none of this table's.
            parent: the widget that it stands in.
        """
        super().__init__(parent)
        self._shown_rows = rows
        self._action_of = deed_of

    def finish_editing(self, *, keep: bool) -> None:
        """Close an open editor of a cell.

        Args:
            keep: whether to ask for what is typed in it.
        """
        for editor in self.findChildren(CellEditor):
            editor.end(Ending.LEFT if keep else Ending.REVERTED)

    def redraw(self, place: int | None) -> None:
        """Paint an item's row again."""
        row = None if place is None else self._shown_rows.row_of(place)
        if row is not None:
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self.viewport().update(QRect(0, top, self.viewport().width(), height))

    def go_to(self, index: QModelIndex) -> None:
        """Make a cell the current one, keeping a selection that its row is part of."""
        model = self.selectionModel()
        flag = model.SelectionFlag
        kept = flag.NoUpdate if model.isSelected(index) else flag.ClearAndSelect | flag.Rows
        model.setCurrentIndex(index, kept)

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._action_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        hints = QAbstractItemDelegate.EndEditHint
        super().closeEditor(editor, hints.NoHint)
        if hint == hints.SubmitModelCache:
            self._step(QAbstractItemView.CursorAction.MoveDown)
        elif hint == hints.EditNextItem:
            self._step(QAbstractItemView.CursorAction.MoveRight)

    def _step(self, action: QAbstractItemView.CursorAction) -> None:
        index = self.moveCursor(action, Qt.KeyboardModifier.NoModifier)
        if index.isValid():
            self.go_to(index)

    def set_up_rows(self) -> None:
        """Rows of one height, all of one selected, no grid; no key but ours opens an editor."""
        set_up_plain_rows(self)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(rows.ResizeMode.Fixed)
        rows.setMinimumSectionSize(scaled(ROW_HEIGHT))
        rows.setDefaultSectionSize(scaled(ROW_HEIGHT))
