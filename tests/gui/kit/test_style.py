"""Every rule of the style sheet dresses something."""

import re
from collections import Counter

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QWidget

from inspector.gui.kit.style import style_sheet
from inspector.gui.kit.theme import DARK, LIGHT
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.gui.settling import open_sample, settle
from tests.gui.window.conftest import forget_edits

_SIMPLE = re.compile(r"(?P<kind>\w+)(?:#(?P<name>\w+))?(?:\[(?P<key>\w+)=\"(?P<value>\w+)\"\])?")


def selectors(sheet):
    """Every selector of a sheet, without what it says of parts and states."""
    for group in re.findall(r"([^{}]+)\{[^{}]*\}", sheet):
        for selector in group.split(","):
            yield re.sub(r"::?!?[\w-]+", "", selector).strip()


def is_kind(widget, kind):
    found = widget.metaObject()
    while found is not None:
        if found.className() == kind:
            return True
        found = found.superClass()
    return False


def fits(widget, selector):
    """Whether a selector, ancestors and all, matches a widget."""
    *ancestors, own = selector.split()
    rule = _SIMPLE.fullmatch(own)
    assert rule is not None, selector
    if not is_kind(widget, rule["kind"]):
        return False
    if rule["name"] is not None and widget.objectName() != rule["name"]:
        return False
    if rule["key"] is not None and str(widget.property(rule["key"])).lower() != rule["value"]:
        return False
    if not ancestors:
        return True
    above = widget.parentWidget()
    while above is not None and not fits(above, " ".join(ancestors)):
        above = above.parentWidget()
    return above is not None


@pytest.fixture
def widgets(qtbot):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window)
    bench = window.bench
    for dock in bench.docks.all:
        dock.populate()
    yield [window, *window.findChildren(QWidget)]
    bench.wait()


def test_every_rule_matches_a_widget_of_the_window(widgets):
    rules = dict.fromkeys(selectors(style_sheet(LIGHT)))
    assert len(rules) > 20
    idle = {rule for rule in rules if not any(fits(widget, rule) for widget in widgets)}
    # Qt makes the window of a tip when it shows one, and a dialog is made when it is opened.
    assert idle == {
        "QToolTip",
        "QTreeView",
        # Of the dialogs of a merge and of what is brought back:
        'QFrame[chosen="true"]',
        'QFrame[band="true"]',
        'QFrame[cell="true"]',
        'QFrame[rule="true"]',
        "QRadioButton",
        # Of the messages beside the queue, once it holds any:
        'QPushButton[fold="true"]',
        # Of tabs that have no room for their words, which those of a new window have:
        'QTabBar[packed="true"]',
    }


def test_both_themes_have_the_same_rules():
    assert list(selectors(style_sheet(LIGHT))) == list(selectors(style_sheet(DARK)))


def test_a_selector_is_read_with_its_ancestors_names_and_properties(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setObjectName("here")
    assert fits(widget, "QWidget#here")
    assert not fits(widget, "QWidget#there")
    assert not fits(widget, "QToolBar QWidget")
    assert not fits(widget, 'QWidget[flat="true"]')
    widget.setProperty("flat", "true")
    assert fits(widget, 'QWidget[flat="true"]')


def colours_of(window):
    """Ground, text and own sheet of all widgets, by what they are, and how often."""
    roles = QPalette.ColorRole.Window, QPalette.ColorRole.WindowText
    return Counter(
        (
            type(one).__name__,
            *(one.palette().color(role).name() for role in roles),
            one.styleSheet(),
        )
        for one in (window, *window.findChildren(QWidget))
        if not isinstance(one.parent(), QComboBox)  # Qt's own frame, all of it under the list
    )


def window_of(theme, qtbot):
    window = MainWindow(Preferences(theme=theme), keep_preferences=False)
    qtbot.addWidget(window, before_close_func=forget_edits)
    for dock in window.bench.docks.all:
        dock.populate()
    window.show()
    open_sample(window)
    for name in ("lore", "details", "messages", "recaps", "memories"):
        window.bench.docks.show(name)
        settle(window)
    return window


@pytest.mark.parametrize("then", ["dark", "contrast"])
def test_a_theme_that_is_chosen_later_looks_as_one_from_the_start(qtbot, then):
    window = window_of("light", qtbot)
    window.choose_theme(then)
    settle(window)
    later = colours_of(window)
    window.close()
    assert later - colours_of(window_of(then, qtbot)) == Counter()
