"""Settings are kept per chat, and the last ones per ruleset; presets; and copies of them."""

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMenu

from inspector.core.moment import Moment
from inspector.core.settings import SetSetting
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import load_preferences

BUDGET = "retrievalFinalTokens"


def change_setting(window, name, value):
    bench = window.bench
    bench.commands.submit(SetSetting(bench.session.question.ruleset, name, value))


@pytest.fixture
def chats(sample, tmp_path):
    return [Path(shutil.copy(sample, tmp_path / f"{name}.jsonl")) for name in "abc"]


@pytest.fixture
def start(qtbot):
    def started(path, question=None):
        window = MainWindow(load_preferences(), question)
        qtbot.addWidget(window)
        opened(window, path, qtbot)
        return window

    return started


def opened(window, path, qtbot):
    """Open a chat; nobody has to see the window for that."""
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))


def close(window):
    window.bench.wait()
    assert window.close()


def reset_all(window, qtbot):
    window.show()
    window.bench.docks.show("settings")
    qtbot.waitUntil(window.bench.panels.settings.reset_button.isEnabled)
    window.bench.panels.settings.reset_button.click()


def settings(window):
    return dict(window.bench.session.question.moment.settings)


def entry(window, words):
    menu = QMenu()
    window.bench.panels.settings.presets.fill(menu)
    action = next(one for one in menu.actions() if one.text() == words)
    window._menu = menu
    return action


def test_a_chat_has_its_settings_again_and_another_one_the_last_of_its_ruleset(start, chats, qtbot):
    first, second, third = chats
    window = start(first)
    change_setting(window, BUDGET, 700)
    opened(window, second, qtbot)
    change_setting(window, BUDGET, 900)
    close(window)
    window = start(first)
    assert settings(window) == {BUDGET: 700}
    opened(window, third, qtbot)
    assert settings(window) == {BUDGET: 900}


def test_a_reset_is_kept_as_well(start, chats, qtbot):
    window = start(chats[0])
    change_setting(window, BUDGET, 700)
    reset_all(window, qtbot)
    close(window)
    assert settings(start(chats[0])) == {}


def test_each_ruleset_keeps_its_own(start, chats):
    window = start(chats[0])
    terse = window.bench.session.question.with_ruleset("openvault/terse")
    window.bench.commands.submit(SetQuestion(terse, "x"))
    change_setting(window, "leading_up_size", 33)
    close(window)
    window = start(chats[0])
    assert settings(window) == {}
    terse = window.bench.session.question.with_ruleset("openvault/terse")
    window.bench.commands.submit(SetQuestion(terse, "x"))
    assert settings(window) == {"leading_up_size": 33}


def test_what_the_command_line_sets_is_neither_mixed_nor_kept(start, chats):
    window = start(chats[0])
    change_setting(window, BUDGET, 700)
    close(window)
    window = start(chats[0], Question(moment=Moment(settings={"mid_start": 0.2})))
    assert settings(window) == {"mid_start": 0.2}
    close(window)
    assert settings(start(chats[0])) == {BUDGET: 700}


def test_a_preset_is_saved_under_a_name_and_used_again(start, chats, qtbot):
    window = start(chats[0])
    assert not entry(window, "Save as preset…").isEnabled()
    change_setting(window, BUDGET, 700)
    entry(window, "Save as preset…").trigger()
    dialog = window.bench.panels.settings.presets.findChild(QInputDialog)
    dialog.setTextValue("Tight & small")
    dialog.accept()
    reset_all(window, qtbot)
    close(window)
    window = start(chats[1])
    assert settings(window) == {}
    entry(window, "Tight && small").trigger()
    assert settings(window) == {BUDGET: 700}
    window.bench.commands.stack.undo()
    assert settings(window) == {}


def test_settings_are_copied_as_sillytavern_has_them(start, chats):
    window = start(chats[0])
    bench = window.bench
    bench.commands.submit(SetQuestion(bench.session.question.with_ruleset("openvault/26"), "x"))
    change_setting(window, BUDGET, 700)
    change_setting(window, "injection.memory.position", 4)
    entry(window, "Copy as settings.json").trigger()
    assert json.loads(QGuiApplication.clipboard().text()) == {
        "extension_settings": {"openvault": {BUDGET: 700, "injection": {"memory": {"position": 4}}}}
    }
