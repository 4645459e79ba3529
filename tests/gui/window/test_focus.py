"""Keys act on what is seen: where the focus goes, and what it can reach there."""

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar
from shiboken6 import delete

from inspector.gui.kit.panel import _OwnKey
from inspector.gui.panels.timeline.spans import box_of
from inspector.gui.tables.text_editor import TextCellEditor
from tests.gui.settling import settle, take_turn

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def dock_with_focus(window):
    focused = QApplication.focusWidget()
    return next((d.name for d in window.bench.docks.all if d.isAncestorOf(focused)), None)


def is_seen(widget):
    window = widget.window()
    found = window.childAt(widget.mapTo(window, widget.rect().center()))
    return found is not None and (found is widget or widget.isAncestorOf(found))


def is_in_active_window(dock):
    return QApplication.activeWindow() is dock.window()


def float_view(window, qtbot, name):
    """Have a view in a window of its own, and the keys there."""
    dock = window.bench.docks[name]
    window.bench.docks.show(name)
    settle(window)
    dock.setFloating(True)
    dock.activateWindow()
    qtbot.waitUntil(partial(is_in_active_window, dock))


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def importance(window, memory):
    return window.bench.session.document.memories[memory].importance


def click_tab(window, words):
    for bar in window.findChildren(QTabBar):
        for index in range(bar.count()):
            if bar.tabText(index).startswith(words) and bar.isVisible():
                QTest.mouseClick(bar, LEFT, pos=bar.tabRect(index).center())
                return
    raise AssertionError(words)


def test_a_key_never_changes_a_memory_that_another_view_covers(window, qtbot):
    window.bench.selection.select([3])
    table = window.bench.panels.memories.table
    table.setFocus()
    before = importance(window, 3)
    click_tab(window, "Messages")
    qtbot.waitUntil(lambda: dock_with_focus(window) == "messages")
    for key in (KEY.Key_1, KEY.Key_5, KEY.Key_X, KEY.Key_F2):
        press(key)
    assert importance(window, 3) == before
    assert not window.bench.commands.stack.canUndo()
    assert window.findChild(TextCellEditor) is None


def test_keys_of_a_memory_do_nothing_to_it_in_any_other_view(window):
    bench = window.bench
    memories = bench.session.document.memories
    keys = (KEY.Key_1, KEY.Key_5, KEY.Key_X, KEY.Key_F2, KEY.Key_Left, KEY.Key_Right, KEY.Key_Down)
    filtered = bench.panels.memories.filter_row.input
    fields = [filtered, bench.context.end, bench.context.pending, bench.context.ruleset]
    for dock in bench.docks.all:
        bench.selection.select([3])
        bench.docks.show(dock.name)
        if dock.name in {"timeline", "memories"}:
            fields[0].setFocus() if dock.name == "memories" else fields[1].setFocus()
        for key in keys:
            press(key)
        press(KEY.Key_Escape)
        assert bench.session.document.memories is memories, dock.name
    bench.docks["memories"].hide()
    for field in fields[1:]:
        field.setFocus()
        for key in keys:
            press(key)
        assert bench.session.document.memories is memories
    assert window.findChild(TextCellEditor) is None


def test_going_to_a_view_by_key_moves_the_focus_into_it(window, qtbot):
    for number, wanted in enumerate(window.bench.docks.all[:9], start=1):
        QTest.keyClick(window, KEY(KEY.Key_0 + number), CONTROL)
        qtbot.waitUntil(lambda wanted=wanted: dock_with_focus(window) == wanted.name)
        assert is_seen(QApplication.focusWidget()), wanted.name


def test_no_covered_widget_has_the_focus_whatever_is_shown(window, qtbot):
    for dock in (*window.bench.docks.all, *reversed(window.bench.docks.all)):
        window.bench.docks.show(dock.name)
        take_turn()
        focused = QApplication.focusWidget()
        assert focused is not None
        assert dock_with_focus(window) == dock.name
        # A view that needs more or less of the window's width gets it once the docks have settled.
        qtbot.waitUntil(lambda: is_seen(QApplication.focusWidget()))


def test_a_view_that_is_raised_from_elsewhere_takes_the_focus_from_what_it_covers(window, qtbot):
    window.bench.panels.memories.table.setFocus()
    window.bench.docks["messages"].raise_()
    qtbot.waitUntil(lambda: dock_with_focus(window) == "messages")


