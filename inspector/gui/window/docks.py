"""The docks: which there are, where they stand, and how they come back."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QTabBar,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.header import Header

LAYOUT_VERSION = 4
_LEAST_WIDTH, _LEAST_HEIGHT = 240, 60
_UNLIMITED = 16_777_215
_AREA = Qt.DockWidgetArea


class _NoTitle(QWidget):
    """Stands in for a title bar and takes no room."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class _Pane(QScrollArea):
    """Shows a panel in whatever room there is; where it is too small the panel scrolls."""

    def __init__(self, panel: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(panel)

    @override
    def sizeHint(self) -> QSize:
        return self._panel.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_WIDTH), scaled(_LEAST_HEIGHT))


class _KeptNote(QLabel):
    """Says in a corner of a panel that it shows what holds and not what is tried out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("◌ as it is, without the what-if", parent)
        self.setObjectName("kept_note")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self, room: QSize) -> None:
        """Stand in the lower right corner."""
        self.adjustSize()
        self.move(room.width() - self.width() - scaled(12), room.height() - self.height() - 4)
        self.show()
        self.raise_()


class PanelDock(QDockWidget):
    """A dock whose title is its tab while it is docked, and a window's title while it floats.

    Args:
        name: what scripts and pictures call it.
        title: what its tab says.
        panel: what it shows.
        parent: the window.
        height: of a panel that is always as high; 0 for one that takes what room there is.

    Signals:
        entered: a person goes to this dock, and so does the focus.
        escaped: Esc was pressed in it, and nothing in it had a use for it.
    """

    entered = Signal()
    escaped = Signal()

    def __init__(
        self, name: str, title: str, panel: Panel, parent: QMainWindow, height: int = 0
    ) -> None:
        super().__init__(title, parent)
        self.setObjectName(f"dock_{name}")
        self.name = name
        self.panel = panel
        self._title = title
        self._height = height
        self.setWidget(panel if height else _Pane(panel, self))
        if height:
            self.setFixedHeight(height)
        self.note = _KeptNote(self)
        self._bare = _NoTitle(self)
        self.setTitleBarWidget(self._bare)
        self.topLevelChanged.connect(self._follow_floating)

    def show_count(self, count: int | None) -> None:
        """Show a number behind the title, as on its tab."""
        self.setWindowTitle(self._title if not count else f"{self._title}  {count:,}")

    def float_action(self) -> QAction:
        """An action that floats the dock or docks it again."""
        action = QAction(f"Float {self._title}", self)
        action.setCheckable(True)
        action.toggled.connect(self.setFloating)
        self.topLevelChanged.connect(action.setChecked)
        return action

    def mark_kept(self, *, kept: bool) -> None:
        """Say, or no longer say, that the panel shows what holds while something is tried out."""
        if kept and self.note.isHidden():
            self.note.show_over(self.size())
        elif not kept:
            self.note.hide()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def set_height(self, height: int) -> None:
        """Be as high as this while docked, however much room there is."""
        self._height = height
        if not self.isFloating():
            self.setFixedHeight(height)

    def _follow_floating(self, floating: bool) -> None:  # noqa: FBT001 - a slot's signature
        """A floating dock needs its own title bar to be moved by."""
        if self._height:
            self.setMinimumHeight(0 if floating else self._height)
            self.setMaximumHeight(_UNLIMITED if floating else self._height)
        if floating:
            self._bare = _NoTitle(self)
            self.setTitleBarWidget(cast("QWidget", None))
        else:
            self.setTitleBarWidget(self._bare)


class Docks:
    """All docks of the window, one a panel, in the order of menus and tabs.

    Args:
        window: where they stand.
        panels: what they show.
    """

    def __init__(self, window: QMainWindow, panels: Sequence[Panel]) -> None:
        self.window = window
        self._docks: dict[str, PanelDock] = {}
        self._areas = {panel.name: panel.area for panel in panels}
        for panel in panels:
            height = panel.sizeHint().height() if panel.area is Area.TOP else 0
            dock = PanelDock(panel.name, panel.title, panel, window, height)
            panel.count_changed.connect(dock.show_count)
            dock.escaped.connect(self.unfill)
            self._docks[panel.name] = dock
        (self._top,), (self._prompt,) = self.at(Area.TOP), self.at(Area.PROMPT)
        self._filling = ""
        self._before_filling: QByteArray | None = None

    def __getitem__(self, name: str) -> PanelDock:
        return self._docks[name]

    @property
    def all(self) -> tuple[PanelDock, ...]:
        """Every dock."""
        return tuple(self._docks.values())

    def at(self, area: Area) -> tuple[PanelDock, ...]:
        """The docks that stand there by default."""
        return tuple(dock for name, dock in self._docks.items() if self._areas[name] is area)

    at_once = Part.WHAT_IF

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Let no panel pass off what holds as what is tried out; see `Viewer`."""
        if Part.WHAT_IF in changes:
            for dock in self.all:
                dock.mark_kept(kept=dock.panel.shows_kept and view.what_if is not None)

    def arrange(self) -> None:
        """Put every dock where it stands by default."""
        window = self.window
        self._before_filling, self._filling = None, ""
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
        self.mend_tabs()
        # Qt shares out the room once the docks have been shown, and forgets earlier wishes.
        QTimer.singleShot(0, window, self._share_room)

    @property
    def filling(self) -> str:
        """The name of the dock that fills the window; empty while all stand side by side."""
        return self._filling

    def fill(self, name: str) -> None:
        """Let one dock fill the window, until `unfill` or until another one is shown."""
        if self._before_filling is None:
            self._before_filling = self.window.saveState(LAYOUT_VERSION)
        self._filling = name
        for dock in self.all:
            if not dock.isFloating():
                dock.setVisible(dock.name == name)
        self._docks[name].raise_()
        self._docks[name].entered.emit()

    def unfill(self) -> None:
        """Put every dock back where it stood before one filled the window."""
        before, self._before_filling, self._filling = self._before_filling, None, ""
        if before is not None:
            self.window.restoreState(before, LAYOUT_VERSION)
            self.mend_tabs()

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
        window = self.window
        self.settle()
        tables, below = self.at(Area.TABLES)[0], self.at(Area.BELOW)[0]
        window.resizeDocks([tables, self._prompt], [850, 590], Qt.Orientation.Horizontal)
        window.resizeDocks([tables, below], [360, 230], Qt.Orientation.Vertical)

    def mend_tabs(self) -> None:
        """Give the tab bars that Qt makes for docks their manners."""
        for bar in self.window.findChildren(QTabBar):
            bar.setExpanding(False)
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setDocumentMode(True)

    def named(self, name: str) -> PanelDock | None:
        """The dock of that name."""
        return self._docks.get(name)

    def show(self, name: str) -> bool:
        """Bring a dock to the front; answers whether there is one of that name."""
        dock = self.named(name)
        if dock is not None:
            if name != self._filling:
                self.unfill()
            dock.show()
            dock.raise_()
            dock.entered.emit()
        return dock is not None

    def prepare(self) -> None:
        """Tell the window what no kept layout holds: where tabs and corners belong."""
        window = self.window
        window.setTabPosition(_AREA.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, _AREA.RightDockWidgetArea)
        window.setCorner(Qt.Corner.TopLeftCorner, _AREA.TopDockWidgetArea)
        window.setCorner(Qt.Corner.TopRightCorner, _AREA.TopDockWidgetArea)

    def state(self) -> str:
        """Where everything stands, as text to keep."""
        before = self._before_filling
        return _packed(self.window.saveState(LAYOUT_VERSION) if before is None else before)

    def restore(self, state: str) -> bool:
        """Put everything where it stood; answers whether that was possible."""
        restored = self.window.restoreState(_unpacked(state), LAYOUT_VERSION)
        self.mend_tabs()
        return restored

    def parts(self) -> dict[str, str]:
        """How the panels' own splitters and columns stand, by name, as text to keep."""
        return {
            **{name: _packed(part.saveState()) for name, part in self._splitters()},
            **{name: header.layout_text() for name, header in self._headers()},
        }

    def restore_parts(self, states: Mapping[str, str]) -> None:
        """Put the panels' splitters and columns as they stood."""
        for name, part in self._splitters():
            if name in states:
                part.restoreState(_unpacked(states[name]))
        for name, header in self._headers():
            if name in states:
                header.restore_layout(states[name])

    def _splitters(self) -> Iterator[tuple[str, QSplitter]]:
        for dock in self.all:
            for splitter in dock.findChildren(QSplitter):
                if splitter.objectName():
                    yield splitter.objectName(), splitter

    def _headers(self) -> Iterator[tuple[str, Header]]:
        """The columns of every table, apart from splitters of the same name."""
        for dock in self.all:
            for header in dock.findChildren(Header):
                if header.objectName():
                    yield f"columns of {header.objectName()}", header


def _packed(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _unpacked(state: str) -> QByteArray:
    return QByteArray.fromBase64(state.encode("ascii"))
