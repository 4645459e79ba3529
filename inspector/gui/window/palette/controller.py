"""Opens the palette, and goes where a person wants to go from it."""

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMainWindow
from shiboken6 import isValid

from inspector.analysis.filters.filter import quoted
from inspector.core.lore import LoreKind
from inspector.core.recap import RecapVersion
from inspector.gui.panels.messages.finder import Finder
from inspector.gui.state.selection import Matches, Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.action_list import ListedAction, listed_actions
from inspector.gui.window.controller import Controller
from inspector.gui.window.docks import Docks
from inspector.gui.window.palette.found import Group, Location, places
from inspector.gui.window.palette.popup import Palette
from inspector.gui.window.panels import Panels


class PaletteController(Finder):
    """Looks through what is open for the palette: messages on a worker, all else at once."""

    at_once = Part.CHAT | Part.DOCUMENT | Part.ANSWER

    def __init__(
        self,
        window: QMainWindow,
        controller: Controller,
        docks: Docks,
        panels: Panels,
        selection: Selection,
    ) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._docks, self._panels, self._selection = docks, panels, selection
        self._view = View()
        self._actions: Sequence[ListedAction] = ()
        self.palette = Palette(window, self._places, docks["preview"])
        self.palette.closed.connect(lambda: selection.light("palette", None))
        self.palette.searched.connect(self.find)
        self.palette.chosen.connect(self._go)
        self.palette.filter_requested.connect(self._filter)
        self.changed.connect(self._refresh)

    def open(self) -> None:
        """Let a person look for something; opened again, it goes."""
        if self.palette.isVisible():
            self.palette.close_now()
            return
        self._actions = listed_actions(self._window.menuBar())
        self.palette.open()

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Look through what is shown; see `Viewer`."""
        self._view = view
        if Part.CHAT in changes or Part.DOCUMENT in changes:
            self.set_chat(view.document.chat)

    def _places(self, needle: str) -> Mapping[Group, Sequence[Location]]:
        filters = self._panels.memories.filter_row.menu.named
        found = places(needle, self._view, self._actions, self.matches, filters)
        if not needle:
            self._selection.light("palette", None)
        elif not self.running:
            memories = frozenset(cast("int", one.target) for one in found[Group.MEMORIES])
            self._selection.light("palette", Matches(memories, frozenset(self.matches)))
        return found

    def _refresh(self) -> None:
        if self.palette.isVisible():
            self.palette.refresh()

    def _filter(self, needle: str) -> None:
        self._apply(quoted(needle) if needle else "")

    def _apply(self, text: str) -> None:
        self._docks.show("memories")
        self._panels.memories.filter_row.input.setText(text)

    def _go(self, location: Location) -> None:
        target = location.target
        match location.group:
            case Group.MEMORIES:
                self._controller.show_memory(cast("int", target))
            case Group.MESSAGES:
                self._controller.show_message(cast("int", target))
            case Group.RECAPS:
                self._docks.show("recaps")
                self._panels.recaps.show_versions(cast("RecapVersion", target))
            case Group.LORE:
                kind, index = cast("tuple[LoreKind, int]", target)
                self._docks.show("lore")
                self._panels.lore.show_kind(kind)
                self._panels.lore.pages[kind].show_item(index)
            case Group.SETTINGS:
                ruleset, name = cast("tuple[str, str]", target)
                self._docks.show("settings")
                self._controller.use_ruleset(ruleset)
                self._panels.settings.show_setting(ruleset, name)
            case Group.FILTERS:
                self._apply(cast("str", target))
            case Group.ACTIONS:
                action = cast("ListedAction", target).action
                # The keys are back where they were by then, which some actions go by.
                QTimer.singleShot(0, self, lambda: action.trigger() if isValid(action) else None)
