"""What lies in the state folder, or how slow it is, holds nobody up and loses nothing."""

import errno
import hashlib
import json
import os
import shutil
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField, apply
from inspector.files import unsaved
from inspector.files.unsaved import found_unsaved, unsaved_folder
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.gui.files.recovery_dialog import RecoveryDialog
from inspector.jsonbytes.pieces import joined
from inspector.recovery import CHAT, chat_state, recovery_of
from tests.gui.files.bench import opened

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bench(sample, tmp_path, qtbot):
    return opened(Path(shutil.copy(sample, tmp_path / "chat.jsonl")), qtbot)


def left_behind(chat):
    """Leave one edit as a killed program does; answers the file that keeps it."""
    keeper = UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))
    edited = apply(chat.document, SetField((0,), "importance", 5))
    keeper.record(["Importance"], chat_state(chat, edited), {}, chat.on_disk.pieces)
    keeper._records.close()
    os.close(keeper._lock)
    (path,) = unsaved_folder().glob("*/edits")
    return path


def of_a_later_version(path):
    lines = path.read_bytes().split(b"\n")
    header = json.dumps(json.loads(lines[0][17:]) | {"version": 2, "new": {"x": 1}}).encode()
    lines[0] = hashlib.sha256(header).hexdigest()[:16].encode() + b" " + header
    path.write_bytes(b"\n".join(lines))


def damaged(path):
    path.write_bytes(b"?" + path.read_bytes()[1:])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (of_a_later_version, "chat.jsonl that cannot be brought back here: a later version"),
        (damaged, "the beginning of what was kept is damaged"),
    ],
)
def test_edits_that_cannot_be_read_are_named_and_stay_unless_discarded(bench, qtbot, spoil, words):
    # While they are written they look like those of a window that runs.
    bench.file_services.other_window.wait()
    path = left_behind(bench.keeper.chat)
    spoil(path)
    kept = path.read_bytes()
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: words in bench.notice.text, timeout=10_000)
    assert [one.text() for one in bench.notice.buttons] == ["Keep them", "Discard"]
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    assert path.read_bytes() == kept
    # Edits of the same file that are made now are kept beside them.
    bench.commands.submit(SetField((1,), "importance", 1))
    qtbot.waitUntil(lambda: len(list(unsaved_folder().glob("*/edits"))) == 2, timeout=10_000)
    assert kept in [one.read_bytes() for one in unsaved_folder().glob("*/edits")]
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: len(bench.notice.buttons) == 2, timeout=10_000)
    QTest.mouseClick(bench.notice.buttons[1], LEFT)
    assert found_unsaved() == []


@pytest.mark.parametrize("answer", ["Discard", "Bring back…"])
def test_edits_made_after_the_question_about_older_ones_outlive_its_answer(bench, qtbot, answer):
    bench.file_services.other_window.wait()
    left_behind(bench.keeper.chat)
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: len(bench.notice.buttons) == 3)
    bench.commands.submit(SetField((1,), "importance", 1))
    qtbot.waitUntil(lambda: len(list(unsaved_folder().glob("*/edits"))) == 2)
    (kept,) = bench.file_services.unsaved.folders
    (button,) = [one for one in bench.notice.buttons if one.text() == answer]
    QTest.mouseClick(button, LEFT)
    if answer != "Discard":
        qtbot.waitUntil(lambda: bench.window.findChild(RecoveryDialog) is not None)
        bench.window.findChild(RecoveryDialog).accept()
        qtbot.waitUntil(lambda: bench.session.document.memories[0].importance == 5)
    qtbot.waitUntil(lambda: len(list(unsaved_folder().glob("*/edits"))) == 1)
    expected = joined(bench.keeper.chat.contents(bench.session.document))
    qtbot.waitUntil(lambda: recovery_of(unsaved.read_unsaved(kept)).edited == expected)


def test_edits_that_are_brought_back_are_kept_anew_before_what_was_left_goes(
    bench, qtbot, monkeypatch
):
    bench.file_services.other_window.wait()
    left_behind(bench.keeper.chat)
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: len(bench.notice.buttons) == 3)
    refused = []

    def fail(descriptor):
        refused.append(descriptor)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        QTest.mouseClick(bench.notice.buttons[0], LEFT)
        qtbot.waitUntil(lambda: bench.window.findChild(RecoveryDialog) is not None)
        bench.window.findChild(RecoveryDialog).accept()
        qtbot.waitUntil(lambda: bool(refused))
        with qtbot.waitSignal(bench.file_services.unsaved._queue.idle):
            bench.commands.submit(SetField((1,), "importance", 1))
        assert [len(one.edits) for one in found_unsaved()] == [1]
    bench.commands.submit(SetField((2,), "importance", 1))
    (kept,) = bench.file_services.unsaved.folders
    expected = joined(bench.keeper.chat.contents(bench.session.document))
    qtbot.waitUntil((kept / "edits").exists)
    qtbot.waitUntil(lambda: recovery_of(unsaved.read_unsaved(kept)).edited == expected)


def test_a_disk_that_does_not_answer_holds_up_no_edit_and_gets_all_once_it_does(
    bench, qtbot, monkeypatch
):
    answers, real, called = threading.Event(), os.fsync, threading.Event()

    def stuck(descriptor):
        called.set()
        assert threading.current_thread() is not threading.main_thread()
        assert answers.wait(60)
        real(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", stuck)
        bench.commands.submit(SetField((0,), "summary", "edit 0"))
        qtbot.waitUntil(called.is_set, timeout=10_000)
        for number in range(1, 40):
            bench.commands.submit(SetField((number % 5,), "summary", f"edit {number}"))
        assert bench.session.document.memories[4].summary == "edit 39"
        answers.set()
        expected = joined(bench.keeper.chat.contents(bench.session.document))
        qtbot.waitUntil(lambda: kept_now() == expected, timeout=10_000)


def kept_now():
    """The file with the edits that are on the disk, while a running window holds them."""
    (folder,) = unsaved_folder().iterdir()
    found = unsaved.read_unsaved(folder)
    return None if found is None else recovery_of(found).edited


def test_the_copy_that_is_kept_with_the_first_edit_is_the_backup_of_the_save(bench, qtbot):
    path = bench.keeper.chat.path
    for importance in (5, 4):
        former = path.read_bytes()
        bench.commands.submit(SetField((0,), "importance", importance))
        qtbot.waitUntil(lambda: bench.keeper.copy_of(path) is not None)
        number = bench.keeper.copy_of(path).path.stat().st_ino
        with qtbot.waitSignal(bench.keeper.saved) as saved:
            bench.flow.save()
        backup = saved.args[0].backup
        assert (backup.stat().st_ino, backup.read_bytes()) == (number, former)
        qtbot.waitUntil(lambda: not list(unsaved_folder().glob("*")))
    assert bench.keeper.copy_of(path) is None
