"""Each view is gone to by its tab and does its main action by the mouse, where that is seen.

Clicks go to the window, as the mouse's do: what lies hidden, below the fold or under another widget
gets none. Words alone are typed.
"""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QStyle,
    QStyleOptionSpinBox,
    QTabBar,
)

from inspector.gui.kit.form_fields import NumberBox
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.leaks.columns import STEP
from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.stars_input import StarsInput
from tests.gui.settling import settle
from tests.gui.window.views_walk import Walk

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
MOST_TURNS = 40
"""Of the wheel, to come to what lies below the fold."""


@pytest.fixture
def hands(qtbot):
    return Hands(qtbot)


class Hands(Walk):
    """Points at what is seen, as a person without a keyboard."""

    def panel(self, name):
        return self.bench.docks[name].panel

    def seen(self, widget, at):
        """Where a place of a widget is seen, scrolled to by the wheel; a point of its window."""
        window = widget.window()
        for _ in range(MOST_TURNS):
            place = widget.mapTo(window, at)
            hit = window.childAt(place)
            if hit is not None and (hit is widget or widget.isAncestorOf(hit)):
                return window.windowHandle(), place
            area = widget.parentWidget()
            while (
                not isinstance(area, QAbstractScrollArea) or not area.verticalScrollBar().maximum()
            ):
                area = area.parentWidget()
            over = area.mapTo(window, area.rect().center())
            turn = QPoint(0, -60 if place.y() > over.y() else 60)
            QTest.wheelEvent(window.windowHandle(), over, turn)
            QApplication.processEvents()
        return pytest.fail(f"{widget} is nowhere seen at {at}")

    def click(self, widget, at=None, *, twice=False):
        handle, place = self.seen(widget, widget.rect().center() if at is None else at)
        QTest.mouseClick(handle, LEFT, NONE, place)
        if twice:
            QTest.mouseDClick(handle, LEFT, NONE, place)
        QApplication.processEvents()

    def drag(self, widget, start, end):
        handle, place = self.seen(widget, start)
        QTest.mousePress(handle, LEFT, NONE, place)
        for step in range(1, 5):
            QTest.mouseMove(handle, place + (end - start) * step / 4)
            QApplication.processEvents()
        QTest.mouseRelease(handle, LEFT, NONE, place + end - start)
        QApplication.processEvents()

    def press(self, words, within=None):
        """Click the button that says so."""
        whole = within or self.window
        for button in whole.findChildren(QAbstractButton):
            if button.isVisible() and button.text().replace("&", "").startswith(words):
                assert button.isEnabled(), words
                self.click(button)
                return
        pytest.fail(f"No button says {words}")

    def cell(self, table, row, column, *, twice=False):
        rect = table.visualRect(table.model().index(row, column))
        assert rect.isValid(), (row, column)
        self.click(table.viewport(), rect.center(), twice=twice)

    def write(self, words):
        QTest.keyClicks(QApplication.focusWidget(), words)

    def go(self, dock):
        """Go to a view by its tab; timeline and preview are always there."""
        for bar in self.window.findChildren(QTabBar):
            for place in range(bar.count()) if bar.parent() is self.window else ():
                if self.bench.docks.tabs.at(bar, place) is dock:
                    self.click(bar, bar.tabRect(place).center())
        settle(self.window)
        assert is_on_screen(dock), dock.name


def move_a_boundary(hands):
    chart = hands.panel("timeline").chart
    state = chart.state
    start = QPoint(round(state.view.px(state.location("recent"))), 50)
    end = QPoint(round(state.view.px(100)), 50)
    hands.drag(chart.canvas.viewport(), start, end)
    assert hands.step.startswith("Boundar")


def rate_a_memory(hands):
    table = hands.panel("memories").table
    row = table.rowAt(60)
    rect = table.visualRect(table.model().index(row, Location.IMPORTANCE))
    hands.click(table.viewport(), QPoint(rect.left() + 9 + 4 * 13, rect.center().y()))
    assert hands.step.startswith("Importance 5")


def read_a_message(hands):
    panel = hands.panel("messages")
    hands.press("Go to", panel)
    assert hands.bench.selection.message is not None
    hands.cell(panel.table, panel.table.rowAt(40), 3)
    assert hands.bench.selection.message == panel.table.current_message()


def use_another_version(hands):
    hands.cell(hands.panel("recaps").versions.table, 1, 1)
    hands.press("Use v3")
    assert hands.step == "Another version of the running recap used"


def turn_an_entry_off(hands):
    page = hands.panel("lore").pages[hands.panel("lore").kind]
    table = page.table
    titles = [
        table.model().headerData(one, Qt.Orientation.Horizontal)
        for one in range(table.model().columnCount())
    ]
    hands.cell(table, 1, titles.index("Enabled"))
    assert hands.step.startswith("Enabled off on entry")


def keep_a_wording(hands):
    panel = hands.panel("rewrite")
    hands.click(panel.editor.edit)
    hands.write("Nell hid the key in the old mill. ")
    hands.press("Keep and go on", panel)
    hands.press("Keep all as one step", panel)
    assert hands.step == "1 summary rewritten"


def lower_a_budget(hands):
    before = hands.bench.session.question
    slider = next(iter(hands.panel("context").head.sliders.rows.values())).slider
    knob = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    hands.drag(slider, knob, knob - QPoint(60, 0))
    hands.until(lambda: hands.bench.session.question != before)


def lay_other_sides_beside_each_other(hands):
    before = hands.panel("compare").head.labels
    hands.press("Swap")
    assert hands.panel("compare").head.labels == before[::-1]


