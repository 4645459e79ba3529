"""One editor a field for the form: it shows what the memories hold and says what they shall."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.core.document import Document
from inspector.core.edits import ChangeNames, Edit, SetField
from inspector.core.fields import FieldKind, FieldSpec
from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, nest
from inspector.gui.kit.memory_words import length_advice
from inspector.gui.kit.selection_fields import FlagField, NamesField, SelectionField, TextField
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.memories.known_events import known_events_text
from inspector.gui.panels.memories.stars_input import StarsInput
from inspector.language import _

_SUMMARY_LINES = 4


class ImportanceField(SelectionField):
    """Stars; the range of several."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(_(spec.title), _(spec.meaning), parent)
        self.stars = StarsInput(self)
        self.stars.chosen.connect(self.submit)
        self.column.addWidget(self.title)
        self.column.addWidget(self.stars)

    @override
    def load(self, values: Sequence[int]) -> None:
        self.stars.load(tuple(values))


class ExplainedFlagField(FlagField):
    """A check box with its meaning in one line."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(_(spec.title), parent)
        meaning = plain_label(_(spec.meaning), 11, Tone.QUIET)
        meaning.setContentsMargins(scaled(22), 0, 0, 0)
        self.column.setSpacing(0)
        self.column.insertWidget(1, meaning)


class SummaryField(TextField):
    """A text of several lines with its number of words, and advice."""

    differing = _("{n} different texts")

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(_(spec.title), _(spec.meaning), lines=_SUMMARY_LINES, parent=parent)
        self.count = Label(self, Tone.QUIET, 11)
        top = hbox(None, self.title, 1, self.count)
        nest(self.column, top, at=0)
        self.edit.textChanged.connect(self._show_count)

    @override
    def load(self, values: Sequence[str]) -> None:
        super().load(values)
        self._show_count()

    def _show_count(self) -> None:
        typed = self.edit.text
        advice = words = ""
        if typed or not self.edit.placeholderText():
            advice, words = (
                length_advice(typed),
                counted(word_count(typed), "{n} word", "{n} words"),
            )
        self.count.setText(f"▲ {words} · {advice}" if advice else words)
        self.count.set_tone(Tone.WARNING if advice else Tone.QUIET)


class FollowedNamesField(NamesField):
    """Names whose known events can follow a change of them: of witnesses."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(_(spec.title), _(spec.meaning), parent)
        self.spec = spec
        self._document = Document()
        self.follow = CheckBox(_("Known events follow"), self)
        self.follow.setChecked(True)
        self.effect = plain_label("", 11, Tone.QUIET)
        self.column.insertWidget(2, self.follow)
        self.column.insertWidget(3, self.effect)
        self.names.changed.connect(self._show_effect)
        self.follow.toggled.connect(self._show_effect)
        self._show_effect()

    def set_document(self, document: Document) -> None:
        """Offer the names of a document, and say what a change would do to it."""
        self._document = document
        self.names.set_choices(lambda: document.names)

    @property
    def wanted(self) -> ChangeNames:
        """The edit that what is changed stands for."""
        keep = self.spec.known_events and not self.follow.isChecked()
        return ChangeNames(self.indexes, self.spec.key, *self.typed(), keep)

    @override
    def revert(self) -> None:
        super().revert()
        self.follow.setChecked(True)
        self._show_effect()

    def _show_effect(self) -> None:
        tells = self.is_modified and self.spec.known_events
        self.follow.setVisible(tells)
        self.effect.setVisible(tells)
        if tells and self.follow.isChecked():
            self.effect.setText(known_events_text(self._document, self.wanted))
        elif tells:
            self.effect.setText(_("Known events stay as they are."))


def edit_of(field: SelectionField, spec: FieldSpec, value: object) -> Edit:
    """The edit that a value which was committed in a field stands for."""
    if isinstance(field, FollowedNamesField):
        return field.wanted
    return SetField(field.indexes, spec.key, value)


def editor_of(spec: FieldSpec) -> SelectionField:
    """The editor for a kind of field."""
    match spec.kind:
        case FieldKind.IMPORTANCE:
            return ImportanceField(spec)
        case FieldKind.FLAG:
            return ExplainedFlagField(spec)
        case FieldKind.NAMES:
            return FollowedNamesField(spec)
        case FieldKind.TEXT:
            return SummaryField(spec)
        case _:
            return TextField(_(spec.title), _(spec.meaning))
