"""Tells which entry or event a person looks at, and follows what is looked at elsewhere."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from inspector.gui.panels.lore.table import LoreTable


class LoreLink(QObject):
    """Between a table and the window's one selection.

    Signals:
        item_chosen: a person made an item the current one, or clicked on it (its place).
    """

    item_chosen = Signal(int)

    def __init__(self, table: LoreTable) -> None:
        super().__init__(table)
        self._table = table
        self._leading = False
        chosen = table.selectionModel()
        chosen.selectionChanged.connect(self._tell)
        chosen.currentRowChanged.connect(self._tell)
        table.clicked.connect(self._tell)

    def show(self, places: Sequence[int], current: int | None) -> None:
        """Select items without saying that a person chose them."""
        self._leading = True
        self._table.chosen.select(tuple(places), current)
        self._leading = False

    def follow(self, place: int) -> None:
        """Show the item that is looked at elsewhere, unless the filter hides it."""
        chosen = self._table.chosen
        if place != chosen.current or place not in chosen.places:
            self.show((place,), place)

    def _tell(self) -> None:
        current = self._table.chosen.current
        if not self._leading and current is not None and current in self._table.chosen.places:
            self.item_chosen.emit(current)
