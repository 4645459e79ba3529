"""Saving and opening in the window: whatever goes wrong is said, and nothing is mixed up."""

import os
import shutil
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QMessageBox

from inspector.core.edits import SetField, SetHidden
from inspector.gui.window.app import _catch_unforeseen
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.process import CrashLog
from inspector.loading import open_chat
from inspector.preferences import Preferences, load_preferences, preferences_file
from tests.gui.files.bench import opened


@pytest.fixture
def window(qtbot):
    window = MainWindow(Preferences())
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def bench(chat, qtbot):
    """What opens and saves the chat, without the views that show it."""
    return opened(chat, qtbot)


def forget_edits(window):
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path / "chat.jsonl"))


def open_in(window, path, qtbot):
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))


def edit(bench, value):
    bench.commands.submit(SetField((0,), "importance", value))


def importance(path):
    return open_chat(path).document.memories[0].importance


def boxes(window):
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


@pytest.mark.parametrize(
    "error", [KeyError("x"), RecursionError(), MemoryError(), ValueError("\n")]
)
def test_an_error_that_nobody_foresaw_is_said_and_saving_stays_usable(
    bench, chat, qtbot, monkeypatch, error
):
    edit(bench, 5)
    before = chat.read_bytes()

    def fail(*_):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with qtbot.waitSignal(bench.keeper.not_saved, timeout=10_000):
            bench.flow.save()
        qtbot.waitUntil(lambda: bool(boxes(bench.window)))
    (box,) = boxes(bench.window)
    assert box.windowTitle() == "chat.jsonl is not saved"
    assert "the file is as it was" in box.text()
    assert "\n" not in box.text()
    box.close()
    assert chat.read_bytes() == before
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert importance(chat) == 5


def test_a_save_that_is_running_is_answered_even_if_reading_is_cancelled(bench, chat, qtbot):
    edit(bench, 5)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
        bench.keeper.cancel()
    assert not bench.flow.is_modified


def test_a_message_whose_line_is_no_object_is_not_hidden(window, chat, qtbot):
    chat.write_bytes(chat.read_bytes().rstrip(b"\n") + b"\n5\n[1,2]\n")
    open_in(window, chat, qtbot)
    length = len(window.bench.session.document.chat)
    refused = []
    window.bench.commands.refused.connect(lambda *parts: refused.append(str(parts[-1])))
    for message in (length - 2, length - 1):
        window.bench.commands.submit(SetHidden((message,), hidden=True))
    assert len(refused) == 2
    assert "no object in the file" in refused[0]
    edit(window.bench, 5)
    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000):
        window.bench.flow.save()
    assert chat.read_bytes().endswith(b"\n5\n[1,2]\n")


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_a_path_that_is_not_utf8_is_opened_and_saved_like_any_other(bench, chat, qtbot):
    odd = chat.with_name(os.fsdecode(b"caf\xe9.jsonl"))
    shutil.copy(chat, odd)
    before = chat.read_bytes()
    edit(bench, 1)
    bench.commands.stack.undo()
    with qtbot.waitSignal(bench.keeper.opened, timeout=20_000):
        bench.flow.open(str(odd))
    assert bench.keeper.chat.path == odd
    assert bench.keeper.chat.document is bench.session.document
    edit(bench, 5)
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert (importance(odd), chat.read_bytes()) == (5, before)


def test_preferences_that_cannot_be_kept_are_no_obstacle(window, chat, qtbot):
    folder = preferences_file().parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.write_text("no folder")
    open_in(window, chat, qtbot)
    edit(window.bench, 5)
    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000):
        window.bench.flow.save()
    assert importance(chat) == 5
    assert load_preferences() == Preferences()


def test_message_boxes_are_made_on_the_thread_of_the_window(window, qtbot, monkeypatch, capfd):
    monkeypatch.setattr("sys.excepthook", None)
    monkeypatch.setattr("threading.excepthook", None)
    _catch_unforeseen(window, CrashLog())

    def fail():
        raise KeyError("on a worker")

    worker = threading.Thread(target=fail)
    worker.start()
    worker.join()
    assert boxes(window) == []
    qtbot.waitUntil(lambda: bool(boxes(window)))
    (box,) = boxes(window)
    assert box.thread() is QThread.currentThread()
    assert "KeyError" in box.informativeText()
    box.close()


def test_the_welcome_stays_until_a_chat_is_sure_to_be_shown(window, qtbot, sample, tmp_path):
    bench, heard = window.bench, []
    for name in ("arriving", "arrived", "refused"):
        getattr(bench.keeper, name).connect(lambda *_, name=name: heard.append(name))
    (tmp_path / "no chat.jsonl").write_bytes(b"[1]\n")
    with qtbot.waitSignal(bench.keeper.refused, timeout=20_000):
        bench.keeper.open(tmp_path / "no chat.jsonl")
    assert heard == ["refused"]
    assert window.welcome.isVisible()
    with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
        bench.keeper.open(sample)
    assert heard == ["refused", "arriving", "arrived"]
    assert not window.welcome.isVisible()
    assert window.updatesEnabled()
