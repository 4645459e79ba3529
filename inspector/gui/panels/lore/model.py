"""A table's model: the entries of a lorebook or the events of a chronicle as rows."""

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from inspector.analysis.filters import rows as filters
from inspector.core.lore import LoreField, LoreFieldKind, LoreKind
from inspector.gui.panels.lore.columns import DERIVED, columns_of, fields_of
from inspector.gui.panels.lore.verdicts import Item, LoreRow, LoreVerdicts
from inspector.gui.state.edit_words import NOUNS
from inspector.gui.tables.queried_model import QueriedModel
from inspector.language import _
from inspector.lore_files import Lore

_IN_CELL = (LoreFieldKind.LINE, LoreFieldKind.TEXT, LoreFieldKind.TIME, LoreFieldKind.WHOLE)


class LoreModel(QueriedModel[Item, LoreRow, filters.LoreRow]):
    """Shows a lorebook or a chronicle; it changes none.

    Signals:
        change_requested: another text was typed over a cell (place of the item, `LoreField`,
            text).
    """

    change_requested = Signal(int, object, str)

    def __init__(self, kind: LoreKind, parent: QObject | None = None) -> None:
        fields = filters.lore_fields(fields_of(kind), NOUNS[kind][1])
        super().__init__(columns_of(kind), fields, parent)
        self.kind = kind
        self.verdicts = LoreVerdicts(kind)
        self.lore: Lore | None = None
        self.edited.connect(self._request_change)

    def field_at(self, column: int) -> LoreField | None:
        """The field that a column edits; None where the file cannot store it."""
        key = self.columns[column].field
        return next((self.stored(one) for one in fields_of(self.kind) if one.key == key), None)

    def stored(self, field: LoreField) -> LoreField | None:
        """A field as this file stores it; None if it cannot."""
        fields = () if self.lore is None else self.lore.fields
        return next((one for one in fields if one.key == field.key), None)

    def set_lore(self, lore: Lore | None) -> None:
        """Show another lorebook or chronicle from its first row; None for none."""
        self.lore = lore
        self.verdicts = LoreVerdicts(self.kind)
        declared = fields_of(self.kind) if lore is None else lore.fields
        self.fields = filters.lore_fields(declared, NOUNS[self.kind][1])
        self.show_items(() if lore is None else lore.items)

    def show_edited(self, lore: Lore) -> int:
        """Show the same one after an edit; answers how many items more there are than before."""
        before = self.items
        pairs = zip(before, lore.items, strict=False)
        changed = frozenset(new.index for old, new in pairs if old is not new)
        self.lore = lore
        self.replace_items(lore.items, changed)
        return len(lore.items) - len(before)

    def set_verdicts(self, verdicts: LoreVerdicts) -> None:
        """Show what a new request made of each item."""
        knew, self.verdicts = self.verdicts.known, verdicts
        if not knew:
            self.filter_again()
        # Rows keep their places when a request is made anew, and take them with the first one.
        self.refresh_all(sorts=not knew and self.sorted_by in DERIVED)

    def reason(self, field: LoreField) -> str:
        """Why a field cannot be edited; empty if it can."""
        if self.lore is None or self.stored(field) is not None:
            return ""
        form = str(getattr(self.lore, "form", "this file"))
        return _("{form} does not store this.").format(form=f"{form[:1].upper()}{form[1:]}")

    @override
    def filtered(self, item: Item, *, is_judged: bool = True) -> filters.LoreRow:
        verdict = self.verdicts.of(item.index) if is_judged else None
        book = getattr(self.lore, "name", "")
        if verdict is None:
            return filters.LoreRow(item, book)
        return filters.LoreRow(item, book, verdict.kept, verdict.gate, verdict.tokens)

    @override
    def make_row(self, item: Item) -> LoreRow:
        return LoreRow(item, self.verdicts.of(item.index), self.reason)

    @override
    def meaning(self, number: int) -> str:
        key = self.columns[number].field
        field = next((one for one in fields_of(self.kind) if one.key == key), None)
        return "" if field is None else self.reason(field)

    @override
    def is_editable(self, number: int) -> bool:
        field = self.field_at(number)
        return field is not None and field.kind in _IN_CELL

    def _request_change(self, number: int, column: int, value: object) -> None:
        self.change_requested.emit(self.order[number], self.field_at(column), str(value))
