"""Writing a file so that nothing of other people's work can be lost."""

import errno
import mmap
import os
import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import replace as replaced
from functools import partial
from pathlib import Path

import pytest

from inspector import files
from inspector.core.errors import ChangedOutsideError, ChatFileError, EditError
from inspector.files import saving
from inspector.files.backups import kept_backups
from inspector.files.disk import holds, is_settled, settle
from inspector.files.exchange import exchange, replace
from inspector.files.handing_over import hand_over
from inspector.folders import data_folder
from inspector.small_files import why


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "a chat.jsonl"
    path.write_bytes(b"first\n")
    return path


def test_saving_replaces_the_contents_and_keeps_the_old_ones(chat):
    _, known = files.read(chat)
    saved = files.save(chat, [b"second", memoryview(b"\n")], known)
    assert chat.read_bytes() == b"second\n"
    assert saved.backup.read_bytes() == b"first\n"
    assert saved.backup.is_relative_to(data_folder())


def test_saving_again_after_a_save_is_no_conflict(chat):
    _, known = files.read(chat)
    saved = files.save(chat, [b"second"], known)
    files.save(chat, [b"third"], saved.on_disk)
    assert chat.read_bytes() == b"third"


def test_a_file_that_somebody_else_wrote_is_not_written(chat):
    _, known = files.read(chat)
    chat.write_bytes(b"theirs")
    with pytest.raises(ChangedOutsideError, match="somebody else wrote"):
        files.save(chat, [b"mine"], known)
    assert chat.read_bytes() == b"theirs"


def test_a_change_that_keeps_size_and_time_is_found(chat):
    _, known = files.read(chat)
    chat.write_bytes(b"FIRST\n")
    os.utime(chat, ns=(known.modified, known.modified))
    assert files.outside_state(known) is files.OutsideState.CHANGED
    with pytest.raises(ChangedOutsideError):
        files.save(chat, [b"mine"], known)


def test_a_touched_file_with_the_same_bytes_is_unchanged(chat):
    _, known = files.read(chat)
    os.utime(chat, ns=(1, 1))
    assert files.outside_state(known) is files.OutsideState.SAME


def test_a_removed_file_is_not_made_again(chat):
    _, known = files.read(chat)
    chat.unlink()
    with pytest.raises(ChangedOutsideError, match="removed"):
        files.save(chat, [b"mine"], known)
    assert not chat.exists()


def test_overwriting_backs_up_what_somebody_else_wrote(chat):
    chat.write_bytes(b"theirs")
    saved = files.save(chat, [b"mine"])
    assert (chat.read_bytes(), saved.backup.read_bytes()) == (b"mine", b"theirs")


def test_a_new_file_needs_no_backup(tmp_path):
    saved = files.save(tmp_path / "new.jsonl", [b"x"])
    assert saved.backup is None
    assert (tmp_path / "new.jsonl").read_bytes() == b"x"


