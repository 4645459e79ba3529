"""The table's model: the memories of a document as rows."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from inspector.analysis.filters import rows as filters
from inspector.analysis.filters.compiling import Mark
from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.memories.columns import COLUMNS, DERIVED
from inspector.gui.panels.memories.row import MemoryRow, Verdicts
from inspector.gui.tables.arranged_model import ArrangedModel

_IN_CELL = (FieldKind.TEXT, FieldKind.OPTIONAL_TEXT)
_MOST_COMPARED = 500


class MemoryModel(ArrangedModel[Memory, MemoryRow]):
    """Shows the memories of a document; it changes none.

    Signals:
        change_requested: a cell should hold another value (memory index, stored key, value).
    """

    change_requested = Signal(int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, self._searchable, parent)
        self.document = Document()
        self.fields = filters.memory_fields(self.document)
        self.verdicts = Verdicts()
        self.problems: Mapping[int, str] = {}
        self._fields: dict[str, FieldSpec] = {}
        self._filter: Filter[filters.MemoryRow] | None = None
        self._codes: Mapping[int, tuple[str, ...]] = {}
        self.edited.connect(self._request_change)

    def set_document(self, document: Document) -> None:
        """Show another document from its first row."""
        self.document = document
        self.verdicts = Verdicts()
        self.problems = {}
        self._codes = {}
        self._fields = {spec.key: spec for spec in document.fields}
        self.fields = filters.memory_fields(document)
        self.show_items(document.memories)

    def show_edited(self, document: Document, indexes: Collection[int]) -> None:
        """Show an edited document: the memories `indexes` differ."""
        self.document = document
        self.replace_items(document.memories, indexes)

    def set_derivation(self, derivation: Derivation | None, kept: Derivation | None = None) -> None:
        """Show what a new derivation says of each memory; `kept` as in `Verdicts`."""
        before, self.verdicts = self.verdicts, Verdicts(derivation, kept)
        if self._filter is not None and not before.known:
            self._keep(self._filter)
        if before.known is not self.verdicts.known or before.count > _MOST_COMPARED:
            self.refresh_all(sorts=not before.known and self.sorted_by in DERIVED)
        else:
            # What nobody has asked for yet, nobody shows.
            self.refresh_items(self.verdicts.differing(before))

    def set_problems(
        self, problems: Mapping[int, str], codes: Mapping[int, tuple[str, ...]] | None = None
    ) -> None:
        """Mark the memories that a problem concerns.

        Args:
            problems: what is wrong, by memory.
            codes: of all that was found, hints too, by memory; what filters ask for.
        """
        self._codes = codes or {}
        differing = {
            index
            for index in self.problems.keys() | problems.keys()
            if self.problems.get(index) != problems.get(index)
        }
        self.problems = dict(problems)
        self.replace_items(self.items, differing)

    @override
    def show_items(self, items: Sequence[Memory]) -> None:
        if self._filter is not None:
            try:
                wanted = Filter(self._filter.text, self.fields)
                self.order.keep(self._places(wanted, items), wanted.words or ())
                self._filter = wanted
            except FilterError:
                # Another chat has not such a field, so that all of it is shown.
                self._filter = None
                self.order.keep(None)
        super().show_items(items)

    @override
    def set_filter(self, query: str) -> None:
        """Show only the memories for which a filter holds.

        Raises:
            FilterError: it cannot be understood; the rows stay as they are.
        """
        self._keep(Filter(query, self.fields) if query.strip() else None)

    def why_nothing(self) -> str:
        """Why no row is shown; empty where one is."""
        if self._filter is None or self.count:
            return ""
        try:
            return self._filter.why_nothing([self._filtered(one) for one in self.items])
        except FilterError as error:
            return str(error)

    def _keep(self, wanted: Filter[filters.MemoryRow] | None) -> None:
        kept = None if wanted is None else self._places(wanted, self.items)
        self._filter = wanted
        with self.rearranging(sorts=False):
            self.order.keep(kept, () if wanted is None else wanted.words or ())

    def _searchable(self, memory: Memory) -> str:
        """What bare words of a filter are looked for in."""
        return self.fields.folded(filters.MemoryRow(memory))

    def _places(
        self, wanted: Filter[filters.MemoryRow], items: Sequence[Memory]
    ) -> frozenset[int] | None:
        """Which memories a filter lets through; None where its words alone say it."""
        if wanted.words is not None:
            return None
        is_judged = wanted.is_judged
        rows = (self._filtered(one, is_judged=is_judged) for one in items)
        return frozenset(row.memory.index for row in rows if wanted.matches(row))

    def _filtered(self, memory: Memory, *, is_judged: bool = True) -> filters.MemoryRow:
        """A memory as filters see it, with its verdict only where one is asked for."""
        verdict = self.verdicts.of(memory.index) if is_judged else None
        return filters.MemoryRow(memory, verdict, self._codes.get(memory.index, ()))

    def _marks(self, memory: Memory) -> tuple[Mark, ...]:
        try:
            return () if self._filter is None else self._filter.marks(self._filtered(memory))
        except FilterError:
            return ()

    def memory_at(self, number: int) -> Memory:
        """The memory that a row shows."""
        return self.items[self.order[number]]

    def field_at(self, column: int) -> FieldSpec | None:
        """The field that a column edits; None where this document has none."""
        return self._fields.get(self.columns[column].field)

    @override
    def make_row(self, item: Memory) -> MemoryRow:
        return MemoryRow(item, self.verdicts, self.problems.get(item.index, ""), self._marks)

    @override
    def meaning(self, number: int) -> str:
        spec = self.field_at(number)
        return tooltip(self.columns[number].title, spec.meaning if spec else "")

    @override
    def is_editable(self, number: int) -> bool:
        spec = self.field_at(number)
        return spec is not None and spec.kind in _IN_CELL

    def _request_change(self, number: int, column: int, value: object) -> None:
        self.change_requested.emit(self.order[number], self.columns[column].field, value)
