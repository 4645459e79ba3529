"""What is told of windows that keep a test waiting."""

import threading

import pytest
from PySide6.QtWidgets import QWidget

from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.state.workers import LatestWorker
from tests.gui.stalled import what_goes_on


@pytest.fixture
def widget(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_it_tells_of_work_that_does_not_end_and_where_that_is(widget):
    started, goes_on = threading.Event(), threading.Event()
    worker = LatestWorker(widget)

    def endless(_token):
        started.set()
        goes_on.wait()

    worker.ask(endless)
    started.wait()
    told = what_goes_on(rest_ms=0)
    goes_on.set()
    worker.wait()
    assert "LatestWorker of QWidget: an answer is to come" in told
    assert "WorkQueue of LatestWorker: pieces ['wanted'], 1 at work" in told
    assert "in endless" in told


def test_it_tells_of_what_waits_to_be_painted_and_what_becomes_of_it(widget):
    WhenSeen(widget, lambda: None)
    before, after = what_goes_on(rest_ms=0).split("painted again")
    assert "seen, due" in before
    assert "seen, not due" in after