def test_a_link_is_followed_and_stays_a_link(chat, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(chat)
    _, known = files.read(link)
    files.save(link, [b"x"], known)
    assert link.is_symlink()
    assert chat.read_bytes() == b"x"


def test_a_full_disk_leaves_the_file_as_it_was(chat, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ChatFileError, match="disk is full"):
        files.save(chat, [b"x"])
    assert chat.read_bytes() == b"first\n"
    assert [entry.name for entry in chat.parent.iterdir()] == [chat.name]


def test_fifty_saves_in_an_hour_keep_every_backup(chat):
    backups = [files.save(chat, [b"%d" % number]).backup for number in range(53)]
    assert sorted(backups[0].parent.iterdir()) == backups
    assert backups[0].read_bytes() == b"first\n"


@pytest.mark.parametrize("make", ["missing", "folder"])
def test_what_cannot_be_read_says_why(tmp_path, make):
    path = tmp_path / make
    if make == "folder":
        path.mkdir()
    with pytest.raises(ChatFileError, match=r"no such file|folder"):
        files.read(path)


def test_progress_is_told_and_can_stop_the_reading(chat):
    class StopError(Exception):
        pass

    def stop(done, total):
        assert (done, total) == (6, 6)
        raise StopError

    with pytest.raises(StopError):
        files.read(chat, stop)
    assert files.read(chat, lambda *_: None)[0] == b"first\n"


def test_a_write_through_a_memory_map_is_seen(chat):
    _, known = files.read(chat)
    with chat.open("r+b") as file, mmap.mmap(file.fileno(), 0) as view:
        view[:5] = b"FIRST"
        os.utime(chat, ns=(known.modified, known.modified))
        with pytest.raises(ChangedOutsideError):
            files.save(chat, [b"mine"], known)
    assert chat.read_bytes() == b"FIRST\n"


def test_a_file_that_was_settled_long_ago_is_compared_all_the_same(chat):
    """Where every time is as it was, the bytes tell."""
    _, known = files.read(chat)
    chat.write_bytes(b"FIRST\n")
    status = chat.stat()
    forged = files.OnDisk(
        chat,
        known.pieces,
        known.size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        time.time_ns() + 10**12,
        (status.st_dev, status.st_ino),
    )
    assert files.outside_state(forged) is files.OutsideState.SAME
    partly = replaced(forged, is_compared=False)
    assert files.outside_state(partly) is files.OutsideState.CHANGED
    with pytest.raises(ChangedOutsideError):
        files.save(chat, [b"mine"], forged)


@pytest.mark.parametrize("moment", ["verify", "exchange"])
@pytest.mark.parametrize("way", ["in place", "replaced", "removed"])
def test_whoever_writes_while_a_save_runs_is_not_overwritten(chat, monkeypatch, moment, way):
    _, known = files.read(chat)
    happened = []

    def intrude():
        if happened:
            return
        happened.append(way)
        if way == "removed":
            chat.unlink()
        elif way == "in place":
            chat.write_bytes(b"THEIR\n")
        else:
            other = chat.with_name("other")
            other.write_bytes(b"THEIR\n")
            other.replace(chat)

    def exchange_late(*paths):
        intrude()
        return exchange(*paths)

    if moment == "exchange":
        monkeypatch.setattr(saving, "exchange", exchange_late)
    with pytest.raises(ChatFileError):
        files.save(chat, [b"mine"], known, verify=intrude if moment == "verify" else int)
    assert happened
    assert [one.read_bytes() for one in chat.parent.iterdir()] == (
        [] if way == "removed" else [b"THEIR\n"]
    )
    assert list(files.backup_folder(chat).iterdir()) == []


def test_an_interrupt_right_after_the_replacement_loses_nothing(chat, monkeypatch):
    def interrupted(*paths):
        exchange(*paths)
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "exchange", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.save(chat, [b"mine"], files.read(chat)[1])
    assert chat.read_bytes() == b"mine"
    (backup,) = files.backup_folder(chat).iterdir()
    assert backup.read_bytes() == b"first\n"


def test_an_interrupt_before_the_replacement_leaves_nothing(chat, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "exchange", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.save(chat, [b"mine"], files.read(chat)[1])
    assert [one.read_bytes() for one in chat.parent.iterdir()] == [b"first\n"]
    assert list(files.backup_folder(chat).iterdir()) == []


@pytest.fixture
def heard_interrupts():
    """A run in the background is started without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_interrupts")
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_an_interrupt_closes_nothing_that_is_still_written(chat, monkeypatch):
    usual, close = saving.write_all, os.close
    main, written, still_open = threading.main_thread().ident, [], []
    is_closed, has_ended = threading.Event(), threading.Event()

    def interrupting(*given):
        written.append(given[0])
        signal.pthread_kill(main, signal.SIGINT)
        still_open.append(not is_closed.wait(0.1))
        result = usual(*given)
        has_ended.set()
        return result

    def closed(descriptor):
        close(descriptor)
        if descriptor in written:
            is_closed.set()

    monkeypatch.setattr(saving, "write_all", interrupting)
    monkeypatch.setattr(os, "close", closed)
    with pytest.raises(KeyboardInterrupt):
        files.save(chat, [b"mine"], files.read(chat)[1])
    assert has_ended.wait(60)
    assert still_open == [True]
    assert [one.read_bytes() for one in chat.parent.iterdir()] == [b"first\n"]
    assert list(files.backup_folder(chat).iterdir()) == []


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_disk_that_promises_nothing_is_written(chat, monkeypatch, number):
    def refuse(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    saved = files.save(chat, [b"mine"], files.read(chat)[1])
    assert (chat.read_bytes(), saved.backup.read_bytes()) == (b"mine", b"first\n")


def test_contents_that_are_not_what_was_meant_are_not_written(chat):
    def refuse():
        raise EditError("this is not what was meant")

    with pytest.raises(EditError):
        files.save(chat, [b"mine"], files.read(chat)[1], verify=refuse)
    assert chat.read_bytes() == b"first\n"
    assert list(chat.parent.iterdir()) == [chat]
    assert list(files.backup_folder(chat).iterdir()) == []


def test_where_files_cannot_change_places_the_file_is_replaced(chat, monkeypatch):
    monkeypatch.setattr(exchange.__globals__["sys"], "platform", "win32")
    assert not exchange(chat, chat)
    saved = files.save(chat, [b"mine"], files.read(chat)[1])
    assert (chat.read_bytes(), saved.backup.read_bytes()) == (b"mine", b"first\n")


def test_a_new_name_that_another_took_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "new.jsonl"
    with pytest.raises(ChangedOutsideError):
        files.save(path, [b"mine"], verify=lambda: path.write_bytes(b"theirs"))
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"theirs"]


def test_a_write_during_a_slow_read_is_noticed(chat):
    turns = []

    def interrupt(*_):
        if not turns:
            chat.write_bytes(b"FIRST\n")
            os.utime(chat, ns=(1, 1))
        turns.append(1)

    data, known = files.read(chat, interrupt)
    assert (data, len(turns)) == (b"FIRST\n", 2)
    assert files.outside_state(known) is files.OutsideState.SAME


def test_a_file_that_is_written_all_the_time_is_no_chat_to_open(chat):
    with pytest.raises(ChatFileError, match="another program is writing this file"):
        files.read(chat, lambda *_: chat.write_bytes(b"x" + chat.read_bytes()))


def test_a_file_that_only_grows_all_the_time_is_read_and_known_to_hold_more(chat):
    def append(*_):
        with chat.open("ab") as file:
            file.write(b"x")

    data, known = files.read(chat, append)
    assert chat.read_bytes().startswith(data)
    assert data.startswith(b"first\n")
    assert files.outside_state(known) is files.OutsideState.CHANGED
    with pytest.raises(ChangedOutsideError):
        files.save(chat, [b"mine"], known)


@pytest.mark.skipif(os.name == "nt", reason="Windows says so in words of its own")
@pytest.mark.parametrize("act", [files.read, lambda path: files.save(path, [b"x"])])
def test_a_circle_of_links_leads_nowhere(tmp_path, act):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(ChatFileError, match="links lead in a circle"):
        act(one)
    assert one.is_symlink()
    assert other.is_symlink()


@pytest.mark.parametrize("act", [files.read, lambda path: files.save(path, [b"x"])])
@pytest.mark.parametrize(
    "name", ["a\0b", "missing/folder/x", "chat.jsonl/below", f"{'a' * 300}/x", "a" * 300]
)
def test_a_path_that_no_file_can_have_says_why(chat, act, name):
    with pytest.raises(ChatFileError, match=r"no file can|no such f|no folder|too long"):
        act(chat.parent / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_what_is_no_file_is_neither_read_nor_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for act in (files.read, lambda path: files.save(path, [b"x"])):
        with pytest.raises(ChatFileError, match="no regular file"):
            act(pipe)


def test_a_link_that_leads_nowhere_makes_the_file_it_names(tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "named.jsonl")
    files.save(link, [b"x"])
    assert link.is_symlink()
    assert (tmp_path / "named.jsonl").read_bytes() == b"x"


def test_a_folder_is_called_one_before_it_is_opened(tmp_path, monkeypatch):
    """Windows opens none, and calls that a missing permission."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ChatFileError, match="this is a folder and no file"):
        files.read(tmp_path)


@pytest.mark.parametrize("number", [32, 33])
def test_a_file_that_another_program_shares_with_nobody_is_told_as_that(number):
    error = PermissionError(13, "in use")
    error.winerror = number
    assert why(error) == "another program has the file open"


def test_windows_waits_for_whoever_holds_the_file_open(chat, monkeypatch):
    """There a file that another program holds open cannot be replaced until that lets go."""
    made = chat.with_name("made")
    made.write_bytes(b"mine")
    rename, refused = type(made).replace, []

    def held_open(one, target):
        if len(refused) < 3:
            refused.append(one)
            error = PermissionError(13, "in use")
            error.winerror = 32
            raise error
        return rename(one, target)

    monkeypatch.setattr(type(made), "replace", held_open)
    replace(made, chat)
    assert chat.read_bytes() == b"mine"
    assert len(refused) == 3


def test_a_disk_without_hard_links_still_takes_a_new_file(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    files.save(tmp_path / "new.jsonl", [b"x"])
    assert [one.name for one in tmp_path.iterdir()] == ["new.jsonl"]


def test_saves_of_many_threads_lose_nothing(chat):
    def add():
        for _ in range(5):
            while True:
                data, known = files.read(chat)
                try:
                    files.save(chat, [data, b"x"], known)
                except ChangedOutsideError:
                    continue
                break

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert chat.read_bytes() == b"first\n" + b"x" * 15


@contextmanager
def nothing_beyond(size):
    """Let no file grow beyond a size: what is written there is cut off, as on a full disk."""
    import resource  # noqa: PLC0415 - not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
@pytest.mark.parametrize("by_another", [False, True])
def test_a_disk_that_takes_half_of_it_leaves_the_file_whole(chat, by_another):
    chat.write_bytes(b"a" * 200_000)
    data, known = files.read(chat)
    given, pieces = [], (data, b"more")
    save = partial(files.save, chat, pieces, known)
    if by_another:
        save = partial(hand_over, chat, pieces, known, given.append, verify=lambda: None)
    with nothing_beyond(100_000), pytest.raises(ChatFileError, match="takes no file this large"):
        save()
    assert chat.read_bytes() == data
    assert given == []
    assert [one.name for one in chat.parent.iterdir()] == [chat.name]
    assert [*files.backup_folder(chat).iterdir()] == []
    files.save(chat, (data, b"more"), known)


@pytest.mark.skipif(os.name == "nt", reason="a folder is no file there in other words")
def test_a_data_folder_that_cannot_be_made_is_named_and_not_taken_for_the_files(chat, home):
    (home / "data").write_text("a file where the folder belongs")
    before = chat.read_bytes()
    with pytest.raises(ChatFileError, match=r"own folder .*data.* a part of its path is no folder"):
        files.save(chat, (b"more",))
    assert chat.read_bytes() == before


def test_a_write_protected_file_is_not_replaced_though_its_folder_would_allow_it(chat, monkeypatch):
    real = os.access
    protected = chat.resolve()
    # The system's own superuser may write whatever the mode says.
    monkeypatch.setattr(os, "access", lambda path, mode: path != protected and real(path, mode))
    before = chat.read_bytes()
    with pytest.raises(ChatFileError, match="write-protected; nothing was written"):
        files.save(chat, [b"mine"])
    assert chat.read_bytes() == before
    assert kept_backups(chat) == []


def test_a_file_written_a_moment_ago_is_waited_for_until_its_time_would_tell(chat):
    chat.write_bytes(b"just now\n")
    settle(chat.stat())
    assert is_settled(chat.stat(), time.time_ns())


def test_a_file_from_the_future_is_not_waited_for(chat):
    later = time.time_ns() + 10**12
    os.utime(chat, ns=(later, later))
    settle(chat.stat())
    _, known = files.read(chat)
    files.save(chat, [b"mine"], known)
    assert chat.read_bytes() == b"mine"


def test_a_large_file_and_its_backup_are_whole_though_the_system_forgets_them(chat):
    former, after = os.urandom(30_000_001), os.urandom(30_000_003)
    chat.write_bytes(former)
    _, known = files.read(chat)
    saved = files.save(chat, [after[:5], after[5:20_000_000], after[20_000_000:]], known)
    assert chat.read_bytes() == after
    assert saved.backup.read_bytes() == former
    assert holds(chat, saved.on_disk.pieces)
    assert not holds(chat, [after[:-1]])
    assert not holds(chat, [after, b"more"])
