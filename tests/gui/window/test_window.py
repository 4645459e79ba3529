"""The whole window with real mouse and key events, from file to clipboard and back."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from inspector.core.edits import SetField
from inspector.core.settings import SetSetting
from inspector.gui.kit.steady_label import SteadyLabel
from inspector.gui.panels.memories.columns import Location
from inspector.gui.state.derivation import derive
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.gui.tables.text_editor import TextCellEditor
from inspector.gui.window.main_window import MainWindow
from inspector.loading import open_chat
from inspector.preferences import Preferences, load_preferences

pytestmark = pytest.mark.usefixtures("replayed")

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
BUCKETS_Y = 50


def change_setting(window, name, value):
    bench = window.bench
    bench.commands.submit(SetSetting(bench.session.question.ruleset, name, value))


@pytest.fixture
def make_window(qtbot):
    def make(question=None, **preferences):
        window = MainWindow(Preferences(**preferences), question)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        return window

    return make


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def window(make_window, chat, qtbot):
    window = make_window()
    open_in(window, chat, qtbot)
    return window


def open_in(window, path, qtbot):
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))
    qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)


def answered(window, qtbot, act):
    """Do something and wait until the block follows."""
    with qtbot.waitSignal(window.bench.deriver.answered, timeout=10_000):
        act()


def type_into(editor, qtbot, text):
    target = editor.focusWidget() or editor
    qtbot.keyClick(target, KEY.Key_A, CONTROL)
    qtbot.keyClicks(target, text)
    return target


def block(window):
    return window.bench.panels.preview.view.toPlainText()


def cell(table, row, location):
    return table.visualRect(table.model().index(row, location)).center()


def star(table, row, stars):
    rect = table.visualRect(table.model().index(row, Location.IMPORTANCE))
    return QPoint(rect.left() + 9 + (stars - 1) * 13, rect.center().y())


def test_a_walk_from_file_to_clipboard_and_back(window, chat, qtbot):
    table = window.bench.panels.memories.table
    before = window.bench.session.document
    displayed = block(window)
    original = chat.read_bytes()

    header = table.horizontalHeader()
    x = header.sectionViewportPosition(Location.MESSAGES) + 8
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))

    answered(window, qtbot, lambda: QTest.mouseClick(table.viewport(), LEFT, pos=star(table, 0, 5)))
    assert window.bench.session.document.memories[0].importance == 5
    assert "[★★★★★] Nell reached" in block(window)

    QTest.mouseClick(table.viewport(), LEFT, pos=cell(table, 0, Location.SUMMARY))
    answered(window, qtbot, lambda: QTest.keyClick(table, KEY.Key_X))
    assert window.bench.session.document.memories[0].is_secret

    QTest.keyClick(table, KEY.Key_F2)
    editor = table.findChild(TextCellEditor)
    assert editor is not None
    target = type_into(
        editor, qtbot, "Nell came in from the storm with one last parcel to deliver."
    )
    answered(window, qtbot, lambda: qtbot.keyClick(target, KEY.Key_Return))
    assert "Nell came in from the storm" in block(window)

    timeline = window.bench.panels.timeline
    viewport, view = timeline.chart.canvas.viewport(), timeline.chart.state.view
    handle = QPoint(round(view.px(64)), BUCKETS_Y)
    QTest.mousePress(viewport, LEFT, pos=handle)
    answered(
        window,
        qtbot,
        lambda: QTest.mouseMove(viewport, QPoint(round(view.px(90)), BUCKETS_Y)),
    )
    assert "messages 1-64" not in block(window)
    answered(
        window,
        qtbot,
        lambda: QTest.mouseRelease(viewport, LEFT, pos=QPoint(round(view.px(90)), BUCKETS_Y)),
    )
    assert "(messages 1-90)" in block(window)
    assert window.bench.commands.stack.count() == 4

    edited = block(window)
    for _ in range(4):
        answered(window, qtbot, window.bench.menus.undo.trigger)
    assert window.bench.session.document is before
    assert block(window) == displayed
    qtbot.waitUntil(lambda: not window.isWindowModified())
    for _ in range(4):
        answered(window, qtbot, window.bench.menus.redo.trigger)
    assert block(window) == edited
    qtbot.waitUntil(window.isWindowModified)

    window.bench.panels.preview.copy_action.trigger()
    text = derive(window.bench.session.state).derivation.injections[0].text
    assert QGuiApplication.clipboard().text() == text

    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000) as saved:
        window.bench.menus.save.trigger()
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert saved.args[0].backup.read_bytes() == original
    again = open_chat(chat).document.memories[0]
    assert (again.importance, again.is_secret) == (5, True)
    assert chat.read_bytes().split(b"\n")[1:] == original.split(b"\n")[1:]


def test_it_starts_with_the_welcome_page_and_offers_the_sample(make_window, qtbot):
    window = make_window()
    assert window.welcome.isVisible()
    assert not window.bench.docks["memories"].isVisible()
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.welcome.sample_requested.emit()
    assert not window.welcome.isVisible()
    assert window.bench.docks["memories"].isVisible()


def test_the_sample_is_saved_as_a_copy(make_window, sample, tmp_path, qtbot, monkeypatch):
    window = make_window()
    open_in(window, sample, qtbot)
    target = tmp_path / "copy.jsonl"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000):
        window.bench.menus.save.trigger()
    assert target.read_bytes() == sample.read_bytes()


def test_a_chat_opens_on_the_release_that_wrote_it(make_window, chat, qtbot, monkeypatch):
    monkeypatch.chdir(chat.parent)
    window = make_window(Question(by_writer=True))
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(chat.name)
    folders = [label.toolTip() for label in window.statusBar().findChildren(SteadyLabel)]
    assert str(chat.parent) in folders, "its folder is named whole"
    assert window.bench.session.question.ruleset == "openvault/26"
    assert "★=minor" in block(window)
    assert not window.bench.notice.isVisible()


def test_a_file_that_was_removed_can_be_written_anew_and_not_be_reloaded(window, chat, qtbot):
    answered(window, qtbot, lambda: window.bench.commands.submit(SetField((0,), "importance", 5)))
    chat.unlink()
    with qtbot.waitSignal(window.bench.keeper.conflict, timeout=10_000):
        window.bench.flow.save()
    offered = [button.text() for button in window.bench.notice.buttons]
    assert offered == ["Save a copy…", "Write it anew"]
    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000):
        window.bench.notice.buttons[1].click()
    assert open_chat(chat).document.memories[0].importance == 5


def test_settings_change_the_block_and_bad_ones_are_refused(window, qtbot):
    answered(window, qtbot, lambda: change_setting(window, "retrievalFinalTokens", 300))
    assert derive(window.bench.session.state).derivation.budget.limit == 300
    count = window.bench.commands.stack.count()
    change_setting(window, "mid_start", 0.95)
    assert window.bench.commands.stack.count() == count


def test_each_ruleset_keeps_its_settings(window, qtbot):
    answered(window, qtbot, lambda: change_setting(window, "mid_start", 0.2))
    question = window.bench.session.question
    answered(
        window,
        qtbot,
        lambda: window.bench.commands.submit(
            SetQuestion(question.with_ruleset("openvault/terse"), "")
        ),
    )
    assert dict(window.bench.session.question.moment.settings) == {}
    back = window.bench.session.question.with_ruleset("openvault/temporal")
    answered(window, qtbot, lambda: window.bench.commands.submit(SetQuestion(back, "")))
    assert window.bench.session.question.moment.settings == {"mid_start": 0.2}


def test_the_integrity_mark_is_rotated_after_an_explanation(window, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.gui.window.menus.ask_to_rotate", lambda *_: True)
    before = window.bench.session.document.integrity
    rotate = next(a for a in window.actions() if a.text() == "Rotate integrity…")
    rotate.trigger()
    assert window.bench.session.document.integrity not in ("", before)
    window.bench.menus.undo.trigger()
    assert window.bench.session.document.integrity == before


def test_the_layout_and_recent_chats_are_remembered(window, chat, qtbot):
    window.bench.docks["problems"].raise_()
    window.close()
    kept = load_preferences()
    assert kept.recent == (str(chat),)
    assert kept.layout
    assert kept.geometry


def test_chat_text_is_never_taken_for_markup(make_window, tmp_path, qtbot):
    path = tmp_path / "markup.jsonl"
    summary = "<b>bold</b> <img src='http://127.0.0.1:9/x.png'> &amp; <a href='x'>link</a>"
    path.write_text(
        '{"chat_metadata":{"openvault":{"memories":[{"id":"a","summary":"'
        + summary
        + '","message_ids":[0],"importance":3}]}}}\n{"name":"<i>Mira</i>","mes":"<h1>hi</h1>"}'
    )
    window = make_window()
    open_in(window, path, qtbot)
    window.bench.selection.select([0])
    window.bench.docks.show("messages")
    window.bench.selection.select_message(0)
    assert summary in block(window)


def test_the_theme_changes_live(make_window):
    window = make_window()
    for theme in ("light", "dark", "system"):
        window.choose_theme(theme)
        assert load_preferences().theme == theme


def test_a_chat_without_memories_opens(make_window, golden, qtbot):
    window = make_window()
    open_in(window, golden / "chats" / "solo_swipes.jsonl", qtbot)
    assert len(window.bench.session.document.chat) == 6


def test_a_question_from_the_command_line_is_requested(make_window, chat, qtbot):
    window = make_window(Question(ruleset="openvault/terse"))
    open_in(window, chat, qtbot)
    assert "## Leading Up To This Moment" in block(window)
    assert not window.bench.notice.isVisible()


def test_a_language_is_kept_and_spoken_from_the_next_start_on(make_window):
    window = make_window()
    (german,) = (one for one in window.bench.menus.languages.actions() if one.text() == "Deutsch")
    german.trigger()
    assert load_preferences().language == "de"
    assert [one.text() for one in window.bench.menus.languages.actions() if one.isChecked()] == [
        "Deutsch"
    ]
    assert "next start" in window.bench.status.currentMessage()


def test_a_first_chat_that_is_cancelled_when_room_is_made_for_it_leaves_the_welcome(qtbot, sample):
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made)
    made.resize(1366, 731)
    made.show()
    bench = made.bench
    bench.keeper.arriving.connect(bench.keeper.cancel)
    with qtbot.waitSignal(bench.keeper.idle):
        bench.flow.open(str(sample))
    qtbot.waitUntil(made.updatesEnabled)
    parts = (*bench.docks.all, bench.context, bench.layouts.corner)
    assert made.welcome.isVisible()
    assert not any(one.isVisible() for one in parts)
    bench.keeper.arriving.disconnect(bench.keeper.cancel)
    with qtbot.waitSignal(bench.presenter.settled):
        bench.flow.open(str(sample))
    assert not made.welcome.isVisible()
    assert all(one.isVisible() for one in parts)
