"""Work off the UI thread of which only the newest counts."""

import threading
import time

import pytest
from PySide6.QtWidgets import QWidget

from inspector.core.errors import InspectorError
from inspector.gui.state import workers
from inspector.gui.state.workers import SLOW_MS, LatestWorker, WorkQueue
from tests.gui.settling import take_turn

AN_HOUR_MS = 3_600_000


@pytest.fixture
def latest(qtbot):
    made = LatestWorker()
    yield made
    made.hold(False)
    made.wait()


def test_an_answer_comes_on_the_thread_of_who_requested(latest, qtbot):
    threads = []
    latest.answered.connect(lambda _: threads.append(threading.current_thread()))
    with qtbot.waitSignal(latest.answered) as answered:
        latest.ask(lambda _: threading.current_thread())
    assert answered.args[0] is not threading.current_thread()
    assert threads == [threading.current_thread()]
    assert not latest.is_busy


def test_what_is_asked_next_ends_what_runs(latest, qtbot):
    started = threading.Event()
    answers = []
    latest.answered.connect(answers.append)

    def endless(token):
        started.set()
        while True:
            token.breathe(0.001)

    latest.ask(endless)
    assert started.wait(60)
    latest.ask(lambda _: "skipped")
    latest.ask(lambda _: "newest")
    qtbot.waitUntil(lambda: answers == ["newest"])


def test_parts_come_before_the_whole_and_stop_with_a_cancel(latest, qtbot):
    parts = []
    latest.parted.connect(parts.append)

    def work(token):
        for part in range(3):
            token.part(part)
        return "all"

    with qtbot.waitSignal(latest.answered):
        latest.ask(work)
    assert parts == [0, 1, 2]
    latest.ask(work)
    latest.cancel()
    latest.wait()
    take_turn()
    assert parts == [0, 1, 2]


def test_work_goes_on_once_what_came_of_it_is_painted(latest, qtbot, monkeypatch):
    monkeypatch.setattr(workers, "_PAINT_SECONDS", 60)
    happened = []

    class Painting(QWidget):
        def paintEvent(self, event):
            time.sleep(0.02)  # work that did not wait goes on meanwhile
            happened.append("painted")

    widget = Painting()
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: happened != [])
    take_turn()

    def show(_part):
        happened.clear()
        widget.update()

    latest.parted.connect(show)

    def work(token):
        token.part("some")
        happened.append("went on")

    with qtbot.waitSignal(latest.answered):
        latest.ask(work)
    assert happened == ["painted", "went on"]


def test_held_work_waits_until_it_is_let_go(latest, qtbot):
    latest.hold(True)
    answers, begun = [], threading.Event()
    latest.answered.connect(answers.append)

    def work(token):
        begun.set()
        token.check()
        return "done"

    latest.ask(work)
    assert begun.wait(60)
    take_turn()
    assert answers == []
    latest.hold(False)
    qtbot.waitUntil(lambda: answers == ["done"])


def test_a_refusal_is_said(latest, qtbot):
    def refuse(_):
        raise InspectorError("There is no such thing.")

    with qtbot.waitSignal(latest.failed) as failed:
        latest.ask(refuse)
    assert failed.args == ["There is no such thing."]


def test_a_refusal_that_was_overtaken_is_not_said(latest, qtbot):
    started, asked_next, heard = threading.Event(), threading.Event(), []
    latest.failed.connect(heard.append)
    latest.answered.connect(heard.append)

    def refuse(_):
        started.set()
        assert asked_next.wait(60)
        raise InspectorError("There is no such thing.")

    latest.ask(refuse)
    assert started.wait(60)
    latest.ask(lambda _: "newest")
    asked_next.set()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == ["newest"]


def test_a_person_is_told_only_of_what_takes_long(latest, qtbot):
    wording, is_told = [], threading.Event()
    latest.slow_changed.connect(wording.append)
    latest.slow_changed.connect(lambda _: is_told.set())
    latest._slow.setInterval(AN_HOUR_MS)
    with qtbot.waitSignal(latest.answered):
        latest.ask(lambda _: None)
    assert wording == []
    latest._slow.setInterval(SLOW_MS)
    with qtbot.waitSignal(latest.answered):
        latest.ask(lambda _: is_told.wait(60))
    assert wording == [True, False]


def test_a_queue_does_all_that_was_started_in_order(qtbot):
    queue, heard = WorkQueue(), []
    with qtbot.waitSignal(queue.idle):
        for number in range(5):
            queue.start(lambda _, number=number: number, heard.append)
    assert heard == list(range(5))


def test_of_a_queue_what_was_cancelled_is_not_heard_of_and_the_rest_is(qtbot):
    queue, heard, started = WorkQueue(), [], threading.Event()

    def endless(token):
        started.set()
        while True:
            token.breathe(0.001)

    with qtbot.waitSignal(queue.idle):
        first = queue.start(endless, heard.append)
        queue.start(lambda _: "waits", heard.append).end()
        queue.start(lambda _: "last", heard.append)
        assert started.wait(60)
        first.end()
    assert heard == ["last"]


def test_an_error_that_nobody_foresaw_is_said_to_whoever_waits(qtbot):
    queue, refused = WorkQueue(), []
    with qtbot.waitSignal(queue.idle):
        queue.start(lambda _: {}["missing"], refused=refused.append)
    assert "KeyError" in str(refused[0])


def test_such_an_error_is_raised_on_the_window_s_thread_for_the_report(latest, qtbot):
    with qtbot.capture_exceptions() as raised, qtbot.waitSignal(latest.failed):
        latest.ask(lambda _: {}["missing"])
    assert [kind for kind, *_ in raised] == [KeyError]
    assert not latest.is_busy
