"""An evening of tuning: open, filter, rewrite five, split, change many, compare, copy, save."""

import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTabBar, QTableView

from inspector.gui.panels.memories.bulk_dialog import BulkDialog
from inspector.gui.panels.memories.split_dialog import SplitDialog
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.gui.settling import take_turn

pytestmark = pytest.mark.usefixtures("replayed")

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
FILTER = "words > 12 and importance <= 4"
WORDINGS = [
    f"Nell and Rufus kept promise number {number} until the morning." for number in range(5)
]


@pytest.fixture
def path(sample, tmp_path):
    return shutil.copy(sample, tmp_path / "Evening.jsonl")


@pytest.fixture
def window(qtbot, path):
    made = MainWindow(Preferences(recent=(str(path),)), keep_preferences=False)
    qtbot.addWidget(made, before_close_func=forget)
    made.resize(1366, 731)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    return made


@pytest.fixture(autouse=True)
def quick_clicks(qapp):
    """A list that a click opened takes no other click for as long as a double click may take."""
    before = qapp.doubleClickInterval()
    qapp.setDoubleClickInterval(1)
    yield
    qapp.setDoubleClickInterval(before)


def forget(window):
    window.bench.wait()
    window.bench.keeper.chat = None


class Hands:
    """What both evenings have in common: waiting, and looking at what came of it."""

    def __init__(self, window, qtbot, path):
        self.window, self.qtbot, self.path = window, qtbot, path
        self.bench = window.bench
        self.panels = window.bench.panels
        self.before = path.read_bytes()

    @property
    def memories(self):
        return self.bench.session.document.memories

    def until(self, holds):
        self.qtbot.waitUntil(holds, timeout=10_000)

    def settled(self, act):
        with self.qtbot.waitSignal(self.bench.presenter.settled, timeout=20_000):
            act()

    def check(self):
        """The block that was copied is the one of the file that was saved."""
        self.until(lambda: self.path.read_bytes() != self.before)
        saved = json.loads(self.path.read_bytes().split(b"\n", 1)[0])
        kept = saved["chat_metadata"]["openvault"]["memories"]
        assert [one["summary"] for one in kept if one["summary"] in WORDINGS] == WORDINGS
        assert len(kept) == 51
        assert all(one["importance"] >= 2 for one in kept if one.get("is_secret"))
        copied = QGuiApplication.clipboard().text()
        answer = self.bench.presenter.view.answer
        assert copied == answer.derivation.injections[0].text
        assert any(one in copied for one in WORDINGS)


class Keyboard(Hands):
    """Keys alone."""

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        active = QApplication.activeWindow()
        if active is None or not active.isVisible():
            # The offscreen platform leaves a list of proposals active that went.
            QApplication.setActiveWindow(self.window)
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)

    def write(self, text):
        QTest.keyClicks(QApplication.focusWidget(), text)

    def tab_to(self, widget, key=KEY.Key_Tab):
        for _ in range(80):
            if QApplication.focusWidget() is widget:
                return
            self.press(key, SHIFT if key == KEY.Key_Backtab else Qt.KeyboardModifier.NoModifier)
        pytest.fail(f"no key leads to {widget}")

    def open(self):
        self.tab_to(self.window.welcome.recent)
        self.settled(lambda: self.press(KEY.Key_Return))

    def filter(self, text, found):
        self.press(KEY.Key_2, CONTROL)
        self.press(KEY.Key_F, CONTROL)
        self.write(text)
        self.press(KEY.Key_Return)
        self.until(lambda: self.panels.memories.model.count == found)

    def rewrite(self):
        self.press(KEY.Key_6, CONTROL)
        work = self.panels.rewrite.work
        self.tab_to(work.bar.source, KEY.Key_Backtab)
        self.press(KEY.Key_Down)
        self.tab_to(work.editor.edit)
        for text in WORDINGS:
            self.write(text)
            self.press(KEY.Key_Return)
        self.until(work.foot.keep_button.isEnabled)
        self.tab_to(work.foot.keep_button)
        self.settled(lambda: self.press(KEY.Key_Space))

    def split(self):
        self.press(KEY.Key_2, CONTROL)
        self.press(KEY.Key_F, CONTROL)
        self.press(KEY.Key_Escape)
        self.press(KEY.Key_Escape)
        for _ in range(20):
            self.press(KEY.Key_PageDown)
        assert self.bench.selection.memories == (len(self.memories) - 1,)
        self.press(KEY.Key_S)
        dialog = self.panels.memories.findChild(SplitDialog)
        self.until(dialog.isActiveWindow)
        self.tab_to(dialog.here)
        self.settled(lambda: self.press(KEY.Key_Space))

    def change(self):
        self.press(KEY.Key_C)
        dialog = self.panels.memories.findChild(BulkDialog)
        self.until(dialog.isActiveWindow)
        self.tab_to(dialog.change)
        self.press(KEY.Key_Down)
        self.until(dialog.keep_button.isEnabled)
        self.tab_to(dialog.keep_button)
        self.settled(lambda: self.press(KEY.Key_Space))

    def compare(self):
        self.press(KEY.Key_8, CONTROL)
        self.until(lambda: bool(self.panels.compare.text.rows))

    def copy(self):
        self.press(KEY.Key_C, CONTROL | SHIFT)

    def save(self):
        self.press(KEY.Key_S, CONTROL)


