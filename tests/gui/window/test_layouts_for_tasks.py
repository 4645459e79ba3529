"""Layouts for tasks, and the views below that fold where nothing needs them."""

from inspector.gui.window.layouts import LAYOUTS


def test_each_layout_brings_its_views_to_the_front_and_is_remembered(window, qtbot):
    bench = window.bench
    for name, layout in LAYOUTS.items():
        bench.layouts.chooser.buttons[name].click()
        table = bench.docks[layout.table]
        qtbot.waitUntil(lambda table=table: table.isAncestorOf(window.focusWidget()))
        assert bench.docks.below.is_folded is not bool(layout.below)
        assert bench.menus.fold.isChecked() is layout.folds_timeline
        assert bench.preferences_store.preferences.layout_name == name


def test_views_below_fold_for_a_comparison_and_come_back(window, qtbot):
    bench = window.bench
    bench.docks.show("memories")
    why = bench.docks["why"]
    qtbot.waitUntil(lambda: why.height() > 100)
    bench.docks.show("compare")
    qtbot.waitUntil(lambda: why.height() == 0)
    bench.docks.show("memories")
    qtbot.waitUntil(lambda: why.height() > 100)


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
