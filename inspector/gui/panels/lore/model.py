"""A table's model: entries or events as rows, in the order and choice of `LoreRows`."""

from collections.abc import Collection, Sequence
from typing import cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from inspector.core.lore import LoreField, LoreFieldKind, LoreKind
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.lore.columns import Column, columns_of, main_text, value_text
from inspector.gui.panels.lore.rows import LoreRows
from inspector.gui.panels.lore.verdicts import Item, LoreVerdicts
from inspector.lore_files import Lore

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole
_IN_CELL = (LoreFieldKind.LINE, LoreFieldKind.TEXT, LoreFieldKind.TIME, LoreFieldKind.WHOLE)
_LONGEST_TIP = 2_000


class LoreModel(QAbstractTableModel):
    """Shows a lorebook or a chronicle; asks for edits and makes none.

    Signals:
        asked: another text was typed over a cell (place of the item, `LoreField`, text).
        arranged: other rows are shown, or in another order.
    """

    asked = Signal(int, object, str)
    arranged = Signal()

    def __init__(self, kind: LoreKind, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.columns: Sequence[Column] = columns_of(kind)
        self.rows = LoreRows()
        self.verdicts = LoreVerdicts(kind)
        self.lore: Lore | None = None
        self._sorted_by: tuple[int, bool] = (-1, False)

    @property
    def items(self) -> Sequence[Item]:
        """All entries or events, in file order."""
        return () if self.lore is None else self.lore.items

    def item_at(self, row: int) -> Item:
        """What a row shows."""
        return self.items[self.rows[row]]

    def field_at(self, column: int) -> LoreField | None:
        """The field that a column edits; None where the file cannot store it."""
        field = self.columns[column].field
        return None if field is None else self.stored(field)

    def stored(self, field: LoreField) -> LoreField | None:
        """A field as this file stores it; None if it cannot."""
        fields = () if self.lore is None else self.lore.fields
        return next((one for one in fields if one.key == field.key), None)

    def set_lore(self, lore: Lore | None) -> None:
        """Show another lorebook or chronicle from its first row; None for none."""
        self.beginResetModel()
        self.lore = lore
        self.verdicts = LoreVerdicts(self.kind)
        self.rows.reset(self.items)
        self._arrange()
        self.endResetModel()
        self.arranged.emit()

    def refresh(self, lore: Lore) -> frozenset[int]:
        """Show the same one after an edit; answers which items differ."""
        pairs = zip(self.items, lore.items, strict=True)
        changed = frozenset(new.index for old, new in pairs if old is not new)
        self.lore = lore
        self.rows.replace(self.items, changed)
        self._emit_changed(changed)
        return changed

    def set_verdicts(self, verdicts: LoreVerdicts) -> None:
        """Show what a new request made of each item."""
        self.verdicts = verdicts
        if len(self.rows):
            corner = self.index(len(self.rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), corner)

    def set_filter(self, query: str) -> None:
        """Show only what holds every word of `query`."""
        self.beginResetModel()
        self.rows.filter(query)
        self.endResetModel()
        self.arranged.emit()

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid():
            return None
        item, column = self.item_at(index.row()), self.columns[index.column()]
        row = self.verdicts.of(item.index)
        match role:
            case _ROLE.DisplayRole:
                return column.text(item, row)
            case _ROLE.AccessibleTextRole:
                return f"{column.title}: {column.text(item, row) or 'none'}"
            case _ROLE.EditRole:
                field = column.field
                return column.text(item, row) if field is None else value_text(item, field)
            case _ROLE.ToolTipRole:
                return self._tooltip(item, column)
            case _ROLE.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    @override
    def setData(self, index: Index, value: object, role: int = _ROLE.EditRole) -> bool:
        field = self.field_at(index.column()) if index.isValid() else None
        if field is None or role != _ROLE.EditRole:
            return False
        item = self.item_at(index.row())
        if value != value_text(item, field):
            self.asked.emit(item.index, field, str(value))
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        field = self.field_at(index.column())
        if field is not None and field.kind in _IN_CELL:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == _ROLE.DisplayRole:
            return column.title
        if role == _ROLE.ToolTipRole and column.field is not None:
            return self.reason(column.field) or None
        if role == _ROLE.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, keeping the former order among equals; -1 for the file's order."""
        self._sorted_by = (column, order == Qt.SortOrder.DescendingOrder)
        self.beginResetModel()
        self._arrange()
        self.endResetModel()
        self.arranged.emit()

    def reason(self, field: LoreField) -> str:
        """Why a field cannot be edited; empty if it can."""
        if self.lore is None or self.stored(field) is not None:
            return ""
        form = getattr(self.lore, "form", "This file")
        return f"{str(form)[:1].upper()}{str(form)[1:]} does not store this."

    def _arrange(self) -> None:
        column, descending = self._sorted_by
        chosen = self.columns[column] if column >= 0 else None
        self.rows.sort(chosen, self.verdicts.of, descending=descending)

    def _emit_changed(self, places: Collection[int]) -> None:
        rows = [row for place in places if (row := self.rows.row_of(place)) is not None]
        if rows:
            last = len(self.columns) - 1
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), last))

    def _tooltip(self, item: Item, column: Column) -> str:
        row = self.verdicts.of(item.index)
        if column.derived:
            words = "" if row is None else gate_in_words(row.gate) or "in the request"
            return tooltip(words)
        why = self.reason(cast("LoreField", column.field))
        return tooltip(main_text(item)[:_LONGEST_TIP], why)
