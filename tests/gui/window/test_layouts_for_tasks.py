"""Layouts for tasks, and the views below that fold where nothing needs them."""

import pytest
from PySide6.QtCore import Qt

from inspector.gui.window.layouts import LAYOUTS
from inspector.gui.window.room import Widths, widths_of
from tests.gui.settling import settle


def test_each_layout_brings_its_views_to_the_front_and_is_remembered(window, qtbot):
    bench = window.bench
    for name, layout in LAYOUTS.items():
        bench.layouts.chooser.buttons[name].click()
        table = bench.docks[layout.table]
        qtbot.waitUntil(lambda table=table: table.isAncestorOf(window.focusWidget()))
        assert bench.docks.below.is_folded is not bool(layout.below)
        assert bench.menus.fold.isChecked() is layout.folds_timeline
        assert bench.preferences_store.preferences.layout_name == name


def test_a_folded_view_opens_when_it_is_gone_to_and_by_its_key(window, qtbot):
    bench = window.bench
    bench.docks.show("compare")
    qtbot.waitUntil(lambda: bench.docks.below.is_folded)
    bench.docks.show("problems")
    assert not bench.docks.below.is_folded
    bench.docks.show("memories")
    action = next(
        one.action for one in bench.shortcuts.actions() if one.words == "Fold the views below"
    )
    action.trigger()
    assert bench.docks.below.is_folded
    action.trigger()
    assert not bench.docks.below.is_folded


@pytest.mark.parametrize(
    ("window", "stacked", "widths"),
    [
        (1920, False, Widths(1200, 720, 0, is_beside=True)),
        (1920, True, Widths(976, 944, 224, is_beside=False)),
        (1440, False, Widths(850, 590, 0, is_beside=False)),
        (1440, True, Widths(626, 814, 224, is_beside=False)),
        (1280, True, Widths(560, 720, 196, is_beside=False)),
        (1024, True, Widths(605, 419, 0, is_beside=False)),
    ],
)
def test_the_width_is_shared_as_the_visual_language_has_it(window, stacked, widths):
    assert widths_of(window, stacked=stacked) == widths


def test_debug_has_the_stack_beside_the_block_in_place_of_the_choice_of_slots(window, qtbot):
    bench = window.bench
    preview = bench.panels.preview
    assert preview.title_bar.slots.isVisible()
    bench.context.send.turn()
    bench.layouts.use("Debug")
    qtbot.waitUntil(lambda: preview.landing.replaces_slots)
    qtbot.waitUntil(lambda: preview.landing.width() == 196)
    assert preview.landing.geometry().right() < preview.view.parentWidget().geometry().left()
    assert not preview.title_bar.slots.isVisible()
    qtbot.waitUntil(lambda: abs(bench.docks["preview"].width() - (559 + 196)) < 4)
    bench.layouts.use("Read")
    qtbot.waitUntil(preview.title_bar.slots.isVisible)
    assert preview.landing.geometry().top() > preview.view.parentWidget().geometry().bottom()


def test_in_a_wide_window_why_stands_beside_the_table_until_it_is_folded(window, qtbot):
    bench = window.bench
    docks, below = bench.docks, bench.docks.below
    window.resize(1920, 1160)
    qtbot.waitUntil(lambda: below.is_beside)
    qtbot.waitUntil(lambda: abs(docks["preview"].width() - 720) < 4)
    docks.show("settings")
    docks.show("memories")
    docks.show("compare")
    qtbot.waitUntil(lambda: below.is_folded and docks["settings"].height() == 0)
    assert not below.is_beside
    docks.show("memories")
    qtbot.waitUntil(lambda: below.is_beside)
    assert below.front == (docks["memories"], docks["settings"])
    assert docks["memories"].isAncestorOf(window.focusWidget())
    window.resize(1366, 731)
    qtbot.waitUntil(lambda: not below.is_beside)
    assert docks["settings"].geometry().top() > docks["memories"].geometry().bottom()


def test_widths_that_a_person_chose_stay_when_the_window_is_made_wider(window, qtbot):
    docks = window.bench.docks
    window.resizeDocks([docks["memories"], docks["preview"]], [500, 860], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: docks["preview"].width() > 800)
    window.resize(1920, 1160)
    settle(window)
    assert not docks.below.is_beside
    assert docks["preview"].width() > 800


def test_a_comparison_has_the_room_of_the_prompt_and_of_the_views_below_and_gives_it_back(
    window, qtbot
):
    bench = window.bench
    docks = bench.docks
    docks.show("memories")
    qtbot.waitUntil(lambda: docks["preview"].width() > 300 and docks["why"].height() > 100)
    before = docks["preview"].width()
    docks.show("compare")
    qtbot.waitUntil(lambda: docks["compare"].width() > window.width() - 20)
    qtbot.waitUntil(lambda: docks["why"].height() == 0)
    assert docks["preview"].width() <= 1
    docks.show("memories")
    qtbot.waitUntil(lambda: abs(docks["preview"].width() - before) < 6)
    qtbot.waitUntil(lambda: docks["why"].height() > 100)
    docks.show("compare")
    qtbot.waitUntil(lambda: docks["preview"].width() <= 1)
    docks.show("preview")
    qtbot.waitUntil(lambda: abs(docks["preview"].width() - before) < 6)


def test_the_prompt_gets_its_width_back_beside_two_columns_as_well(window, qtbot):
    docks = window.bench.docks
    window.resize(1920, 1160)
    qtbot.waitUntil(lambda: docks.below.is_beside)
    qtbot.waitUntil(lambda: abs(docks["preview"].width() - 720) < 4)
    docks.show("compare")
    qtbot.waitUntil(lambda: docks.below.is_folded and docks["preview"].width() <= 1)
    settle(window)
    docks.show("why")
    qtbot.waitUntil(lambda: docks.below.is_beside)
    docks.show("memories")
    qtbot.waitUntil(lambda: abs(docks["preview"].width() - 720) < 4)
