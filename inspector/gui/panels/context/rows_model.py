"""The model of a part's rows: a row is made when it is painted."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.context.columns import (
    PLAIN_COLUMNS,
    SCORE,
    CellKind,
    Column,
    about,
    columns_of,
    meaning,
    pin_of,
)
from inspector.gui.panels.context.state import ContextState, Listed
from inspector.gui.state.selection import ItemSubject

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROLE = Qt.ItemDataRole


@dataclass(frozen=True, eq=False)
class Page:
    """The rows of one part.

    Attributes:
        shown: what they are rows of.
        place: of the part in the map.
        before: what holds while `shown` is only tried out.
    """

    shown: ContextState
    place: int
    before: ContextState | None = None

    @property
    def rows(self) -> Sequence[Listed]:
        """All of them."""
        return self.shown.rows(self.place)


class RowsModel(QAbstractTableModel):
    """Rows of a page, all of them or those of an order.

    Signals:
        pin_requested: a score is set by hand: the item's key and the score, None to take it back.
    """

    pin_requested = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page: Page | None = None
        self._rows: Sequence[Listed] = ()
        self._columns: tuple[Column, ...] = PLAIN_COLUMNS
        self._order: Sequence[int] | None = None

    @property
    def page(self) -> Page | None:
        """What is shown."""
        return self._page

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns in order."""
        return self._columns

    @property
    def order(self) -> Sequence[int] | None:
        """Places of the rows that are listed; None for all as they stand."""
        return self._order

    @property
    def total(self) -> int:
        """How many rows there are, listed or not."""
        return len(self._rows)

    def show_page(self, page: Page | None) -> None:
        """Show other rows; an order that was made for as many rows stays until a new one comes."""
        rows: Sequence[Listed] = () if page is None else page.rows
        columns = PLAIN_COLUMNS if page is None else columns_of(page.shown, page.place)
        if columns is self._columns and len(rows) == len(self._rows) and rows:
            self._page, self._rows = page, rows
            self._tell_all_changed()
            return
        self.beginResetModel()
        if len(rows) != len(self._rows):
            self._order = None
        self._page, self._rows, self._columns = page, rows, columns
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
        return self._rows[row if self._order is None else self._order[row]]

    def row_of_message(self, message: int) -> int | None:
        """The row of a message, which stands at its own number; None if it is not listed."""
        near = range(max(0, message), min(message + 1, len(self._rows)))
        place = next((one for one in near if self._rows[one].row.message == message), None)
        if place is None or self._order is None:
            return place
        return self._order.index(place) if place in self._order else None

    def row_of_item(self, subject: ItemSubject) -> int | None:
        """The row of an item; None if it is not listed."""
        page = self._page
        if page is None or not page.shown.holds_items(page.place):
            return None
        place = page.shown.place_of_item(subject)
        if place is None or self._order is None:
            return place
        return self._order.index(place) if place in self._order else None

    def was_kept(self, listed: Listed) -> bool | None:
        """Whether a row is in what holds; None while nothing else is tried out."""
        before = None if self._page is None else self._page.before
        return None if before is None else before.was_kept(listed)

    def is_changed(self, row: int) -> bool:
        """Whether what is tried out brings a row in or leaves it out."""
        if self._page is None or self._page.before is None or not 0 <= row < self.rowCount():
            return False
        listed = self.listed(row)
        return self.was_kept(listed) not in (None, listed.row.kept)

    def pin_of(self, listed: Listed) -> str | None:
        """The name under which a row's score is set by hand; None where it is not."""
        return None if self._page is None else pin_of(listed, self._page.shown)

    def score_column(self) -> int | None:
        """Where scores stand; None where the rows have none."""
        return self._columns.index(SCORE) if SCORE in self._columns else None

    def _tell_all_changed(self) -> None:
        last = self.index(self.rowCount() - 1, len(self._columns) - 1)
        if last.isValid():
            self.dataChanged.emit(self.index(0, 0), last)

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        if parent.isValid():
            return 0
        return len(self._rows) if self._order is None else len(self._order)

    @override
    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        found = super().flags(index)
        if index.isValid() and self._columns[index.column()].cell is CellKind.SCORE:
            found |= Qt.ItemFlag.ItemIsEditable
        return found

    @override
    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> object:
        page = self._page
        if page is None or not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        column = self._columns[index.column()]
        if role == _ROLE.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        listed = self.listed(index.row())
        if role == _ROLE.DisplayRole:
            return column.say(listed, page.shown)
        if role == _ROLE.EditRole:
            is_score = column.cell is CellKind.SCORE and listed.item is not None
            return listed.item.score if is_score and listed.item else None
        if role == _ROLE.ToolTipRole:
            return tooltip(about(column, listed, page.shown)) or None
        if role == _ROLE.AccessibleTextRole:
            return self._spoken(listed, column, page)
        return None

    def _spoken(self, listed: Listed, column: Column, page: Page) -> str:
        words = column.say(listed, page.shown)
        if column.cell is CellKind.SCORE and self.pin_of(listed) is not None:
            return f"{words}, set by hand"
        was = self.was_kept(listed)
        if column.cell is CellKind.VERDICT and was not in (None, listed.row.kept):
            return f"{words}, was {'in' if was else 'out'}"
        return words

    @override
    def setData(self, index: _Index, value: object, role: int = _ROLE.EditRole) -> bool:
        if role != _ROLE.EditRole or not index.isValid() or not is_number(value):
            return False
        item = self.listed(index.row()).item
        if item is None:
            return False
        self.pin_requested.emit(item.item.key, min(max(float(value), 0.0), 1.0))
        return True

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == _ROLE.DisplayRole:
            return column.title
        return (
            tooltip(meaning(column, self._page and self._page.shown))
            if role == _ROLE.ToolTipRole
            else None
        )
