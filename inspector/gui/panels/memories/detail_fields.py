"""One editor a field for the form: it shows what the memories hold and asks for edits."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit, SetField
from inspector.core.fields import FieldSpec
from inspector.core.memory import Memory
from inspector.gui.kit.field_editor import FieldEditor, FlagBox
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.stars_input import StarsInput


class MemoryFieldEditor(FieldEditor):
    """Edits one field of one or more memories.

    Signals:
        edit_requested: a `core.edits.Edit` of those memories.
    """

    edit_requested = Signal(object)

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec

    def show_memories(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show what the memories hold; what is typed for the same memories stays."""
        if self.set_indexes(tuple(memory.index for memory in memories)):
            self.load(document, memories)

    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show what the memories hold; nothing without an editor."""

    @override
    def commit(self) -> None:
        if self.is_modified and self.indexes:
            self.ask(self.wanted())

    def wanted(self) -> Edit:
        """The edit that what is typed stands for."""
        return SetField(self.indexes, self.spec.key, None)

    def ask(self, edit: Edit) -> None:
        """Ask for an edit."""
        self.submit(lambda: self.edit_requested.emit(edit))

    def secondary(self, text: str = "") -> QLabel:
        """A small label in a quiet colour."""
        label = plain_label(text, 11)
        label.setStyleSheet(f"color: {current_theme().text_2.name()};")
        return label

    def title_label(self) -> QLabel:
        """The field's name; the tooltip says what it does."""
        label = plain_label(self.spec.title, 11, bold=True)
        label.setToolTip(tooltip(self.spec.meaning))
        return label


class ImportanceField(MemoryFieldEditor):
    """Stars."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.stars = StarsInput(self)
        self.stars.chosen.connect(self._on_chosen)
        self.column.addWidget(self.title_label())
        self.column.addWidget(self.stars)

    @override
    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show one importance or the range of several."""
        self.stars.load(tuple(memory.importance for memory in memories))

    def _on_chosen(self, importance: int) -> None:
        self.ask(SetField(self.indexes, self.spec.key, importance))


class FlagField(MemoryFieldEditor):
    """A check box with its meaning in one line; partly checked where memories differ."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = FlagBox(spec.title, self)
        self.box.chosen.connect(self._on_chosen)
        meaning = self.secondary(spec.meaning)
        meaning.setContentsMargins(scaled(22), 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.box)
        self.column.addWidget(meaning)

    @override
    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show one value, or that they differ."""
        self.box.show_values({bool(memory.record.get(self.spec.key)) for memory in memories})

    def _on_chosen(self, is_set: bool) -> None:  # noqa: FBT001 - a slot
        self.ask(SetField(self.indexes, self.spec.key, is_set))
