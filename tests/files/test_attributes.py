"""What a file carries besides its contents stays, or a sentence says that it does not."""

import os
import stat
import sys

import pytest

from inspector import files

linux = pytest.mark.skipif(sys.platform != "linux", reason="Python knows attributes on Linux only")
posix = pytest.mark.skipif(os.name == "nt", reason="Windows keeps owners in another way")
root = pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="needs root")


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b"first\n")
    return path


@posix
def test_the_mode_stays(chat):
    chat.chmod(0o640)
    assert files.save(chat, [b"x"]).notes == ()
    assert stat.S_IMODE(chat.stat().st_mode) == 0o640


@posix
def test_a_new_file_has_the_usual_mode(tmp_path):
    before = os.umask(0o027)
    try:
        files.save(tmp_path / "new.jsonl", [b"x"])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.jsonl").stat().st_mode) == 0o640


@posix
def test_a_mode_that_the_disk_refuses_is_named(chat, monkeypatch):
    def refuse(*_):
        raise PermissionError

    chat.chmod(0o640)
    monkeypatch.setattr(os, "fchmod", refuse)
    assert files.save(chat, [b"x"]).notes == (
        "the file's mode 640 could not be kept; it is 600 now",
    )
    assert chat.read_bytes() == b"x"


@linux
def test_extended_attributes_stay(chat):
    os.setxattr(chat, "user.note", b"mine\0")
    assert files.save(chat, [b"x"]).notes == ()
    assert os.getxattr(chat, "user.note") == b"mine\0"


@linux
def test_attributes_that_the_system_refuses_are_named(chat, monkeypatch):
    os.setxattr(chat, "user.note", b"mine")

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "setxattr", refuse)
    saved = files.save(chat, [b"x"])
    assert saved.notes == ("extended attributes could not be kept: user.note",)
    assert chat.read_bytes() == b"x"


@posix
@root
def test_the_owner_stays(chat):
    os.chown(chat, 12345, 54321)
    assert files.save(chat, [b"x"]).notes == ()
    assert (chat.stat().st_uid, chat.stat().st_gid) == (12345, 54321)


@posix
@root
def test_an_owner_that_cannot_be_kept_is_said(chat, monkeypatch):
    os.chown(chat, 12345, 54321)
    change = os.fchown

    def refuse(descriptor, owner, group):
        if owner != -1:
            raise PermissionError
        change(descriptor, owner, group)

    monkeypatch.setattr(os, "fchown", refuse)
    (note,) = files.save(chat, [b"x"]).notes
    assert note == "the file's owner 12345 could not be kept; it is 0 now"
    assert chat.stat().st_gid == 54321


@posix
def test_other_names_in_its_folder_name_the_new_contents(chat):
    other = chat.with_name("other name.jsonl")
    other.hardlink_to(chat)
    assert files.save(chat, [b"x"]).notes == ()
    assert other.samefile(chat)
    assert other.read_bytes() == b"x"
    assert len(list(chat.parent.iterdir())) == 2


@posix
def test_other_names_elsewhere_are_said(chat, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    other = tmp_path / "elsewhere" / "other.jsonl"
    other.hardlink_to(chat)
    (note,) = files.save(chat, [b"x"]).notes
    assert note == (
        "the file has another name elsewhere (hard links), which keeps the former contents"
    )
    assert (chat.read_bytes(), other.read_bytes()) == (b"x", b"first\n")


@posix
def test_a_backup_is_no_other_name_of_the_file(chat):
    backup = files.save(chat, [b"x"]).backup
    assert backup.stat().st_nlink == chat.stat().st_nlink == 1
