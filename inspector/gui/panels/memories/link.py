"""Keeps the table's selected rows and the window's one selection in step."""

from PySide6.QtCore import QObject

from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.state.selection import Selection
from inspector.gui.tables.selected import SelectedPlaces


class SelectionLink(QObject):
    """Follows the table with the `Selection`, and the `Selection` with the table."""

    def __init__(self, table: MemoryTable, model: MemoryModel, selection: Selection) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._selection = selection
        self._is_selecting = False
        self._selected = SelectedPlaces(
            table, lambda: model.order, lambda: table.currentIndex().column() or Location.SUMMARY
        )
        self._selected.chosen.connect(self._select)
        selection.memories_changed.connect(self.show_selection)
        selection.hovered_changed.connect(self._show_hovered)
        table.row_hovered.connect(self._hover)
        model.arranged.connect(self._follow_rows)

    def show_selection(self) -> None:
        """Select the rows of the selected memories, and scroll to the current one."""
        if not self._is_selecting:
            self._selected.select(self._selection.memories, self._selection.current)

    def _follow_rows(self) -> None:
        self.show_selection()
        self._show_hovered(self._selection.hovered)

    def _select(self) -> None:
        self._is_selecting = True
        self._selection.select(self._selected.places, self._selected.current_if_selected)
        self._is_selecting = False

    def _hover(self, row: int) -> None:
        self._selection.hover(self._model.order[row] if row >= 0 else None)

    def _show_hovered(self, memory: int | None) -> None:
        row = None if memory is None else self._model.order.row_of(memory)
        self._table.mark_hovered(-1 if row is None else row)
