"""One editor a field for the form: it shows what the memories hold and asks for edits."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit, SetField
from inspector.core.fields import FieldSpec
from inspector.core.memory import Memory
from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.stars_input import StarsInput


class FieldEditor(QWidget):
    """Edits one field of one or more memories.

    Signals:
        edit_requested: a `core.edits.Edit` of those memories.
    """

    edit_requested = Signal(object)

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.memories: tuple[int, ...] = ()
        self._asking = False
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(scaled(3))

    @property
    def is_modified(self) -> bool:
        """Whether something is typed that is not kept yet."""
        return False

    def show_memories(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show what the memories hold; what is typed for the same memories stays."""
        indexes = tuple(memory.index for memory in memories)
        if indexes != self.memories or not self.is_modified or self._asking:
            self.memories = indexes
            self.load(document, memories)

    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show what the memories hold; nothing without an editor."""

    def commit(self) -> None:
        """Ask for what is typed, if it differs; it stays typed if the edit is refused."""
        if self.is_modified and self.memories:
            self.ask(self.wanted())

    def revert(self) -> None:
        """Forget what is typed."""

    def wanted(self) -> Edit:
        """The edit that what is typed stands for."""
        return SetField(self.memories, self.spec.key, None)

    def ask(self, edit: Edit) -> None:
        """Ask for an edit; while it is answered the new values replace what is typed."""
        if not self._asking:
            self._asking = True
            self.edit_requested.emit(edit)
            self._asking = False

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


class ImportanceField(FieldEditor):
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
        self.ask(SetField(self.memories, self.spec.key, importance))


class FlagField(FieldEditor):
    """A check box with its meaning in one line; partly checked where memories differ."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = CheckBox(spec.title, self)
        self.box.clicked.connect(self._on_clicked)
        meaning = self.secondary(spec.meaning)
        meaning.setContentsMargins(scaled(22), 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.box)
        self.column.addWidget(meaning)

    @override
    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        """Show one value, or that they differ."""
        states = Qt.CheckState
        values = {bool(memory.record.get(self.spec.key)) for memory in memories}
        both = len(values) > 1
        self.box.setTristate(both)
        held = states.Checked if True in values else states.Unchecked
        self.box.setCheckState(states.PartiallyChecked if both else held)

    def _on_clicked(self) -> None:
        is_set = self.box.checkState() != Qt.CheckState.Unchecked
        self.box.setTristate(False)
        self.ask(SetField(self.memories, self.spec.key, is_set))
