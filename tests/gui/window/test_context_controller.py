"""The context map in the window: what was answered, what is tried, what is kept."""

import shutil
from pathlib import Path

import pytest

from inspector.analysis.context_map import Share
from inspector.core.document import sources_of
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.lore_files import Beside
from inspector.preferences import Preferences
from inspector.shipped import sample_chronicle, sample_lorebook
from inspector.systems.scribe.settings import TOTAL


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def opened(chat, qtbot):
    """Opens the sample with its lore, and a ruleset asked."""

    def open_with(ruleset, *, is_shown=True):
        beside = Beside(lorebook=sample_lorebook(), chronicle=sample_chronicle())
        window = MainWindow(Preferences(), Question(ruleset=ruleset), beside=beside)
        qtbot.addWidget(window, before_close_func=_forget_edits)
        window.show()
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(chat))
        qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
        if window.bench.session.document.lorebook is None:
            with qtbot.waitSignal(window.bench.presenter.displayed, timeout=20_000):
                qtbot.waitUntil(lambda: window.bench.session.document.lorebook is not None)
        if is_shown:
            window.bench.docks.show("context")
        return window

    return open_with


def _forget_edits(window):
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


def held(window):
    return window.bench.panels.context._answer


def lanes(window):
    return [lane.title for lane in window.bench.panels.timeline.chart.state.lanes.extra]


def test_scribes_request_is_mapped_and_what_is_activated_there_is_shown_where_it_can_be_edited(
    opened, qtbot
):
    window = opened("scribe/design")
    qtbot.waitUntil(lambda: held(window) is not None)
    shares = [part.share for part in held(window).map.parts]
    assert shares == [Share.HEAD, Share.ITEMS, Share.HISTORY]
    assert len(held(window).map.parts[1].rows) == 47
    assert "Context" in lanes(window)
    assert "Block" not in lanes(window)
    window.bench.panels.context.item_activated.emit("lore:3")
    assert window.bench.panels.lore.isVisible()
    window.bench.docks.show("context")
    window.bench.panels.context.message_activated.emit(7)
    assert window.bench.selection.message == 7


def test_a_budget_in_a_hand_is_tried_and_let_go_or_kept_as_one_step(opened, qtbot):
    window = opened("scribe/design")
    qtbot.waitUntil(lambda: held(window) is not None)
    panel = window.bench.panels.context
    steps = window.bench.commands.stack.count()
    for total in (3000, 2500, 2000):
        with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
            panel.setting_tried.emit(TOTAL, total)
    assert panel._what_if.map.limit == 2000
    assert held(window).map.limit == 200_000
    assert window.bench.commands.stack.count() == steps
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        panel.setting_cancelled.emit()
    assert held(window).map.limit == 200_000
    assert window.bench.panels.timeline.chart.state.sent.history is held(window).map.parts[-1]
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
        panel.setting_tried.emit(TOTAL, 2000)
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        panel.setting_chosen.emit(TOTAL, 2000)
    assert held(window).map.limit == 2000
    assert window.bench.commands.stack.count() == steps + 1
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        window.bench.commands.stack.undo()
    assert held(window).map.limit == 200_000


def test_a_score_pinned_by_hand_is_one_step_to_undo_and_so_are_those_unpinned_together(
    opened, qtbot
):
    window = opened("scribe/design")
    qtbot.waitUntil(lambda: held(window) is not None)
    item = next(row.id for row in held(window).derivation.rag if row.gate == "limit")
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        window.bench.panels.context.score_pinned.emit(item, 1.0)
    assert sources_of(window.bench.session.document).pinned == {item: 1.0}
    assert next(row for row in held(window).derivation.rag if row.id == item).kept
    assert not window.bench.flow.is_modified
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        window.bench.commands.stack.undo()
    assert sources_of(window.bench.session.document).pinned == {}
    panel = window.bench.panels.context
    pins = {row.id: 0.5 for row in held(window).derivation.rag[:3]}
    for item, score in pins.items():
        with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
            panel.score_pinned.emit(item, score)
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        for item in pins:
            panel.score_pinned.emit(item, None)
    assert sources_of(window.bench.session.document).pinned == {}
    window.bench.commands.stack.undo()
    assert sources_of(window.bench.session.document).pinned == pins


def test_sillytaverns_map_shows_every_system_and_follows_the_context_size(opened, qtbot):
    window = opened("openvault/26")
    qtbot.waitUntil(lambda: held(window) is not None, timeout=10_000)
    titles = [part.title for part in held(window).map.parts]
    assert titles[1:3] == ["OpenVault", "Auto-Recap"]
    assert held(window).map.limit == 8192
    panel = window.bench.panels.context
    panel.size_tried.emit(2000)
    qtbot.waitUntil(lambda: panel._what_if is not None)
    assert panel._what_if.map.limit == 2000
    panel.size_chosen.emit(2000)
    qtbot.waitUntil(lambda: held(window).map.limit == 2000, timeout=10_000)
    assert window.bench.session.question.context_size == 2000
    assert any(row.gate == "context" for row in held(window).map.parts[-1].rows)


def test_sillytaverns_map_is_worked_out_only_while_somebody_looks(opened, qtbot):
    window = opened("openvault/temporal")
    qtbot.waitUntil(lambda: "Context" in lanes(window), timeout=10_000)
    window.bench.docks.show("memories")
    qtbot.waitUntil(lambda: "Block" in lanes(window), timeout=10_000)
    window.bench.docks.show("context")
    qtbot.waitUntil(lambda: "Context" in lanes(window), timeout=10_000)


@pytest.mark.parametrize("ruleset", ["scribe/design", "openvault/26"])
def test_first_shown_while_something_is_tried_out_it_has_what_holds_and_the_what_if(
    opened, qtbot, ruleset
):
    window = opened(ruleset, is_shown=False)
    bench = window.bench
    with qtbot.waitSignal(bench.deriver.answered):
        bench.what_if.drag_end(80)
    bench.docks.show("context")
    panel = bench.panels.context

    def lengths():
        return tuple(one.derivation.chat_length for one in (panel._answer, panel._what_if))

    qtbot.waitUntil(lambda: panel._what_if is not None)
    assert lengths() == (160, 81)
    with qtbot.waitSignal(bench.deriver.answered):
        bench.what_if.drag_end(60)
    qtbot.waitUntil(lambda: lengths() == (160, 61))
    bench.what_if.cancel()
    qtbot.waitUntil(lambda: panel._what_if is None)
