"""The table's model: the memories of a document as rows."""

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from inspector.analysis.filters import rows as filters
from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.memories.columns import COLUMNS, DERIVED
from inspector.gui.panels.memories.row import MemoryRow, Verdicts
from inspector.gui.tables.queried_model import QueriedModel
from inspector.language import _

_IN_CELL = (FieldKind.TEXT, FieldKind.OPTIONAL_TEXT)
_MOST_COMPARED = 500


class MemoryModel(QueriedModel[Memory, MemoryRow, filters.MemoryRow]):
    """Shows the memories of a document; it changes none.

    Signals:
        change_requested: a cell should hold another value (memory index, stored key, value).
    """

    change_requested = Signal(int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        self.document = Document()
        super().__init__(COLUMNS, filters.memory_fields(self.document), parent)
        self.verdicts = Verdicts()
        self.problems: Mapping[int, str] = {}
        self._fields: dict[str, FieldSpec] = {}
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
        if not before.known:
            self.filter_again()
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
    def filtered(self, item: Memory, *, is_judged: bool = True) -> filters.MemoryRow:
        verdict = self.verdicts.of(item.index) if is_judged else None
        return filters.MemoryRow(item, verdict, self._codes.get(item.index, ()))

    @override
    def reader(self) -> Callable[[Memory], filters.MemoryRow]:
        derivation, codes = self.verdicts.derivation, self._codes

        def read(item: Memory) -> filters.MemoryRow:
            verdict = None if derivation is None else derivation.verdict_for(item.index)
            return filters.MemoryRow(item, verdict, codes.get(item.index, ()))

        return read

    def memory_at(self, number: int) -> Memory:
        """The memory that a row shows."""
        return self.items[self.order[number]]

    def field_at(self, column: int) -> FieldSpec | None:
        """The field that a column edits; None where this document has none."""
        return self._fields.get(self.columns[column].field)

    @override
    def make_row(self, item: Memory) -> MemoryRow:
        return MemoryRow(item, self.verdicts, self.problems.get(item.index, ""), self.marks)

    @override
    def meaning(self, number: int) -> str:
        spec, column = self.field_at(number), self.columns[number]
        return tooltip(column.title, _(spec.meaning) if spec else column.meaning)

    @override
    def is_editable(self, number: int) -> bool:
        spec = self.field_at(number)
        return spec is not None and spec.kind in _IN_CELL

    def _request_change(self, number: int, column: int, value: object) -> None:
        self.change_requested.emit(self.order[number], self.columns[column].field, value)
