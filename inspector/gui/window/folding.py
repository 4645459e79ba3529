"""Folds the views below the tables to their tabs, and unfolds them where somebody needs them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QTabBar

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.window.panel_dock import PanelDock

_USUAL_PX, _LEAST_PX = 230, 60


class FoldingBelow(QObject):
    """Follows the view in front at the left: some of these have no use for the views below.

    Args:
        window: where they stand.
        tables: the docks at the left.
        below: the docks under them, which fold together.
    """

    def __init__(
        self, window: QMainWindow, tables: Sequence[PanelDock], below: Sequence[PanelDock]
    ) -> None:
        super().__init__(window)
        self._window, self._tables, self._below = window, tables, below
        self._is_folded = self._for_table = False
        self._height = _USUAL_PX
        self._front: PanelDock | None = None
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._follow_table)
        for dock in tables:
            dock.visibilityChanged.connect(partial(self._note, dock))
        for dock in below:
            dock.entered.connect(self._unfold)

    @property
    def is_folded(self) -> bool:
        """Whether the tabs alone are seen."""
        return self._is_folded

    def fold(self, *, folded: bool) -> None:
        """Show the tabs alone, or all of the view in front."""
        if folded == self._is_folded:
            return
        heights = (dock.height() for dock in self._below if is_on_screen(dock))
        self._height = next(heights, self._height) if folded else self._height
        self._is_folded = folded
        for dock in self._below:
            dock.set_folded(folded=folded)
        if not folded:
            # Qt lays out the height that became possible first, and then takes wishes.
            QTimer.singleShot(0, self, self._give_room)

    def _give_room(self) -> None:
        if not self._is_folded and is_on_screen(self._window):
            height = max(self._height, _LEAST_PX)
            above = next((dock.height() for dock in self._tables if is_on_screen(dock)), 0)
            room = above + next((dock.height() for dock in self._below if is_on_screen(dock)), 0)
            tabs = max((bar.height() for bar in self._window.findChildren(QTabBar)), default=0)
            self._window.resizeDocks(
                [self._tables[0], self._below[0]],
                [room - height + tabs, height + tabs],
                Qt.Orientation.Vertical,
            )

    def _unfold(self) -> None:
        self.fold(folded=False)

    def _note(self, dock: PanelDock, seen: bool) -> None:  # noqa: FBT001 - a slot's signature
        """A view came to the front; while all are laid out, several do in a row."""
        if seen:
            self._front = dock
            self._turn.start()

    def _follow_table(self) -> None:
        """Fold below a view that has no use for it, and unfold below the next one."""
        front = self._front
        if front is not None and front.panel.folds_below is not self._for_table:
            self._for_table = front.panel.folds_below
            self.fold(folded=self._for_table)
