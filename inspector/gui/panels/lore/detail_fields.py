"""One editor a field: it shows what the selected items hold and asks for edits."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.lore import LoreField, LoreFieldKind
from inspector.gui.kit.field_editor import FieldEditor, FlagBox
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.lore.columns import value_text
from inspector.gui.panels.lore.verdicts import Item

NOT_KEPT = "Not kept yet: {keys} keeps, Esc reverts"
TEXT_LINES = 6
MOST_CHIPS, MOST_CHIPS_OF_ONE = 20, 200
"""Keywords that are shown of several items, and of one: more would take long to lay out."""


class LoreFieldEditor(FieldEditor):
    """Edits one field of one or more items; what is refused stays typed.

    Attributes:
        field: which field.

    Signals:
        value_requested: the items should hold another value (`LoreField`, value).
    """

    value_requested = Signal(object, object)

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.title = plain_label(field.title, 11, bold=True)
        self.note = plain_label("", 11)
        self.note.hide()

    def show_items(self, items: Sequence[Item], why_not: str) -> None:
        """Show what items hold; what is typed for the same items stays.

        Args:
            items: those that are edited.
            why_not: why the field cannot be edited; empty if it can.
        """
        if self.set_indexes(tuple(item.index for item in items)):
            self.load(items)
            self.say(why_not)
        self.set_usable(usable=not why_not)

    def load(self, items: Sequence[Item]) -> None:
        """Show what items hold."""

    def set_usable(self, *, usable: bool) -> None:
        """Let a person edit the field, or not."""

    def ask(self, value: object) -> None:
        """Ask for a value."""
        self.submit(lambda: self.value_requested.emit(self.field, value))

    def refuse(self, why: str) -> None:
        """Say why what was asked for is refused."""
        self.say(f"✕ {why}", is_error=True)

    def say(self, words: str, *, is_error: bool = False) -> None:
        """Say something below the field; nothing hides it."""
        theme = current_theme()
        colour = theme.error if is_error else theme.text_2
        self.note.setStyleSheet(f"color: {colour.name()};")
        self.note.setText(words)
        self.note.setVisible(bool(words))


class WrittenField(LoreFieldEditor):
    """A text of one or several lines; leaving it keeps what is typed."""

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        is_long = field.kind is LoreFieldKind.TEXT
        self._keys = "Ctrl+Enter" if is_long else "Enter"
        self.edit = self.written_edit(field.title, is_line=not is_long)
        line = QFontMetrics(self.edit.font()).lineSpacing()
        if is_long:
            self.edit.setMinimumHeight(line * TEXT_LINES + scaled(14))
        else:
            self.edit.setFixedHeight(line + scaled(14))
            self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for widget in (self.title, self.edit, self.note):
            self.column.addWidget(widget)
        self.column.setStretchFactor(self.edit, 1)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._on_typed)

    @property
    @override
    def is_modified(self) -> bool:
        return self.edit.is_modified

    @override
    def load(self, items: Sequence[Item]) -> None:
        texts = [value_text(item, self.field) for item in items]
        many = len(set(texts))
        self.edit.setPlaceholderText(f"{many} different values" if many > 1 else "")
        self.edit.load(texts[0] if many == 1 else "")

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.edit.setReadOnly(not usable)
        self.edit.setEnabled(usable or self.field.kind is LoreFieldKind.TEXT)

    @override
    def commit(self) -> None:
        if self.is_modified and self.indexes:
            self.ask(typed_value(self.field, self.edit.text))

    @override
    def revert(self) -> None:
        self.edit.restore()
        self.say("")

    def _on_typed(self) -> None:
        if self.is_modified:
            self.say(NOT_KEPT.format(keys=self._keys))
        elif not self.edit.isReadOnly():
            self.say("")


class FlagField(LoreFieldEditor):
    """A check box; partly checked where items differ."""

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self.box = FlagBox(field.title, self)
        self.box.chosen.connect(self.ask)
        self.title.hide()
        self.setFocusProxy(self.box)
        self.column.addWidget(self.box)
        self.column.addWidget(self.note)

    @override
    def load(self, items: Sequence[Item]) -> None:
        self.box.show_values({bool(getattr(item, self.field.key)) for item in items})

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.box.setEnabled(usable)


class KeywordsField(LoreFieldEditor):
    """Keywords as chips; what is changed is kept when the focus goes elsewhere.

    Signals:
        change_requested: keywords that all items gain, and that all lose (two tuples of str).
    """

    change_requested = Signal(object, object)

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self._held: list[tuple[str, ...]] = []
        self._rest = ""
        self.names = self.names_editor(field.title)
        self.names.input.setPlaceholderText("Add a keyword")
        for widget in (self.title, self.names, self.note):
            self.column.addWidget(widget)
        self.setFocusProxy(self.names)
        self.names.changed.connect(self._on_changed)

    @property
    @override
    def is_modified(self) -> bool:
        return self.names.is_modified

    @override
    def load(self, items: Sequence[Item]) -> None:
        keywords = [item.keywords for item in items]
        counts = Counter(one for held in keywords for one in dict.fromkeys(held))
        most = MOST_CHIPS if len(items) > 1 else MOST_CHIPS_OF_ONE
        shown = {one for one, _ in counts.most_common(most)}
        left_out = len(counts) - len(shown)
        self._held = [tuple(one for one in held if one in shown) for held in keywords]
        self._rest = f"{left_out:,} more keywords are not shown, and stay." if left_out else ""
        self.names.load(self._held)

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.names.setEnabled(usable)

    @override
    def commit(self) -> None:
        self.names.take_typed()
        state = self.names.state
        if self.is_modified and self.indexes:
            self.submit(lambda: self.change_requested.emit(state.added, state.removed))

    @override
    def revert(self) -> None:
        self.names.load(self._held)
        self.say(self._rest)

    @override
    def show_items(self, items: Sequence[Item], why_not: str) -> None:
        super().show_items(items, why_not)
        if self._rest and not why_not and not self.is_modified:
            self.say(self._rest)

    def _on_changed(self) -> None:
        self.say(NOT_KEPT.format(keys="Ctrl+Enter") if self.is_modified else self._rest)


def typed_value(field: LoreField, text: str) -> object:
    """What typed text stands for; a number that is none stays text, and is refused as such."""
    if field.kind is not LoreFieldKind.WHOLE:
        return text
    try:
        return int(text.strip())
    except ValueError:
        return text


def editor_of(field: LoreField) -> LoreFieldEditor:
    """The editor for a kind of field."""
    match field.kind:
        case LoreFieldKind.FLAG:
            return FlagField(field)
        case LoreFieldKind.KEYWORDS | LoreFieldKind.COMMA_KEYWORDS:
            return KeywordsField(field)
        case _:
            return WrittenField(field)
