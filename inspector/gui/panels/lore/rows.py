"""Which entries or events a table shows and in what order, without Qt."""

from collections.abc import Callable

from inspector.core.request import ItemRow
from inspector.gui.panels.lore.columns import Column, searchable
from inspector.gui.panels.lore.verdicts import Item
from inspector.gui.tables.rows import RowOrder


class LoreRows(RowOrder[Item]):
    """The rows of a table as places in the file."""

    def __init__(self) -> None:
        super().__init__(searchable)

    def sort(
        self,
        column: Column | None,
        row_of: Callable[[int], ItemRow | None],
        *,
        descending: bool = False,
    ) -> None:
        """Order by a column; None for the order of the file."""
        if column is None:
            self.sort_by(None)
            return
        key = column.key
        self.sort_by(lambda item: key(item, row_of(item.index)), descending=descending)
