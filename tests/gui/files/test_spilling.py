"""A large chat leaves the memory once its block is there, and everything goes on as before."""

import gc
import json
import shutil
import weakref
from pathlib import Path

import pytest

from inspector.core.edits import SetField
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.merging.restoring import compared_backup
from tests.gui.files.bench import opened


@pytest.fixture
def bench(sample, tmp_path, qtbot):
    return opened(Path(shutil.copy(sample, tmp_path / "chat.jsonl")), qtbot)


def spill(bench, qtbot):
    """Let all that was read leave the memory, as after an answer."""
    spilling = bench.file_services.spilling
    spilling.least, spilling.rest = 1, 0
    spilling.hold(False)
    qtbot.waitUntil(
        lambda: all(one.held is None for one in bench.keeper.chat.read_bytes), timeout=10_000
    )


def append(path, text):
    reply = {"name": "Rufus", "is_user": False, "send_date": "z", "mes": text}
    with path.open("ab") as file:
        file.write(b"\n" + json.dumps(reply).encode())


def follow(bench, qtbot, text):
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        append(bench.keeper.chat.path, text)


def test_it_is_followed_edited_saved_and_undone(bench, qtbot):
    path = bench.keeper.chat.path
    before = path.read_bytes()
    spill(bench, qtbot)
    bench.commands.submit(SetField((0,), "importance", 5))
    follow(bench, qtbot, "Later.")
    spill(bench, qtbot)
    assert bench.session.document.chat.records[-1]["mes"] == "Later."
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert open_chat(path).document.memories[0].importance == 5
    bench.commands.stack.undo()
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert path.read_bytes().startswith(before.rstrip(b"\n"))
    assert open_chat(path).document.chat.records[-1]["mes"] == "Later."


def test_a_backup_is_restored_into_it(bench, qtbot):
    former = bench.session.document.memories[0].importance
    bench.commands.submit(SetField((0,), "importance", 5 if former != 5 else 4))
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    spill(bench, qtbot)
    (backup,) = bench.file_services.restoring.backups()
    found = compared_backup(bench.keeper.chat, bench.session.document, backup.path)
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        bench.file_services.restoring.restore(found, [one.key for one in found.found])
    assert bench.session.document.memories[0].importance == former
    spill(bench, qtbot)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert bench.keeper.chat.path.read_bytes() == backup.path.read_bytes()


def test_what_was_appended_meanwhile_is_not_copied_into_another_file(bench, qtbot):
    spill(bench, qtbot)
    (known,) = bench.keeper.chat.read_bytes
    follow(bench, qtbot, "Later.")
    assert known in bench.keeper.chat.read_bytes
    assert sum(one.size for one in bench.keeper.chat.read_bytes - {known}) < 1000


def test_with_the_next_chat_it_is_gone(bench, qtbot, sample, tmp_path):
    spill(bench, qtbot)
    (known,) = map(weakref.ref, bench.keeper.chat.read_bytes)
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        bench.flow.open(str(shutil.copy(sample, tmp_path / "other.jsonl")))
    gc.collect()
    assert known() is None


def test_where_it_cannot_leave_it_stays_and_nothing_is_tried_again(bench, qtbot, monkeypatch):
    tries = []
    usage = shutil.disk_usage(bench.keeper.chat.path.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: tries.append(1) or usage._replace(free=0))
    spilling = bench.file_services.spilling
    spilling.least, spilling.rest = 1, 0
    spilling.spill()
    qtbot.waitUntil(lambda: len(tries) == 1 and not spilling.is_busy, timeout=10_000)
    spilling.spill()
    spilling.wait()
    assert len(tries) == 1
    contents = joined(bench.keeper.chat.contents(bench.session.document))
    assert contents == bench.keeper.chat.path.read_bytes()
