"""The workbench comes to be a part a turn; what is wanted meanwhile is done once it is there."""

import gc
import linecache
import sys
from importlib import import_module

import pytest
from PySide6.QtCore import Qt, QTimer

from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.process import spare_sources
from inspector.preferences import Preferences
from inspector.shipped import sample_chat

PARTS = 40
"""At least so many turns it takes: reading is done, so that these are views and wires alone."""


@pytest.fixture
def window(qtbot):
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made)
    return made


def test_the_event_loop_has_a_turn_between_any_two_parts(window, qtbot):
    turns = []
    timer = QTimer(window, interval=0)
    timer.timeout.connect(lambda: turns.append(window._making.bench))
    timer.start()
    window.show()
    qtbot.waitUntil(lambda: window._making.bench is not None, timeout=10_000)
    assert len(turns) > PARTS
    assert set(turns) <= {None, window.bench}
    window.close()


def test_the_chart_is_there_before_a_chat_needs_it(window, qtbot):
    charts = []
    window.when_made(lambda bench: charts.append(bench.panels.timeline.chart))
    window.show()
    qtbot.waitUntil(lambda: bool(charts), timeout=10_000)
    assert charts == [None]
    qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None, timeout=10_000)
    window.close()


def test_what_is_wanted_waits_and_is_done_in_its_order(window, qtbot):
    done = []
    window.when_made(lambda bench: done.append(("first", bench)))
    window.when_made(lambda bench: done.append(("second", bench)))
    assert done == []
    window.show()
    qtbot.waitUntil(lambda: len(done) == 2, timeout=10_000)
    assert done == [("first", window.bench), ("second", window.bench)]
    window.when_made(lambda bench: done.append(("third", bench)))
    assert [name for name, _bench in done] == ["first", "second", "third"]
    window.close()


def test_a_click_on_the_welcome_page_makes_nobody_wait(window, qtbot):
    window.show()
    qtbot.mouseClick(window.welcome.sample.button, Qt.MouseButton.LeftButton)
    assert window._making.bench is None
    qtbot.waitUntil(lambda: window._making.bench is not None, timeout=10_000)
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        pass
    assert len(window.bench.session.document.chat) == 160
    window.close()


def test_a_start_for_a_chat_shows_neither_the_welcome_nor_that_no_chat_is_open(window, qtbot):
    said = set()
    window.open_first([str(sample_chat())])
    timer = QTimer(window, interval=0)
    timer.timeout.connect(lambda: said.add((window.statusBar().currentMessage(), _edits(window))))
    timer.start()
    window.show()
    assert not window.welcome.sample.isVisible()
    qtbot.waitUntil(lambda: window._making.bench is not None, timeout=10_000)
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        pass
    assert (f"Reading {sample_chat()}", "") in said
    assert "No chat open" not in {edits for _message, edits in said}
    window.close()


def test_the_welcome_is_back_where_the_chat_of_the_start_cannot_be_opened(
    window, qtbot, tmp_path, monkeypatch
):
    path = tmp_path / "empty.jsonl"
    path.touch()
    refused = []
    monkeypatch.setattr(
        "inspector.gui.files.chat_service.show_error", lambda *words: refused.append(words)
    )
    window.open_first([str(path)])
    window.show()
    qtbot.waitUntil(lambda: bool(refused), timeout=10_000)
    qtbot.waitUntil(window.welcome.sample.isVisible)
    window.close()


def test_no_source_is_read_for_the_switches_of_pyside(tmp_path, monkeypatch):
    search = sys.modules["shibokensupport.feature"]
    monkeypatch.setattr(search, "_mod_uses_pyside", search._mod_uses_pyside)
    monkeypatch.syspath_prepend(tmp_path)
    spare_sources()
    path = tmp_path / "read_for_nothing.py"
    path.write_text("from PySide6.QtCore import QObject\n", "utf-8")
    import_module("read_for_nothing")
    assert str(path) not in linecache.cache


def _edits(window):
    bench = window._making.bench
    return "" if bench is None else bench.status._edits.text()


@pytest.fixture
def nothing_put_aside(put_aside_once, monkeypatch):
    """A window and its chat can be put aside, and nothing is, as where no tests are."""
    freeze, unfreeze = put_aside_once
    monkeypatch.setattr(gc, "freeze", freeze)
    monkeypatch.setattr(gc, "unfreeze", unfreeze)
    unfreeze()
    yield
    gc.collect()
    freeze()


@pytest.mark.usefixtures("nothing_put_aside")
def test_nothing_of_a_closed_window_and_its_chat_is_kept_from_the_collector(qtbot):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open_sample()
    assert gc.get_freeze_count() > len(window.bench.session.document.chat)
    window.close()
    assert gc.get_freeze_count() == 0