def test_going_back_to_a_view_goes_to_where_the_focus_was(window, qtbot):
    window.bench.docks.show("messages")
    find = window.bench.panels.messages.bar.field
    find.setFocus()
    window.bench.docks.show("memories")
    window.bench.docks.show("messages")
    assert find.hasFocus()


def test_the_timelines_memory_takes_the_same_keys_as_the_tables(window, qtbot):
    window.bench.docks.show("messages")
    timeline = window.bench.panels.timeline.chart
    window.bench.selection.select([3, 4])
    timeline.canvas.setFocus()
    for key, stars in ((KEY.Key_5, 5), (KEY.Key_1, 1)):
        press(key)
        assert [importance(window, one) for one in (3, 4)] == [stars, stars]
    order = timeline.state.memories.order.tolist()
    press(KEY.Key_Right)
    assert window.bench.selection.memories == (order[order.index(4) + 1],)
    press(KEY.Key_Left)
    assert window.bench.selection.memories == (4,)
    was_secret = window.bench.session.document.memories[4].is_secret
    window.bench.selection.select([4])
    press(KEY.Key_X)
    assert window.bench.session.document.memories[4].is_secret is not was_secret
    press(KEY.Key_F2)
    qtbot.waitUntil(lambda: dock_with_focus(window) == "memories")
    assert window.findChild(TextCellEditor) is not None


def test_redo_has_two_keys_and_both_work(window):
    window.bench.selection.select([3])
    before = importance(window, 3)
    table = window.bench.panels.memories.table
    table.setFocus()
    press(KEY.Key_5)
    for keys in ((KEY.Key_Z, CONTROL | SHIFT), (KEY.Key_Y, CONTROL)):
        press(KEY.Key_Z, CONTROL)
        assert importance(window, 3) == before != 5
        press(*keys)
        assert importance(window, 3) == 5, keys


def test_the_banners_buttons_take_enter_and_give_the_focus_back(window, qtbot):
    table = window.bench.panels.memories.table
    table.setFocus()
    done = []
    window.bench.notice.ask("Something needs a decision.", [("Do it", lambda: done.append(1))])
    (button,) = window.bench.notice.buttons
    qtbot.waitUntil(button.isVisible)
    button.setFocus()
    press(KEY.Key_Return)
    assert done == [1]
    assert table.hasFocus()


def test_a_click_on_the_timeline_is_followed_by_its_keys(window, qtbot):
    state = window.bench.panels.timeline.chart.state
    viewport = window.bench.panels.timeline.chart.canvas.viewport()
    where = box_of(state, 3).center().toPoint()
    QTest.mouseClick(viewport, LEFT, pos=QPoint(where.x(), where.y()))
    press(KEY.Key_5)
    assert importance(window, 3) == 5


def test_what_is_closed_folded_or_put_back_leaves_the_focus_where_it_is_seen(window, qtbot):
    docks = window.bench.docks
    assert dock_with_focus(window) == "memories"

    def goes_to(act, *names):
        act()
        qtbot.waitUntil(lambda: dock_with_focus(window) in names)
        settle(window)
        assert dock_with_focus(window) in names
        assert is_seen(QApplication.focusWidget())

    def action(words):
        return next(one for one in window.bench.shortcuts.actions() if one.words == words).action

    in_their_place = {
        "memories": "messages",
        "context": "compare",
        "why": "leaks",
        "preview": "memories",
        "timeline": "memories",
    }
    for name, other in in_their_place.items():
        docks.show("memories")
        docks.show(name)
        goes_to(docks[name].toggleViewAction().trigger, other)
        goes_to(docks[name].toggleViewAction().trigger, name)
    docks.show("memories")
    docks.show("why")
    goes_to(action("Fold the views below").trigger, "memories")
    docks.show("why")
    fill = action("Fill the window with this view")
    goes_to(fill.trigger, "why")
    goes_to(lambda: press(KEY.Key_Escape), "why")
    goes_to(fill.trigger, "why")
    goes_to(docks["why"].toggleViewAction().trigger, "leaks")
    assert docks["memories"].isVisible()
    goes_to(action("Reset layout").trigger, "memories")
    docks["memories"].hide()
    goes_to(window.bench.dock_focus.give_back, "messages")


