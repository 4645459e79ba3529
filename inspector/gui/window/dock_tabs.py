"""The tabs of docks: their manners, and how they get into the room that there is."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QMainWindow, QTabBar, QTabWidget
from shiboken6 import getCppPointer

from inspector.gui.kit.style import PACKED_TABS_PX
from inspector.gui.kit.theme import font
from inspector.gui.window.panel_dock import PanelDock


class DockTabs(QObject):
    """Minds the tab bars that Qt makes for docks.

    Args:
        window: where the docks stand.
        docks: all of them.
    """

    def __init__(self, window: QMainWindow, docks: Sequence[PanelDock]) -> None:
        super().__init__(window)
        self._window = window
        # Qt keeps the dock's address with its tab.
        self._docks = {getCppPointer(dock)[0]: dock for dock in docks}
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        # What no kept layout holds.
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for dock in docks:
            dock.titled.connect(self._fit_soon)

    def mend(self) -> None:
        """Give the tab bars their manners."""
        for bar in self._window.findChildren(QTabBar):
            bar.setExpanding(False)
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setDocumentMode(True)

    def at(self, bar: QTabBar, location: int) -> PanelDock | None:
        """The dock that a tab brings to the front; None where there is no such tab."""
        return self._docks.get(bar.tabData(location))

    def _fit_soon(self) -> None:
        self._fitting.start()

    def _fit(self) -> None:
        """Leave out the numbers, then write smaller, sooner than scroll the tabs."""
        short = set[PanelDock]()
        for bar in self._window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            places = range(bar.count())
            docks = [dock for one in places if (dock := self.at(bar, one)) is not None]
            usual, around = QFontMetrics(font(12)).horizontalAdvance, _around(bar)
            if around + sum(usual(one.full_title) for one in docks) > bar.width():
                short.update(docks)
            _pack(bar, packed=around + sum(usual(one.title) for one in docks) > bar.width())
        for dock in self._docks.values():
            dock.set_short(short=dock in short)


def _around(bar: QTabBar) -> int:
    """What all tabs of a bar need beside their words, were these written as usual."""
    words = bar.fontMetrics().horizontalAdvance
    places = range(bar.count())
    now = sum(bar.tabSizeHint(one).width() - words(bar.tabText(one)) for one in places)
    return now + (2 * PACKED_TABS_PX * bar.count() if bar.property("packed") else 0)


def _pack(bar: QTabBar, *, packed: bool) -> None:
    """Write a bar's tabs smaller and nearer to each other, or as usual."""
    if bool(bar.property("packed")) is not packed:
        bar.setProperty("packed", packed)
        bar.style().unpolish(bar)
        bar.style().polish(bar)
    bar.setFont(font(11) if packed else QFont())
