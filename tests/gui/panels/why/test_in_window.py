"""Why, who knows, budget and time travel in the whole window, with real events."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.core.moment import Moment
from inspector.gui.kit.panel import Area
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.timeline.strip import strip_lane
from inspector.gui.state.selection import MemorySubject
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.gui.settling import settle

LEFT = Qt.MouseButton.LeftButton
TIGHT = Question("openvault/terse", None, Moment(settings={"retrievalFinalTokens": 500}))


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def open_window(qtbot, sample, tmp_path):
    def make(question=TIGHT):
        window = MainWindow(Preferences(), question)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        chat = Path(shutil.copy(sample, tmp_path / "chat.jsonl"))
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(chat))
        qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
        window.bench.notice.close_notice()
        return window

    return make


@pytest.fixture
def window(open_window):
    return open_window()


def answered(window, qtbot, act):
    """Do something and wait until the block follows and is explained."""
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
        act()
    qtbot.waitUntil(lambda: not window.bench.presenter.is_behind)
    qtbot.waitUntil(lambda: not window.bench.panels.why.worker.is_busy, timeout=20_000)


def explained(window, qtbot, memory):
    window.bench.docks.show("why")
    window.bench.selection.select([memory])
    why = window.bench.panels.why
    qtbot.waitUntil(
        lambda: why.mentioned is not None and why.mentioned.subject == MemorySubject(memory),
        timeout=20_000,
    )
    qtbot.waitUntil(lambda: not why.worker.is_busy, timeout=20_000)
    return why


def in_block(window):
    return window.bench.panels.memories.copying.derivation.in_block


def test_why_comes_first_and_panels_behind_it_work_nothing_out_until_they_are_shown(window, qtbot):
    assert window.bench.docks.at(Area.BELOW)[0] is window.bench.docks["why"]
    assert is_on_screen(window.bench.panels.why)
    assert not is_on_screen(window.bench.panels.details)
    knowledge, curve = window.bench.panels.knowledge, window.bench.panels.curve
    settle(window)
    assert (knowledge.model.total, len(curve.plot.curve.points)) == (0, 0)
    window.bench.docks.show("curve")
    qtbot.waitUntil(lambda: len(curve.plot.curve.points) > 0, timeout=20_000)
    window.bench.docks.show("knowledge")
    qtbot.waitUntil(lambda: knowledge.model.total == 50, timeout=20_000)


def test_the_offered_change_is_one_undoable_step_that_gets_the_memory_in(window, qtbot):
    why = explained(window, qtbot, 1)
    assert not why.mentioned.in_block
    document, question = window.bench.session.document, window.bench.session.question
    title = why.advice.button.text()
    answered(window, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert 1 in in_block(window)
    assert why.mentioned.in_block
    assert window.bench.commands.stack.count() == 1
    assert window.bench.commands.stack.undoText() == title
    answered(window, qtbot, window.bench.menus.undo.trigger)
    assert window.bench.session.document is document
    assert window.bench.session.question == question
    assert not why.mentioned.in_block


def test_a_change_of_a_setting_is_one_step_too(window, qtbot):
    why = explained(window, qtbot, 1)
    index = next(
        index
        for index, suggestion in enumerate(why.advice.offers[1:])
        if suggestion.change.adjustment.settings
    )
    qtbot.mouseClick(why.advice.links[index], LEFT)
    document, question = window.bench.session.document, window.bench.session.question
    answered(window, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert 1 in in_block(window)
    assert window.bench.session.document is document
    assert window.bench.session.question != question
    answered(window, qtbot, window.bench.menus.undo.trigger)
    assert window.bench.session.question == question


def test_hiding_a_message_is_one_step_that_every_view_follows(open_window, qtbot):
    settings = {"retrievalFinalTokens": 500, "candidates": "hidden"}
    window = open_window(Question("openvault/terse", None, Moment(settings=settings)))
    derivation = window.bench.panels.memories.copying.derivation
    visible = next(v.memory for v in derivation.verdicts if "still visible" in v.reason)
    why = explained(window, qtbot, visible)
    assert why.steps.failed.step.title == "It is still visible"
    before = window.bench.session.document
    answered(window, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    after = window.bench.session.document.chat.hidden
    (message,) = (i for i, hidden in enumerate(after) if hidden != before.chat.hidden[i])
    assert why.advice.button.text() != f"Hide message {message}"
    assert visible in in_block(window)
    assert window.bench.panels.timeline.chart.state.messages.hidden[message]
    answered(window, qtbot, window.bench.menus.undo.trigger)
    assert window.bench.session.document is before
    assert not window.bench.panels.timeline.chart.state.messages.hidden[message]


def test_release_26_drops_a_five_star_memory_of_the_current_scene_and_the_way_out_is_named(
    open_window, qtbot
):
    settings = {"retrievalFinalTokens": 300}
    window = open_window(Question("openvault/26", None, Moment(settings=settings)))
    memories = window.bench.session.document.memories
    derivation = window.bench.panels.memories.copying.derivation
    cut = next(
        v.memory
        for v in derivation.verdicts
        if v.gate == "formatter" and v.bucket == "recent" and memories[v.memory].importance == 5
    )
    why = explained(window, qtbot, cut)
    assert why.header.sentence.startswith(f"Left out: cut. Memory {cut}, importance 5")
    assert why.steps.failed.step.gate == "room in the block"
    answered(window, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert cut in in_block(window)


def test_who_knows_takes_a_click_for_who_answers_and_follows_the_memory_table(window, qtbot):
    window.bench.docks.show("knowledge")
    panel = window.bench.panels.knowledge
    qtbot.waitUntil(lambda: panel.model.total == 50, timeout=20_000)
    column = panel.model.characters.index("Nell")
    x = panel.table.header.sectionViewportPosition(column) + 12
    viewport = panel.table.header.viewport()
    answered(window, qtbot, lambda: QTest.mouseClick(viewport, LEFT, pos=QPoint(x, 10)))
    assert window.bench.session.question.moment.character == "Nell"
    assert window.bench.context.character.currentText() == "Nell"
    assert len(panel.model.memories) == 50
    window.bench.panels.memories.filter_row.input.setText("clock")
    qtbot.waitUntil(lambda: len(panel.model.memories) < 50)
    assert list(panel.model.memories) == list(window.bench.panels.memories.model.order.places)


def test_the_budget_is_dragged_as_a_what_if_and_kept_when_dropped(window, qtbot):
    window.bench.docks.show("curve")
    plot = window.bench.panels.curve.plot
    qtbot.waitUntil(lambda: bool(plot.curve.points) and plot.curve.is_complete, timeout=20_000)
    middle = round(plot.frame.inner.center().y())
    target = QPoint(round(plot.frame.x(700)), middle)
    QTest.mousePress(plot, LEFT, pos=QPoint(round(plot.frame.x(500)), middle))
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000) as tried:
        QTest.mouseMove(plot, target)
    assert tried.args[0].what_if
    assert window.bench.commands.stack.count() == 0
    answered(window, qtbot, lambda: QTest.mouseRelease(plot, LEFT, pos=target))
    assert window.bench.commands.stack.count() == 1
    budget = window.bench.session.question.moment.settings["retrievalFinalTokens"]
    assert abs(budget - 700) <= 2
    assert window.bench.context.budget.value() == budget
    answered(window, qtbot, window.bench.menus.undo.trigger)
    assert plot.budget == 500


def test_escape_ends_the_what_if_of_a_budget(window, qtbot):
    window.bench.docks.show("curve")
    plot = window.bench.panels.curve.plot
    qtbot.waitUntil(lambda: bool(plot.curve.points) and plot.curve.is_complete, timeout=20_000)
    plot.setFocus()
    middle = round(plot.frame.inner.center().y())
    displayed = window.bench.panels.preview.view.toPlainText()
    QTest.mousePress(plot, LEFT, pos=QPoint(round(plot.frame.x(500)), middle))
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
        QTest.mouseMove(plot, QPoint(round(plot.frame.x(900)), middle))
    assert window.bench.panels.preview.view.toPlainText() != displayed
    answered(window, qtbot, lambda: qtbot.keyClick(plot, Qt.Key.Key_Escape))
    assert window.bench.panels.preview.view.toPlainText() == displayed
    assert window.bench.commands.stack.count() == 0


@pytest.mark.usefixtures("replayed")
def test_the_strip_fills_in_the_background_while_the_playhead_is_stepped(window, qtbot):
    state = window.bench.panels.timeline.chart.state
    assert strip_lane(state) is not None
    answered(window, qtbot, lambda: window.bench.context.end.setValue(100))
    assert window.bench.session.question.moment.at == 100
    qtbot.waitUntil(lambda: len(state.replayed) == 160, timeout=60_000)
    point = state.replayed.at(100)
    assert point.used == window.bench.panels.memories.copying.derivation.injections[0].cost


def test_the_memory_that_does_not_exist_yet_is_explained_in_words(window, qtbot):
    explained(window, qtbot, 49)
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
        window.bench.context.end.setValue(20)
    qtbot.waitUntil(lambda: "does not exist yet" in window.bench.panels.why.words.text())
