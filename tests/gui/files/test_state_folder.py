"""What lies in the state folder, or how slow it is, holds nobody up and loses nothing."""

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
from inspector.files.unsaved import found_unsaved, unsaved_folder
from inspector.files.unsaved_writing import UnsavedEdits
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


def test_a_disk_that_does_not_answer_holds_up_no_edit_and_gets_all_once_it_does(
    bench, qtbot, monkeypatch
):
    answers, real, called = threading.Event(), os.fsync, threading.Event()

    def stuck(descriptor):
        called.set()
        assert threading.current_thread() is not threading.main_thread()
        assert answers.wait(20)
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
    from inspector.files import unsaved  # noqa: PLC0415

    (folder,) = unsaved_folder().iterdir()
    found = unsaved.read_unsaved(folder)
    return None if found is None else recovery_of(found).edited
