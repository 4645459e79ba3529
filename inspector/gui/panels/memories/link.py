"""Keeps the table's selected rows and the window's one selection in step."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject
from PySide6.QtWidgets import QAbstractItemView

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.columns import Place
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.state.selection import Selection
from inspector.gui.tables.rows import blocks


class SelectionLink(QObject):
    """Follows the table with the `Selection`, and the `Selection` with the table."""

    def __init__(
        self, table: MemoryTable, model: MemoryModel, look: PaintContext, selection: Selection
    ) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._look = look
        self._selection = selection
        self._showing = False
        chosen = table.selectionModel()
        chosen.selectionChanged.connect(self._take_rows)
        chosen.currentRowChanged.connect(self._take_rows)
        # A click on what is selected already makes it the newest again.
        table.clicked.connect(self._take_rows)
        selection.memories_changed.connect(self.show_selection)
        selection.hovered_changed.connect(self._show_hovered)
        table.hovered.connect(selection.hover)
        model.arranged.connect(self.show_selection)

    def show_selection(self) -> None:
        """Select the rows of the selected memories, and scroll to the current one."""
        if self._showing:
            return
        self._showing = True
        found = (self._model.rows.row_of(memory) for memory in self._selection.memories)
        ranges = QItemSelection()
        for first, last in blocks(row for row in found if row is not None):
            ranges.select(self._model.index(first, 0), self._model.index(last, len(Place) - 1))
        chosen = self._table.selectionModel()
        flags = QItemSelectionModel.SelectionFlag
        chosen.select(ranges, flags.ClearAndSelect)
        current = self._selection.current
        row = None if current is None else self._model.rows.row_of(current)
        if row is not None:
            column = max(self._table.currentIndex().column(), 0)
            index = self._model.index(row, column or Place.SUMMARY)
            chosen.setCurrentIndex(index, flags.NoUpdate)
            self._table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self._showing = False

    def _take_rows(self) -> None:
        if self._showing:
            return
        rows = self._model.rows
        chosen = self._table.selectionModel()
        selected = chosen.selection()
        runs = (selected.at(place) for place in range(selected.size()))
        memories = [rows[row] for run in runs for row in range(run.top(), run.bottom() + 1)]
        current = chosen.currentIndex()
        is_chosen = current.isValid() and chosen.isSelected(current)
        self._showing = True
        self._selection.select(memories, rows[current.row()] if is_chosen else None)
        self._showing = False

    def _show_hovered(self, memory: int | None) -> None:
        before, self._look.hovered = self._look.hovered, memory
        self._table.redraw(before)
        self._table.redraw(memory)
