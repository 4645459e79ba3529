"""Every view by keyboard and screen reader: names for all that Tab reaches, in reading order."""

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.kept_items import kept_items
from tests.gui.settling import settle

_TAB = Qt.FocusPolicy.TabFocus


def stops(dock):
    """What Tab goes through in a view, in its order."""
    found, one = [], dock.nextInFocusChain()
    while one is not dock:
        is_usable = one.isVisible() and one.isEnabled() and one.focusProxy() is None
        is_stop = is_usable and bool(one.focusPolicy() & _TAB)
        if is_stop and dock.panel.isAncestorOf(one):
            found.append(one)
        one = one.nextInFocusChain()
    return found


def in_order(window):
    """The views in the order in which Tab comes to them."""
    found, one = {}, window.nextInFocusChain()
    while one is not window:
        if one.focusPolicy() & _TAB:
            docks = [dock.name for dock in window.bench.docks.all if dock.isAncestorOf(one)]
            found |= dict.fromkeys(docks)
        one = one.nextInFocusChain()
    return list(found)


def name(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def description(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Description)


def goes_back(panel, one, following):
    """Whether the next stop stands above and not to the right."""
    here, there = one.mapTo(panel, QPoint()), following.mapTo(panel, QPoint())
    return there.y() + following.height() <= here.y() and there.x() < here.x() + one.width()


def test_all_that_tab_reaches_is_named_in_reading_order_and_pyside_keeps_no_item_of_a_layout(
    window,
):
    bench, before = window.bench, kept_items()
    bench.selection.select([33])
    unnamed, backwards, tagged = [], [], []
    for dock in reversed(bench.docks.all):
        bench.docks.show(dock.name)
        settle(window)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached = stops(dock)
        unnamed += [(dock.name, type(one).__name__) for one in reached if not name(one)]
        tagged += [(dock.name, name(one)) for one in reached if "<" in description(one)]
        backwards += [
            (dock.name, name(one), name(following))
            for one, following in pairwise(reached)
            if goes_back(dock.panel, one, following)
        ]
    assert unnamed == []
    assert backwards == []
    assert tagged == []
    # Whichever was looked at first; the timeline's parts come after all others.
    *views, last = in_order(window)
    assert [last, *views] == [dock.name for dock in bench.docks.all]
    for dock in bench.docks.all:
        dock.order_focus()
    assert kept_items() <= before
