"""Writing a file so that nothing of other people's work can be lost."""

import errno
import os
import stat

import pytest

from inspector import files
from inspector.core.errors import ChangedOutsideError, ChatFileError


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
    assert saved.backup.is_relative_to(files.data_folder())


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


def test_the_mode_stays(chat):
    chat.chmod(0o640)
    files.save(chat, [b"x"])
    assert stat.S_IMODE(chat.stat().st_mode) == 0o640


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


def test_chats_of_one_name_have_backup_folders_of_their_own(tmp_path):
    one, other = tmp_path / "one" / "chat.jsonl", tmp_path / "other" / "chat.jsonl"
    assert files.backup_folder(one) != files.backup_folder(other)


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
