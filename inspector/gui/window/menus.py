"""The window's menus and keys, each bound to what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from uuid import uuid4

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from inspector.core.edits import RotateIntegrity
from inspector.gui.files.chat_service import ChatService
from inspector.gui.files.lore_service import OF_LORE, LoreService
from inspector.gui.files.open_tab import OpenTab
from inspector.gui.files.restoring import Restoring
from inspector.gui.kit.actions import WHY_NOT
from inspector.gui.kit.dialogs import ask_to_rotate
from inspector.gui.kit.panel import Area
from inspector.gui.state.commands import Commands
from inspector.gui.window.about import show_about
from inspector.gui.window.actions import Actions
from inspector.gui.window.check_controller import CheckController
from inspector.gui.window.docks import Docks
from inspector.gui.window.languages import LANGUAGES, SYSTEM
from inspector.gui.window.layouts import LAYOUTS
from inspector.gui.window.listen_controller import ListenController
from inspector.gui.window.open_from.opening import OpenFrom
from inspector.gui.window.panels import Panels
from inspector.language import N_, _
from inspector.lore_files import FileKind
from inspector.preferences import Preferences

_KINDS = {
    FileKind.LOREBOOK: _("lorebook"),
    FileKind.CHRONICLE: _("chronicle"),
    FileKind.CARD: _("character card"),
    FileKind.SCORES: _("scores"),
}


class BesideMenu(QMenu):
    """*Beside the chat*: what is not open cannot be closed."""

    def __init__(self, window: QMainWindow, actions: Actions, flow: LoreService) -> None:
        super().__init__(_("Beside the chat"), window)
        self._flow = flow
        self._needs: list[tuple[QAction, FileKind]] = []
        for kind, title in _KINDS.items():
            words = _("Open {words}…").format(words=title)
            self.addAction(actions.make(words, partial(flow.choose, kind), name=f"Open {kind}…"))
        self.addSeparator()
        for kind in OF_LORE:
            words = _("Save a copy of the {KINDS}…").format(KINDS=_KINDS[kind])
            name = f"Save a copy of the {kind}…"
            self._add(actions.make(words, partial(flow.save_copy, kind), name=name), kind)
        self.addSeparator()
        for kind, title in _KINDS.items():
            words = _("Close {words}").format(words=title)
            self._add(actions.make(words, partial(flow.close, kind), name=f"Close {kind}"), kind)
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Enable what can be done."""
        for action, kind in self._needs:
            action.setEnabled(self._flow.is_open(kind))

    def _add(self, action: QAction, kind: FileKind) -> None:
        action.setProperty(WHY_NOT, _("no {kind} is open").format(kind=_KINDS[kind]))
        self._needs.append((action, kind))
        self.addAction(action)


_KEY = QKeySequence.StandardKey

THEMES = {
    "system": _("As the system"),
    "light": _("Light"),
    "dark": _("Dark"),
    "contrast": _("High contrast"),
}


@dataclass(frozen=True)
class Menus:
    """What of the menus changes while the program runs."""

    actions: Actions
    recent: QMenu
    themes: QMenu
    languages: QMenu
    open: QAction
    save: QAction
    undo: QAction
    redo: QAction
    fold: QAction
    find: QAction
    sum_up: QAction
    keys: QAction
    layouts: Sequence[QAction]

    def check(self, preferences: Preferences) -> None:
        """Mark the theme and the language that were chosen."""
        for action in self.themes.actions():
            action.setChecked(action.data() == preferences.theme)
        for action in self.languages.actions():
            action.setChecked(action.data() == preferences.language)


