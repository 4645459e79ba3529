"""Which entries or events are selected in a table, by their places in the file."""

from PySide6.QtCore import QItemSelection
from PySide6.QtWidgets import QTableView

from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.tables.rows import blocks


class Chosen:
    """The selection of a table, whatever its order and filter."""

    def __init__(self, table: QTableView, model: LoreModel) -> None:
        self._table = table
        self._model = model

    @property
    def places(self) -> tuple[int, ...]:
        """The selected items, in file order."""
        # `selectedRows` asks for the flags of every cell.
        selection = self._table.selectionModel().selection()
        runs = (selection.at(place) for place in range(selection.size()))
        rows = {row for run in runs for row in range(run.top(), run.bottom() + 1)}
        return tuple(sorted(self._model.rows[row] for row in rows))

    @property
    def current(self) -> int | None:
        """The item that has the keys."""
        index = self._table.currentIndex()
        return self._model.rows[index.row()] if index.isValid() else None

    def select(self, places: tuple[int, ...], current: int | None = None) -> None:
        """Select items; what the filter hides is left out."""
        found = [self._model.rows.row_of(place) for place in places]
        rows = [row for row in found if row is not None]
        model = self._table.selectionModel()
        flags = model.SelectionFlag
        ranges = QItemSelection()
        last = len(self._model.columns) - 1
        for top, bottom in blocks(rows):
            ranges.select(self._model.index(top, 0), self._model.index(bottom, last))
        model.select(ranges, flags.ClearAndSelect)
        first = None if current is None else self._model.rows.row_of(current)
        if first is None and rows:
            first = rows[0]
        if first is not None:
            index = self._model.index(first, max(0, self._table.currentIndex().column()))
            model.setCurrentIndex(index, flags.NoUpdate)
            self._table.scrollTo(index)
