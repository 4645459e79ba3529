"""Each view is reached by keys, has them in its main part, and does its main action by them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.settling import settle
from tests.gui.window.views_walk import Walk

KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
MOST_STOPS = 25


@pytest.fixture
def hands(qtbot):
    return Hands(qtbot)


class Hands(Walk):
    """Presses keys where the window has them, as a person without a mouse."""

    def press(self, key, modifiers=NONE):
        if QGuiApplication.focusWindow() is None:  # a dialog has closed: the platform has no shell
            self.window.activateWindow()
            self.qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
        QTest.keyClick(QGuiApplication.focusWindow(), key, modifiers)
        QApplication.processEvents()

    def write(self, words):
        for letter in words:
            QTest.keyClick(QGuiApplication.focusWindow(), letter)
        QApplication.processEvents()

    def tab_to(self, words, key=KEY.Key_Tab):
        """Go on, or with Backtab back, to the control whose name begins so."""
        for _ in range(MOST_STOPS):
            if self.name().startswith(words):
                return
            self.press(key, SHIFT if key == KEY.Key_Backtab else NONE)
        pytest.fail(f"Tab does not come to {words}")

    def name(self):
        focused = QApplication.focusWidget()
        spoken = QAccessible.queryAccessibleInterface(focused).text(QAccessible.Text.Name)
        return focused.accessibleName() or spoken

    def go(self, dock):
        """Go to a view by its number, else by the list of all actions."""
        number = self.bench.docks.all.index(dock)
        if number < 10:
            self.press(KEY.Key_0 + (number + 1) % 10, CONTROL)
        else:
            self.press(KEY.Key_P, CONTROL | SHIFT)
            self.write(f"> {dock.panel.title}")
            self.press(KEY.Key_Return)
        self.until(lambda: dock.panel.isAncestorOf(QApplication.focusWidget()))
        settle(self.window)

    def settle(self):
        """Wait until what was asked is shown."""
        bench = self.bench
        self.until(lambda: not bench.deriver.is_busy and not bench.presenter.is_behind)


def move_a_boundary(hands):
    hands.press(KEY.Key_Period)
    hands.press(KEY.Key_Tab)
    hands.press(KEY.Key_Right)
    assert hands.step.startswith("Boundar")


def rate_a_memory_that_a_filter_finds(hands):
    hands.press(KEY.Key_F, CONTROL)
    hands.write("secret")
    hands.press(KEY.Key_Return)
    table = hands.bench.panels.memories.table
    assert 0 < table.model().rowCount() < len(hands.bench.session.document.memories)
    hands.press(KEY.Key_Down)
    hands.press(KEY.Key_4)
    hands.press(KEY.Key_5)
    assert hands.step.startswith("Importance 5")
    hands.press(KEY.Key_F, CONTROL)
    hands.press(KEY.Key_Escape)
    hands.press(KEY.Key_Escape)
    assert table.hasFocus()


def make_a_memory_of_a_message(hands):
    hands.press(KEY.Key_G, CONTROL)
    hands.write("12")
    hands.press(KEY.Key_Return)
    assert hands.bench.selection.message == 12
    hands.press(KEY.Key_N)
    hands.write("Nell hid the key in the mill.")
    hands.press(KEY.Key_Return, CONTROL)
    assert hands.step == "Memory made"


def use_another_version(hands):
    hands.press(KEY.Key_Down)
    hands.press(KEY.Key_Return)
    assert hands.step == "Another version of the running recap used"


def turn_an_entry_off(hands):
    hands.press(KEY.Key_Space)
    assert hands.step.startswith("Enabled off on entry")


def keep_a_wording(hands):
    hands.write("Nell hid the key in the old mill.")
    hands.press(KEY.Key_Return)
    hands.tab_to("Keep all as one step")
    hands.press(KEY.Key_Space)
    assert hands.step == "1 summary rewritten"


def lower_a_budget(hands):
    before = hands.bench.session.question
    hands.tab_to("Context size slider", KEY.Key_Backtab)
    hands.press(KEY.Key_Left)
    hands.press(KEY.Key_Return)
    hands.until(lambda: hands.bench.session.question != before)


def lay_other_sides_beside_each_other(hands):
    before = hands.bench.panels.compare.head.labels
    hands.press(KEY.Key_X, ALT)
    assert hands.bench.panels.compare.head.labels == before[::-1]


def check_a_request(hands):
    hands.copy_a_request()
    hands.press(KEY.Key_R, CONTROL | SHIFT)
    table = hands.bench.panels.check.table
    hands.until(table.hasFocus)
    assert table.model().rowCount() > 0


def try_another_place(hands):
    hands.press(KEY.Key_Down)
    places = hands.bench.panels.stability.alternatives
    before = places.rows
    hands.tab_to("Depth in the chat")
    hands.press(KEY.Key_Up)
    hands.tab_to("Try")
    hands.press(KEY.Key_Space)
    hands.until(lambda: places.rows != before)


def listen_and_stop(hands):
    hands.write("http://localhost:1/v1")
    hands.tab_to("Listen")
    hands.press(KEY.Key_Space)
    hands.until(lambda: hands.name() == "Copy address")
    hands.tab_to("Stop")
    hands.press(KEY.Key_Space)
    hands.until(lambda: hands.name() == "Listen")


def change_a_state(hands):
    hands.press(KEY.Key_Right)
    hands.press(KEY.Key_F2)
    hands.write("angry")
    hands.press(KEY.Key_Return)
    assert hands.step == "What is kept about Nell changed"


def copy_the_block(hands):
    hands.press(KEY.Key_C, CONTROL | SHIFT)
    page = hands.bench.panels.preview.view.page
    hands.until(lambda: QGuiApplication.clipboard().text() == page.injection.text)


def take_advice(hands):
    before = hands.step
    hands.until(hands.bench.panels.why.advice.isVisible)
    hands.tab_to("Smallest change")
    hands.press(KEY.Key_Tab)
    hands.press(KEY.Key_Space)
    assert hands.step != before
    hands.settle()


def put_a_leak_right(hands):
    leaks = hands.bench.panels.leaks.table.model().rowCount()
    hands.press(KEY.Key_Space)
    hands.until(lambda: hands.bench.panels.leaks.table.model().rowCount() < leaks)


def keep_what_happens_before_sending(hands):
    hands.press(KEY.Key_S, ALT)
    hands.settle()
    hands.tab_to("Keep all")
    before = hands.step
    hands.press(KEY.Key_Space)
    assert hands.step != before
    hands.press(KEY.Key_S, ALT)
    hands.settle()


def rate_and_reword(hands):
    hands.tab_to("Importance")
    hands.press(KEY.Key_3)
    hands.press(KEY.Key_2)
    assert hands.step.startswith("Importance 2")
    hands.press(KEY.Key_Tab)
    hands.write("Anew. ")
    hands.press(KEY.Key_Return, CONTROL)
    assert hands.step.startswith("Summary changed")


def jump_to_a_problem(hands):
    problems = hands.bench.docks["problems"]
    hands.press(KEY.Key_F8)
    hands.until(lambda: not problems.isAncestorOf(QApplication.focusWidget()))


def open_what_somebody_knows(hands):
    hands.press(KEY.Key_Down)
    hands.press(KEY.Key_Return)
    knowledge = hands.bench.docks["knowledge"]
    hands.until(lambda: not knowledge.isAncestorOf(QApplication.focusWidget()))


def try_a_budget(hands):
    hands.press(KEY.Key_Left)
    assert hands.step.startswith("Budget")


def change_a_setting(hands):
    hands.write("retrievalFinal")
    hands.tab_to("retrievalFinalTokens")
    before = hands.step
    hands.press(KEY.Key_Down)
    hands.press(KEY.Key_Return)
    assert hands.step != before


def choose_who_scores(hands):
    before = hands.bench.panels.retrieval.choice.method
    hands.press(KEY.Key_Down)
    assert hands.bench.panels.retrieval.choice.method != before


def name_a_model(hands):
    hands.write("http://localhost:1/v1")
    hands.press(KEY.Key_Return)
    assert hands.bench.panels.model.choice.address == "http://localhost:1/v1"


def go_back_in_history(hands):
    stack = hands.bench.commands.stack
    before = stack.index()
    hands.press(KEY.Key_Up)
    assert stack.index() == before - 1


MAIN_ACTIONS = {
    "timeline": move_a_boundary,
    "memories": rate_a_memory_that_a_filter_finds,
    "messages": make_a_memory_of_a_message,
    "recaps": use_another_version,
    "lore": turn_an_entry_off,
    "rewrite": keep_a_wording,
    "context": lower_a_budget,
    "compare": lay_other_sides_beside_each_other,
    "check": check_a_request,
    "stability": try_another_place,
    "listen": listen_and_stop,
    "characters": change_a_state,
    "preview": copy_the_block,
    "why": take_advice,
    "leaks": put_a_leak_right,
    "sending": keep_what_happens_before_sending,
    "details": rate_and_reword,
    "problems": jump_to_a_problem,
    "knowledge": open_what_somebody_knows,
    "curve": try_a_budget,
    "settings": change_a_setting,
    "retrieval": choose_who_scores,
    "model": name_a_model,
    "history": go_back_in_history,
}
"""The main action of each view."""


def main_part(panel):
    """What a panel chooses to have the keys first; None where it leaves that to the window."""
    chosen = panel.focusProxy()
    while chosen is not None and chosen.focusProxy() is not None:
        chosen = chosen.focusProxy()
    return chosen


def test_each_view_is_reached_and_used_by_keys_alone(hands):
    def visit(dock):
        was_in = dock.focusWidget()
        hands.go(dock)
        chosen = main_part(dock.panel)
        # What has nothing to show yet gives the keys to what brings it.
        if was_in is None and chosen is not None and dock.name != "check":
            hands.until(chosen.hasFocus)
        assert hands.name(), dock.name

    hands.act_in_each_view(MAIN_ACTIONS, visit)