def test_a_view_that_floats_leaves_no_focus_behind_that_nobody_sees(window, qtbot):
    docks = window.bench.docks
    docks.show("context")
    settle(window)
    docks["context"].setFloating(True)
    docks["context"].close()
    window.activateWindow()
    qtbot.waitUntil(lambda: dock_with_focus(window) == "compare")
    assert is_seen(QApplication.focusWidget())


def test_going_from_a_view_that_floats_to_another_one_takes_the_keys_along(window, qtbot):
    docks = window.bench.docks
    float_view(window, qtbot, "leaks")
    for name in ("settings", "leaks", "memories"):
        docks.show(name)
        qtbot.waitUntil(partial(is_in_active_window, docks[name]))
        settle(window)
        assert dock_with_focus(window) == name


def test_a_view_that_floats_fills_the_window_and_floats_again(window, qtbot):
    docks = window.bench.docks
    float_view(window, qtbot, "history")
    qtbot.waitUntil(lambda: dock_with_focus(window) == "history")
    press(KEY.Key_F11)
    settle(window)
    assert not docks["history"].isFloating()
    assert docks["history"].height() > window.height() * 0.8
    assert dock_with_focus(window) == "history"
    press(KEY.Key_F11)
    settle(window)
    assert docks["history"].isFloating()
    assert docks["memories"].isVisible()
    assert dock_with_focus(window) == "history"


def test_a_view_fills_the_window_where_what_had_the_keys_is_made_anew(window):
    docks = window.bench.docks
    docks.show("rewrite")
    settle(window)
    heads = docks["rewrite"].findChildren(QPushButton)
    focused = next(one for one in heads if type(one).__name__ == "_Head")
    focused.setFocus()
    docks["rewrite"].entered.connect(lambda: delete(focused))
    press(KEY.Key_F11)
    assert docks.filling == "rewrite"


def test_tab_comes_to_a_button_that_was_made_later_in_its_place(window):
    window.bench.selection.select([3])
    window.bench.docks.show("why")
    settle(window)
    offered = window.bench.panels.why.advice
    press(KEY.Key_Tab)
    press(KEY.Key_Tab)
    assert offered.isAncestorOf(QApplication.focusWidget())
    first = offered.button
    while QApplication.focusWidget() is not first:
        press(KEY.Key_Tab)
        assert offered.isAncestorOf(QApplication.focusWidget())
    press(KEY.Key_Space)
    settle(window)
    assert window.bench.commands.stack.count() == 1
    assert dock_with_focus(window) == "why"
    assert is_seen(QApplication.focusWidget())


def test_tab_goes_through_what_is_seen_and_never_into_a_view_that_another_covers(window):
    window.bench.docks.show("rewrite")
    window.bench.panels.rewrite.editor.edit.setFocus()
    seen = set()
    for _ in range(60):
        focused = QApplication.focusWidget()
        seen.add(focused)
        dock = next((one for one in window.bench.docks.all if one.isAncestorOf(focused)), None)
        if dock is not None:
            assert dock.isAncestorOf(window.childAt(dock.mapTo(window, dock.rect().center())))
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert window.bench.panels.rewrite.work.sources.sources[0].head in seen
    assert len(seen) > 20


def test_a_view_that_floats_has_the_focus_where_it_is_seen_whatever_it_shows(window):
    docks = window.bench.docks
    for dock in docks.all:
        dock.setFloating(True)
        dock.activateWindow()
        settle(window)
        assert dock_with_focus(window) == dock.name
        assert QApplication.focusWidget().isVisible(), dock.name
        dock.setFloating(False)


def test_f8_is_the_views_own_where_it_has_one_and_else_the_next_problem(window, qtbot):
    bench = window.bench
    went = []
    bench.panels.problems.jump_requested.connect(went.append)
    for name, part in (("compare", "text"), ("leaks", None), ("check", None)):
        bench.docks.show(name)
        settle(window)
        panel = bench.docks[name].panel
        stepped = []
        for one in panel.findChildren(_OwnKey, options=DIRECT):
            one._act = partial(stepped.append, one._keys.toString())
        held = getattr(panel, part) if part else QApplication.focusWidget()
        held.setFocus()
        press(KEY.Key_F8)
        press(KEY.Key_F8, SHIFT)
        assert stepped == ["F8", "Shift+F8"], name
    assert went == []
    bench.docks.show("messages")
    settle(window)
    press(KEY.Key_F8)
    assert len(went) == 1
