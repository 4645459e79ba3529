"""One writer a file among all that run this program."""

import errno
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector import files
from inspector.core.errors import ChatFileError
from inspector.files import lock
from inspector.files.lock import saving_alone
from inspector.folders import data_folder

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from pathlib import Path
from inspector.files.lock import saving_alone
path = Path(sys.argv[1])
with saving_alone(path, path.resolve()) as journal:
    made = journal.name_beside(path)
    made.write_bytes(b"half of it")
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b"first\n")
    return path


@pytest.fixture
def holder(chat):
    command = [sys.executable, "-c", HOLDER, str(chat)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        if process.poll() is None:
            process.communicate("\n")


def test_the_second_is_told_who_holds_the_file(chat, holder, monkeypatch):
    monkeypatch.setattr(lock, "_TIMEOUT", 0.1)
    with pytest.raises(ChatFileError, match=rf"another Memory Inspector \(process {holder.pid} on"):
        files.save(chat, [b"mine"])
    assert chat.read_bytes() == b"first\n"


def test_a_save_waits_for_another_that_ends_soon(chat, holder):
    holder.stdin.write("\n")
    holder.stdin.flush()
    files.save(chat, [b"mine"])
    assert chat.read_bytes() == b"mine"


def test_what_a_killed_save_left_is_removed_at_the_next_start(chat, holder):
    holder.kill()
    holder.wait()
    assert len(list(chat.parent.iterdir())) == 2
    files.clean_up()
    assert list(chat.parent.iterdir()) == [chat]
    assert list((data_folder() / "saving").iterdir()) == []


def test_what_a_running_save_has_made_is_left_alone(chat, holder):
    files.clean_up()
    assert len(list(chat.parent.iterdir())) == 2


def test_the_next_save_of_the_file_removes_it_too(chat, holder):
    holder.kill()
    holder.wait()
    files.save(chat, [b"mine"])
    assert list(chat.parent.iterdir()) == [chat]


def test_somebody_elses_work_that_a_killed_save_held_is_backed_up(chat):
    """Killed between taking it out of the file's place and putting it back."""
    with saving_alone(chat, chat) as journal:
        made = journal.name_beside(chat)
        made.write_bytes(b"new")
        journal.note_made(made, made.stat())
        other = chat.with_name("other")
        other.write_bytes(b"theirs")
        other.replace(made)
        held = (data_folder() / "saving").iterdir()
        (lock_file,) = held
        kept = lock_file.read_bytes()
    lock_file.write_bytes(kept)
    files.clean_up()
    assert list(chat.parent.iterdir()) == [chat]
    (backup,) = files.backup_folder(chat).iterdir()
    assert backup.read_bytes() == b"theirs"


def test_no_lock_file_stays_behind(chat):
    files.save(chat, [b"mine"])
    assert list((data_folder() / "saving").iterdir()) == []


@pytest.mark.parametrize("left", [b"", b"{", b"[]", b'{"file": "zz"}', b'{"file": 5}', b"\xff"])
def test_a_journal_that_cannot_be_read_is_no_obstacle(chat, left):
    folder = data_folder() / "saving"
    folder.mkdir(parents=True)
    (folder / "0.lock").write_bytes(left)
    files.clean_up()
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has locks of its own")
def test_a_disk_that_locks_nothing_still_saves(chat, monkeypatch):
    import errno  # noqa: PLC0415
    import fcntl  # noqa: PLC0415

    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    files.save(chat, [b"mine"])
    assert chat.read_bytes() == b"mine"


@pytest.fixture
def lock_of_windows(monkeypatch):
    """The module as Windows would have it, over locks of this system."""
    fcntl = pytest.importorskip("fcntl")

    def locking(descriptor, mode, size):
        assert os.lseek(descriptor, 0, os.SEEK_CUR) > 1 << 20, "far behind the journal"
        assert (mode, size) == (2, 1)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    windows = SimpleNamespace(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("lock_of_windows", lock.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_windows_locks_a_byte_behind_the_journal(chat, lock_of_windows, monkeypatch):
    monkeypatch.setattr(lock_of_windows, "_TIMEOUT", 0.1)
    folder = data_folder() / "saving"
    with lock_of_windows.saving_alone(chat, chat) as journal:
        journal.name_beside(chat).write_bytes(b"half")
        assert (folder / next(folder.iterdir()).name).stat().st_size < 1 << 20
        refusal = pytest.raises(ChatFileError, match=rf"process {os.getpid()} on")
        with refusal, lock_of_windows.saving_alone(chat, chat):
            pass
    assert list(folder.iterdir()) == []


def test_windows_cleans_up_after_a_killed_save(chat, lock_of_windows):
    with lock_of_windows.saving_alone(chat, chat) as journal:
        made = journal.name_beside(chat)
        (lock_file,) = (data_folder() / "saving").iterdir()
        kept = lock_file.read_bytes()
    made.write_bytes(b"half")
    lock_file.write_bytes(kept)
    lock_of_windows.clean_up()
    assert list(chat.parent.iterdir()) == [chat]


@pytest.fixture
def full_home(monkeypatch):
    """No room where the lock file lies."""

    def refuse(_descriptor, data):
        if data:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(lock, "_rewrite", refuse)


def test_a_full_disk_of_the_own_folder_is_not_blamed_on_the_files(chat, full_home):
    before = chat.read_bytes()
    with pytest.raises(ChatFileError, match=r"inspector's own folder .* the disk is full"):
        files.save(chat, [b"mine"])
    assert chat.read_bytes() == before


def test_a_new_file_is_saved_though_the_own_folder_takes_nothing(chat, full_home):
    new = chat.with_name("new.jsonl")
    files.save(new, [b"mine"])
    assert new.read_bytes() == b"mine"
    assert {one.name for one in chat.parent.iterdir()} == {chat.name, "new.jsonl"}


def test_a_new_file_is_saved_though_there_can_be_no_own_folder(chat):
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_bytes(b"no folder")
    new = chat.with_name("new.jsonl")
    files.save(new, [b"mine"])
    assert new.read_bytes() == b"mine"
    with pytest.raises(ChatFileError, match="own folder"):
        files.save(new, [b"again"])
    assert new.read_bytes() == b"mine"
