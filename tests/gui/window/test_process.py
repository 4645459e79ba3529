"""Crash files: written by a process that dies, offered once at the next start."""

import gc
import os
import platform
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from inspector.collecting import collector_paused
from inspector.core.edits import SetField
from inspector.gui.state.commands import Commands
from inspector.gui.state.session import Question, Session, State
from inspector.gui.window import process
from inspector.gui.window.process import (
    CrashLog,
    GuiCollector,
    collect_due,
    crash_folder,
    give_memory_back,
    take_crashes,
)
from inspector.loading import open_chat
from tests.bench.window_sides import resident

ROOT = Path(__file__).parents[3]


def test_a_start_that_ends_well_leaves_nothing(home):
    log = CrashLog()
    log.start()
    assert len(list(crash_folder().iterdir())) == 1
    log.stop()
    assert not list(crash_folder().iterdir())
    assert take_crashes() == ""


def test_the_stacks_of_a_process_that_died_are_offered_once(home):
    died = subprocess.run(
        [
            sys.executable, "-c",
            "import faulthandler\n"
            "from inspector.gui.window.process import CrashLog\n"
            "CrashLog().start()\n"
            "faulthandler._sigsegv()\n",
        ],
        env=os.environ, check=False, capture_output=True,
    )  # fmt: skip
    assert died.returncode != 0
    text = take_crashes()
    assert "Fatal Python error: Segmentation fault" in text or "access violation" in text
    assert 'File "<string>", line 4' in text
    assert take_crashes() == ""
    assert not list(crash_folder().iterdir())


def test_the_file_of_a_process_that_still_runs_is_left_alone(home):
    crash_folder().mkdir(parents=True)
    ours = crash_folder() / f"crash-{os.getpid()}.txt"
    parents = crash_folder() / f"crash-{os.getppid()}.txt"
    with ours.open("w"), parents.open("w"):
        for path in (ours, parents):
            path.write_text("still running")
        assert take_crashes() == ""
        assert ours.exists()
        assert parents.exists()


def test_windows_tells_by_the_removal_whether_a_process_still_runs(home, monkeypatch):
    """It would end the process that is asked for, and removes no file that is open."""
    crash_folder().mkdir(parents=True)
    running = crash_folder() / "crash-1.txt"
    ended = crash_folder() / "crash-2.txt"
    for path in (running, ended):
        path.write_text(f"Windows fatal exception: access violation {path.name}")
    removed = os.unlink

    def unlink(path):
        if Path(path) == running:
            raise PermissionError(13, "in use", str(path))
        removed(path)

    monkeypatch.setattr(os, "kill", None)
    monkeypatch.setattr(os, "unlink", unlink)
    monkeypatch.setattr(sys, "platform", "win32")
    assert "crash-2.txt" in (found := take_crashes())
    assert "crash-1.txt" not in found
    assert [*crash_folder().iterdir()] == [running]


def test_a_folder_that_cannot_be_written_is_no_reason_not_to_start(home):
    crash_folder().parent.mkdir(parents=True)
    crash_folder().write_text("a file stands in the way")
    log = CrashLog()
    log.start()
    log.stop()
    assert take_crashes() == ""


@pytest.fixture
def session_of_sample(sample):
    session = Session()
    session.open(State(open_chat(sample).document, Question()))
    return session


def test_a_worker_collects_no_widget(qapp, qtbot):
    threads = []
    gc.enable()
    collector = GuiCollector(qapp)
    garbage = QTimer()
    garbage.itself = garbage
    weakref.finalize(garbage, lambda: threads.append(threading.current_thread()))
    del garbage
    worker = threading.Thread(target=lambda: [[] for _ in range(200_000)])
    worker.start()
    worker.join()
    assert threads == []
    _much = [[] for _ in range(2_000)]
    qtbot.waitUntil(lambda: threads == [threading.main_thread()])
    collector.deleteLater()


def test_nothing_is_looked_for_while_much_is_made_that_stays(qapp, qtbot):
    gc.enable()
    collector = GuiCollector(qapp)
    phases = []
    gc.callbacks.append(lambda phase, _found: phases.append(phase))
    with collector_paused():
        _much = [[] for _ in range(20_000)]
        for _ in range(3):
            with qtbot.waitSignal(collector.findChild(QTimer).timeout):
                pass
        assert phases == []
    qtbot.waitUntil(lambda: "stop" in phases)
    gc.callbacks.pop()
    collector.deleteLater()


def test_old_garbage_is_looked_for_once_nothing_is_being_done(monkeypatch):
    collected = []
    monkeypatch.setattr(gc, "collect", collected.append)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: (800, 11, 11))
    assert collect_due(is_quiet=False)
    monkeypatch.setattr(gc, "get_count", lambda: (3, 1, 11))
    assert not collect_due(is_quiet=False), "all there is takes longer than a frame"
    assert collect_due(is_quiet=True)
    monkeypatch.setattr(gc, "get_count", lambda: (3, 1, 101))
    assert collect_due(is_quiet=False), "it is not put off for ever"
    assert collected == [1, 2, 2]


def test_memory_is_given_back_once_it_is_quiet_and_now_and_then_where_it_never_is(
    qapp, monkeypatch
):
    looks, given, is_due = 0, [], True
    monkeypatch.setattr(process, "give_memory_back", lambda: given.append(looks))
    monkeypatch.setattr(process, "collect_due", lambda *, is_quiet: is_due)
    collector = GuiCollector(qapp)
    for _ in range(250):
        looks += 1
        collector._collect()
    assert given == [101, 202]
    is_due = False
    for _ in range(500):
        looks += 1
        collector._collect()
    assert given == [101, 202, 275]
    collector.deleteLater()


def test_a_crash_file_names_the_last_actions_and_no_word_of_a_chat(home, session_of_sample):
    log = CrashLog()
    log.start()
    commands = Commands(session_of_sample)
    for number in range(300):
        commands.submit(SetField((0,), "summary", f"a secret word {number}"))
    (path,) = crash_folder().iterdir()
    text = path.read_text()
    assert 40 <= text.count("SetField") <= 120
    assert "secret" not in text
    dead = path.with_name("crash-999999999.txt")
    dead.write_text(text)
    assert take_crashes() == "", "a program that was killed did not crash"
    dead.write_text(text + "Fatal Python error: Aborted")
    assert "SetField" in take_crashes()
    log.stop()
    assert not list(crash_folder().iterdir())


_THREADS = """
import ctypes, threading
from inspector.gui.window.process import keep_one_heap
{call}
ready = threading.Barrier(3)
def work():
    ready.wait()
    return [bytes(2000) for _ in range(1000)]
threads = [threading.Thread(target=work) for _ in range(3)]
[one.start() for one in threads]
[one.join() for one in threads]
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="no other library is asked")
@pytest.mark.parametrize(("call", "is_one"), [("", False), ("keep_one_heap()", True)])
def test_threads_take_memory_from_one_heap(call, is_one):
    command = [sys.executable, "-c", _THREADS.format(call=call)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert (found.stderr.count("Arena ") == 1) is is_one


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="no other library is asked")
def test_memory_that_was_freed_is_given_back():
    freed = [bytes(2000) for _ in range(40_000)]
    kept = [freed[index] for index in range(0, len(freed), 100)]
    del freed
    before = resident()
    give_memory_back()
    assert resident() < before - 40_000_000
    assert len(kept) == 400
