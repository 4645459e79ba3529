"""The palette: one search over all there is, and every action, by keyboard alone."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.window.action_list import listed_actions
from inspector.gui.window.palette.found import Group, Location

KEY = Qt.Key


def opened(window, text):
    window.bench.palette_controller.open()
    palette = window.bench.palette_controller.palette
    QTest.keyClicks(palette.input, text)
    return palette


def displayed(palette, group):
    return [one for one in palette.model.rows if isinstance(one, Location) and one.group is group]


def test_a_word_is_found_wherever_it_stands_and_keys_go_there(window, qtbot):
    palette = opened(window, "light")
    qtbot.waitUntil(lambda: len(displayed(palette, Group.MESSAGES)) > 0)
    assert [one.mark for one in displayed(palette, Group.MEMORIES)] == ["11", "35"]
    assert [one.mark for one in displayed(palette, Group.RECAPS)] == ["v0"]
    first = palette.model.rows[1]
    assert first.text[slice(*first.marked[0])] == "light"
    QTest.keyClick(palette.input, KEY.Key_Down)
    QTest.keyClick(palette.input, KEY.Key_Return)
    assert not palette.isVisible()
    assert window.bench.selection.memories == (35,)

    QTest.keyClick(opened(window, "@lantern").input, KEY.Key_Tab)
    qtbot.waitUntil(lambda: palette.group is not Group.MESSAGES or bool(palette.model.rows))
    QTest.keyClick(palette.input, KEY.Key_Escape)
    assert not palette.isVisible()


def test_an_action_is_found_by_parts_of_words_and_done(window, qtbot):
    palette = opened(window, "fold time")
    assert palette.model.rows[1].text == "Fold the timeline"
    assert palette.model.rows[1].keys == "Ctrl+Shift+L"
    was = window.bench.menus.fold.isChecked()
    QTest.keyClick(palette.input, KEY.Key_Return)
    qtbot.waitUntil(lambda: window.bench.menus.fold.isChecked() is not was)


def test_what_cannot_be_done_says_why_and_stays(window):
    palette = opened(window, ">undo")
    assert palette.model.rows[1].why_not == "nothing is changed yet"
    QTest.keyClick(palette.input, KEY.Key_Return)
    assert palette.isVisible()
    palette.input.setText(">merge into one")
    assert palette.model.rows[1].why_not == "select two or more memories"


def test_control_and_enter_filter_the_memories(window):
    QTest.keyClick(
        opened(window, "parcel").input, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    assert window.bench.panels.memories.filter_row.input.text() == "parcel"


def test_a_setting_is_found_by_its_meaning_and_gets_the_keys(window):
    palette = opened(window, "unspent")
    found = displayed(palette, Group.SETTINGS)
    QTest.keyClick(palette.input, KEY.Key_Return)
    row = window.bench.panels.settings.rows[found[0].target]
    assert row.isAncestorOf(window.focusWidget())


def test_every_disabled_action_says_why(window):
    window.bench.menus.actions.set_chat_open(is_open=False)
    unsaid = [
        one.words for one in listed_actions(window.menuBar()) if one.why_not == "not possible now"
    ]
    assert unsaid == []
