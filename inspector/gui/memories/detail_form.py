"""The form of details: one editor a field, then what is read only."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.gui.memories.cells.look import scaled
from inspector.gui.memories.detail_facts import Facts
from inspector.gui.memories.detail_fields import FieldEditor, FlagField, ImportanceField
from inspector.gui.memories.detail_written import NamesField, TextField
from inspector.gui.memories.notice import plain_label
from inspector.gui.memories.verdicts import Verdicts
from inspector.gui.memories.words import plural
from inspector.gui.theme import Theme

NOTHING = "Select a memory to see all of it."


class DetailForm(QWidget):
    """Shows one or more memories by a system's fields.

    Signals:
        edit_requested: a `core.edits.Edit`.
        messages_requested: a source message is to be shown (its index).
    """

    edit_requested = Signal(object)
    messages_requested = Signal(int)

    def __init__(self, fields: tuple[FieldSpec, ...], theme: Theme) -> None:
        super().__init__()
        self.fields = fields
        self.title = plain_label("", 14, bold=True)
        self.subtitle = plain_label("", 11)
        self.subtitle.setStyleSheet(f"color: {theme.text_2.name()};")
        self.editors = {spec.key: _editor_of(spec, theme) for spec in fields}
        self.facts = Facts(theme)
        self.facts.messages_requested.connect(self.messages_requested)
        column = QVBoxLayout(self)
        margin = scaled(12)
        column.setContentsMargins(margin, scaled(10), margin, margin)
        column.setSpacing(scaled(10))
        heading = QVBoxLayout()
        heading.setSpacing(scaled(2))
        heading.addWidget(self.title)
        heading.addWidget(self.subtitle)
        column.addLayout(heading)
        for editor in self.editors.values():
            editor.edit_requested.connect(self.edit_requested)
            column.addWidget(editor)
        self._line = QFrame()
        self._line.setFixedHeight(1)
        self._line.setStyleSheet(f"background: {theme.line.name()};")
        column.addWidget(self._line)
        column.addWidget(self.facts)
        column.addStretch(1)

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chips stand out."""
        for editor in self.editors.values():
            if isinstance(editor, NamesField):
                editor.names.set_point_of_view(name)

    def commit(self) -> None:
        """Ask for what is typed and not kept yet."""
        for editor in self.editors.values():
            editor.commit()

    def revert(self) -> None:
        """Forget what is typed."""
        for editor in self.editors.values():
            editor.revert()

    def show_memories(
        self, document: Document, memories: Sequence[Memory], verdicts: Verdicts
    ) -> None:
        """Show what the memories hold."""
        for editor in self.editors.values():
            editor.setVisible(bool(memories))
            editor.show_memories(document, memories)
        if not memories:
            self.title.setText("")
            self.subtitle.setText(NOTHING)
        elif len(memories) == 1:
            self.title.setText(f"Memory {memories[0].index}")
            self.subtitle.setText(memories[0].id)
        else:
            self.title.setText(plural(len(memories), "memory"))
            self.subtitle.setText("A change goes to all of them.")
        self.show_facts(memories, verdicts)

    def show_facts(self, memories: Sequence[Memory], verdicts: Verdicts) -> None:
        """Show what is read only: of one memory, not of several."""
        only = memories[0] if len(memories) == 1 else None
        self._line.setVisible(only is not None)
        verdict = verdicts.of(only.index) if only else None
        self.facts.show_memory(only, self.fields, verdict)


def _editor_of(spec: FieldSpec, theme: Theme) -> FieldEditor:
    match spec.kind:
        case FieldKind.IMPORTANCE:
            return ImportanceField(spec, theme)
        case FieldKind.FLAG:
            return FlagField(spec, theme)
        case FieldKind.NAMES:
            return NamesField(spec, theme)
        case FieldKind.TEXT | FieldKind.OPTIONAL_TEXT:
            return TextField(spec, theme)
