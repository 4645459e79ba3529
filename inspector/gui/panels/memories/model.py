"""The table's model: memories as rows, in the order and choice of `Rows`."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Derivation, Verdict
from inspector.core.memory import Memory
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.roles import CellFacts, cell_data, header_data
from inspector.gui.panels.memories.rows import Rows
from inspector.gui.panels.memories.values import value_of
from inspector.gui.panels.memories.verdicts import Verdicts
from inspector.gui.tables.rows import blocks

Index = QModelIndex | QPersistentModelIndex

MOST_BLOCKS = 8
"""Above this many separate runs of rows one signal for all of them is cheaper."""

_WRITTEN = (FieldKind.TEXT, FieldKind.OPTIONAL_TEXT)
_NOWHERE = QModelIndex()


class MemoryModel(QAbstractTableModel):
    """Shows the memories of a document; asks for edits and makes none.

    Signals:
        asked: a cell should hold another value (memory index, stored key, value).
        arranged: other rows are shown, or in another order.
    """

    asked = Signal(int, str, object)
    arranged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows()
        self.document = Document()
        self.verdicts = Verdicts()
        self.problems: Mapping[int, str] = {}
        self._fields: dict[str, FieldSpec] = {}
        self._sorted_by: tuple[int | None, bool] = (None, False)

    def set_document(self, document: Document) -> None:
        """Show another document from its first row."""
        self.beginResetModel()
        self.document = document
        self.verdicts = Verdicts()
        self.problems = {}
        self._fields = {spec.key: spec for spec in document.fields}
        self.rows.reset(document.memories)
        self._arrange()
        self.endResetModel()
        self.arranged.emit()

    def refresh(self, document: Document, indexes: Collection[int]) -> None:
        """Show an edited document: the memories `indexes` differ, none came or went."""
        self.document = document
        self.rows.replace(document.memories, indexes)
        self._emit_changed(indexes)

    def set_derivation(self, derivation: Derivation | None, kept: Derivation | None = None) -> None:
        """Show what a new derivation says of each memory; `kept` as in `Verdicts`."""
        first = not self.verdicts.known
        self.verdicts = Verdicts(derivation, kept)
        column = self._sorted_by[0]
        if first and column is not None and COLUMNS[column].derived:
            self.beginResetModel()
            self._arrange()
            self.endResetModel()
            self.arranged.emit()
        elif len(self.rows):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(Place) - 1))

    def set_problems(self, problems: Mapping[int, str]) -> None:
        """Mark the memories that a problem concerns."""
        differing = {
            index
            for index in self.problems.keys() | problems.keys()
            if self.problems.get(index) != problems.get(index)
        }
        self.problems = dict(problems)
        self._emit_changed(differing)

    def set_filter(self, query: str) -> None:
        """Show only the memories that hold every word of `query`."""
        self.beginResetModel()
        self.rows.filter(query)
        self.endResetModel()
        self.arranged.emit()

    def memory_at(self, row: int) -> Memory:
        """The memory that a row shows."""
        return self.document.memories[self.rows[row]]

    def verdict_at(self, row: int) -> Verdict | None:
        """The verdict on the memory that a row shows."""
        return self.verdicts.of(self.rows[row])

    def field_at(self, column: int) -> FieldSpec | None:
        """The field that a column edits; None where this document has none."""
        return self._fields.get(COLUMNS[column].field)

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Place)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        memory = self.memory_at(index.row())
        place = Place(index.column())
        cell = CellFacts(
            place,
            memory,
            self.verdicts.of(memory.index),
            spec=self.field_at(place),
            derived=self.verdicts.known,
            problem=self.problems.get(memory.index, ""),
        )
        return cell_data(cell, role)

    @override
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        spec = self.field_at(index.column()) if index.isValid() else None
        if spec is None or role != Qt.ItemDataRole.EditRole:
            return False
        memory = self.memory_at(index.row())
        if value != value_of(memory, spec):
            self.asked.emit(memory.index, spec.key, value)
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        spec = self.field_at(index.column())
        if spec is not None and spec.kind in _WRITTEN:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        return header_data(Place(section), self.field_at(section), role)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, keeping the former order among equals; -1 for the stored order."""
        self._sorted_by = (
            column if column >= 0 else None,
            order == Qt.SortOrder.DescendingOrder,
        )
        self.beginResetModel()
        self._arrange()
        self.endResetModel()
        self.arranged.emit()

    def _arrange(self) -> None:
        column, descending = self._sorted_by
        self.rows.sort(column, self.verdicts.of, descending=descending)

    def _emit_changed(self, memories: Collection[int]) -> None:
        rows = [row for memory in memories if (row := self.rows.row_of(memory)) is not None]
        runs = blocks(rows)
        if len(runs) > MOST_BLOCKS:
            runs = [(runs[0][0], runs[-1][1])]
        for first, last in runs:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(Place) - 1))
