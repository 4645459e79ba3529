"""Problems of the block in the whole window: found, shown, jumped to and put right."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from inspector.core.edits import SetField
from inspector.core.moment import Moment
from inspector.core.problems import RecapPart
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.why.explanation import Mark
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.selection import MemorySubject
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.analysis.questions import BUDGET, FERRY_BUDGET, ferry_fire
from tests.systems.auto_recap.chats import chat_bytes

LEFT = Qt.MouseButton.LeftButton
FERRY = 9


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    window.bench.checker.worker.hold(False)
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def open_window(qtbot):
    def make(path, question):
        window = MainWindow(Preferences(), question)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(path))
        qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
        window.bench.notice.close_notice()
        window.bench.docks.show("problems")
        return window

    return make


@pytest.fixture
def burning(open_window, tmp_path):
    """A full budget, at which release 26 drops the five stars of the current scene."""
    path = tmp_path / "ferry.jsonl"
    path.write_bytes(chat_bytes(*ferry_fire()))
    settings = {BUDGET: FERRY_BUDGET}
    return open_window(path, Question("openvault/26", None, Moment(settings=settings)))


@pytest.fixture
def sampled(open_window, sample, tmp_path):
    chat = Path(shutil.copy(sample, tmp_path / "chat.jsonl"))
    return open_window(chat, Question("openvault/26"))


def choose(window, qtbot, is_wanted):
    """Click the first row whose problem is wanted; answers the problem."""
    panel = window.bench.panels.problems
    rows = range(panel.model.rowCount())
    row = next(
        row for row in rows if (one := panel.model.problem_at(row)) is not None and is_wanted(one)
    )
    index = panel.model.index(row, 1)
    panel.table.scrollTo(index)
    qtbot.mouseClick(panel.table.viewport(), LEFT, pos=panel.table.visualRect(index).center())
    return panel.model.problem_at(row)


def of_code(code):
    return lambda problem: problem.code == code


def codes(window):
    return {problem.code for problem in window.bench.panels.problems.model.items}


def checked(window, qtbot, act):
    """Do something and wait until what it changes is checked."""
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        act()


def in_block(window):
    return window.bench.panels.memories.copying.derivation.in_block


def test_five_stars_that_release_26_drops_are_named_with_gate_and_way_out(burning, qtbot):
    assert FERRY not in in_block(burning)
    choose(burning, qtbot, of_code("newest-dropped"))
    detail = burning.bench.panels.problems.detail
    words = "#9 “Robin set the ferry on fire, and …” with 5 stars. Raise the budget to "
    assert words in detail.text.text()
    assert detail.fix_button.text() in detail.text.text()
    assert detail.jump_button.text() == f"Go to memory #{FERRY}"
    qtbot.mouseClick(detail.jump_button, LEFT)
    assert burning.bench.selection.memories == (FERRY,)
    assert is_on_screen(burning.bench.panels.memories)
    burning.bench.docks.show("why")
    why = burning.bench.panels.why
    qtbot.waitUntil(
        lambda: why.mentioned is not None and why.mentioned.subject == MemorySubject(FERRY),
        timeout=20_000,
    )
    qtbot.waitUntil(lambda: not why.worker.is_busy, timeout=20_000)
    failed = next(step for step in why.mentioned.steps if step.mark is Mark.FAILED)
    assert failed.gate == "room in the block"
    assert why.advice.button.text().startswith("Raise the budget to ")


def test_the_remedy_of_a_fault_is_one_step_that_takes_the_fault_away(burning, qtbot):
    choose(burning, qtbot, of_code("newest-dropped"))
    fix = burning.bench.panels.problems.detail.fix_button
    checked(burning, qtbot, lambda: qtbot.mouseClick(fix, LEFT))
    assert FERRY in in_block(burning)
    assert "newest-dropped" not in codes(burning)
    assert not burning.bench.panels.problems.detail.isVisible()
    assert burning.bench.commands.stack.count() == 1
    assert burning.bench.commands.stack.undoText().startswith(f"{BUDGET} = ")
    checked(burning, qtbot, burning.bench.menus.undo.trigger)
    assert FERRY not in in_block(burning)
    assert "newest-dropped" in codes(burning)


def test_a_remedy_that_is_an_edit_is_one_step_too(open_window, tmp_path, qtbot):
    messages, store = ferry_fire()
    store["openvault"]["memories"][3]["importance"] = -2
    path = tmp_path / "below.jsonl"
    path.write_bytes(chat_bytes(messages, store))
    window = open_window(path, Question("openvault/26"))
    assert in_block(window) == frozenset()
    problem = choose(window, qtbot, of_code("importance-below-zero"))
    assert problem.severity == "error"
    assert "release-throws" not in codes(window)
    fix = window.bench.panels.problems.detail.fix_button
    checked(window, qtbot, lambda: qtbot.mouseClick(fix, LEFT))
    assert window.bench.session.document.memories[3].importance == 1
    assert in_block(window) != frozenset()
    assert window.bench.commands.stack.count() == 1


@pytest.mark.parametrize("ruleset", ["openvault/1.44", "openvault/temporal"])
def test_problems_follow_the_ruleset_that_is_requested(burning, qtbot, ruleset):
    question = burning.bench.session.question
    checked(
        burning,
        qtbot,
        lambda: burning.bench.commands.submit(SetQuestion(question.with_ruleset(ruleset), "x")),
    )
    assert "newest-dropped" not in codes(burning)


def test_problems_follow_the_end_of_the_chat_and_who_answers(sampled, qtbot):
    def leaked():
        return {
            one.memory for one in sampled.bench.panels.problems.model.items if one.code == "leak"
        }

    requested = sampled.bench.session.question
    before = leaked()
    assert before
    earlier = requested.with_moment(replace(requested.moment, at=60))
    checked(
        sampled,
        qtbot,
        lambda: sampled.bench.commands.submit(SetQuestion(earlier, "x")),
    )
    assert leaked() != before
    checked(sampled, qtbot, lambda: sampled.bench.controller.answer_as("Hattie"))
    assert all(
        one.text.startswith("Hattie has no way to know ")
        for one in sampled.bench.panels.problems.model.items
        if one.code == "leak"
    )


def test_what_is_tried_out_changes_no_problem(burning, qtbot):
    before = burning.bench.panels.problems.model.items
    with qtbot.waitSignal(burning.bench.deriver.answered, timeout=10_000):
        burning.bench.what_if.drag_budget(4000)
    assert not burning.bench.checker.is_busy
    assert burning.bench.panels.problems.model.items == before


def test_an_edit_does_not_wait_for_a_check(burning, qtbot):
    burning.bench.deriver.presses.disconnect(burning.bench.checker.worker.hold)
    burning.bench.checker.worker.hold(True)
    burning.bench.commands.submit(SetField((0,), "importance", 5))
    qtbot.waitUntil(lambda: burning.bench.checker.worker.is_busy, timeout=10_000)
    with qtbot.waitSignal(burning.bench.deriver.answered, timeout=2_000) as answered:
        burning.bench.commands.submit(SetField((1,), "importance", 5))
    assert answered.args[0].state is burning.bench.session.state


def test_a_leak_in_a_recap_jumps_to_the_recap(sampled, qtbot):
    panels = sampled.bench.panels
    button = panels.problems.detail.jump_button

    problem = choose(sampled, qtbot, lambda one: one.recap is RecapPart.SCENE)
    qtbot.mouseClick(button, LEFT)
    assert is_on_screen(panels.recaps.scenes)
    displayed = panels.recaps.scenes.model.at(panels.recaps.scenes.table.currentIndex().row())
    assert displayed.end == problem.message
    assert sampled.bench.selection.memories == (problem.memory,)

    choose(sampled, qtbot, lambda one: one.recap is RecapPart.RUNNING)
    qtbot.mouseClick(button, LEFT)
    assert is_on_screen(panels.recaps.versions)

    problem = choose(sampled, qtbot, lambda one: one.recap is RecapPart.MESSAGE)
    qtbot.mouseClick(button, LEFT)
    assert is_on_screen(panels.messages)
    assert sampled.bench.selection.message == problem.message


def test_a_design_that_lets_every_memory_in_is_told_to_look_at_who_knows(sampled, qtbot):
    question = sampled.bench.session.question.with_ruleset("openvault/temporal")
    checked(sampled, qtbot, lambda: sampled.bench.commands.submit(SetQuestion(question, "Ruleset")))
    choose(sampled, qtbot, of_code("leak-by-setting"))
    fix = sampled.bench.panels.problems.detail.fix_button
    assert fix.text() == "Set candidates to pov"
    checked(sampled, qtbot, lambda: qtbot.mouseClick(fix, LEFT))
    assert sampled.bench.session.question.moment.settings["candidates"] == "pov"
    assert "leak-by-setting" not in codes(sampled)


def test_nothing_is_listed_twice_and_memories_are_named_by_number_and_words(sampled):
    bench = sampled.bench
    displayed = [
        (one.text, one.memory, one.message, one.recap) for one in bench.panels.problems.model.items
    ]
    assert len(displayed) == len(set(displayed))
    ids = {memory.id for memory in bench.session.document.memories}
    texts = [one.text for one in bench.panels.problems.model.items]
    assert texts
    assert not [text for text in texts if any(one in text for one in ids)]
    assert any(re.search("#[0-9]+ “", text) for text in texts)
