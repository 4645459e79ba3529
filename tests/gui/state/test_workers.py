"""Work off the UI thread of which only the newest counts."""

import threading

import pytest

from inspector.core.errors import InspectorError
from inspector.gui.state.workers import LatestWorker


@pytest.fixture
def newest(qtbot):
    made = LatestWorker()
    yield made
    made.hold(False)
    made.wait()


def test_an_answer_comes_on_the_thread_of_who_asked(newest, qtbot):
    threads = []
    newest.answered.connect(lambda _: threads.append(threading.current_thread()))
    with qtbot.waitSignal(newest.answered) as answered:
        newest.ask(lambda _: threading.current_thread())
    assert answered.args[0] is not threading.current_thread()
    assert threads == [threading.current_thread()]
    assert not newest.is_busy


def test_what_is_asked_next_ends_what_runs(newest, qtbot):
    started = threading.Event()
    answers = []
    newest.answered.connect(answers.append)

    def endless(token):
        started.set()
        while True:
            token.breathe(0.001)

    newest.ask(endless)
    assert started.wait(5)
    newest.ask(lambda _: "skipped")
    newest.ask(lambda _: "newest")
    qtbot.waitUntil(lambda: answers == ["newest"])


def test_parts_come_before_the_whole_and_stop_with_a_cancel(newest, qtbot):
    parts = []
    newest.parted.connect(parts.append)

    def work(token):
        for part in range(3):
            token.part(part)
        return "all"

    with qtbot.waitSignal(newest.answered):
        newest.ask(work)
    assert parts == [0, 1, 2]
    newest.ask(work)
    newest.cancel()
    newest.wait()
    qtbot.wait(20)
    assert parts == [0, 1, 2]


def test_held_work_waits_until_it_is_let_go(newest, qtbot):
    newest.hold(True)
    answers = []
    newest.answered.connect(answers.append)

    def work(token):
        token.check()
        return "done"

    newest.ask(work)
    qtbot.wait(120)
    assert answers == []
    newest.hold(False)
    qtbot.waitUntil(lambda: answers == ["done"])


def test_a_refusal_is_said(newest, qtbot):
    def refuse(_):
        raise InspectorError("There is no such thing.")

    with qtbot.waitSignal(newest.failed) as failed:
        newest.ask(refuse)
    assert failed.args == ["There is no such thing."]


def test_a_person_is_told_only_of_what_takes_long(newest, qtbot):
    said = []
    newest.slow_changed.connect(said.append)
    with qtbot.waitSignal(newest.answered):
        newest.ask(lambda _: None)
    assert said == []
    with qtbot.waitSignal(newest.answered):
        newest.ask(lambda token: token.breathe(0.4))
    assert said == [True, False]
