"""*Cache* in the whole window: the lane while it is looked at, what it says in *Problems*."""

from dataclasses import replace

import pytest

from inspector.gui.panels.timeline.lanes import KEPT
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.captured import WIRE
from tests.gui.window.conftest import forget_edits


@pytest.fixture
def bench(qtbot, tmp_path):
    chat = next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path))).chat
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.resize(1366, 731)
    window.show()
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(chat))
    qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
    return window.bench


def test_the_lane_is_there_while_it_is_looked_at_and_no_problem_comes_of_it(bench, qtbot):
    chart, panel = bench.panels.timeline.chart, bench.panels.stability

    def codes():
        return [one.code for one in bench.presenter.view.problems]

    def titles():
        return [lane.title for lane in chart.state.lanes.extra]

    assert "cache-lost" not in codes()
    assert KEPT not in titles()
    bench.docks.show("stability")
    qtbot.waitUntil(lambda: panel.alternatives.rowCount() > 1, timeout=20_000)
    qtbot.waitUntil(lambda: not bench.stability_controller.is_busy, timeout=20_000)
    assert KEPT in titles()
    assert list(chart.state.kept) == list(panel.model.rows)[::-1]
    assert "cache-lost" not in codes()
    bench.docks.show("memories")
    qtbot.waitUntil(lambda: KEPT not in titles())


def test_as_sent_next_the_problem_is_one_whatever_was_looked_at(bench, qtbot):
    def found():
        return [one.text for one in bench.presenter.view.problems]

    state = bench.session.state
    bench.session.replace(state.with_question(replace(state.question, as_sent=True)))
    qtbot.waitUntil(lambda: any("prompt cache" in text for text in found()))
    before = found()
    bench.docks.show("stability")
    qtbot.waitUntil(lambda: any("would keep" in text for text in found()))
    assert len(found()) == len(before)
