"""Turns what a person does to the table or the form into edit values."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from inspector.core.document import Document
from inspector.core.edits import ChangeNames, SetField
from inspector.core.fields import FieldSpec
from inspector.core.memory import Memory
from inspector.gui.panels.memories.values import value_of
from inspector.gui.state.selection import Selection


class EditController(QObject):
    """Asks for edits of the selection, or of one memory outside it; changes nothing.

    Only what `is_shown` is edited: nobody means to change what a filter hides.

    Signals:
        edit_requested: a `core.edits.Edit`.
    """

    edit_requested = Signal(object)

    def __init__(
        self,
        selection: Selection,
        is_shown: Callable[[int], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = Document()
        self._selection = selection
        self._is_shown = is_shown

    def targets(self, memory: int | None = None) -> tuple[int, ...]:
        """The memories that an edit concerns.

        Args:
            memory: the one that was touched; the whole selection if it is part of it.
        """
        chosen = tuple(index for index in self._selection.memories if self._is_shown(index))
        return chosen if memory is None or memory in chosen else (memory,)

    def memories(self, memory: int | None = None) -> tuple[Memory, ...]:
        """The memories themselves, see `targets`."""
        known = self.document.memories
        return tuple(known[index] for index in self.targets(memory) if index < len(known))

    def spec(self, key: str) -> FieldSpec | None:
        """The field with this key, if this document has it."""
        return next((spec for spec in self.document.fields if spec.key == key), None)

    def set_value(self, key: str, value: object, memory: int | None = None) -> None:
        """Ask for the same value on all targets."""
        targets = self.targets(memory)
        if targets and self.spec(key) is not None:
            self.edit_requested.emit(SetField(targets, key, value))

    def toggle(self, key: str, memory: int | None = None) -> None:
        """Ask for the opposite of what the touched or the current memory has, on all targets."""
        spec = self.spec(key)
        targets = self.targets(memory)
        if spec is None or not targets:
            return
        first = self._selection.current if memory is None else memory
        first = first if first in targets else targets[0]
        held = value_of(self.document.memories[first], spec)
        self.set_value(key, not held, memory)

    def change_names(
        self,
        key: str,
        add: Iterable[str],
        remove: Iterable[str],
        *,
        keep_known_events: bool = False,
        memory: int | None = None,
    ) -> None:
        """Ask to add and remove names on all targets; each keeps its others."""
        added, removed, targets = tuple(add), tuple(remove), self.targets(memory)
        if targets and (added or removed) and self.spec(key) is not None:
            edit = ChangeNames(targets, key, added, removed, keep_known_events)
            self.edit_requested.emit(edit)