class Mouse(Hands):
    """Clicks, and keys for words only."""

    def click(self, widget, at=None):
        QTest.mouseClick(widget, LEFT, pos=widget.rect().center() if at is None else at)

    def go(self, title):
        for bar in self.window.findChildren(QTabBar):
            for index in range(bar.count()):
                if bar.tabText(index).partition(" ")[0] == title and bar.isVisible():
                    self.click(bar, bar.tabRect(index).center())
                    return
        pytest.fail(f"no tab {title}")

    def choose(self, combo, number):
        self.click(combo)
        view = combo.view()
        self.until(view.isVisible)
        take_turn()  # in which the list that opened comes to take clicks
        self.click(view.viewport(), view.visualRect(view.model().index(number, 0)).center())

    def cell(self, table, row, column):
        location = table.visualRect(table.model().index(row, column)).center()
        self.click(table.viewport(), location)

    def menu(self, title, words):
        bar = self.window.menuBar()
        action = next(one for one in bar.actions() if one.text().replace("&", "") == title)
        self.click(bar, bar.actionGeometry(action).center())
        menu = action.menu()
        self.until(menu.isVisible)
        item = next(one for one in menu.actions() if one.text().replace("&", "") == words)
        self.click(menu, menu.actionGeometry(item).center())

    def open(self):
        recent = self.window.welcome.recent
        location = recent.visualRect(recent.model().index(0, 0)).center()
        self.settled(lambda: self.click(recent.viewport(), location))

    def filter(self, text, found):
        self.go("Memories")
        field = self.panels.memories.filter_row.input
        self.click(field)
        field.selectAll()
        QTest.keyClicks(field, text)
        field._list.hide()
        self.until(lambda: self.panels.memories.model.count == found)

    def rewrite(self):
        self.go("Rewrite")
        work = self.panels.rewrite.work
        self.choose(work.bar.source, 1)
        for text in WORDINGS:
            self.click(work.editor.edit.viewport())
            work.editor.edit.selectAll()
            QTest.keyClicks(work.editor.edit, text)
            self.click(work.editor.keep_button)
        self.settled(lambda: self.click(work.foot.keep_button))

    def split(self):
        self.go("Memories")
        self.panels.memories.filter_row.input.clear()
        table: QTableView = self.panels.memories.table
        table.scrollToBottom()
        self.cell(table, table.model().rowCount() - 1, 4)
        self.menu("Memory", "Split…")
        dialog = self.panels.memories.findChild(SplitDialog)
        self.until(dialog.isVisible)
        self.settled(lambda: self.click(dialog.here))

    def change(self):
        self.menu("Memory", "Change many…")
        dialog = self.panels.memories.findChild(BulkDialog)
        self.until(dialog.isVisible)
        self.choose(dialog.change, 1)
        self.until(dialog.keep_button.isEnabled)
        self.settled(lambda: self.click(dialog.keep_button))

    def compare(self):
        self.go("Compare")
        self.until(lambda: bool(self.panels.compare.text.rows))

    def copy(self):
        self.click(self.panels.preview.title_bar.copy_button.block)

    def save(self):
        self.menu("File", "Save")


@pytest.mark.filterwarnings("ignore:.*setActiveWindow")
@pytest.mark.parametrize("hands", [Keyboard, Mouse])
def test_an_evening_of_tuning(window, qtbot, path, hands):
    work = hands(window, qtbot, path)
    work.open()
    count = sum(len(one.summary.split()) > 12 and one.importance <= 4 for one in work.memories)
    work.filter(FILTER, count)
    work.rewrite()
    work.split()
    secrets = sum(one.is_secret for one in work.memories)
    work.filter("secret", secrets)
    work.change()
    work.compare()
    work.copy()
    work.save()
    work.check()
    assert isinstance(QApplication.activePopupWidget(), QMenu | None)
