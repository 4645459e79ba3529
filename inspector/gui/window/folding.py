"""The views below the tables: folded where nobody needs them, beside where there is room."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QTabBar

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.window.panel_dock import PanelDock

_USUAL_PX, _USUAL_SHARE, _MOST_SHARE, _LEAST_PX = 230, 0.3, 0.39, 60


class FoldingBelow(QObject):
    """Follows the view in front at the left: some of these have no use for the views below.

    Args:
        window: where they stand.
        tables: the docks at the left.
        below: the docks under them, which fold together.

    Signals:
        moved: they stand beside the tables now, or below these again.
        front_changed: another view of the tables is in front (the class of its panel).
    """

    moved = Signal()
    front_changed = Signal(object)

    def __init__(
        self, window: QMainWindow, tables: Sequence[PanelDock], below: Sequence[PanelDock]
    ) -> None:
        super().__init__(window)
        self._window, self._tables, self._below = window, tables, below
        self._is_folded = self._for_table = self._wants_beside = False
        self._height = 0
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
        _, front = self.front
        if folded and front is not None and not self.is_beside:
            self._height = front.height()
        self._is_folded = folded
        if folded:
            self._put(beside=False)
        for dock in self._below:
            dock.set_folded(folded=folded)
        if not folded:
            # Qt lays out the height that became possible first, and then takes wishes.
            QTimer.singleShot(0, self, self._give_room)

    def _give_room(self) -> None:
        if self._is_folded or not is_on_screen(self._window):
            return
        self._put(beside=self._wants_beside)
        table, below = self.front
        if table is not None and below is not None and not self.is_beside:
            room = table.height() + below.height()
            usual = round(max(min(_USUAL_PX, room * _MOST_SHARE), room * _USUAL_SHARE))
            height = max(self._height or usual, _LEAST_PX)
            tabs = max((bar.height() for bar in self._window.findChildren(QTabBar)), default=0)
            self._window.resizeDocks(
                [self._tables[0], self._below[0]],
                [max(1, room - height + tabs), height + tabs],
                Qt.Orientation.Vertical,
            )

    @property
    def front(self) -> tuple[PanelDock | None, PanelDock | None]:
        """The views in front, of the tables and of those below; None where none is docked."""
        docked = [
            [one for one in group if is_on_screen(one) and not one.isFloating()]
            for group in (self._tables, self._below)
        ]
        return next(iter(docked[0]), None), next(iter(docked[1]), None)

    @property
    def is_beside(self) -> bool:
        """Whether they stand beside the tables."""
        table, below = self.front
        if table is None or below is None:
            return False
        return below.geometry().left() > table.geometry().right()

    def stand(self, *, beside: bool) -> None:
        """Stand beside the tables, or below; folded they are always below."""
        self._wants_beside = beside
        self._put(beside=beside and not self._is_folded)

    def _put(self, *, beside: bool) -> None:
        _, front = self.front
        docked = [dock for dock in self._below if not (dock.isFloating() or dock.isHidden())]
        if beside == self.is_beside or front is None or not docked:
            return
        focused, window = QApplication.focusWidget(), self._window
        for dock in docked:
            window.removeDockWidget(dock)
        sides, area = Qt.Orientation, Qt.DockWidgetArea.LeftDockWidgetArea
        window.addDockWidget(area, docked[0], sides.Horizontal if beside else sides.Vertical)
        for one, other in pairwise(docked):
            window.tabifyDockWidget(one, other)
        for dock in docked:
            dock.show()
        front.raise_()
        if focused is not None and front.isAncestorOf(focused):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self.moved.emit()
        if not beside:
            QTimer.singleShot(0, self, self._give_room)

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
        if front is not None:
            self.front_changed.emit(front.kind)
        if front is not None and front.kind.folds_below is not self._for_table:
            self._for_table = front.kind.folds_below
            self.fold(folded=self._for_table)
