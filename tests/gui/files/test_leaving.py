"""Leaving a chat: nothing that a person wrote goes without a question."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField
from inspector.gui.files import leaving
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.gui.files.bench import opened


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def window(qtbot, chat):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.show()
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(chat))
    return window


@pytest.fixture
def bench(chat, qtbot):
    """What opens and saves the chat, without the views that show it."""
    return opened(chat, qtbot)


def forget_edits(window):
    window.bench.wait()
    window.bench.keeper.chat = None


def open_and_edit(bench, path, importance):
    """Edit the open chat while another is being read."""
    bench.flow.open(str(path))
    bench.commands.submit(SetField((0,), "importance", importance))


def answer_with(monkeypatch, answers):
    questions = []

    def answer(_window, names):
        questions.append(names)
        return answers.pop(0)

    monkeypatch.setattr(leaving, "ask_about_unsaved", answer)
    return questions


def test_edits_made_while_another_chat_is_read_are_asked_about_and_stay(
    bench, chat, sample, qtbot, monkeypatch
):
    questions = answer_with(monkeypatch, ["stay"])
    open_and_edit(bench, sample, 5)
    qtbot.waitUntil(lambda: not bench.keeper.is_busy, timeout=20_000)
    assert questions == [(chat.name,)]
    assert bench.keeper.chat.path == chat
    assert bench.session.document.memories[0].importance == 5
    assert bench.commands.stack.canUndo()


def test_they_can_be_saved_before_the_other_chat_is_shown(bench, chat, sample, qtbot, monkeypatch):
    answer_with(monkeypatch, ["save"])
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        open_and_edit(bench, sample, 5)
    assert b'"importance":5' in chat.read_bytes().replace(b" ", b"").split(b"\n")[0]
    assert bench.flow.is_sample


def test_what_was_given_up_before_reading_is_not_asked_about_again(
    bench, sample, qtbot, monkeypatch
):
    bench.commands.submit(SetField((0,), "importance", 4))
    questions = answer_with(monkeypatch, ["discard"])
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        bench.flow.open(str(sample))
    assert len(questions) == 1


def empty_the_summary(window):
    window.bench.docks.show("details")
    window.bench.selection.select([0])
    edit = window.bench.panels.details.form.editors["summary"].edit
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    return ""


def type_half_a_setting(window):
    window.bench.docks.show("settings")
    editor = window.bench.panels.settings.rows["relationships"].editor
    editor.box.click()
    line = editor.inner.line
    line.selectAll()
    QTest.keyClicks(line, "{half")
    return "{half"


@pytest.mark.parametrize("type_text", [empty_the_summary, type_half_a_setting])
def test_typed_text_that_is_refused_does_not_go_with_the_window_unasked(
    window, monkeypatch, type_text
):
    quoted, answers = [], [False, True]

    def ask(_window, typed):
        quoted.append(typed)
        return answers[len(quoted) - 1]

    monkeypatch.setattr(leaving, "ask_about_refused", ask)
    typed = type_text(window)
    for times, goes in enumerate(answers, 1):
        assert window.close() is goes
        assert quoted == [typed] * times
        assert window.bench.flow.drafts.texts == (typed,)


def test_a_setting_is_kept_before_the_window_closes(window):
    window.bench.docks.show("settings")
    box = window.bench.panels.settings.rows["retrievalFinalTokens"].editor.box
    box.selectAll()
    QTest.keyClicks(box, "777")
    assert window.close()
    assert window.bench.session.question.moment.settings == {"retrievalFinalTokens": 777}
