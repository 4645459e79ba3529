"""Before a save: whether SillyTavern runs, what its open tab would do, and who writes then."""

import json
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from inspector import files
from inspector.core.edits import SetField
from inspector.files.backups import kept_backups
from inspector.files.unsaved import found_unsaved, unsaved_folder
from inspector.gui.files import open_tab
from inspector.gui.files.open_tab_dialog import OpenTabDialog, PasswordDialog
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.preferences import OpenTabChoice
from inspector.server.session import Seen
from tests.gui.files.bench import opened
from tests.gui.settling import settle
from tests.server.loopback import ROBIN, running, user_folder

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def server(tmp_path):
    with running(user_folder(tmp_path).parent) as made:
        made.write_config()
        yield made


@pytest.fixture
def path(server, sample):
    found = server.root / "default-user" / "chats" / ROBIN / "Robin - 1.jsonl"
    found.write_bytes(sample.read_bytes())
    return found


@pytest.fixture
def shy(qtbot, path):
    """A window in which nobody was asked yet."""
    return opened(path, qtbot)


@pytest.fixture
def bench(shy):
    """A window in which a person agreed that SillyTavern is looked for."""
    shy.tab.choice = OpenTabChoice(detect=True)
    return shy


def edit(bench, importance=5):
    bench.commands.submit(SetField((0,), "importance", importance))
    return joined(bench.keeper.chat.contents(bench.session.document))


def press(bench, words):
    (button,) = [one for one in bench.notice.buttons if one.text().startswith(words)]
    QTest.mouseClick(button, LEFT)


def requested(bench, qtbot, text="SillyTavern runs at"):
    qtbot.waitUntil(lambda: bench.notice.text.startswith(text), timeout=10_000)


def save_and_press(bench, qtbot, words):
    bench.flow.save()
    requested(bench, qtbot)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        press(bench, words)


def test_nothing_is_looked_for_before_a_person_agreed(shy, server, qtbot):
    bench = shy
    edit(bench)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    requested(bench, qtbot, "Saved. If SillyTavern")
    assert f"http://127.0.0.1:{server.port}" in bench.notice.text
    assert server.requests == []
    press(bench, "Do not look")
    edit(bench, 2)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert server.requests == []
    assert bench.notice.isHidden()
    assert bench.choices[-1].detect is False


def test_what_was_agreed_is_remembered(shy, server, qtbot):
    bench = shy
    edit(bench)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    requested(bench, qtbot, "Saved. If SillyTavern")
    press(bench, "Look before each save")
    assert bench.choices == [OpenTabChoice(detect=True)]
    edit(bench, 2)
    bench.flow.save()
    requested(bench, qtbot)
    assert server.requests == [("GET", "/csrf-token")]


def test_the_consequence_is_said_before_anything_is_written(bench, server, path, qtbot):
    before = path.read_bytes()
    edit(bench)
    bench.flow.save()
    requested(bench, qtbot)
    assert "the next reply there overwrites what is saved here" in bench.notice.text
    assert path.read_bytes() == before
    press(bench, "Do not save")
    assert bench.flow.is_modified
    assert path.read_bytes() == before


def test_a_save_says_that_something_listened_that_did_not_answer(bench, qtbot, monkeypatch):
    monkeypatch.setattr(open_tab, "detected", lambda _place: Seen.SILENT)
    edit(bench)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert "did not answer: if that is a SillyTavern, reload" in bench.announced[-1]


def test_with_another_mark_the_stale_tab_is_stopped(bench, server, path, qtbot):
    stale = path.read_bytes()
    edit(bench)
    save_and_press(bench, qtbot, "Rotate the mark and save")
    assert "will ask before it overwrites" in bench.announced[-1]
    saved = path.read_bytes()
    old = [json.loads(line) for line in stale.split(b"\n")]
    assert not server.save(path, old, ROBIN, force=None), "the tab is asked"
    assert path.read_bytes() == saved
    assert open_chat(path).document.memories[0].importance == 5
    edit(bench, 2)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert bench.notice.isHidden(), "once for each chat that is opened"
    qtbot.waitUntil(lambda: "not reloaded since its mark was rotated" in bench.announced[-1])


