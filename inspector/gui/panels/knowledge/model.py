"""The matrix as a model: memories as rows, characters as columns, a way in every cell."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.analysis.knowledge import Knowledge
from inspector.core.document import Document
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.gui.kit.text import one_line, plural, tooltip
from inspector.gui.panels.knowledge.ways import MEANINGS, WORDS

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ACROSS = Qt.Orientation.Horizontal


class KnowledgeModel(QAbstractTableModel):
    """Shows what was worked out, in the order of the memory table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._knowledge = Knowledge((), (), {})
        self._order: Sequence[int] | None = None
        self._ignorant: str | None = None
        self._rows: list[int] = []
        self._row_of: dict[int, int] | None = None

    @property
    def characters(self) -> tuple[str, ...]:
        """The columns."""
        return self._knowledge.characters

    @property
    def memories(self) -> Sequence[int]:
        """The memories that are shown, in the order of the rows."""
        return self._rows

    @property
    def total(self) -> int:
        """How many memories there are, shown or not."""
        return len(self._knowledge.memories)

    def memory(self, row: int) -> Memory:
        """The memory of a row."""
        return self._document.memories[self._rows[row]]

    def row_of(self, memory: int) -> int | None:
        """The row of a memory; None while the filter hides it."""
        if self._row_of is None:
            self._row_of = {index: row for row, index in enumerate(self._rows)}
        return self._row_of.get(memory)

    def way(self, row: int, column: int) -> Way:
        """How the column's character knows the row's memory."""
        place = bisect_left(self._knowledge.memories, self._rows[row])
        return self._knowledge.way(place, self.characters[column])

    def show_knowledge(self, document: Document, knowledge: Knowledge) -> None:
        """Show another matrix; its memories stand in ascending order."""
        self.beginResetModel()
        self._document, self._knowledge = document, knowledge
        self._arrange()
        self.endResetModel()

    def set_order(self, order: Sequence[int] | None) -> None:
        """Show the memories in this order and no others; None for all in stored order."""
        if order == self._order:
            return
        self._order = order
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def set_ignorant(self, name: str | None) -> None:
        """Show only what a character does not know; None for everything."""
        if name == self._ignorant:
            return
        self._ignorant = name
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        known = self._knowledge.memories
        rows = known if self._order is None else self._order
        if self._order is not None and len(known) < len(self._document.memories):
            there = set(known)
            rows = [memory for memory in rows if memory in there]
        column = self._knowledge.columns.get(self._ignorant) if self._ignorant else None
        if column is not None:
            ignored = {m for m, way in zip(known, column, strict=True) if way is Way.UNKNOWN}
            rows = [memory for memory in rows if memory in ignored]
        count = len(self._document.memories)
        self._rows = [memory for memory in rows if memory < count]
        self._row_of = None

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.characters)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        way = self.way(index.row(), index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return WORDS[way]
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                name, memory = self.characters[index.column()], self._rows[index.row()]
                said = f"{name} {MEANINGS[way]}: memory {memory}"
                return said if role == Qt.ItemDataRole.AccessibleTextRole else tooltip(said)
            case _:
                return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == _ACROSS:
            return self._character_data(section, role)
        if not 0 <= section < len(self._rows):
            return None
        memory = self.memory(section)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{memory.index} {one_line(memory.summary)}"
        return tooltip(memory.summary) if role == Qt.ItemDataRole.ToolTipRole else None

    def _character_data(self, section: int, role: int) -> object:
        if not 0 <= section < len(self.characters):
            return None
        name = self.characters[section]
        known = self._knowledge.known(name)
        said = f"{name} knows {known:,} of {plural(self.total, 'memory')}"
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name
            case Qt.ItemDataRole.AccessibleTextRole:
                return said
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(said, "Click: this character is about to answer.")
            case _:
                return None
