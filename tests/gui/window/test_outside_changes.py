"""The window beside a SillyTavern that writes the same chat."""

import json
import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField, apply
from inspector.files.unsaved import UnsavedEdits, found_unsaved, unsaved_folder
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.loading import open_chat
from inspector.recovery import CHAT, chat_state

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bench(window):
    return window.bench


def written(bench, qtbot, contents):
    """Somebody else writes the open file; wait until the window shows that."""
    path = bench.keeper.chat.path
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        path.write_bytes(contents)
        os.utime(path, ns=(1, 1))


def with_reply(contents):
    reply = {"name": "Rufus", "is_user": False, "send_date": "z", "mes": "Later."}
    return contents.rstrip(b"\n") + b"\n" + json.dumps(reply).encode()


def bytes_of(bench, document):
    return b"".join(bench.keeper.chat.contents(document))


def test_a_reply_is_followed_quietly(bench, qtbot):
    bench.selection.select([5])
    bench.notice.close_notice()
    length = len(bench.session.document.chat)
    written(bench, qtbot, with_reply(bench.keeper.chat.path.read_bytes()))
    assert len(bench.session.document.chat) == length + 1
    assert bench.selection.memories == (5,)
    assert bench.notice.isHidden()
    assert not bench.flow.is_modified


def test_edits_stay_as_one_step_on_top_of_what_others_wrote(bench, qtbot):
    bench.commands.submit(SetField((0,), "importance", 5))
    bench.commands.submit(SetField((1,), "importance", 1))
    theirs = with_reply(bench.keeper.chat.path.read_bytes())
    written(bench, qtbot, theirs)
    assert [one.importance for one in bench.session.document.memories[:2]] == [5, 1]
    assert bench.flow.is_modified
    bench.commands.stack.undo()
    assert not bench.flow.is_modified
    assert bytes_of(bench, bench.session.document) == theirs
    bench.commands.stack.redo()
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    saved = open_chat(bench.keeper.chat.path)
    assert [one.importance for one in saved.document.memories[:2]] == [5, 1]
    assert saved.file.lines.data.endswith(theirs[-20:])
    assert not bench.flow.is_modified


def test_saved_edits_that_an_open_tab_did_not_know_are_put_back(bench, qtbot):
    stale = bench.keeper.chat.path.read_bytes()
    bench.commands.submit(SetField((0,), "importance", 5))
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    written(bench, qtbot, with_reply(stale))
    assert bench.session.document.memories[0].importance == 5
    assert bench.flow.is_modified
    assert "put back" in bench.status.currentMessage()


def test_a_value_that_both_changed_is_asked_about(window, bench, qtbot):
    bench.commands.submit(SetField((0,), "summary", "Mine."))
    theirs = bytes_of(bench, apply(bench.keeper.chat.document, SetField((0,), "summary", "Theirs")))
    with qtbot.waitSignal(bench.keeper.outside_changed, timeout=10_000):
        bench.keeper.chat.path.write_bytes(with_reply(theirs))
    qtbot.waitUntil(lambda: [one.text() for one in bench.notice.buttons][:1] == ["Merge…"])
    assert bench.session.document.memories[0].summary == "Mine."
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    window.findChild(MergeDialog).reject()
    assert bench.notice.isVisible(), "what is put off is still to be decided"
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    dialog = window.findChildren(MergeDialog)[-1]
    assert not dialog.keep.isEnabled()
    (choice,) = dialog.choices
    QTest.mouseClick(choice.buttons[0], LEFT)
    assert choice.result.text == "Theirs"
    choice.result.setFocus()
    choice.result.selectAll()
    QTest.keyClicks(choice.result, "Both.")
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        QTest.mouseClick(dialog.keep, LEFT)
    assert bench.session.document.memories[0].summary == "Both."
    assert bench.session.document.chat.message(-1 + len(bench.session.document.chat)).text == (
        "Later."
    )


def test_edits_are_on_the_disk_at_once_and_gone_when_saved(bench, qtbot):
    bench.commands.submit(SetField((0,), "importance", 5))
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/origin")) != [], timeout=5000)
    assert found_unsaved() == [], "a running program keeps them"
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*")) == [], timeout=5000)


def test_the_status_line_says_what_it_did_to_the_block(bench, qtbot):
    length = len(bench.session.document.chat)
    written(bench, qtbot, with_reply(bench.keeper.chat.path.read_bytes()))
    qtbot.waitUntil(
        lambda: bench.status.currentMessage().startswith(f"message {length}: "), timeout=10_000
    )
    assert bench.status.currentMessage().endswith("tokens")


def test_a_chat_that_is_emptied_and_then_written_again_is_followed(bench, qtbot):
    path = bench.keeper.chat.path
    contents = with_reply(path.read_bytes())
    length = len(bench.session.document.chat)
    path.write_bytes(b"")
    qtbot.waitUntil(lambda: "cannot be read any more" in bench.notice.text, timeout=10_000)
    assert len(bench.session.document.chat) == length
    written(bench, qtbot, contents)
    assert len(bench.session.document.chat) == length + 1
    assert bench.notice.isHidden()


def test_a_second_window_on_the_chat_says_that_the_first_keeps_its_edits(bench, qtbot):
    chat = bench.keeper.chat
    first = UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))
    edited = apply(chat.document, SetField((1,), "importance", 1))
    first.record(["one"], chat_state(chat, edited), {}, chat.on_disk.pieces)
    with qtbot.waitSignal(bench.file_services.unsaved.failed, timeout=10_000) as said:
        bench.commands.submit(SetField((0,), "importance", 5))
    assert "another Memory Inspector" in said.args[0]
    assert bench.session.document.memories[0].importance == 5, "editing goes on"
    first.end()
    bench.commands.submit(SetField((0,), "importance", 4))
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/origin")) != [], timeout=5000)


def test_the_bar_says_where_the_chat_ends_now(bench, qtbot):
    length = len(bench.session.document.chat)
    written(bench, qtbot, with_reply(bench.keeper.chat.path.read_bytes()))
    qtbot.waitUntil(lambda: bench.context.end.value() == length, timeout=10_000)
