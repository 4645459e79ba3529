"""Two walks through the window at 1366×768: one by keyboard alone, one by mouse alone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.timeline.spans import box_of
from tests.gui.settling import settle

pytestmark = pytest.mark.usefixtures("replayed")

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(key, modifiers=NO_KEYS):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def write(words):
    QTest.keyClicks(QApplication.focusWidget(), words)


def settled(bench, qtbot):
    qtbot.waitUntil(lambda: not bench.deriver.is_busy and not bench.presenter.is_behind)


def test_a_walk_by_keyboard_alone(window, qtbot):
    bench = window.bench
    path = bench.keeper.chat.path
    original = path.read_bytes()
    assert window.size().toTuple() == (1366, 731)
    QTest.keyClick(window, KEY.Key_2, CONTROL)
    press(KEY.Key_Down)
    press(KEY.Key_Up)
    press(KEY.Key_5)
    assert bench.session.document.memories[0].importance == 5
    press(KEY.Key_Down)
    press(KEY.Key_F2)
    write("Rufus dropped a mug when he read the address.")
    assert window.isWindowModified()
    press(KEY.Key_Return)
    assert bench.session.document.memories[1].summary.startswith("Rufus dropped a mug")
    settled(bench, qtbot)
    press(KEY.Key_Z, CONTROL)
    press(KEY.Key_Y, CONTROL)
    assert bench.session.document.memories[1].summary.startswith("Rufus dropped a mug")
    press(KEY.Key_1, CONTROL)
    press(KEY.Key_Period)
    press(KEY.Key_Tab)
    assert bench.panels.timeline.chart.state.focused == "mid"
    press(KEY.Key_Right)
    settled(bench, qtbot)
    assert "mid_start" in bench.session.question.moment.settings
    press(KEY.Key_8, CONTROL)
    press(KEY.Key_C, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: "Rufus dropped a mug" in QGuiApplication.clipboard().text())
    with qtbot.waitSignal(bench.keeper.saved):
        press(KEY.Key_S, CONTROL)
    assert path.read_bytes() != original
    qtbot.waitUntil(lambda: not window.isWindowModified())
    while bench.commands.stack.canUndo():
        press(KEY.Key_Z, CONTROL)
    with qtbot.waitSignal(bench.keeper.saved):
        press(KEY.Key_S, CONTROL)
    assert path.read_bytes() == original


def test_a_walk_by_mouse_alone(window, qtbot):
    bench = window.bench
    table = bench.panels.memories.table

    def click(widget, index, button=LEFT):
        QTest.mouseClick(widget, button, pos=index)

    def tab(words):
        for bar in window.findChildren(QTabBar):
            for index in range(bar.count()):
                if bar.isVisible() and bar.tabText(index).startswith(words):
                    click(bar, bar.tabRect(index).center())
                    settle(window)
                    return

    chart = bench.panels.timeline.chart
    click(chart.canvas.viewport(), box_of(chart.state, 3).center().toPoint())
    assert bench.selection.memories == (3,)
    assert table.currentIndex().row() == 3
    rect = table.visualRect(table.model().index(3, Location.IMPORTANCE))
    click(table.viewport(), QPoint(rect.left() + 9 + 4 * 13, rect.center().y()))
    assert bench.session.document.memories[3].importance == 5
    settled(bench, qtbot)
    for words, dock in (("Messages", "messages"), ("Problems", "problems"), ("Why", "why")):
        tab(words)
        assert bench.docks[dock].isAncestorOf(QApplication.focusWidget())
    state, viewport = chart.state, chart.canvas.viewport()
    at = QPoint(round(state.view.px(state.location("recent"))), 50)
    QTest.mousePress(viewport, LEFT, pos=at)
    with qtbot.waitSignal(bench.deriver.answered):
        QTest.mouseMove(viewport, QPoint(round(state.view.px(100)), 50))
    QTest.mouseRelease(viewport, LEFT, pos=QPoint(round(state.view.px(100)), 50))
    settled(bench, qtbot)
    assert bench.session.question.moment.settings == {"recent_start": 0.625}
    copy = bench.panels.preview.title_bar.copy_button.block
    with qtbot.waitSignal(bench.panels.preview.copied):
        click(copy, QPoint(20, copy.height() // 2))
    displayed = bench.panels.preview.view.page.injection.text
    assert QGuiApplication.clipboard().text() == displayed
