"""The keys of the menus' actions: as they come, or as a person chose them."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.action_list import ListedAction, listed_actions

_PORTABLE = QKeySequence.SequenceFormat.PortableText


class Shortcuts(QObject):
    """Gives actions the keys that are kept in the preferences.

    Args:
        bar: holds every action.
        store: keeps the keys that differ from those that the program comes with.
    """

    def __init__(self, bar: QMenuBar, store: PreferencesStore) -> None:
        super().__init__(bar)
        self._bar = bar
        self._store = store
        self._usual: dict[str, Sequence[QKeySequence]] = {}
        for one in self.actions():
            self._usual[name_of(one)] = one.action.shortcuts()
        self._apply(store.preferences.keys)

    def actions(self) -> Sequence[ListedAction]:
        """All that may have keys which work everywhere in the window."""
        return [one for one in listed_actions(self._bar) if is_window_wide(one)]

    def is_usual(self, action: ListedAction) -> bool:
        """Whether an action has the keys that it comes with."""
        return name_of(action) not in self._store.preferences.keys

    def owner(self, keys: QKeySequence) -> ListedAction | None:
        """The action that has these keys; None if they are free."""
        held = (one for one in self.actions() if keys in one.action.shortcuts())
        return next(held, None)

    def change(self, action: ListedAction, keys: QKeySequence) -> None:
        """Give an action other keys, or none; another action that had them loses them."""
        kept = dict(self._store.preferences.keys)
        before = None if keys.isEmpty() else self.owner(keys)
        if before is not None and before.action is not action.action:
            kept[name_of(before)] = ""
            before.action.setShortcuts([])
        kept[name_of(action)] = keys.toString(_PORTABLE)
        action.action.setShortcuts([] if keys.isEmpty() else [keys])
        self._store.change(keys=kept)

    def reset(self, action: ListedAction | None = None) -> None:
        """Give an action the keys again that it comes with; None for all actions."""
        kept = dict(self._store.preferences.keys)
        gone = list(self._usual) if action is None else [name_of(action)]
        for name in gone:
            kept.pop(name, None)
        for one in self.actions():
            if name_of(one) in gone:
                one.action.setShortcuts(self._usual[name_of(one)])
        self._store.change(keys=kept)

    def _apply(self, kept: Mapping[str, str]) -> None:
        for one in self.actions():
            if name_of(one) in kept:
                keys = QKeySequence.fromString(kept[name_of(one)], _PORTABLE)
                one.action.setShortcuts([] if keys.isEmpty() else [keys])


def is_window_wide(one: ListedAction) -> bool:
    """Whether the window acts on an action's keys: not one view alone, nor a menu's own entry."""
    context = one.action.shortcutContext()
    return context is not Qt.ShortcutContext.WidgetShortcut and not _is_of_menu(one.action)


def name_of(one: ListedAction) -> str:
    """What an action is called in the preferences, in every language and whatever it says."""
    return one.action.objectName()


def _is_of_menu(action: QAction) -> bool:
    return isinstance(action.parent(), QMenu)
