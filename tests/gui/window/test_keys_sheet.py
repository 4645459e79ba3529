"""The sheet of keys: made from the actions, searched, changed, and kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest

from inspector.gui.window.keys_sheet import KeysSheet
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences


@pytest.fixture
def start(qtbot):
    def started(preferences):
        window = MainWindow(preferences, keep_preferences=False)
        qtbot.addWidget(window, before_close_func=lambda one: one.bench.wait())
        return window

    return started


def sheet_of(window, qtbot, words):
    sheet = KeysSheet(window.bench.shortcuts, window.bench.view_keys, window)
    qtbot.addWidget(sheet)
    sheet.filter.setText(words)
    sheet.table.setCurrentIndex(sheet.table.model().index(0, 0))
    return sheet


def test_keys_are_searched_changed_taken_from_another_action_and_kept(start, qtbot):
    window = start(Preferences())
    actions = window.bench.menus
    sheet = sheet_of(window, qtbot, "find any")
    assert sheet.table.model().rowCount() == 1
    sheet.edit.setKeySequence(QKeySequence("Ctrl+S"))
    assert sheet.words.text() == "“Save” has these keys, and would lose them."
    sheet.set_button.click()
    assert actions.find.shortcut() == QKeySequence("Ctrl+S")
    assert actions.save.shortcuts() == []

    again = start(window.preferences_store.preferences)
    assert again.bench.menus.find.shortcut() == QKeySequence("Ctrl+S")
    assert again.bench.menus.save.shortcuts() == []
    sheet = sheet_of(again, qtbot, "find any")
    sheet.reset_all_button.click()
    assert again.bench.menus.save.shortcut() == QKeySequence("Ctrl+S")
    assert again.preferences_store.preferences.keys == {}


def test_the_keys_of_a_view_are_changed_kept_and_reset(start, qtbot):
    window = start(Preferences())
    table = window.bench.panels.memories.table
    acted = []
    table.importance_set.connect(acted.append)
    window.show()
    table.setFocus()
    sheet = sheet_of(window, qtbot, "importance of the selection to 4")
    assert sheet.table.model().index(0, 1).data() == "4"
    sheet.edit.setKeySequence(QKeySequence("J"))
    sheet.set_button.click()

    def press(key):
        window.bench.view_keys._follow(None, table)
        QTest.keyClick(table, key)

    press(Qt.Key.Key_J)
    press(Qt.Key.Key_4)
    press(Qt.Key.Key_5)
    assert acted == [4, 5]
    assert window.preferences_store.preferences.keys == {"memories: 4": "J"}
    sheet.reset_all_button.click()
    press(Qt.Key.Key_4)
    assert acted == [4, 5, 4]
    assert window.preferences_store.preferences.keys == {}


def test_a_key_that_a_view_has_already_changes_its_owner(start, qtbot):
    window = start(Preferences())
    sheet = sheet_of(window, qtbot, "secret on or off")
    sheet.edit.setKeySequence(QKeySequence("M"))
    assert sheet.words.text() == "“Merge into one” has these keys, and would lose them."
    sheet.set_button.click()
    kept = window.preferences_store.preferences.keys
    assert kept == {"memories: X": "M", "memories: M": ""}
    sheet.edit.setKeySequence(QKeySequence("Ctrl+S"))
    assert sheet.words.text() == "“Save” has these keys, but not in Memories any more."


def test_a_shortcut_of_a_view_gets_the_other_keys_itself(start, qtbot):
    window = start(Preferences())
    shortcuts = window.bench.panels.messages.findChildren(QShortcut)
    sheet = sheet_of(window, qtbot, "go to a message")
    sheet.edit.setKeySequence(QKeySequence("Ctrl+J"))
    sheet.set_button.click()
    assert QKeySequence("Ctrl+J") in [one.key() for one in shortcuts]
    again = start(window.preferences_store.preferences)
    shortcuts = again.bench.panels.messages.findChildren(QShortcut)
    assert QKeySequence("Ctrl+J") in [one.key() for one in shortcuts]
    assert QKeySequence("Ctrl+G") not in [one.key() for one in shortcuts]


def test_no_two_actions_share_a_key_or_a_name_and_every_key_can_be_typed(start):
    """They are kept under names that no language changes."""
    window = start(Preferences())
    actions = [one.action for one in window.bench.shortcuts.actions()]
    named = [one.objectName() for one in actions]
    assert all(named)
    assert len(set(named)) == len(named)
    held = [keys.toString() for one in actions for keys in one.shortcuts()]
    assert len(held) == len(set(held))
    for key in window.bench.view_keys.keys:
        assert QKeySequence(key.usual).count() == 1, key.name


def test_tab_goes_on_from_the_table_to_the_buttons(start, qtbot):
    sheet = sheet_of(start(Preferences()), qtbot, "find any")
    sheet.show()
    sheet.table.setFocus()
    passed = []
    while sheet.reset_all_button not in passed:
        QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Tab)
        assert sheet.focusWidget() not in passed
        passed.append(sheet.focusWidget())
    assert sheet.table not in passed