def test_without_it_the_tab_overwrites_and_the_window_puts_it_back(bench, server, path, qtbot):
    stale = [json.loads(line) for line in path.read_bytes().split(b"\n")]
    edit(bench)
    save_and_press(bench, qtbot, "Save as it is")
    assert "would overwrite" in bench.announced[-1]
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        assert server.save(path, [*stale, {"mes": "Later.", "name": "Rufus"}], ROBIN, force=None)
    assert bench.session.document.memories[0].importance == 5
    assert bench.flow.is_modified
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    both = open_chat(path).document
    assert (both.memories[0].importance, both.chat.message(len(both.chat) - 1).text) == (
        5,
        "Later.",
    )


def test_through_sillytavern_both_backups_are_made_and_later_saves_go_the_same_way(
    bench, server, path, qtbot
):
    before, wanted = path.read_bytes(), edit(bench)
    save_and_press(bench, qtbot, "Save through SillyTavern")
    assert path.read_bytes() == wanted
    assert not bench.flow.is_modified
    assert [one.path.read_bytes() for one in kept_backups(files.backup_folder(path))] == [before]
    assert [one.read_bytes() for one in (server.root / "default-user/backups").iterdir()] == [
        wanted
    ]
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*")) == [], timeout=5000)
    wanted = edit(bench, 2)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert path.read_bytes() == wanted
    assert [where for _, where in server.requests].count("/api/chats/save") == 2
    assert bench.notice.isHidden()


def test_what_sillytavern_refuses_stays_unsaved_and_kept(bench, server, path, qtbot):
    path.write_bytes(path.read_bytes() + b"\n")
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        bench.flow.open(str(path))
    before = path.read_bytes()
    edit(bench)
    bench.flow.save()
    requested(bench, qtbot)
    press(bench, "Save through SillyTavern")
    requested(bench, qtbot, path.name)
    assert "is empty, and it drops such lines" in bench.notice.text
    assert path.read_bytes() == before
    assert bench.flow.is_modified
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/edits")) != [], timeout=5000)
    assert found_unsaved() == [], "a running program keeps them"
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        press(bench, "Save directly")
    assert open_chat(path).document.memories[0].importance == 5


def test_a_password_is_asked_for_and_nowhere_kept(bench, server, path, qtbot):
    server.basic = ("me", "secret")
    wanted = edit(bench)
    bench.flow.save()
    requested(bench, qtbot)
    press(bench, "Save through SillyTavern")
    qtbot.waitUntil(lambda: bench.window.findChild(PasswordDialog) is not None, timeout=10_000)
    dialog = bench.window.findChild(PasswordDialog)
    dialog.name.setText("me")
    dialog.password.setText("secret")
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        dialog.accept()
    assert path.read_bytes() == wanted
    assert "secret" not in repr((bench.choices, bench.announced, bench.tab._passwords))


def test_where_nothing_runs_nothing_is_requested(bench, server, path, qtbot):
    server.stop()
    wanted = edit(bench)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert path.read_bytes() == wanted
    assert bench.notice.isHidden()