@dataclass(frozen=True)
class MenuMaker:
    """Makes the menus of a window out of its parts."""

    window: QMainWindow
    flow: ChatService
    commands: Commands
    docks: Docks
    panels: Panels
    open_from: OpenFrom
    lore: LoreService
    restoring: Restoring
    open_tab: OpenTab
    check: CheckController
    listen: ListenController

    def make(
        self,
        choose_theme: Callable[[str], object],
        choose_language: Callable[[str], object],
        go: Callable[[str], object],
    ) -> Menus:
        """All menus.

        Args:
            choose_theme: told the name of a theme that was chosen.
            choose_language: told the code of a language that was chosen.
            go: told the name of a dock to show.
        """
        actions = Actions(self.window)
        recent = QMenu(_("Open recent"), self.window)
        themes = actions.choices(_("Theme"), THEMES, choose_theme)
        names = {SYSTEM: _("As the system"), **LANGUAGES}
        languages = actions.choices(_("Language"), names, choose_language)
        open_chat = actions.make(N_("Open a chat…"), self.flow.choose_and_open, _KEY.Open)
        save = actions.make(N_("Save"), self.flow.save, _KEY.Save, chat=True)
        fold = actions.make(N_("Fold the timeline"), None, "Ctrl+Shift+L", chat=True)
        fold.setCheckable(True)
        find = actions.make(N_("Find anything…"), None, "Ctrl+Shift+P")
        undo, redo = actions.undo_pair(self.commands.stack, self.panels.commit_fields)
        self._file_menu(actions, open_chat, save, recent)
        sum_up = actions.make(N_("Sum up established history…"), None, chat=True)
        self._edit_menu(actions, undo, redo, sum_up)
        layouts = [_layout_action(actions, name, index) for index, name in enumerate(LAYOUTS)]
        self._view_menu(actions, (themes, languages), fold, layouts)
        self._go_menu(actions, go, find)
        keys = actions.make(N_("Keys"), None, "F1")
        self._help_menu(actions, keys)
        self._keep_in_menus()
        return Menus(
            actions, recent, themes, languages, open_chat, save, undo, redo, fold, find, sum_up,
            keys, layouts,
        )  # fmt: skip

    def _keep_in_menus(self) -> None:
        """Let each entry be where it was put, and not where Qt on macOS guesses by its words.

        *Go to Settings* would leave its menu, and be the program's *Preferences*.
        """
        for menu in self.window.menuBar().findChildren(QMenu):
            for action in menu.actions():
                if action.menuRole() is QAction.MenuRole.TextHeuristicRole:
                    action.setMenuRole(QAction.MenuRole.NoRole)

    def _file_menu(
        self, actions: Actions, open_chat: QAction, save: QAction, recent: QMenu
    ) -> None:
        flow = self.flow
        leave = actions.make(N_("Quit"), self.window.close, _KEY.Quit)
        leave.setMenuRole(QAction.MenuRole.QuitRole)
        actions.menu(
            "&File",
            open_chat,
            actions.make(N_("Open from SillyTavern…"), self.open_from.show, "Ctrl+Shift+O"),
            recent,
            actions.make(N_("Open the sample chat"), flow.open_sample),
            actions.make(N_("Open the sample of two tiers"), flow.open_sample_of_tiers),
            BesideMenu(self.window, actions, self.lore),
            None,
            actions.make(N_("Check a request…"), self.check.choose, "Ctrl+R"),
            actions.make(
                N_("Check the request on the clipboard"), self.check.paste, "Ctrl+Shift+R"
            ),
            actions.make(N_("Listen…"), self.listen.show, "Ctrl+L", chat=True),
            None,
            save,
            actions.make(N_("Save a copy…"), flow.save_copy, "Ctrl+Shift+S", chat=True),
            actions.make(N_("Read again from disk"), flow.reload, "F5", chat=True),
            None,
            actions.make(N_("Backups…"), self.restoring.show, chat=True),
            actions.make(N_("Rotate integrity…"), self._rotate, chat=True),
            actions.make(N_("Open tab of SillyTavern…"), self.open_tab.show),
            None,
            leave,
        )

    def _edit_menu(self, actions: Actions, undo: QAction, redo: QAction, sum_up: QAction) -> None:
        copy = self.panels.preview.copy_action
        copy.setEnabled(False)
        copy.setProperty(WHY_NOT, _("the block is empty"))
        actions.needs_chat.append(copy)
        actions.menu("&Edit", undo, redo, None, copy, None, sum_up)
        memory = actions.menu("&Memory")
        memory.setProperty(WHY_NOT, _("no memory is selected"))
        memory.aboutToShow.connect(lambda: self.panels.memories.fill_menu(memory))

    def _view_menu(
        self,
        actions: Actions,
        choices: Sequence[QMenu],
        fold: QAction,
        layouts: Sequence[QAction],
    ) -> None:
        lines = self.panels.memories.table.lines_action
        lines.setEnabled(False)
        actions.needs_chat.append(lines)
        wrap = self.panels.preview.wrap_action
        menu = actions.menu("&View", *choices, wrap, lines, fold, None)
        views = menu.addMenu(_("Show or hide"))
        for dock in self.docks.all:
            views.addAction(dock.toggleViewAction())
            dock.toggleViewAction().setObjectName(f"Show or hide {dock.name}")
        floating = QMenu(_("Float"), self.window)
        for dock in self.docks.all:
            action = dock.float_action()
            action.setObjectName(f"Float {dock.name}")
            floating.addAction(action)
            actions.needs_chat.append(action)
        menu.addMenu(floating)
        menu.addSeparator()
        fill = actions.make(N_("Fill the window with this view"), self._fill, "F11", chat=True)
        menu.addAction(fill)
        fold_below = actions.make(N_("Fold the views below"), self._fold_below, "F6", chat=True)
        menu.addAction(fold_below)
        menu.addMenu(self._layout_menu(actions, layouts))
        menu.addAction(actions.make(N_("Reset layout"), self._reset_layout, chat=True))

    def _layout_menu(self, actions: Actions, layouts: Sequence[QAction]) -> QMenu:
        menu = QMenu(_("Layout"), self.window)
        menu.addActions(layouts)
        actions.needs_chat += layouts
        return menu

    def _reset_layout(self) -> None:
        self.docks.arrange()
        self.docks.at(Area.TABLES)[0].enter()

    def _fold_below(self) -> None:
        self.docks.below.fold(folded=not self.docks.below.is_folded)

    def _go_menu(self, actions: Actions, go: Callable[[str], object], find: QAction) -> None:
        entries: list[QAction | None] = []
        keys = [f"Ctrl+{number}" for number in "1234567890"]
        for dock, key in zip_longest(self.docks.all, keys):
            if dock is not None:
                show = partial(go, dock.name)
                title, name = dock.windowTitle(), f"Go to {dock.name}"
                entries.append(actions.make(title, show, key, chat=True, name=name))
        problems = self.panels.problems
        entries[:0] = [find, None]
        entries += [
            None,
            actions.make(N_("Next problem"), problems.next_problem, "F8", chat=True),
            actions.make(N_("Previous problem"), problems.previous_problem, "Shift+F8", chat=True),
        ]
        actions.menu("&Go", *entries)

    def _help_menu(self, actions: Actions, keys: QAction) -> None:
        window = self.window
        about = actions.make(N_("About Memory Inspector"), lambda: show_about(window))
        about.setMenuRole(QAction.MenuRole.AboutRole)
        actions.menu("&Help", keys, about)

    def _fill(self) -> None:
        """Let the view that has the keys fill the window, or put all views back."""
        if self.docks.filling:
            self.docks.leave_filling()
            return
        focus = QApplication.focusWidget()
        if focus is not None:
            around = (dock for dock in self.docks.all if dock.isAncestorOf(focus))
            if dock := next(around, None):
                self.docks.fill(dock.name)

    def _rotate(self) -> None:
        if ask_to_rotate(self.window):
            self.commands.submit(RotateIntegrity(str(uuid4())))


def _layout_action(actions: Actions, name: str, location: int) -> QAction:
    return actions.make(name, None, f"Ctrl+Alt+{location + 1}")
