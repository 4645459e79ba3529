"""The form of details: one editor a field, then what is read only."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import nest, nest_in_grid, vbox
from inspector.gui.kit.memory_words import NO_MEMORIES
from inspector.gui.kit.selection_fields import TextField
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.memories.detail_facts import Facts
from inspector.gui.panels.memories.detail_fields import FollowedNamesField, edit_of, editor_of
from inspector.gui.panels.memories.row import Verdicts
from inspector.gui.panels.memories.values import value_of
from inspector.language import _

NARROW_PX, WIDE_PX = 600, 860
_WRITTEN = (FieldKind.IMPORTANCE, FieldKind.TEXT, FieldKind.OPTIONAL_TEXT)
_TURNS = (
    *_WRITTEN,
    FieldKind.NAMES,
    FieldKind.FLAG,
    FieldKind.MESSAGES,
    FieldKind.EMOTIONS,
)
_PLACES = {
    1: ((0, 0), (1, 0), (2, 0)),
    2: ((0, 0), (0, 1), (1, 0)),
    3: ((0, 0), (0, 1), (0, 2)),
}
"""Row and column of what is written, of what is chosen and of the facts, by columns."""

NOTHING = _("Select a memory to see all of it.")


class DetailForm(QWidget):
    """Shows one or more memories by a system's fields.

    Signals:
        edit_requested: a `core.edits.Edit`.
        messages_requested: a source message is to be shown (its index).
    """

    edit_requested = Signal(object)
    messages_requested = Signal(int)

    def __init__(self, fields: tuple[FieldSpec, ...]) -> None:
        super().__init__()
        self.fields = fields
        self.title = plain_label("", 14, bold=True)
        self.subtitle = plain_label("", 11, Tone.QUIET)
        self.editors = {spec.key: editor_of(spec) for spec in sorted(fields, key=_turn)}
        self._is_usable = True
        self.facts = Facts()
        self.facts.messages_requested.connect(self.messages_requested)
        heading = vbox(None, self.title, self.subtitle, spacing=2)
        written, chosen = _column(heading), _column()
        for spec in sorted(fields, key=_turn):
            editor = self.editors[spec.key]
            editor.committed.connect(partial(self._request, spec))
            (written if spec.kind in _WRITTEN else chosen).addWidget(editor)
        facts = _column(self.facts)
        for column in (written, chosen, facts):
            column.addStretch(1)
        self._columns = (written, chosen, facts)
        self._grid = QGridLayout(self)
        margin = scaled(12)
        self._grid.setContentsMargins(margin, scaled(10), margin, margin)
        self._grid.setHorizontalSpacing(scaled(24))
        self._grid.setVerticalSpacing(scaled(10))
        self._across = 0
        self._arrange(1)

    def _arrange(self, across: int) -> None:
        """Put the three groups side by side, one below the other, or two above the third."""
        if across == self._across:
            return
        self._across = across
        for number, column in enumerate(self._columns):
            self._grid.removeItem(column)
            row, location = _PLACES[across][number]
            nest_in_grid(self._grid, column, row, location)
            self._grid.setColumnStretch(number, 1 if number < across else 0)
            self._grid.setRowStretch(number, 0)
        self._grid.setRowStretch(3, 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self._arrange(3 if width >= scaled(WIDE_PX) else 2 if width >= scaled(NARROW_PX) else 1)

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chips stand out."""
        for editor in self.editors.values():
            if isinstance(editor, FollowedNamesField):
                editor.names.set_point_of_view(name)

    def commit(self) -> None:
        """Ask for what is typed and not kept yet."""
        for editor in self.editors.values():
            editor.commit()

    def revert(self) -> None:
        """Forget what is typed."""
        for editor in self.editors.values():
            editor.revert()

    def set_usable(self, *, usable: bool) -> None:
        """Let a person edit the fields, or not."""
        self._is_usable = usable
        for editor in self.editors.values():
            editor.set_usable(usable=usable)

    def set_document(self, document: Document) -> None:
        """Offer the names of a document; what is typed stays."""
        for editor in self.editors.values():
            if isinstance(editor, FollowedNamesField):
                editor.set_document(document)

    def show_memories(
        self, document: Document, memories: Sequence[Memory], verdicts: Verdicts
    ) -> None:
        """Show what the memories hold."""
        indexes = tuple(memory.index for memory in memories)
        self.set_document(document)
        for spec in self.fields:
            editor = self.editors[spec.key]
            editor.setVisible(bool(memories))
            editor.show_values(indexes, [value_of(memory, spec) for memory in memories])
            editor.set_usable(usable=self._is_usable)
            if isinstance(editor, TextField):
                editor.edit.target = ("memory", spec.key, *(memory.id for memory in memories))
        if not memories:
            self.subtitle.setText(NOTHING if document.memories else NO_MEMORIES)
        elif len(memories) == 1:
            self.title.setText(_("Memory {index}").format(index=memories[0].index))
            self.subtitle.setText(memories[0].id)
        else:
            self.title.setText(counted(len(memories), "{n} memory", "{n} memories"))
            self.subtitle.setText(_("A change goes to all of them."))
        self.title.setVisible(bool(memories))
        self.show_facts(memories, verdicts)

    def show_facts(self, memories: Sequence[Memory], verdicts: Verdicts) -> None:
        """Show what is read only: of one memory, not of several."""
        only = memories[0] if len(memories) == 1 else None
        verdict = verdicts.of(only.index) if only else None
        self.facts.show_memory(only, self.fields, verdict)

    def _request(self, spec: FieldSpec, value: object) -> None:
        self.edit_requested.emit(edit_of(self.editors[spec.key], spec, value))


def _turn(spec: FieldSpec) -> int:
    """The place of a kind of field in the order of the keyboard."""
    return _TURNS.index(spec.kind)


def _column(first: QVBoxLayout | QWidget | None = None) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(scaled(10))
    if isinstance(first, QWidget):
        column.addWidget(first)
    elif first is not None:
        nest(column, first)
    return column