def test_who_leaves_the_chat_waits_for_the_answer(bench, path, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.gui.files.leaving.ask_about_unsaved", lambda *_: "save")
    wanted, left = edit(bench), []
    assert not bench.flow.may_leave(lambda: left.append(path.read_bytes()))
    requested(bench, qtbot)
    assert left == []
    press(bench, "Save as it is")
    qtbot.waitUntil(lambda: left == [wanted], timeout=10_000)


def test_who_leaves_the_chat_and_saves_once_more_before_the_answer_leaves_it(
    bench, path, qtbot, monkeypatch
):
    monkeypatch.setattr("inspector.gui.files.leaving.ask_about_unsaved", lambda *_: "save")
    wanted, left = edit(bench), []
    assert not bench.flow.may_leave(lambda: left.append(path.read_bytes()))
    requested(bench, qtbot)
    bench.flow.save()
    qtbot.waitUntil(lambda: not bench.tab.is_busy)
    requested(bench, qtbot)
    press(bench, "Save as it is")
    qtbot.waitUntil(lambda: left == [wanted], timeout=10_000)
    settle(bench.window)
    assert [words[:5] for words in bench.announced] == ["Saved"], "once"


def test_who_wanted_to_leave_before_another_question_stays(bench, path, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.gui.files.leaving.ask_about_unsaved", lambda *_: "save")
    edit(bench)
    left = []
    assert not bench.flow.may_leave(lambda: left.append(path.read_bytes()))
    requested(bench, qtbot)
    bench.notice.ask("Another question.", [])
    save_and_press(bench, qtbot, "Save as it is")
    settle(bench.window)
    assert left == []


def test_who_leaves_the_chat_leaves_it_after_sillytavern_refused(
    bench, server, path, qtbot, monkeypatch
):
    path.write_bytes(path.read_bytes() + b"\n")
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        bench.flow.open(str(path))
    monkeypatch.setattr("inspector.gui.files.leaving.ask_about_unsaved", lambda *_: "save")
    edit(bench)
    left = []
    assert not bench.flow.may_leave(lambda: left.append(True))
    requested(bench, qtbot)
    press(bench, "Save through SillyTavern")
    requested(bench, qtbot, path.name)
    press(bench, "Save directly")
    qtbot.waitUntil(lambda: left == [True], timeout=10_000)


def test_the_dialog_asks_before_the_first_request(shy, server, qtbot):
    bench = shy
    bench.tab.show()
    dialog = bench.window.findChild(OpenTabDialog)
    QTest.mouseClick(dialog.detect, LEFT)
    assert not dialog.detect.isChecked()
    assert f"http://127.0.0.1:{server.port}/csrf-token" in dialog.consent.question.words
    assert server.requests == []
    QTest.mouseClick(dialog.consent.send_button, LEFT)
    qtbot.waitUntil(lambda: dialog.state.words.startswith("SillyTavern runs"), timeout=10_000)
    assert bench.choices == [OpenTabChoice(detect=True)]
    dialog.way.setCurrentIndex(1)
    assert bench.choices[-1] == OpenTabChoice(detect=True, way="through")
    QTest.mouseClick(dialog.detect, LEFT)
    assert bench.choices[-1].detect is False
    dialog.reject()


def test_what_is_found_once_the_dialog_is_closed_is_shown_to_nobody(bench, qtbot, monkeypatch):
    begun, found = Event(), Event()

    def detected(_place):
        begun.set()
        found.wait(60)
        return Seen.SILLYTAVERN

    monkeypatch.setattr(open_tab, "detected", detected)
    bench.tab.show()
    assert begun.wait(10)
    dialog = bench.window.findChild(OpenTabDialog)
    said = []
    monkeypatch.setattr(dialog.state, "say", said.append)
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    found.set()
    qtbot.waitUntil(lambda: not bench.tab.is_busy, timeout=10_000)
    assert said == []


def test_a_reply_right_after_a_save_is_not_missed(shy, server, path, qtbot):
    edit(shy)
    shy.flow.save()
    shy.keeper.wait()  # it is written, and the window does not know yet
    header, *messages = server.read(path)
    later = {"mes": "Later.", "name": "Rufus"}
    assert server.save(path, [header, *messages, later], ROBIN, force=None)
    with qtbot.waitSignal(shy.file_services.outside.followed, timeout=5_000):
        pass
    assert shy.session.document.chat.message(len(messages)).text == "Later."
    assert shy.session.document.memories[0].importance == 5
