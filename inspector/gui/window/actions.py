"""The menus: every action with its words and its keys."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoStack
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from inspector.gui.kit.actions import WHY_NOT
from inspector.language import N_, _

_NO_CHAT = _("no chat is open")
Act = Callable[[], object]
Keys = QKeySequence.StandardKey | str | None

MENUS = (N_("&File"), N_("&Edit"), N_("&Memory"), N_("&View"), N_("&Go"), N_("&Help"))
"""The menu bar, which is there before its menus are filled."""


class Actions:
    """Makes the actions of a window and keeps those whose state changes."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.needs_chat: list[QAction] = []

    def make(
        self,
        words: str,
        act: Act | None,
        keys: Keys = None,
        *,
        chat: bool = False,
        name: str = "",
    ) -> QAction:
        """An action.

        Args:
            words: what it does, as the menu shows it; English, to be translated here.
            act: called when it is triggered; None where others hear of it.
            keys: its shortcut.
            chat: whether it needs an open chat.
            name: what it is called in the preferences in every language, if not by its words.
        """
        action = QAction(_(words), self._window)
        action.setObjectName(name or words)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        if act is not None:
            action.triggered.connect(lambda _checked=False: act())
        if chat:
            action.setEnabled(False)
            self.needs_chat.append(action)
        self._window.addAction(action)
        return action

    def set_chat_open(self, *, is_open: bool) -> None:
        """Enable or disable what needs a chat."""
        # Taken from the docks anew: a kept wrapper of what a dock made itself may die before it.
        docks = self._window.findChildren(QDockWidget)
        for action in (*self.needs_chat, *(dock.toggleViewAction() for dock in docks)):
            action.setEnabled(is_open)
            if not is_open and not action.property(WHY_NOT):
                action.setProperty(WHY_NOT, _NO_CHAT)

    def menu(self, title: str, *entries: QAction | QMenu | None) -> QMenu:
        """One of `MENUS`, filled; None parts its groups."""
        bar = self._window.menuBar()
        menu = next(one for one in bar.findChildren(QMenu) if one.objectName() == title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif isinstance(entry, QMenu):
                menu.addMenu(entry)
            else:
                menu.addAction(entry)
        return menu

    def undo_pair(self, stack: QUndoStack, commit: Act) -> tuple[QAction, QAction]:
        """Undo and redo, which say what they would do.

        Args:
            stack: what is undone.
            commit: makes what is typed the last step, which is then undone first.
        """
        undo = stack.createUndoAction(self._window, _("Undo"))
        undo.triggered.disconnect()
        undo.triggered.connect(lambda: (commit(), stack.undo()))
        undo.setShortcuts(QKeySequence.StandardKey.Undo)
        redo = stack.createRedoAction(self._window, _("Redo"))
        # Named, not the platform's: one that stands twice is ambiguous and does nothing.
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        undo.setObjectName("Undo")
        redo.setObjectName("Redo")
        undo.setProperty(WHY_NOT, _("nothing is changed yet"))
        redo.setProperty(WHY_NOT, _("nothing was undone"))
        return undo, redo

    def choices(self, title: str, names: dict[str, str], chosen: Callable[[str], object]) -> QMenu:
        """A menu of which one entry is checked; `names` maps values to words."""
        menu = QMenu(title, self._window)
        group = QActionGroup(menu)
        for value, words in names.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)

        def choose(action: QAction) -> None:
            chosen(str(action.data()))

        group.triggered.connect(choose)
        return menu
