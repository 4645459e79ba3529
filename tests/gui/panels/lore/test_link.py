"""The dock of lore follows the window's one selection, and leads it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest

from inspector.core.lore import LoreKind


@pytest.fixture
def panel(lore_desk):
    lore_desk.panel.show_kind(LoreKind.LOREBOOK)
    return lore_desk.panel


@pytest.fixture
def selection(lore_desk):
    return lore_desk.bench.selection


def places(panel, kind):
    return panel.pages[kind].table.selected.places


def test_an_item_that_is_selected_elsewhere_is_turned_to_and_nobody_is_told(panel, selection):
    mentioned = QSignalSpy(selection.subjects_changed)
    selection.select_item("chronicle:y")
    assert panel.kind is LoreKind.CHRONICLE
    assert places(panel, LoreKind.CHRONICLE) == (1,)
    assert mentioned.count() == 1


@pytest.mark.parametrize("key", [None, "chat:7", "lore:99"])
def test_what_is_no_lore_leaves_the_dock_as_it_is(panel, selection, key):
    selection.select_item("lore:7")
    selection.select_item(key)
    assert panel.kind is LoreKind.LOREBOOK
    assert places(panel, LoreKind.LOREBOOK) == (1,)


def test_a_filter_that_hides_the_item_stays(panel, selection):
    page = panel.pages[LoreKind.LOREBOOK]
    page.filter_row.input.setText("harbour")
    page.model.set_filter("harbour")
    selection.select_item("lore:8")
    assert page.filter_row.input.text() == "harbour"
    assert places(panel, LoreKind.LOREBOOK) == ()


def click(page, row):
    where = page.table.visualRect(page.model.index(row, 0)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_row_is_told_of_as_soon_as_it_is_the_current_one(panel, selection):
    page = panel.pages[LoreKind.LOREBOOK]
    click(page, 0)
    assert selection.item == "lore:0"
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert selection.item == "lore:7"


def test_a_click_on_the_current_row_makes_it_the_item_again(panel, selection):
    page = panel.pages[LoreKind.LOREBOOK]
    click(page, 2)
    selection.select_message(3)
    assert selection.item is None
    assert places(panel, LoreKind.LOREBOOK) == (2,)
    click(page, 2)
    assert selection.item == "lore:8"


def test_sorting_and_filtering_select_nothing(panel, selection):
    page = panel.pages[LoreKind.LOREBOOK]
    click(page, 2)
    selection.select_message(3)
    page.table.sortByColumn(0, page.table.header.sortIndicatorOrder())
    page.filter_row.changed.emit("mill")
    assert selection.item is None
