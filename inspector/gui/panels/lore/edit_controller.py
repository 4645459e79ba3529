"""Turns what a person does to a table or its form into edits."""

from collections.abc import Sequence
from uuid import uuid4

from PySide6.QtCore import QObject, Signal

from inspector.core.lore import KEYWORDS, LoreField, SetLoreField
from inspector.core.lore_edits import DeleteLore, MakeLore
from inspector.gui.panels.lore.detail_fields import typed_value
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.table import LoreTable
from inspector.gui.panels.lore.words import is_lorebook
from inspector.gui.state.edit_words import describe_keywords
from inspector.gui.tables.selected import SelectedPlaces
from inspector.language import _


class LoreEditController(QObject):
    """Asks for edits of the selection, or of one item outside it; changes nothing.

    Signals:
        edits_requested: edits that are one step to undo, and what they do (tuple, str; empty
            for what the first of them does).
    """

    edits_requested = Signal(object, str)

    def __init__(self, model: LoreModel, selected: SelectedPlaces) -> None:
        super().__init__(model)
        self._model = model
        self._selected = selected

    def set_value(self, places: tuple[int, ...], field: LoreField, value: object) -> None:
        """Ask for the same value on items."""
        if places:
            edit = SetLoreField(places, field.key, value, self._model.kind)
            self.edits_requested.emit((edit,), "")

    def set_typed(self, location: int, field: LoreField, text: str) -> None:
        """Ask for what was typed over an item's cell."""
        self.set_value(self._targets(location), field, typed_value(field, text))

    def toggle(self, index: int, field: LoreField) -> None:
        """Ask for the opposite of what an item has."""
        held = bool(getattr(self._model.items[index], field.key))
        self.set_value(self._targets(index), field, not held)

    def change_keywords(
        self, places: tuple[int, ...], added: Sequence[str], removed: Sequence[str]
    ) -> None:
        """Ask to add and remove keywords; each item keeps its others.

        Items that then hold the same are one edit.
        """
        wanted: dict[tuple[str, ...], list[int]] = {}
        for index in places:
            kept = [one for one in self._model.items[index].keywords if one not in removed]
            wanted.setdefault(tuple(dict.fromkeys((*kept, *added))), []).append(index)
        kind, many = self._model.kind, len(places)
        edits = tuple(
            SetLoreField(tuple(group), KEYWORDS.key, value, kind) for value, group in wanted.items()
        )
        text = describe_keywords(kind, added, removed, many) if many > 1 else ""
        self.edits_requested.emit(edits, text)

    def offer_on(self, table: LoreTable) -> None:
        """Put what makes and deletes items into a table's menu, with keys."""
        table.set_choices(
            _("New entry") if is_lorebook(self._model.kind) else _("New event"), "Ins", self.make
        )
        table.set_choices(_("Duplicate"), "D", self.duplicate)
        table.set_choices(_("Delete"), "Del", self.delete)

    def make(self) -> None:
        """Ask for an empty item at the end of the file."""
        self._request(MakeLore(self._model.kind, str(uuid4())))

    def duplicate(self) -> None:
        """Ask for a copy of the current item."""
        current = self._selected.current_if_selected
        if current is not None:
            self._request(MakeLore(self._model.kind, str(uuid4()), like=current))

    def delete(self) -> None:
        """Ask to take the selected items out of the file."""
        chosen = self._selected.places
        if chosen:
            self._request(DeleteLore(self._model.kind, chosen))

    def _request(self, edit: MakeLore | DeleteLore) -> None:
        if self._model.lore is not None:
            self.edits_requested.emit((edit,), "")

    def _targets(self, location: int) -> tuple[int, ...]:
        """What an edit of an item concerns: the whole selection if it is part of it."""
        chosen = self._selected.places
        return chosen if location in chosen else (location,)
