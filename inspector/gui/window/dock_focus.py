"""Where the keyboard is: in a view that is seen, never in one that another view covers."""

from functools import partial
from typing import cast

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import getCppPointer, isValid
from typing_extensions import override

from inspector.gui.state.selection import Selection
from inspector.gui.window.docks import Docks
from inspector.gui.window.panel_dock import PanelDock

_REASON = Qt.FocusReason.OtherFocusReason
_MOST_STEPS = 20_000


class DockFocus(QObject):
    """Moves the focus into a view that is brought to the front, and out of one that is covered.

    Qt leaves the focus in a dock that another one of its tabs covers.
    """

    def __init__(self, docks: Docks, selection: Selection) -> None:
        super().__init__(docks.window)
        self._docks, self._selection = docks, selection
        self._last: QWidget | None = None
        for dock in docks.all:
            dock.visibilityChanged.connect(partial(self._follow, dock))
            dock.entered.connect(partial(self.enter, dock))
            dock.toggleViewAction().triggered.connect(partial(self._enter_shown, dock))
        docks.window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._remember)

    def enter(self, dock: PanelDock) -> None:
        """Give a view the focus, unless it has it: where it was last, else its main part."""
        if dock.isAncestorOf(QApplication.focusWidget() or self._docks.window):
            return
        held = cast("QWidget | None", dock.focusWidget())
        target = held if held and _takes_focus(held) else _main_part(dock)
        target.setFocus(_REASON)
        _scroll_to(target)

    def give_back(self) -> None:
        """Give the focus back to the view that had it last."""
        if self._last is not None and isValid(self._last) and self._is_seen(self._last):
            self._last.setFocus(_REASON)
        else:
            self.enter(self._docks["memories"])

    def step(self, *, forwards: bool) -> bool:
        """Let the keys go on to the next control that is seen; whether there is one.

        Qt takes a dock that another one of its tabs covers for visible, and would go into it.
        """
        window = self._docks.window
        start: QWidget = QApplication.focusWidget() or window
        one: QWidget | None = start
        for _ in range(_MOST_STEPS):
            one = one.nextInFocusChain() if forwards else one.previousInFocusChain()
            if one is None or one is start:
                return False
            if one.window() is window and _takes_tab(one) and not _is_covered(one):
                tab, back = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason
                one.setFocus(tab if forwards else back)
                _scroll_to(one)
                return True
        return False

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the tab bars that Qt makes for docks."""
        bar = event.child() if isinstance(event, QChildEvent) else None
        if event.type() == QEvent.Type.ChildPolished and isinstance(bar, QTabBar):
            bar.tabBarClicked.connect(partial(self._enter_clicked, bar))
        return super().eventFilter(watched, event)

    def _enter_clicked(self, bar: QTabBar, location: int) -> None:
        for dock in self._docks.all:
            # Qt keeps the dock's address with its tab.
            if getCppPointer(dock)[0] == bar.tabData(location):
                QTimer.singleShot(0, self, dock.enter)

    def _enter_shown(self, dock: PanelDock, displayed: bool) -> None:  # noqa: FBT001 - a slot
        if displayed:
            dock.raise_()
            self.enter(dock)

    def _follow(self, dock: PanelDock, seen: bool) -> None:  # noqa: FBT001 - a slot's signature
        focused = QApplication.focusWidget()
        if not seen and focused is not None and dock.isAncestorOf(focused):
            QTimer.singleShot(0, self, partial(self._leave, dock))

    def _leave(self, dock: PanelDock) -> None:
        """Go on in the view that covers a dock now."""
        focused = QApplication.focusWidget()
        if focused is None or not dock.isAncestorOf(focused) or _is_in_front(dock):
            return
        group = self._docks.window.tabifiedDockWidgets(dock)
        group = [one for one in self._docks.all if one in group and _is_in_front(one)]
        self.enter(next(iter(group), self._docks["preview"]))

    def _is_seen(self, widget: QWidget) -> bool:
        docks = (dock for dock in self._docks.all if dock.isAncestorOf(widget))
        return any(map(_is_in_front, docks)) and _takes_focus(widget)

    def _remember(self, _old: QWidget | None, new: QWidget | None) -> None:
        inside = [dock for dock in self._docks.all if new is not None and dock.isAncestorOf(new)]
        if inside:
            self._last = new
            self._selection.lead(inside[0].name)


def _takes_tab(widget: QWidget) -> bool:
    if not widget.isVisible() or not widget.isEnabled() or widget.focusProxy():
        return False
    return bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


def _is_covered(widget: QWidget) -> bool:
    one: QWidget | None = widget
    while one is not None and not isinstance(one, PanelDock):
        one = one.parentWidget()
    return one is not None and not _is_in_front(one)


def _is_in_front(dock: PanelDock) -> bool:
    """Whether no other dock covers it: Qt calls a covered one visible, too."""
    window = dock.window()
    found = window.childAt(dock.mapTo(window, dock.rect().center()))
    return dock.isVisible() and found is not None and dock.isAncestorOf(found)


def _takes_focus(widget: QWidget) -> bool:
    return widget.isVisibleTo(widget.window()) and widget.isEnabled()


def _scroll_to(widget: QWidget) -> None:
    """Bring into sight what a form that scrolls may hide in a low view."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _main_part(dock: PanelDock) -> QWidget:
    """What the keyboard should work on first: the panel's own choice, else its first list."""
    panel = dock.panel
    chosen = panel
    while (proxy := chosen.focusProxy()) is not None:
        chosen = proxy
    if chosen is not panel and _takes_focus(chosen):
        return chosen
    # A combo box keeps its list in a window of its own.
    parts = [one for one in panel.findChildren(QWidget) if one.window() is panel.window()]
    parts = [one for one in parts if _takes_focus(one)]
    reached = [one for one in parts if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    lists = [one for one in reached if isinstance(one, QAbstractItemView)]
    return next(iter([*lists, *reached]), dock.widget())
