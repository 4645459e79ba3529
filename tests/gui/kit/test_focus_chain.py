"""What Tab comes to stays what it is, whatever becomes of the widget before it."""

import gc
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QPushButton, QScrollArea, QWidget
from shiboken6 import delete, isValid

from inspector.gui.kit.focus_chain import focus_proxy, next_in_chain


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    made.setCentralWidget(QScrollArea())
    for part in parts_by_qt(made):
        part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


def parts_by_qt(window):
    area = window.centralWidget()
    return area.viewport(), area.verticalScrollBar(), window.menuBar()


@pytest.fixture
def row(window):
    """A widget that is made anew a moment later."""
    return QPushButton("row", window)


def after(row, widget):
    QWidget.setTabOrder(row, widget)
    return next_in_chain(row, forwards=True)


def before(row, widget):
    QWidget.setTabOrder(widget, row)
    return next_in_chain(row, forwards=False)


def instead(row, widget):
    row.setFocusProxy(widget)
    return focus_proxy(row)


@pytest.mark.parametrize(
    ("found_by", "part"),
    [*product([after, before, instead], [0, 1]), (after, 2), (instead, 2)],
)
def test_what_is_found_outlives_the_widget_that_was_asked(found_by, part, window, row):
    parts = parts_by_qt(window)
    assert found_by(row, parts[part]) is parts[part]
    delete(row)
    gc.collect()
    assert all(map(isValid, parts))


def test_all_around_stays_where_the_whole_chain_is_walked(window, row):
    parts = parts_by_qt(window)
    before_that = [one.parent() for one in parts]
    for forwards in (True, False):
        one = next_in_chain(row, forwards=forwards)
        while one is not row:
            one = next_in_chain(one, forwards=forwards)
            gc.collect()
    delete(row)
    gc.collect()
    assert all(map(isValid, parts))
    assert [one.parent() for one in parts] == before_that


def test_a_widget_without_a_proxy_has_none(row):
    assert focus_proxy(row) is None
