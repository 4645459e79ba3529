"""One selection for all views: which memories, message and item a person looks at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class MemorySubject:
    """A memory, by its index."""

    memory: int


@dataclass(frozen=True, slots=True)
class MessageSubject:
    """A message, by its index."""

    message: int


@dataclass(frozen=True, slots=True)
class ItemSubject:
    """A retrieved item.

    Attributes:
        key: what a request calls it: `lore:3`, `chronicle:x`, `chat:7`.
        turn: which of its rows, 0-based, where a request takes it twice; None for the one that
            is in.
    """

    key: str
    turn: int | None = None


Subject = MemorySubject | MessageSubject | ItemSubject
"""What can be explained."""


@dataclass(frozen=True, slots=True)
class Matches:
    """What the filter of a view finds, as far as the chat has a place for it.

    Attributes:
        memories: by their indexes.
        messages: by their indexes; None where the filter is not about messages.
    """

    memories: frozenset[int]
    messages: frozenset[int] | None = None


class Selection(QObject):
    """The selected memories, message and item, the memory under the pointer, and the list.

    Views call the setters on a person's action and follow the signals; setting what is set
    already emits nothing, so that views cannot chase each other. Selecting memories or a message
    forgets the item.

    Signals:
        memories_changed: the selected memories or the current one differ.
        message_changed: the selected message differs (int index, or None).
        item_changed: the selected item differs (its key, or None).
        subjects_changed: what is selected, or which of it was selected last, differs.
        hovered_changed: the memory under the pointer differs (int index, or None).
        order_changed: memories are listed in another order, or others of them are.
        matches_changed: the filter of memories finds others (a frozenset of indexes, or None).
        lit_changed: the filter of the view that leads finds something else (`Matches`, or None).
    """

    memories_changed = Signal()
    message_changed = Signal(object)
    item_changed = Signal(object)
    subjects_changed = Signal()
    hovered_changed = Signal(object)
    order_changed = Signal()
    matches_changed = Signal(object)
    lit_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memories: tuple[int, ...] = ()
        self._subjects: tuple[Subject, ...] = ()
        self._hovered: int | None = None
        self._order: Sequence[int] | None = None
        self._matches: frozenset[int] | None = None
        self._lit: dict[str, Matches] = {}

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The current memory, the message and the item, as far as selected, the newest first."""
        return self._subjects

    @property
    def memories(self) -> tuple[int, ...]:
        """Indexes of the selected memories, in list order."""
        return self._memories

    @property
    def current(self) -> int | None:
        """The memory that details are shown of; one of the selected, or None."""
        return next((one.memory for one in self._subjects if isinstance(one, MemorySubject)), None)

    @property
    def message(self) -> int | None:
        """The selected message."""
        found = (one.message for one in self._subjects if isinstance(one, MessageSubject))
        return next(found, None)

    @property
    def item(self) -> str | None:
        """The key of the selected item."""
        return next((one.key for one in self._subjects if isinstance(one, ItemSubject)), None)

    @property
    def hovered(self) -> int | None:
        """The memory under the pointer, in whichever view."""
        return self._hovered

    @property
    def order(self) -> Sequence[int] | None:
        """The memories that are listed, in the order that a person chose; None before any are."""
        return self._order

    @property
    def matches(self) -> frozenset[int] | None:
        """The memories that the filter finds; None without a filter."""
        return self._matches

    def list_memories(self, order: Sequence[int], matches: frozenset[int] | None) -> None:
        """Say how memories are listed.

        Args:
            order: those that are listed, from the first on.
            matches: those that the filter finds; None without a filter.
        """
        if order is not self._order:
            self._order = order
            self.order_changed.emit()
        if matches != self._matches:
            self._matches = matches
            self.matches_changed.emit(matches)
        self.light("memories", None if matches is None else Matches(matches))

    @property
    def lit(self) -> Matches | None:
        """What the filter finds that began last, or whose view a person went to since."""
        return next(reversed(self._lit.values()), None)

    def light(self, view: str, matches: Matches | None) -> None:
        """Say what the filter of a view finds; None without a filter."""
        before = self.lit
        if matches is None:
            self._lit.pop(view, None)
        else:
            self._lit[view] = matches
        self._tell_lit(before)

    def lead(self, view: str) -> None:
        """Let what the filter of a view finds be lit, if it has one: a person went there."""
        before = self.lit
        if view in self._lit:
            self._lit[view] = self._lit.pop(view)
        self._tell_lit(before)

    def _tell_lit(self, before: Matches | None) -> None:
        if self.lit != before:
            self.lit_changed.emit(self.lit)

    def select(self, memories: Iterable[int], current: int | None = None) -> None:
        """Select memories; `current` is the last of them unless said otherwise."""
        chosen = tuple(sorted(set(memories)))
        if current is None or current not in chosen:
            current = chosen[-1] if chosen else None
        before, self._memories = self._memories, chosen
        subject = None if current is None else MemorySubject(current)
        self._take(MemorySubject, subject, memories=before != chosen)

    def select_message(self, message: int | None) -> None:
        """Select a message."""
        self._take(MessageSubject, None if message is None else MessageSubject(message))

    def select_item(self, key: str | None, turn: int | None = None) -> None:
        """Select an item; see `ItemSubject`."""
        self._take(ItemSubject, None if key is None else ItemSubject(key, turn))

    def hover(self, memory: int | None) -> None:
        """Say which memory is under the pointer."""
        if memory != self._hovered:
            self._hovered = memory
            self.hovered_changed.emit(memory)

    def clear(self) -> None:
        """Forget everything, for another chat."""
        self.select(())
        self.select_message(None)
        self.select_item(None)
        self.hover(None)

    def _take(
        self, kind: type[Subject], subject: Subject | None, *, memories: bool = False
    ) -> None:
        """Put a subject before all others, or take away the one of its kind, and tell."""
        before = self._subjects
        current, message, item = self.current, self.message, self.item
        # What is selected anew is looked at instead of the item; taking away selects nothing.
        gone = (kind,) if subject is None else (kind, ItemSubject)
        rest = tuple(one for one in before if not isinstance(one, gone))
        self._subjects = rest if subject is None else (subject, *rest)
        if memories or self.current != current:
            self.memories_changed.emit()
        if self.message != message:
            self.message_changed.emit(self.message)
        if self.item != item:
            self.item_changed.emit(self.item)
        if self._subjects != before:
            self.subjects_changed.emit()
