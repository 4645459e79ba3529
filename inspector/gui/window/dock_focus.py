"""Where the keyboard is: in a view that is seen, never in one that another view covers."""

from functools import partial
from typing import cast

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLayout,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from inspector.gui.kit.focus_chain import focus_proxy, next_in_chain
from inspector.gui.kit.panel import Area
from inspector.gui.state.selection import Selection
from inspector.gui.window.docks import Docks
from inspector.gui.window.panel_dock import PanelDock

_REASON = Qt.FocusReason.OtherFocusReason
_MOST_STEPS = 20_000


class DockFocus(QObject):
    """Moves the focus into a view that is brought to the front, and out of one that is not seen.

    Qt leaves the focus in a dock that another one of its tabs covers, and gives that of a dock
    that is closed to whatever comes next.
    """

    def __init__(self, docks: Docks, selection: Selection) -> None:
        super().__init__(docks.window)
        self._docks, self._selection = docks, selection
        self._last: QWidget | None = None
        self._last_dock: PanelDock | None = None
        self._left: PanelDock | None = None
        self._by_chance: QWidget | None = None
        self._awaited: tuple[QWidget, QWidget] | None = None
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._mend)
        for dock in docks.all:
            dock.visibilityChanged.connect(partial(self._follow, dock))
            dock.entered.connect(partial(self._go_to, dock))
            # PySide gives a partial no argument that has a default.
            dock.toggleViewAction().triggered.connect(partial(self._follow_menu, dock))
        docks.window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._remember)
            app.focusWindowChanged.connect(self._follow_window)

    def enter(self, dock: PanelDock) -> None:
        """Give a view the focus, unless it has it: where it was last, else its main part."""
        focused = QApplication.focusWidget()
        if focused is not None and dock.isAncestorOf(focused) and _takes_focus(focused):
            return
        dock.populate()
        held = cast("QWidget | None", dock.focusWidget())
        # What only holds the panel had it while there was nothing in the panel that could.
        is_kept = held is not None and held is not dock.widget() and _takes_focus(held)
        target = held if held is not None and is_kept else _main_part(dock)
        target.setFocus(_REASON)
        _scroll_to(target)
        self._await(None if is_kept else _choice_of(dock.panel), target)

    def _go_to(self, dock: PanelDock) -> None:
        """Enter a view that a person goes to, from a view that floats or to one as well."""
        self.enter(dock)
        active = QApplication.activeWindow()
        if active in (self._docks.window, *self._docks.all) and dock.window() is not active:
            dock.window().activateWindow()

    def _await(self, wanted: QWidget | None, instead: QWidget) -> None:
        """Go on in the main part of a view once it is shown, if the focus is still beside it."""
        if self._awaited is not None and isValid(self._awaited[0]):
            self._awaited[0].removeEventFilter(self)
        self._awaited = None
        if wanted is not None and wanted is not instead:
            self._awaited = wanted, instead
            wanted.installEventFilter(self)

    def _enter_awaited(self) -> None:
        wanted, instead = self._awaited or (None, None)
        if wanted is None or not isValid(wanted) or not _takes_focus(wanted):
            return
        self._await(None, wanted)
        if QApplication.focusWidget() is instead and QApplication.activePopupWidget() is None:
            wanted.setFocus(_REASON)
            _scroll_to(wanted)

    def give_back(self) -> None:
        """Give the focus back to the view that had it last."""
        if self._last is not None and isValid(self._last) and self._is_seen(self._last):
            self._last.setFocus(_REASON)
        else:
            self._enter_near(None)

    def step(self, *, forwards: bool) -> bool:
        """Let the keys go on to the next control that is seen; whether there is one.

        Qt takes a dock that another one of its tabs covers for visible, and would go into it.
        """
        window = self._docks.window
        start: QWidget = QApplication.focusWidget() or window
        one: QWidget | None = start
        for dock in self._docks.all:
            if _is_in_front(dock):
                dock.order_focus()
        # Qt asks for a step as well where what has the focus is hidden or disabled.
        is_gone = not (start.isVisible() and start.isEnabled())
        for _ in range(_MOST_STEPS):
            one = next_in_chain(one, forwards=forwards)
            if one is None or one is start:
                return False
            if one.window() is window and _takes_tab(one) and not _is_covered(one):
                tab, back = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason
                one.setFocus(tab if forwards else back)
                _scroll_to(one)
                if is_gone:
                    self._left, self._by_chance = _dock_around(start), one
                    self._turn.start()
                return True
        return False

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the window's tab bars, and when what is awaited shows."""
        if self._awaited is not None and watched is self._awaited[0]:
            if event.type() == QEvent.Type.Show:
                QTimer.singleShot(0, self, self._enter_awaited)
            return False
        if event.type() in (QEvent.Type.WindowBlocked, QEvent.Type.WindowUnblocked):
            self._block_floating(is_blocked=event.type() == QEvent.Type.WindowBlocked)
        bar = event.child() if isinstance(event, QChildEvent) else None
        if event.type() == QEvent.Type.ChildPolished and isinstance(bar, QTabBar):
            bar.tabBarClicked.connect(partial(self._enter_clicked, bar))
        return super().eventFilter(watched, event)

    def _block_floating(self, *, is_blocked: bool) -> None:
        """Let no view that floats hear keys beside a dialog of the window, which Qt would."""
        dialog = QApplication.activeModalWidget()
        owner = None if dialog is None else dialog.parentWidget()
        for dock in self._docks.all:
            # The window of a view that opened the dialog is blocked by Qt; so would be the dialog.
            is_its_own = owner is not None and (dock is owner or dock.isAncestorOf(owner))
            dock.setEnabled(is_its_own or not (is_blocked and dock.isFloating()))

    def _enter_clicked(self, bar: QTabBar, location: int) -> None:
        dock = self._docks.tabs.at(bar, location)
        if dock is not None:
            QTimer.singleShot(0, self, dock.enter)

    def _follow_menu(self, dock: PanelDock) -> None:
        """Go into a view that was shown by its action; one that filled the window gives it back."""
        if not dock.isHidden():
            self._docks.show(dock.name)
        elif dock.name == self._docks.filling:
            self._docks.unfill()
            dock.hide()

    def _follow(self, dock: PanelDock, seen: bool) -> None:  # noqa: FBT001 - a slot's signature
        focused = QApplication.focusWidget()
        if not seen and focused is not None and dock.isAncestorOf(focused):
            self._left = dock
        self._turn.start()

    def _follow_window(self, _window: object) -> None:
        self._turn.start()

    def _mend(self) -> None:
        """Go on in a view that is seen where the focus is in none, or is there by chance."""
        active = QApplication.activeWindow()
        if isinstance(active, PanelDock):  # it floats
            self.enter(active)
        left, self._left = self._left, None
        by_chance, self._by_chance = self._by_chance, None
        focused = cast("QWidget | None", self._docks.window.focusWidget())
        if focused is None or not _takes_focus(focused) or _is_covered(focused):
            self._enter_near(left or (_dock_around(focused) if focused else None))
        elif focused is by_chance:
            self._enter_near(left)

    def _enter_near(self, dock: PanelDock | None) -> None:
        """Go into a dock, else the one that covers it or stands where it was, else any other.

        Args:
            dock: where the focus was; None if in no dock.
        """
        docks = self._docks
        cast("QLayout", docks.window.layout()).activate()  # the next tab is in front then
        covering = docks.window.tabifiedDockWidgets(dock) if dock is not None else []
        beside = docks.beside(dock) if dock is not None else ()
        usual = (*docks.at(Area.TABLES), *docks.at(Area.PROMPT), *docks.all)
        for one in (dock, *covering, *beside, *usual):
            if isinstance(one, PanelDock) and not one.isFloating() and _is_in_front(one):
                self.enter(one)
                return

    def _is_seen(self, widget: QWidget) -> bool:
        docks = (dock for dock in self._docks.all if dock.isAncestorOf(widget))
        return any(map(_is_in_front, docks)) and _takes_focus(widget)

    def _remember(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None:
            # What had it may be deleted, as a button is that has done what it offered.
            self._left = self._left or self._last_dock
            self._turn.start()
        elif not new.isVisible():
            # Qt gives a view that floats the part that it had last, be that shown or not.
            self._turn.start()
        inside = [dock for dock in self._docks.all if new is not None and dock.isAncestorOf(new)]
        if inside:
            self._last, self._last_dock = new, inside[0]
            self._selection.lead(inside[0].name)


def _takes_tab(widget: QWidget) -> bool:
    if not widget.isVisible() or not widget.isEnabled() or focus_proxy(widget) is not None:
        return False
    return bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


def _dock_around(widget: QWidget) -> PanelDock | None:
    one: QWidget | None = widget
    while one is not None and not isinstance(one, PanelDock):
        one = one.parentWidget()
    return one


def _is_covered(widget: QWidget) -> bool:
    dock = _dock_around(widget)
    return dock is not None and not _is_in_front(dock)


def _is_in_front(dock: PanelDock) -> bool:
    """Whether no other dock covers it, nor has all of its room: Qt calls it visible even then."""
    window = dock.window()
    found = window.childAt(dock.mapTo(window, dock.rect().center()))
    has_room = dock.maximumWidth() > 0 and dock.maximumHeight() > 0
    return dock.isVisible() and has_room and found is not None and dock.isAncestorOf(found)


def _takes_focus(widget: QWidget) -> bool:
    return widget.isVisibleTo(widget.window()) and widget.isEnabled()


def _scroll_to(widget: QWidget) -> None:
    """Bring into sight what a form that scrolls may hide in a low view."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _choice_of(panel: QWidget) -> QWidget | None:
    """The main part of a panel by its own choice, be it shown or not; None without a choice."""
    chosen = panel
    while (proxy := focus_proxy(chosen)) is not None:
        chosen = proxy
    return None if chosen is panel else chosen


def _main_part(dock: PanelDock) -> QWidget:
    """What the keyboard should work on first: the panel's own choice, else its first list."""
    panel = dock.panel
    chosen = _choice_of(panel)
    if chosen is not None and _takes_focus(chosen):
        return chosen
    # A combo box keeps its list in a window of its own.
    parts = [one for one in panel.findChildren(QWidget) if one.window() is panel.window()]
    parts = [one for one in parts if _takes_focus(one)]
    reached = [one for one in parts if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    lists = [one for one in reached if isinstance(one, QAbstractItemView)]
    return next(iter([*lists, *reached]), dock.widget())
