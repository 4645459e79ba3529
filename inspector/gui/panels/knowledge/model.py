"""The matrix as a model: memories as rows, characters as columns, a way in every cell."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Qt
from typing_extensions import override

from inspector.analysis.knowledge import Knowledge
from inspector.core.document import Document
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.gui.kit.text import counted, one_line, tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.knowledge.ways import MEANINGS, WORDS, colour_of, paint_sides, paint_way
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import TableModel
from inspector.language import _

_ACROSS = Qt.Orientation.Horizontal
_LEAST_COLUMN, _WIDEST_COLUMN, _SIGN_PX = 98, 160, 13


@dataclass(frozen=True, slots=True)
class KnowledgeRow:
    """One memory, and who knows it how.

    Attributes:
        memory: its index.
        location: its place in what was worked out.
        knowledge: what was worked out.
    """

    memory: int
    location: int
    knowledge: Knowledge

    def way(self, name: str) -> Way:
        """How a character knows it."""
        return self.knowledge.way(self.location, name)

    def words(self, name: str) -> str:
        """The same as a sentence."""
        return _("{name} {MEANINGS}: memory {memory}").format(
            name=name, MEANINGS=MEANINGS[self.way(name)], memory=self.memory
        )


def _column_of(name: str) -> Column[KnowledgeRow]:
    return Column[KnowledgeRow](
        name,
        "",
        lambda row: WORDS[row.way(name)],
        _LEAST_COLUMN,
        most=_WIDEST_COLUMN,
        paint=_paint(name),
        tooltip=lambda row: tooltip(row.words(name)),
        spoken=lambda row: row.words(name),
    )


def _paint(name: str) -> Callable[[Cell[KnowledgeRow]], None]:
    def paint(cell: Cell[KnowledgeRow]) -> None:
        way, painter, inner = cell.row.way(name), cell.painter, cell.inner
        if name == cell.context.point_of_view:
            if not cell.is_selected and cell.number != cell.context.hovered:
                painter.fillRect(cell.rect, current_theme().alt)
            paint_sides(painter, cell.rect.adjusted(0, 0, 0, 1))
        size = scaled(_SIGN_PX)
        middle = QPointF(inner.left() + size / 2, inner.center().y() + 0.5)
        paint_way(painter, middle, size, way)
        rest = inner.adjusted(size + scaled(6), 0, scaled(6), 0)
        colour = colour_of(way, chosen=cell.is_selected)
        cell.write(rest, WORDS[way], colour, font=cell.context.font(11.5))

    return paint


class KnowledgeModel(TableModel[KnowledgeRow]):
    """Shows what was worked out, in the order of the memory table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._all: Sequence[Memory] = ()
        self._knowledge = Knowledge((), (), {})
        self._order: Sequence[int] | None = None
        self._ignorant: str | None = None
        self._memories: list[int] = []
        self._row_of: dict[int, int] | None = None

    @property
    def characters(self) -> tuple[str, ...]:
        """The columns."""
        return self._knowledge.characters

    @property
    def memories(self) -> Sequence[int]:
        """The memories that are shown, in the order of the rows."""
        return self._memories

    @property
    def total(self) -> int:
        """How many memories there are, shown or not."""
        return len(self._knowledge.memories)

    def memory(self, row: int) -> Memory:
        """The memory of a row."""
        return self._all[self._memories[row]]

    def __getitem__(self, row: int) -> int:
        """The memory that a row shows."""
        return self._memories[row]

    def row_of(self, memory: int) -> int | None:
        """The row of a memory; None while the filter hides it."""
        if self._row_of is None:
            self._row_of = {index: row for row, index in enumerate(self._memories)}
        return self._row_of.get(memory)

    def way(self, row: int, column: int) -> Way:
        """How the column's character knows the row's memory."""
        index = bisect_left(self._knowledge.memories, self._memories[row])
        return self._knowledge.way(index, self.characters[column])

    def show_knowledge(self, document: Document, knowledge: Knowledge) -> None:
        """Show another matrix; its memories stand in ascending order."""
        self.beginResetModel()
        self._all, self._knowledge = document.memories, knowledge
        self.columns = tuple(map(_column_of, knowledge.characters))
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
        if self._order is not None and len(known) < len(self._all):
            there = set(known)
            rows = [memory for memory in rows if memory in there]
        column = self._knowledge.columns.get(self._ignorant) if self._ignorant else None
        if column is not None:
            ignored = {m for m, way in zip(known, column, strict=True) if way is Way.UNKNOWN}
            rows = [memory for memory in rows if memory in ignored]
        count = len(self._all)
        self._memories = [memory for memory in rows if memory < count]
        self._row_of = None

    @property
    @override
    def count(self) -> int:
        return len(self._memories)

    @override
    def row_at(self, number: int) -> KnowledgeRow | None:
        if not 0 <= number < len(self._memories):
            return None
        memory = self._memories[number]
        index = bisect_left(self._knowledge.memories, memory)
        return KnowledgeRow(memory, index, self._knowledge)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == _ACROSS:
            return self._character_data(section, role)
        if not 0 <= section < len(self._memories):
            return None
        memory = self.memory(section)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{memory.index} {one_line(memory.summary)}"
        return tooltip(memory.summary) if role == Qt.ItemDataRole.ToolTipRole else None

    def _character_data(self, section: int, role: int) -> object:
        if not 0 <= section < len(self.characters):
            return None
        name = self.characters[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._known_by(name)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._known_by(name), _("Click: this character is about to answer."))
            case _:
                return None

    def _known_by(self, name: str) -> str:
        known = self._knowledge.known(name)
        return _("{name} knows {known:,} of {memorys}").format(
            name=name, known=known, memorys=counted(self.total, "{n} memory", "{n} memories")
        )
