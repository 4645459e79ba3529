"""A table of entries or events: what mouse and keys do on its rows."""

from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.lore import CONSTANT, ENABLED, LoreField, LoreFieldKind
from inspector.gui.panels.lore.columns import DERIVED
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.verdicts import LoreRow
from inspector.gui.panels.lore.words import for_items, table_name
from inspector.gui.tables.editable_table import EditableTable
from inspector.gui.tables.model import Index
from inspector.gui.tables.selected import SelectedPlaces
from inspector.gui.tables.text_editor import TextCellEditor


class Action(Enum):
    """What a key asks for."""

    EDIT = auto()
    COPY = auto()
    ENABLED = auto()
    CONSTANT = auto()


_ACTIONS = {
    Qt.Key.Key_F2: Action.EDIT,
    Qt.Key.Key_Return: Action.EDIT,
    Qt.Key.Key_Enter: Action.EDIT,
    Qt.Key.Key_Space: Action.ENABLED,
    Qt.Key.Key_C: Action.CONSTANT,
}
_BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class LoreTable(EditableTable[LoreRow]):
    """Shows the model's rows; says what a person does and leaves the doing to others.

    Attributes:
        selected: which items are selected.

    Signals:
        toggled: a flag is to be the other way (place of the item, `LoreField`).
        field_opened: a field without an editor in its cell is to be edited (`LoreField`).
        copied: the selection is to be copied.
    """

    toggled = Signal(int, object)
    field_opened = Signal(object)
    copied = Signal()

    def __init__(self, model: LoreModel, parent: QWidget | None = None) -> None:
        super().__init__(model, table_name(model.kind), f"lore_{model.kind}", parent)
        self._lore = model
        self.selected = SelectedPlaces(
            self, lambda: model.order, lambda: self.currentIndex().column()
        )
        self.show_derived(visible=False)

    def set_choices(self, title: str, keys: str, do: Callable[[], None]) -> None:
        """Put something that can be done into the context menu, with its keys."""
        action = QAction(title, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(do)
        self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def follow_count(self, grown: int) -> None:
        """Select what was made, which is the last; where some went, nothing."""
        last = len(self._lore.items) - 1
        if grown:
            self.selected.select((last,) if grown > 0 else (), last if last >= 0 else None)

    def show_derived(self, *, visible: bool) -> None:
        """Show or hide what a ruleset answers."""
        for column in DERIVED:
            self.header.set_available(column.label, available=visible)

    @override
    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        n = len(self.selected.places)
        goes_to = for_items(self._lore.kind, n) if n > 1 else ""
        return TextCellEditor(self.context, parent, counts_words=False, goes_to=goes_to)

    @override
    def begin_edit(self, index: QModelIndex) -> None:
        """Edit a cell as its kind asks for."""
        field = self._lore.field_at(index.column()) if index.isValid() else None
        if field is None:
            return
        if field.kind is LoreFieldKind.FLAG:
            self.toggled.emit(self._lore.order[index.row()], field)
            return
        self.go_to(index)
        if self._lore.is_editable(index.column()):
            self.edit(index)
        else:
            self.field_opened.emit(field)

    @override
    def action_of(self, event: QKeyEvent) -> Action | None:
        if event.matches(QKeySequence.StandardKey.Copy):
            return Action.COPY
        return _ACTIONS.get(Qt.Key(event.key())) if event.modifiers() in _BARE else None

    @override
    def do(self, action: object) -> None:
        if action is Action.EDIT:
            self.begin_edit(self.currentIndex())
        elif action is Action.COPY:
            self.copied.emit()
        else:
            self._toggle(ENABLED if action is Action.ENABLED else CONSTANT)

    def _toggle(self, wanted: LoreField) -> None:
        field, current = self._lore.stored(wanted), self.selected.current
        if field is not None and current is not None:
            self.toggled.emit(current, field)

    @override
    def hit_at(self, index: QModelIndex, where: QPoint) -> LoreField | None:
        """The flag of a cell, if it has one."""
        field = self._lore.field_at(index.column()) if index.isValid() else None
        return field if field is not None and field.kind is LoreFieldKind.FLAG else None

    @override
    def do_hit(self, index: QModelIndex, hit: object) -> None:
        self.toggled.emit(self._lore.order[index.row()], hit)
