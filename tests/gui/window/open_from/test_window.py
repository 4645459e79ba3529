"""The window on SillyTavern's folder: from the welcome page to a chat with its settings."""

import json

import pytest
from PySide6.QtCore import Qt

from inspector.core.settings import SetSetting
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences, load_preferences
from tests.systems.auto_recap.chats import chat_bytes, message, running, version

LEFT = Qt.MouseButton.LeftButton
DEPTH = "running_scene_recap_depth"


def change_setting(window, name, value):
    bench = window.bench
    bench.commands.submit(SetSetting(bench.session.question.ruleset, name, value))


@pytest.fixture
def window(qtbot):
    made = MainWindow(Preferences())
    qtbot.addWidget(made, before_close_func=forget_edits)
    made.show()
    qtbot.waitExposed(made)
    return made


def forget_edits(window):
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def kept(user):
    """A chat of Auto-Recap's in a folder whose settings.json holds some of its settings."""
    stored = {DEPTH: 7, "auto_hide_scene_count": "three"}
    settings = {"extension_settings": {"auto_recap_memory": stored}}
    (user / "settings.json").write_text(json.dumps(settings))
    path = user / "chats" / "Mira" / "chat-A.jsonl"
    path.write_bytes(chat_bytes([message()] * 3, running(version(0, "So far."))))
    return path


def opened(window, qtbot, path):
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))


def test_the_welcome_page_leads_to_a_chat_and_the_folder_is_remembered(window, user, qtbot):
    qtbot.mouseClick(window.welcome.folder.button, LEFT)
    dialog = window.bench.open_from.dialog
    qtbot.waitUntil(lambda: dialog.table.chosen is not None)
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        qtbot.mouseClick(dialog.open_button, LEFT)
    assert window.bench.keeper.chat.path == user / "chats" / "Mira" / "First evening.jsonl"
    assert load_preferences().sillytavern == str(user)
    assert window.bench.open_from.dialog is None


def test_the_menu_shows_one_dialog_at_a_time(window, user):
    assert window.bench.open_from.dialog is None
    (action,) = [one for one in window.actions() if one.text() == "Open from SillyTavern…"]
    action.trigger()
    dialog = window.bench.open_from.dialog
    action.trigger()
    assert window.bench.open_from.dialog is dialog
    dialog.reject()


def test_settings_are_taken_from_the_folder_and_shown_as_such(window, kept, user, qtbot):
    opened(window, qtbot, kept)
    question = window.bench.session.question
    assert question.ruleset == "auto-recap/design"
    assert question.moment.settings == {DEPTH: 7}
    source = window.bench.panels.settings.foot.source
    assert source.isVisibleTo(window.bench.panels.settings)
    assert f"1 setting is taken from SillyTavern's {user / 'settings.json'}" in source.text()
    assert "only read" in source.text()
    assert "auto_hide_scene_count is a whole number" in source.text()
    row = window.bench.panels.settings.rows[DEPTH]
    assert not row.reset_button.isVisibleTo(row)


def test_a_setting_goes_back_to_what_the_file_says(window, kept, qtbot):
    opened(window, qtbot, kept)
    before = (kept.parents[2] / "settings.json").read_bytes()
    change_setting(window, DEPTH, 3)
    assert window.bench.session.question.moment.settings == {DEPTH: 3}
    row = window.bench.panels.settings.rows[DEPTH]
    assert row.reset_button.isVisibleTo(row)
    row.reset_button.click()
    assert window.bench.session.question.moment.settings == {DEPTH: 7}
    change_setting(window, "running_scene_recap_role", 1)
    window.bench.panels.settings.reset_button.click()
    assert window.bench.session.question.moment.settings == {DEPTH: 7}
    window.bench.commands.stack.undo()
    assert window.bench.session.question.moment.settings["running_scene_recap_role"] == 1
    assert (kept.parents[2] / "settings.json").read_bytes() == before


def test_another_ruleset_takes_what_it_finds_itself(window, kept, qtbot):
    opened(window, qtbot, kept)
    question = window.bench.session.question.with_ruleset("auto-recap/2.0")
    assert question.moment.settings == {DEPTH: 7, "auto_hide_scene_count": "three"}
    assert question.settings_of("openvault/26") == {}


def test_a_chat_elsewhere_says_that_no_settings_are_at_hand(window, tmp_path, qtbot):
    path = tmp_path / "chat-A.jsonl"
    path.write_bytes(chat_bytes([message()], running(version(0, "So far."))))
    opened(window, qtbot, path)
    assert "No settings.json is at hand" in window.bench.panels.settings.foot.source.text()
    assert window.bench.session.question.moment.settings == {}


def test_members_of_a_group_come_from_its_definition(window, user, qtbot):
    opened(window, qtbot, user / "group chats" / "tea.jsonl")
    assert window.bench.session.question.moment.group == ("Mira",)


def test_a_settings_file_that_a_person_names_counts_first(kept, tmp_path, qtbot):
    named = tmp_path / "mine.json"
    named.write_text(json.dumps({"extension_settings": {"auto_recap_memory": {DEPTH: 9}}}))
    window = MainWindow(Preferences(), Question(settings_file=named))
    qtbot.addWidget(window, before_close_func=forget_edits)
    opened(window, qtbot, kept)
    assert window.bench.session.question.moment.settings == {DEPTH: 9}
    assert str(named) in window.bench.panels.settings.foot.source.text()
