"""The model of a part's rows: a row is made when it is painted."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.context.columns import PLAIN_COLUMNS, SCORE, columns_of, meaning
from inspector.gui.panels.context.part_row import PartRow
from inspector.gui.panels.context.state import ContextState, Listed
from inspector.gui.state.selection import ItemSubject
from inspector.gui.tables.model import Index, TableModel

_ROLE = Qt.ItemDataRole
_DECIMALS = 3


@dataclass(frozen=True, eq=False)
class Page:
    """The rows of one part.

    Attributes:
        displayed: what they are rows of.
        location: of the part in the map.
        before: what holds while `displayed` is only tried out.
    """

    displayed: ContextState
    location: int
    before: ContextState | None = None

    @property
    def rows(self) -> Sequence[Listed]:
        """All of them."""
        return self.displayed.rows(self.location)


class RowsModel(TableModel[PartRow]):
    """Rows of a page, all of them or those of an order.

    Signals:
        pin_requested: a score is set by hand: the item's key and the score, None to take it back.
    """

    pin_requested = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(PLAIN_COLUMNS, parent)
        self._page: Page | None = None
        self._listed: Sequence[Listed] = ()
        self._order: Sequence[int] | None = None

    @property
    def page(self) -> Page | None:
        """What is shown."""
        return self._page

    @property
    def order(self) -> Sequence[int] | None:
        """Places of the rows that are listed; None for all as they stand."""
        return self._order

    @property
    def total(self) -> int:
        """How many rows there are, listed or not."""
        return len(self._listed)

    def show_page(self, page: Page | None) -> None:
        """Show other rows; an order that was made for as many rows stays until a new one comes."""
        rows: Sequence[Listed] = () if page is None else page.rows
        columns = PLAIN_COLUMNS if page is None else columns_of(page.displayed, page.location)
        if columns is self.columns and len(rows) == len(self._listed) and rows:
            self._page, self._listed = page, rows
            self.refresh_rows(range(self.count))
            return
        self.beginResetModel()
        if len(rows) != len(self._listed):
            self._order = None
        self._page, self._listed, self.columns = page, rows, columns
        self.endResetModel()

    def show_order(self, order: Sequence[int] | None) -> None:
        """List these rows in this order; None lists all as they stand."""
        if order == self._order:
            return
        self.beginResetModel()
        self._order = order
        self.endResetModel()

    def listed(self, row: int) -> Listed:
        """What a row shows."""
        return self._listed[row if self._order is None else self._order[row]]

    def row_of_message(self, message: int) -> int | None:
        """The row of a message, which stands at its own number; None if it is not listed."""
        near = range(max(0, message), min(message + 1, len(self._listed)))
        location = next((one for one in near if self._listed[one].row.message == message), None)
        if location is None or self._order is None:
            return location
        return self._order.index(location) if location in self._order else None

    def row_of_item(self, subject: ItemSubject) -> int | None:
        """The row of an item; None if it is not listed."""
        page = self._page
        if page is None or not page.displayed.holds_items(page.location):
            return None
        location = page.displayed.place_of_item(subject)
        if location is None or self._order is None:
            return location
        return self._order.index(location) if location in self._order else None

    def is_changed(self, number: int) -> bool:
        """Whether what is tried out brings a row in or leaves it out."""
        row = self.row_at(number)
        return row is not None and row.is_changed

    def pin_of(self, number: int) -> str | None:
        """The name under which a row's score is set by hand; None where it is not."""
        row = self.row_at(number)
        return None if row is None else row.pin

    def score_column(self) -> int | None:
        """Where scores stand; None where the rows have none."""
        return self.columns.index(SCORE) if SCORE in self.columns else None

    @property
    @override
    def count(self) -> int:
        return len(self._listed) if self._order is None else len(self._order)

    @override
    def row_at(self, number: int) -> PartRow | None:
        page = self._page
        if page is None or not 0 <= number < self.count:
            return None
        return PartRow(self.listed(number), page.displayed, page.before)

    @override
    def meaning(self, number: int) -> str:
        return tooltip(meaning(self.columns[number], self._page and self._page.displayed))

    @override
    def setData(self, index: Index, value: object, role: int = _ROLE.EditRole) -> bool:
        row = self.row_at(index.row()) if index.isValid() else None
        if role != _ROLE.EditRole or row is None or row.item is None or not is_number(value):
            return False
        if value != round(row.item.score, _DECIMALS):
            self.pin_requested.emit(row.item.item.key, min(max(float(value), 0.0), 1.0))
        return True
