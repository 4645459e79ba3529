"""The form with all fields of the selected memories."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.memories.cells.look import scaled
from inspector.gui.memories.detail_facts import Facts
from inspector.gui.memories.detail_fields import FieldEditor, FlagField, ImportanceField
from inspector.gui.memories.detail_written import NamesField, TextField
from inspector.gui.memories.notice import Notice, plain_label
from inspector.gui.memories.verdicts import Verdicts
from inspector.gui.memories.words import plural
from inspector.gui.selection import Selection
from inspector.gui.theme import Theme

NOTHING = "Select a memory to see all of it."


class MemoryDetail(QWidget):
    """Shows the current memory, or the selection with mixed values shown as such.

    Signals:
        edit_requested: a `core.edits.Edit`.
        messages_requested: a source message is to be shown (its index).
    """

    edit_requested = Signal(object)
    messages_requested = Signal(int)

    def __init__(self, theme: Theme, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._selection = selection
        self._document = Document()
        self._verdicts = Verdicts()
        self._point_of_view = ""
        self._fields: tuple[FieldSpec, ...] = ()
        self.editors: dict[str, FieldEditor] = {}
        self.notice = Notice(theme, self)
        self.title = plain_label("", 14, bold=True)
        self.subtitle = plain_label("", 11)
        self.facts = Facts(theme)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice)
        layout.addWidget(self._scroll, 1)
        selection.memories_changed.connect(self._on_selected)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours, and the application's font as it is now."""
        self._commit()
        self._theme = theme
        palette = theme.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.setPalette(palette)
        self.setAutoFillBackground(True)
        self.notice.set_theme(theme)
        self._build()
        self._show()

    def set_document(self, document: Document | None) -> None:
        """Show the memories of another chat; None for no chat."""
        self.notice.say("")
        self._document = document or Document()
        self._verdicts = Verdicts()
        if self._document.fields != self._fields:
            self._build()
        for editor in self.editors.values():
            editor.revert()
        self._show()

    def refresh(self, document: Document, indexes: frozenset[int]) -> None:
        """Show the same chat after an edit of the memories `indexes`."""
        self.notice.say("")
        self._document = document
        if indexes.intersection(self._selection.memories):
            self._show()

    def set_derivation(self, derivation: Derivation | None) -> None:
        """Show the score of a new derivation."""
        self._verdicts = Verdicts(derivation)
        self._show_facts()

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chips stand out; empty for nobody's."""
        self._point_of_view = name
        for editor in self.editors.values():
            if isinstance(editor, NamesField):
                editor.names.set_point_of_view(name)

    def show_refusal(self, text: str) -> None:
        """Say why an edit was refused, until the next one succeeds."""
        self.notice.say(text)

    @property
    def _memories(self) -> tuple[Memory, ...]:
        known = self._document.memories
        return tuple(known[index] for index in self._selection.memories if index < len(known))

    def _build(self) -> None:
        self._fields = self._document.fields
        self.editors = {}
        self.title = plain_label("", 14, bold=True)
        self.subtitle = plain_label("", 11)
        self.subtitle.setStyleSheet(f"color: {self._theme.text_2.name()};")
        self.facts = Facts(self._theme)
        self.facts.messages_requested.connect(self.messages_requested)
        form = QWidget()
        column = QVBoxLayout(form)
        margin = scaled(12)
        column.setContentsMargins(margin, scaled(10), margin, margin)
        column.setSpacing(scaled(10))
        heading = QVBoxLayout()
        heading.setSpacing(scaled(2))
        heading.addWidget(self.title)
        heading.addWidget(self.subtitle)
        column.addLayout(heading)
        for spec in self._fields:
            editor = _editor_of(spec, self._theme)
            editor.edit_requested.connect(self.edit_requested)
            self.editors[spec.key] = editor
            column.addWidget(editor)
        line = QFrame()
        line.setFixedHeight(1)
        line.setStyleSheet(f"background: {self._theme.line.name()};")
        column.addWidget(line)
        column.addWidget(self.facts)
        column.addStretch(1)
        self._scroll.setWidget(form)
        self.set_point_of_view(self._point_of_view)

    def _commit(self) -> None:
        for editor in self.editors.values():
            editor.commit()

    def _on_selected(self) -> None:
        self._commit()
        self._show()

    def _show(self) -> None:
        memories = self._memories
        for editor in self.editors.values():
            editor.setVisible(bool(memories))
            editor.show_memories(self._document, memories)
        if not memories:
            self.title.setText("")
            self.subtitle.setText(NOTHING)
        elif len(memories) == 1:
            self.title.setText(f"Memory {memories[0].index}")
            self.subtitle.setText(memories[0].id)
        else:
            self.title.setText(plural(len(memories), "memory"))
            self.subtitle.setText("A change goes to all of them.")
        self._show_facts()

    def _show_facts(self) -> None:
        memories = self._memories
        only = memories[0] if len(memories) == 1 else None
        verdict = self._verdicts.of(only.index) if only else None
        self.facts.show_memory(only, self._fields, verdict)


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
