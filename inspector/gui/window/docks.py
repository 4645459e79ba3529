"""The docks: which there are, where they stand, and how they come back."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtWidgets import QLayout, QMainWindow

from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.state.derivation import Answer
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.dock_tabs import DockTabs
from inspector.gui.window.folding import FoldingBelow
from inspector.gui.window.on_screen import fit_on_screen
from inspector.gui.window.panel_dock import PanelDock, packed, unpacked
from inspector.gui.window.panels import Panels
from inspector.gui.window.room import RoomSharing

LAYOUT_VERSION = 4
_FRAMED_MS = 100
"""By then it is known which frame a view has that floats."""
_AREA = Qt.DockWidgetArea


class Docks:
    """All docks of the window, one a panel, in the order of menus and tabs.

    Args:
        window: where they stand.
        panels: what they show, each made when its dock is first seen.

    Attributes:
        below: folds those below the tables to their tabs.
        tabs: minds their tabs.
        room: shares the window's width.
    """

    def __init__(self, window: QMainWindow, panels: Panels) -> None:
        self.window = window
        self._panels = panels
        self._docks: dict[str, PanelDock] = {}
        self._tried: Answer | None = None
        for kind in panels.kinds:
            dock = PanelDock(kind, partial(panels.of, kind), window)
            dock.escaped.connect(self.leave_filling)
            self._docks[kind.name] = dock
        panels.when_made(Panel, self._hold)
        self.tabs = DockTabs(window, self.all)
        self.below = FoldingBelow(window, self.at(Area.TABLES), self.at(Area.BELOW))
        self.below.moved.connect(self.tabs.mend)
        (self._top,), (self._prompt,) = self.at(Area.TOP), self.at(Area.PROMPT)
        self.room = RoomSharing(window, self.below, self._prompt)
        self._filling = ""
        self._before_filling: QByteArray | None = None
        self._populating = QTimer(window, singleShot=True, interval=0)
        self._populating.timeout.connect(self._populate_seen)
        for dock in self.all:
            dock.hide()
        # What no kept layout holds.
        window.setCorner(Qt.Corner.BottomRightCorner, _AREA.RightDockWidgetArea)
        window.setCorner(Qt.Corner.TopLeftCorner, _AREA.TopDockWidgetArea)
        window.setCorner(Qt.Corner.TopRightCorner, _AREA.TopDockWidgetArea)

    def __getitem__(self, name: str) -> PanelDock:
        return self._docks[name]

    @property
    def all(self) -> tuple[PanelDock, ...]:
        """Every dock."""
        return tuple(self._docks.values())

    def at(self, area: Area) -> tuple[PanelDock, ...]:
        """The docks that stand there by default."""
        return tuple(dock for dock in self.all if dock.kind.area is area)

    def beside(self, dock: PanelDock) -> tuple[PanelDock, ...]:
        """The docks that stand by default where a dock does, itself included."""
        return self.at(dock.kind.area)

    at_once = Part.WHAT_IF

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Let no panel pass off what holds as what is tried out; see `Viewer`."""
        self._tried = view.what_if
        if Part.WHAT_IF in changes:
            for panel in self._panels.made:
                self.mark(panel)
        if changes.of(~Part.WHAT_IF):
            for kind in self._panels.awaited:
                self[kind.name].show_count(kind.count_in(view))

    def mark(self, panel: Panel) -> None:
        """Let this panel pass nothing off either."""
        self[panel.name].mark_kept(kept=self._tried is not None and panel.keeps(self._tried))

    def _hold(self, panel: Panel) -> None:
        self[panel.name].hold(panel)
        panel.keeping_changed.connect(partial(self.mark, panel))

    def arrange(self) -> None:
        """Put every dock where it stands by default."""
        window = self.window
        self.below.fold(folded=False)
        self._before_filling, self._filling = None, ""
        with _laid_out_at_once(window):
            for dock in self.all:
                dock.setFloating(False)
                window.removeDockWidget(dock)
            tables, below = self.at(Area.TABLES), self.at(Area.BELOW)
            window.addDockWidget(_AREA.TopDockWidgetArea, self._top)
            window.addDockWidget(_AREA.LeftDockWidgetArea, tables[0])
            window.addDockWidget(_AREA.RightDockWidgetArea, self._prompt)
            window.splitDockWidget(tables[0], below[0], Qt.Orientation.Vertical)
            for tabs in (tables, below):
                for one, other in pairwise(tabs):
                    window.tabifyDockWidget(one, other)
            for dock in self.all:
                dock.show()
        tables[0].raise_()
        below[0].raise_()
        self.tabs.mend()
        # Qt shares out the room once the docks have been shown, and forgets earlier wishes.
        QTimer.singleShot(0, window, self._share_room)
        self._populating.start()

    @property
    def filling(self) -> str:
        """The name of the dock that fills the window; empty while all stand side by side."""
        return self._filling

    def fill(self, name: str) -> None:
        """Let one dock fill the window, docked, until `unfill` or until another one is shown."""
        if self._before_filling is None:
            self._before_filling = self.window.saveState(LAYOUT_VERSION)
        self._filling = name
        self._docks[name].dock()
        for dock in self.all:
            if not dock.isFloating():
                dock.setVisible(dock.name == name)
        self._docks[name].raise_()
        self._docks[name].enter()

    def unfill(self) -> None:
        """Put every dock back where it stood before one filled the window."""
        before, self._before_filling, self._filling = self._before_filling, None, ""
        if before is not None:
            self._put_back(before)

    def leave_filling(self) -> None:
        """Put every dock back, and go on in the one that filled the window."""
        name = self._filling
        self.unfill()
        # The views that came back say first what they want of the window's width.
        QTimer.singleShot(0, self.window, partial(self.show, name))

    def set_timeline_height(self, height: int) -> None:
        """Give the timeline another height and the room that is left to the views."""
        if height != self._top.maximumHeight():
            self._top.set_height(height)
            self.settle()

    def settle(self) -> None:
        """Give room that became free to the views, and none to the timeline."""
        area = self.window.dockWidgetArea(self._top)
        if area is not _AREA.NoDockWidgetArea and not self._top.isFloating():
            height = self._top.maximumHeight()
            below = max(1, self.window.height() - height)
            self.window.resizeDocks(
                [self._top, self._prompt], [height, below], Qt.Orientation.Vertical
            )

    def _share_room(self) -> None:
        self.settle()
        tables, below = self.at(Area.TABLES)[0], self.at(Area.BELOW)[0]
        self.window.resizeDocks([tables, below], [360, 230], Qt.Orientation.Vertical)
        self.room.share()

    def show(self, name: str) -> bool:
        """Bring a dock to the front; answers whether there is one of that name."""
        dock = self._docks.get(name)
        if dock is not None:
            if name != self._filling:
                self.unfill()
            dock.show()
            dock.raise_()
            dock.enter()
        return dock is not None

    def state(self) -> str:
        """Where everything stands, as text to keep."""
        before = self._before_filling
        return packed(self.window.saveState(LAYOUT_VERSION) if before is None else before)

    def restore(self, state: str) -> bool:
        """Put everything where it stood; answers whether that was possible."""
        restored = self._put_back(unpacked(state))
        _fit_floating(self.all)
        return restored

    def _put_back(self, state: QByteArray) -> bool:
        with _laid_out_at_once(self.window):
            restored = self.window.restoreState(state, LAYOUT_VERSION)
        self.tabs.mend()
        self._populating.start()
        return restored

    def _populate_seen(self) -> None:
        """Have the views in front ready before they are painted, one a turn of the event loop."""
        seen = (dock for dock in self.all if not dock.is_populated and is_on_screen(dock))
        if dock := next(seen, None):
            dock.populate()
            self._populating.start()  # `QTimer.singleShot` would come in the same turn

    def parts(self) -> dict[str, str]:
        """How the panels' own splitters and columns stand, by name, as text to keep.

        What was never seen stands as it was kept.
        """
        return {name: state for dock in self.all for name, state in dock.parts().items()}

    def restore_parts(self, states: Mapping[str, str]) -> None:
        """Put the panels' splitters and columns as they stood; each as soon as it has its room."""
        for dock in self.all:
            dock.restore_parts(states)


@contextmanager
def _laid_out_at_once(window: QMainWindow) -> Generator[None]:
    """Lay out docks once they all stand where they shall, and not again with each of them.

    Until then each is visible for a moment, which a dock takes for being seen otherwise.
    """
    layout = cast("QLayout", window.layout())
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


def _fit_floating(docks: Sequence[PanelDock]) -> None:
    """Put views that came back floating onto the screens that there are."""
    for dock in docks:
        if dock.isFloating():
            QTimer.singleShot(_FRAMED_MS, dock, partial(fit_on_screen, dock))
