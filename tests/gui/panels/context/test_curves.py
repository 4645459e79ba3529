"""The curves: what other values of a budget would keep, and where the budget stands."""

import pytest
from PySide6.QtCore import Qt

from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.context.budgets import held_budgets
from inspector.gui.panels.context.curve import ITEMS, MESSAGES, curve_of
from inspector.gui.panels.context.curves_page import NO_CURVE
from inspector.gui.panels.context.state import ContextState
from inspector.gui.state.workers import CancelledError, LatestWorker
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from tests.gui.settling import settle
from tests.systems.scribe.worlds import HARD, HISTORY, RAG, TAIL, TOTAL

KEY = Qt.Key


class Patient:
    """Stands where a worker's ticket stands, and never ends."""

    def check(self, *_progress):
        return None


@pytest.fixture
def curves(bench, qtbot):
    page = bench.panel.pages.curves
    bench.panel.pages.switch.buttons["Curves"].click()

    def drawn():
        qtbot.waitUntil(lambda: page._drawn is not None and not page.worker.is_busy, timeout=10_000)
        return page

    return drawn


@pytest.mark.parametrize("setting", [TOTAL, HISTORY, RAG, TAIL])
def test_every_point_is_what_the_rules_answer(ask, document, tight, setting):
    displayed = ContextState(*ask(document, **tight))
    held = next(one for one in held_budgets(displayed) if one.knob.setting == setting)
    curve = curve_of(displayed.request, held, Patient())
    assert len(curve.points) > 15
    for point in curve.points[:: len(curve.points) // 6]:
        found = ContextState(*ask(document, **{**tight, setting: point.budget}))
        assert point.messages == found.request.messages.kept.count(1)
        assert point.items == sum(row.kept for row in found.request.rag)
        assert point.is_sent == (found.request.error is None)


def test_the_servers_hard_limit_has_a_curve_of_its_own(ask, document, tight):
    settings = {**tight, HARD: 150}
    displayed = ContextState(*ask(document, RELEASE_2025_08, **settings))
    held = next(one for one in held_budgets(displayed) if one.knob.setting == HARD)
    curve = curve_of(displayed.request, held, Patient())
    kept = {point.budget: point.messages for point in curve.points}
    budget = next(one for one in kept if one > 120)
    found = ContextState(*ask(document, RELEASE_2025_08, **{**settings, HARD: budget}))
    assert kept[budget] == found.request.messages.kept.count(1)


def test_a_curve_holds_the_present_value_and_what_all_needs(displayed):
    for held in held_budgets(displayed):
        budgets = [point.budget for point in curve_of(displayed.request, held, Patient()).points]
        assert {held.value, held.need} <= set(budgets)
        assert budgets == sorted(set(budgets))


def test_only_budgets_of_tokens_have_bends(bench, ask, document):
    displayed = ContextState(*ask(document, **{TOTAL: 300, HISTORY: 300, RAG: 100}))
    knees = {
        held.knob.setting: curve_of(displayed.request, held, Patient()).knees
        for held in held_budgets(displayed)
    }
    assert knees[TAIL] == ()
    assert {knee.what for found in knees.values() for knee in found} <= {MESSAGES, ITEMS}


def test_working_it_out_stops_when_nobody_waits_any_more(displayed, qtbot):
    held = held_budgets(displayed)[0]

    class Over:
        def check(self, *_progress):
            raise CancelledError

    with pytest.raises(CancelledError):
        curve_of(displayed.request, held, Over())


def test_the_plots_say_what_is_kept_now(bench, curves):
    page = curves()
    found = bench.panel._answer
    kept = [plot.standing.kept for plot in page.plots]
    assert kept == [
        found.request.messages.kept.count(1),
        sum(row.kept for row in found.request.rag),
    ]
    assert [plot.standing.value for plot in page.plots] == [200, 200]
    assert [plot.standing.before for plot in page.plots] == [None, None]
    bench.panel.grab()


def test_nothing_is_worked_out_while_nobody_looks(bench, qtbot):
    page = bench.panel.pages.curves
    settle(bench.panel)
    assert page._drawn is None
    assert isinstance(page.worker, LatestWorker)
    bench.panel.pages.switch.buttons["Curves"].click()
    qtbot.waitUntil(lambda: page.plots[0].curve is not None)


def test_a_slider_in_a_hand_has_its_curve_drawn_and_its_marker_moved(bench, curves, qtbot):
    page = curves()
    slider = bench.panel.head.sliders.rows[HISTORY].slider
    slider.setFocus()
    assert page.chooser.current == "History"
    page = curves()
    assert page.plots[0].curve.held.knob.setting == HISTORY
    before = page.plots[0].curve
    qtbot.keyClick(slider, KEY.Key_PageDown)
    bench.try_out(**{HISTORY: slider.value})
    standing = page.plots[0].standing
    assert (standing.value, standing.before, standing.kept) == (80, 100, 8)
    assert page.plots[0].curve is before
    bench.panel.grab()
    qtbot.keyClick(slider, KEY.Key_Escape)
    assert page.plots[0].standing.value == 100
    assert page.plots[0].standing.before is None


def test_a_budget_is_chosen_by_its_name(bench, curves, qtbot):
    page = curves()
    page.chooser.buttons["Tail"].click()
    page = curves()
    assert page.plots[0].curve.held.knob.setting == TAIL
    assert page.plots[0].standing.value == 2


def test_another_answer_with_the_same_budgets_keeps_the_chosen_curve(bench, curves):
    curves().chooser.buttons["Items"].click()
    bench.answer(**{RAG: 20})
    page = curves()
    assert page.chooser.current == "Items"
    assert page.plots[1].standing.value == 20


@pytest.mark.parametrize("settings", [{TOTAL: 50}, {TAIL: 20, TOTAL: 60}, {TOTAL: 0, HISTORY: 0}])
def test_budgets_with_which_nothing_is_sent_are_hatched(bench, curves, settings, qtbot):
    bench.answer(**settings)
    page = curves()
    assert not all(point.is_sent for point in page.plots[0].curve.points)
    light = bench.panel.grab().toImage()
    use_theme(DARK)
    assert bench.panel.grab().toImage() != light


def test_without_budgets_there_is_no_curve(empty, host):
    empty.set_map(*host())
    assert empty.pages.curves.words.text() == NO_CURVE
    assert list(empty.pages.switch.buttons) == ["Rows"]


def test_a_huge_budget_lies_at_the_end_of_the_axis(bench, curves):
    bench.answer(**{TOTAL: 2**40, HISTORY: 2**33})
    page = curves()
    assert page.plots[0].curve.end < 10_000
    bench.panel.grab()
