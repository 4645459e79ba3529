"""The queue and a model of one's own in the whole window: late, refused and broken answers."""

import shutil
import threading

import pytest
from PySide6.QtTest import QTest

from inspector.core.edits import SetField
from inspector.gui.files import leaving
from inspector.shipped import sample_of_tiers
from inspector.systems import memory_maker
from tests.gui.settling import settle
from tests.gui.window.conftest import window_on
from tests.gui.window.test_model import agreed, name_model, queue_of, shorter
from tests.llm.scripted import Wording, scripted

pytest.importorskip("openai")


@pytest.fixture
def window(qtbot, sample, tmp_path):
    return window_on(shutil.copy(sample, tmp_path / "chat.jsonl"), qtbot)


def idle(window):
    return lambda: not window.bench.model_controller.running.is_busy


def gated(gate, count):
    """Answers at once so often, then once the gate is open; each batch is asked for twice."""
    seen = []

    def answer(body):
        seen.append(body)
        if len(seen) > count:
            gate.wait(20)
        return shorter(body)

    return answer


def test_a_second_request_loses_nothing_of_the_first(window, qtbot):
    gate = threading.Event()
    with scripted(gated(gate, 2)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, list(range(14)))
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: len(endpoint.bodies) == 3, timeout=20_000)
        qtbot.waitUntil(lambda: panel.pasted.model.count == 12)
        window.bench.rewriting_controller.ask((0, 1))
        assert panel.bar.ask_button.text() == "Stop asking"
        gate.set()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 14, timeout=20_000)
        qtbot.waitUntil(idle(window))
    assert [one.memory for one in panel.pasted.model.rows] == list(range(14))
    assert not panel.pasted.notes.isVisible()


def test_where_memories_came_or_went_the_rest_of_an_answer_still_comes(window, qtbot):
    gate, bench = threading.Event(), window.bench
    with scripted(gated(gate, 2)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, list(range(14)))
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 12, timeout=20_000)
        document = bench.session.document
        bench.commands.submit(memory_maker(document).deleted(document, (0, 13)))
        qtbot.waitUntil(lambda: panel.pasted.model.count == 11)
        gate.set()
        qtbot.waitUntil(idle(window), timeout=20_000)
    assert [one.memory for one in panel.pasted.model.rows] == list(range(12))
    assert panel.pasted.notes.text() == "1 of the memories is gone."
    former = [document.memories[one + 1].summary for one in range(12)]
    assert [one.before for one in panel.pasted.model.rows] == former


def test_whoever_refuses_to_send_is_told_so_and_keeps_what_is_typed(window, qtbot):
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address)
        controller, panel = window.bench.model_controller, queue_of(window, [0, 1])
        panel.editor.edit.selectAll()
        QTest.keyClicks(panel.editor.edit, "My own words")
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        controller.dialog.consent.keep_button.click()
        settle(window)
        assert not endpoint.bodies
    assert controller.choice.agreed == ()
    assert not panel.exchange.is_answered
    assert panel.editor.wording == "My own words"


def test_without_an_address_nothing_is_lost_and_it_is_said_where_to_name_one(window):
    panel = queue_of(window, [0, 1])
    panel.editor.edit.selectAll()
    QTest.keyClicks(panel.editor.edit, "My own words")
    panel.bar.ask_button.click()
    assert "Name the address" in window.bench.panels.model.error.words
    assert panel.editor.wording == "My own words"
    assert not panel.exchange.is_answered


@pytest.mark.parametrize(
    "wording",
    [Wording(""), Wording("I would rather not."), Wording("{"), Wording("99. Nothing.")],
    ids=["empty", "refusing", "broken", "another number"],
)
def test_an_answer_without_a_wording_is_laid_beside_what_is_and_takes_nothing(
    window, qtbot, wording
):
    with scripted(wording) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, [0, 1])
        panel.bar.ask_button.click()
        qtbot.waitUntil(idle(window), timeout=20_000)
    assert [one.is_usable for one in panel.pasted.model.rows] in ([], [False, False])
    assert not panel.pasted.take_button.isEnabled()


def test_a_chat_that_is_opened_meanwhile_gets_nothing_of_an_answer(
    window, qtbot, sample, tmp_path, monkeypatch
):
    gate, bench = threading.Event(), window.bench
    monkeypatch.setattr(leaving, "ask_about_refused", lambda *_: True)
    with scripted(gated(gate, 2)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, list(range(14)))
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 12, timeout=20_000)
        with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
            bench.flow.open(str(shutil.copy(sample, tmp_path / "another.jsonl")))
        gate.set()
        settle(window)
    assert not panel.exchange.is_answered
    assert panel.pasted.model.count == 0
    assert not panel.pasted.isVisible()
    assert not bench.commands.stack.count()


def test_an_answer_is_asked_about_before_its_chat_is_left_or_read_again(
    window, qtbot, tmp_path, monkeypatch
):
    bench, requested = window.bench, []
    other = shutil.copy(sample_of_tiers(), tmp_path)

    def ask(_window, text):
        requested.append(text)
        return len(requested) > 3

    monkeypatch.setattr(leaving, "ask_about_refused", ask)
    panel = queue_of(window, [0, 40])
    qtbot.waitUntil(panel.bar.paste_button.isEnabled)
    panel.exchange.paste("1. Kai promised Mira the lantern.\n2. Two.")
    for act in (lambda: bench.flow.open(str(other)), bench.flow.reload, window.close):
        act()
        settle(window)
        assert window.isVisible()
        assert len(panel.exchange.undecided) == 2
    with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
        bench.flow.open(str(other))
    assert requested == ["Kai promised Mira the lantern."] * 4
    assert panel.unkept() == ()
    assert panel.work.isVisible()
    count = len(bench.session.document.memories)
    assert all(one < count for one in panel.queue.memories)


def test_an_edit_and_its_undoing_while_an_answer_is_looked_at(window, qtbot):
    bench = window.bench
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, [0, 1])
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 2, timeout=20_000)
        qtbot.waitUntil(idle(window))
    panel.pasted.tick([0, 1])
    bench.commands.submit(SetField((0,), "summary", "Kai promised Mira a lantern."))
    settle(window)
    rows = panel.pasted.model.rows
    assert rows[0].before == "Kai promised Mira a lantern."
    assert [one.is_ticked for one in rows] == [False, True]
    panel.pasted.take_button.click()
    panel.keep_all()
    assert bench.session.document.memories[0].summary == "Kai promised Mira a lantern."
    bench.commands.stack.undo()
    bench.commands.stack.undo()
    settle(window)
    assert bench.session.document.memories[1].summary == panel.editor._document.memories[1].summary


def test_a_model_that_is_slow_is_stopped_where_it_was_asked(window, qtbot):
    with scripted(Wording("1. x", silence=30.0)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, [0, 1])
        ask = panel.bar.ask_button
        ask.click()
        qtbot.waitUntil(lambda: bool(endpoint.bodies))
        panel.keep_current()
        assert (ask.text(), ask.isEnabled()) == ("Stop asking", True)
        ask.click()
        assert ask.text() == "Ask the model"
        assert idle(window)()
        assert not panel.exchange.is_answered
        assert "Cancelled" in window.bench.panels.model.error.words