def check_a_request(hands):
    hands.copy_a_request()
    hands.press("From the clipboard")
    hands.until(lambda: hands.panel("check").table.model().rowCount() > 0)
    hands.press("Back to the chat")


def try_another_place(hands):
    panel = hands.panel("stability")
    hands.until(lambda: panel.alternatives.rows and panel.chooser.isVisible())
    before = panel.alternatives.rows
    raise_by_arrow(hands, panel.chooser.chat_depth)
    hands.press("Try", panel)
    hands.until(lambda: panel.alternatives.rows != before)


def raise_by_arrow(hands, box):
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    arrow = box.style().subControlRect(
        QStyle.ComplexControl.CC_SpinBox, option, QStyle.SubControl.SC_SpinBoxUp, box
    )
    before = box.value()
    hands.click(box, arrow.center())
    assert box.value() > before


def listen_and_stop(hands):
    panel = hands.panel("listen")
    hands.click(panel.form.endpoint)
    hands.write("http://localhost:1/v1")
    hands.press("Listen", panel)
    hands.until(panel.stop_button.isVisible)
    hands.press("Stop", panel)
    hands.until(lambda: not panel.stop_button.isVisible())


def change_a_state(hands):
    table = hands.panel("characters").table
    hands.cell(table, 0, 1, twice=True)
    hands.write("angry")
    hands.cell(table, 2, 0)
    assert hands.step == "What is kept about Nell changed"


def copy_the_block(hands):
    copy = hands.panel("preview").title_bar.copy_button.block
    hands.click(copy, QPoint(20, copy.height() // 2))
    page = hands.panel("preview").view.page
    hands.until(lambda: QGuiApplication.clipboard().text() == page.injection.text)


def take_advice(hands):
    advice = hands.panel("why").advice
    hands.until(advice.isVisible)
    before = hands.step
    buttons = [one for one in advice.findChildren(QAbstractButton) if one.isVisible()]
    hands.click(buttons[0])
    assert hands.step != before


def put_a_leak_right(hands):
    table = hands.panel("leaks").table
    leaks = table.model().rowCount()
    hands.cell(table, 0, STEP)
    hands.until(lambda: table.model().rowCount() < leaks)


def keep_what_happens_before_sending(hands):
    hands.press("As sent next")
    settle(hands.window)
    before = hands.step
    hands.press("Keep all", hands.panel("sending"))
    assert hands.step != before
    hands.press("As the file is")
    settle(hands.window)


def rate_in_details(hands):
    (stars,) = hands.panel("details").findChildren(StarsInput)
    hands.click(stars, QPoint(9 + 13, stars.height() // 2))
    assert hands.step.startswith("Importance 2")


def jump_to_a_problem(hands):
    panel = hands.panel("problems")
    before = hands.bench.selection.memories
    hands.cell(panel.table, 1, 1, twice=True)
    hands.until(lambda: hands.bench.selection.memories != before)


def open_what_somebody_knows(hands):
    table = hands.panel("knowledge").table
    hands.until(lambda: table.model().rowCount() > 0)
    hands.cell(table, max(table.rowAt(1), 0) + 1, 1, twice=True)
    row = table.currentIndex().row()
    hands.until(lambda: hands.bench.selection.memories == (row,))


def try_a_budget(hands):
    plot = hands.panel("curve").plot
    hands.until(lambda: bool(plot.curve.points))
    hands.click(plot, plot.frame.inner.center().toPoint())
    assert hands.step.startswith("Budget")


def change_a_setting(hands):
    before = hands.step
    (box,) = hands.panel("settings").rows["retrievalFinalTokens"].findChildren(NumberBox)
    raise_by_arrow(hands, box)
    hands.until(lambda: hands.step != before)


def choose_who_scores(hands):
    panel = hands.panel("retrieval")
    before = panel.choice.method
    hands.click(panel.method)
    view = panel.method.view()
    hands.until(view.isVisible)
    second = QPoint(20, view.visualRect(view.model().index(1, 0)).center().y())
    # What opens under a pointer that never moves is not chosen from.
    QTest.mouseMove(view.viewport(), second + QPoint(20, 0))
    QTest.mouseMove(view.viewport(), second)
    QTest.mouseClick(view.viewport(), LEFT, NONE, second)
    hands.until(lambda: panel.choice.method != before)


def name_a_model(hands):
    panel = hands.panel("model")
    hands.click(panel.form.fields.address)
    hands.write("http://localhost:1/v1")
    hands.click(panel.form.fields.model)
    assert panel.choice.address == "http://localhost:1/v1"


def go_back_in_history(hands):
    stack, rows = hands.bench.commands.stack, hands.panel("history").list
    first = rows.visualRect(rows.model().index(max(stack.index() - 1, 0), 0))
    before = stack.index()
    hands.click(rows.viewport(), first.center())
    assert stack.index() == before - 1


MAIN_ACTIONS = {
    "timeline": move_a_boundary,
    "memories": rate_a_memory,
    "messages": read_a_message,
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
    "details": rate_in_details,
    "problems": jump_to_a_problem,
    "knowledge": open_what_somebody_knows,
    "curve": try_a_budget,
    "settings": change_a_setting,
    "retrieval": choose_who_scores,
    "model": name_a_model,
    "history": go_back_in_history,
}
"""The main action of each view."""


def test_each_view_is_used_by_the_mouse(hands):
    hands.act_in_each_view(MAIN_ACTIONS, hands.go)
