"""The sheet of keys: made from the actions, searched, changed, and kept."""

import pytest
from PySide6.QtGui import QKeySequence

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
    sheet = KeysSheet(window.bench.shortcuts, window.bench.panels.all, window)
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


def test_the_keys_of_a_view_are_listed_and_cannot_be_changed(start, qtbot):
    sheet = sheet_of(start(Preferences()), qtbot, "swap the sides")
    assert sheet.table.model().index(0, 1).data() == "Alt+X"
    assert not sheet.edit.isEnabled()


def test_no_two_actions_share_a_key(start):
    held = [
        keys.toString()
        for one in start(Preferences()).bench.shortcuts.actions()
        for keys in one.action.shortcuts()
    ]
    assert len(held) == len(set(held))
