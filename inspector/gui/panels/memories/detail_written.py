"""The form's editors that hold what is typed until it is kept: texts and names."""

from collections.abc import Sequence

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.core.decoded import names
from inspector.core.document import Document
from inspector.core.edits import ChangeNames, Edit, SetField
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.memory_words import length_advice
from inspector.gui.kit.text import plural
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.detail_fields import MemoryFieldEditor
from inspector.gui.panels.memories.known_events import known_events_text

NOT_KEPT = "Not kept yet: Ctrl+Enter keeps, Esc reverts"
LINES = 4


class TextField(MemoryFieldEditor):
    """A plain text; the summary's with word count and advice.

    Leaving it keeps what is typed, Esc reverts.
    """

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self._is_line = spec.kind is not FieldKind.TEXT
        self.edit = self.written_edit(spec.title, is_line=self._is_line)
        lines = 1 if self._is_line else LINES
        height = QFontMetrics(self.edit.font()).lineSpacing() * lines + scaled(16)
        self.edit.setFixedHeight(height)
        self.count = self.secondary()
        top = QHBoxLayout()
        top.addWidget(self.title_label())
        top.addStretch(1)
        self.count.setWordWrap(False)
        top.addWidget(self.count)
        self.hint = self.secondary()
        self.hint.hide()
        self.column.addLayout(top)
        self.column.addWidget(self.edit)
        self.column.addWidget(self.hint)
        self.edit.textChanged.connect(self._on_text_changed)

    @property
    @override
    def is_modified(self) -> bool:
        return self.edit.is_modified

    @override
    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        texts = [self.spec.spelled(memory.record.get(self.spec.key)) for memory in memories]
        differ = len(set(texts)) > 1
        self.edit.setPlaceholderText(f"{len(set(texts))} different texts" if differ else "")
        self.edit.load("" if differ or not texts else texts[0])
        self._on_text_changed()

    @override
    def revert(self) -> None:
        self.edit.restore()

    @override
    def wanted(self) -> Edit:
        return SetField(self.indexes, self.spec.key, self.edit.text)

    def _on_text_changed(self) -> None:
        theme = current_theme()
        typed = self.edit.text
        self.hint.setText(NOT_KEPT)
        self.hint.setVisible(self.is_modified)
        self.hint.setStyleSheet(f"color: {theme.accent.name()};")
        if self.spec.kind is FieldKind.TEXT and (typed or not self.edit.placeholderText()):
            advice = length_advice(typed)
            count = plural(word_count(typed), "word")
            self.count.setText(f"▲ {count} · {advice}" if advice else count)
            colour = theme.warning if advice else theme.text_2
            self.count.setStyleSheet(f"color: {colour.name()};")
        else:
            self.count.setText("")


class NamesField(MemoryFieldEditor):
    """Names as chips; what is changed is kept when the focus goes elsewhere."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        theme = current_theme()
        super().__init__(spec, parent)
        self._document = Document()
        self._held: list[tuple[str, ...]] = []
        self.names = self.names_editor(spec.title)
        self.follow = CheckBox("Known events follow", self)
        self.follow.setChecked(True)
        self.effect = self.secondary()
        self.hint = self.secondary(NOT_KEPT)
        self.hint.setStyleSheet(f"color: {theme.accent.name()};")
        for widget in (self.title_label(), self.names, self.follow, self.effect, self.hint):
            self.column.addWidget(widget)
        self.names.changed.connect(self._show_effect)
        self.follow.toggled.connect(self._show_effect)
        self._show_effect()

    @property
    @override
    def is_modified(self) -> bool:
        return self.names.is_modified

    @override
    def load(self, document: Document, memories: Sequence[Memory]) -> None:
        self._document = document
        self._held = [names(memory.record.get(self.spec.key)) for memory in memories]
        self.names.set_choices(lambda: document.names)
        self.revert()

    @override
    def revert(self) -> None:
        self.names.load(self._held)
        self.follow.setChecked(True)
        self._show_effect()

    @override
    def commit(self) -> None:
        self.names.take_typed()
        super().commit()

    @override
    def wanted(self) -> ChangeNames:
        state = self.names.state
        keep = self.spec.known_events and not self.follow.isChecked()
        return ChangeNames(self.indexes, self.spec.key, state.added, state.removed, keep)

    def _show_effect(self) -> None:
        tells = self.is_modified and self.spec.known_events
        self.hint.setVisible(self.is_modified)
        self.follow.setVisible(tells)
        self.effect.setVisible(tells)
        if tells and self.follow.isChecked():
            self.effect.setText(known_events_text(self._document, self.wanted()))
        elif tells:
            self.effect.setText("Known events stay as they are.")
