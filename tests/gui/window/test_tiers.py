"""The sample of two tiers in the whole window: state, lanes, edits and the bytes they leave."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from inspector.gui.kit.font_set import FontSet
from inspector.gui.panels.messages.columns import Location
from inspector.gui.panels.timeline.lanes import TIERS
from inspector.gui.window.main_window import MainWindow
from inspector.jsonbytes.pieces import joined
from inspector.preferences import Preferences
from inspector.shipped import sample_of_tiers

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
TIP = Qt.ItemDataRole.ToolTipRole


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def window(qtbot, tmp_path):
    path = Path(shutil.copy(sample_of_tiers(), tmp_path))
    window = MainWindow(Preferences())
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.resize(1366, 768)
    window.show()
    qtbot.waitExposed(window)
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))
    qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
    window.bench.docks.show("messages")
    return window


def settled(window, qtbot, act):
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        act()


def test_a_memory_is_edited_where_it_is_read_and_undone_to_the_byte(window, qtbot):
    bench = window.bench
    original = bench.keeper.chat.path.read_bytes()
    timeline, messages = bench.panels.timeline, bench.panels.messages
    assert timeline.chart.state.lanes.extra_lane(TIERS) is not None
    assert [row.messages.count(1) for row in timeline.chart.state.tiers] == [5, 0, 5, 13, 8]
    messages.show_message(2)
    state = messages.model.index(2, Location.STATE).data()
    prompt = messages.model.index(2, Location.STATUS).data()
    assert (state, prompt) == ("short-term", "◌ removed")
    assert "nothing of it is sent" in messages.model.index(5, Location.STATUS).data(TIP)
    assert "removed" in messages.reader.heading
    strip = messages.reader.kept
    assert [strip.title.text(), *strip.boxes, *strip.buttons] == [
        "Memory", "remember", "exclude", "clear",
    ]  # fmt: skip
    strip.edit.setFocus()
    QTest.keyClick(strip.edit, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(strip.edit, "One tooth is gone.")
    settled(window, qtbot, lambda: QTest.keyClick(strip.edit, Qt.Key.Key_Return, CONTROL))
    settled(window, qtbot, strip.boxes["remember"].click)
    assert "One tooth is gone." in bench.panels.preview.view.toPlainText()
    assert messages.model.index(2, Location.STATE).data() == "short-term"
    assert "colour of long-term memory" in strip.reason.text()
    settled(window, qtbot, strip.boxes["exclude"].click)
    assert (strip.state.text(), strip.boxes["remember"].isChecked()) == ("left out", False)
    settled(window, qtbot, lambda: QTest.mouseClick(strip.buttons["clear"], LEFT))
    assert (strip.edit.text, strip.buttons["clear"].isEnabled()) == ("", False)
    for _ in range(4):
        settled(window, qtbot, bench.menus.undo.trigger)
    assert joined(bench.keeper.chat.contents(bench.session.document)) == original


def test_a_chat_of_summaries_is_not_called_one_without_memories(window, monkeypatch):
    written, draw = [], FontSet.draw

    def noted(font_set, painter, location, text, *more, **options):
        written.append(text)
        return draw(font_set, painter, location, text, *more, **options)

    monkeypatch.setattr(FontSet, "draw", noted)
    window.bench.panels.timeline.grab()
    assert "This chat carries no memories of OpenVault." in written
    assert "This chat has no memories." not in written
    assert window.bench.status._chat.text() == "24 messages · no memories of OpenVault"


def test_why_tells_that_a_memory_waits(window, qtbot):
    window.bench.panels.messages.show_message(22)
    why = window.bench.panels.why

    def is_told():
        return "Left out: lagging" in "".join(one.text() for one in why.findChildren(QLabel))

    qtbot.waitUntil(is_told, timeout=10_000)
