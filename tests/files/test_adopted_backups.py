"""The file that is replaced becomes its own backup where nobody else can write it afterwards."""

import errno
import mmap
import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from inspector import files
from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.files import backups, disk, saving
from inspector.files.backups import end_adoptions, kept_backups
from inspector.files.exchange import exchange
from inspector.files.exchange import replace as put_in_place

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - another disk, and nobody reads it

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system can tell")


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b"first\n")
    path.chmod(0o644)
    return path


def names(chat):
    return [one.name for one in chat.parent.iterdir() if one.is_file()]


def backups_of(chat):
    return sorted(files.backup_folder(chat).glob("*"))


def test_it_is_no_second_copy_and_private(chat):
    former = chat.stat()
    backup = files.save(chat, [b"second"], files.read(chat)[1]).backup
    status = backup.stat()
    assert (status.st_ino, status.st_mtime_ns) == (former.st_ino, former.st_mtime_ns)
    assert status.st_nlink == 1
    assert stat.S_IMODE(status.st_mode) == 0o600
    assert stat.S_IMODE(chat.stat().st_mode) == 0o644
    assert backup.read_bytes() == b"first\n"
    assert names(chat) == [chat.name]


def refuse_the_lease(monkeypatch):
    monkeypatch.setattr(disk.fcntl, "fcntl", refuse(errno.EINVAL))


def refuse_the_name(monkeypatch):
    monkeypatch.setattr(os, "link", refuse(errno.EXDEV))


def lie_elsewhere(monkeypatch):
    elsewhere = Path(tempfile.mkdtemp(dir=IN_MEMORY))
    monkeypatch.setattr(backups, "data_folder", lambda: elsewhere)


def refuse(number):
    def refusing(*_, **__):
        raise OSError(number, os.strerror(number))

    return refusing


@pytest.mark.parametrize("impede", [refuse_the_lease, refuse_the_name, lie_elsewhere])
def test_where_it_cannot_be_a_copy_is_written(chat, monkeypatch, impede):
    _, known = files.read(chat)
    former = chat.stat()
    impede(monkeypatch)
    backup = files.save(chat, [b"second"], known).backup
    status = backup.stat()
    assert (backup.read_bytes(), chat.read_bytes()) == (b"first\n", b"second")
    assert (status.st_dev, status.st_ino) != (former.st_dev, former.st_ino)
    assert (status.st_mtime_ns, stat.S_IMODE(status.st_mode)) == (former.st_mtime_ns, 0o600)
    if impede is lie_elsewhere:
        assert backup.is_relative_to(IN_MEMORY)
        shutil.rmtree(backups.data_folder())


@pytest.mark.parametrize("is_mapped", [False, True])
def test_what_another_program_has_open_for_writing_is_copied(chat, is_mapped):
    with chat.open("r+b") as file:
        view = mmap.mmap(file.fileno(), 0) if is_mapped else None
        if view is not None:
            file.close()
        backup = files.save(chat, [b"second"], files.read(chat)[1]).backup
        if view is None:
            file.write(b"wrong")
        else:
            view[:5] = b"wrong"
            view.close()
    assert backup.read_bytes() == b"first\n"


def test_a_file_with_another_name_is_copied(chat):
    other = chat.with_name("other.jsonl")
    other.hardlink_to(chat)
    backup = files.save(chat, [b"second"], files.read(chat)[1]).backup
    other.write_bytes(b"wrong")
    assert backup.read_bytes() == b"first\n"


@pytest.mark.parametrize("can_exchange", [True, False])
def test_whoever_opens_it_for_writing_at_the_last_moment_writes_the_chat(
    chat, monkeypatch, can_exchange
):
    """What they are about to write must not go into a backup that nobody reads."""
    opened = []

    def exchange_late(*paths):
        opened.append(chat.open("r+b"))
        return can_exchange and exchange(*paths)

    monkeypatch.setattr(saving, "exchange", exchange_late)
    with pytest.raises(ChangedOutsideError):
        files.save(chat, [b"mine"], files.read(chat)[1])
    with opened[0] as file:
        file.write(b"THEIR")
    assert chat.read_bytes() == b"THEIR\n"
    assert stat.S_IMODE(chat.stat().st_mode) == 0o644
    assert (names(chat), backups_of(chat)) == ([chat.name], [])


def test_where_files_cannot_change_places_a_late_write_is_put_back(chat, monkeypatch):
    def replace_late(made, target):
        if made.read_bytes() == b"mine":
            chat.write_bytes(b"THEIR\n")
        put_in_place(made, target)

    monkeypatch.setattr(saving, "exchange", lambda *_: False)
    monkeypatch.setattr(saving, "replace", replace_late)
    with pytest.raises(ChangedOutsideError):
        files.save(chat, [b"mine"], files.read(chat)[1])
    assert chat.read_bytes() == b"THEIR\n"
    assert (names(chat), backups_of(chat)) == ([chat.name], [])


_CALLS = ("write", "fsync", "fdatasync", "link", "fchmod", "rename")


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_disk_that_is_full_at_any_call_leaves_all_as_it_was(chat, monkeypatch, is_copied):
    """Or the save is whole: a folder that cannot be synced, or a name too many, is no fault."""
    if is_copied:
        monkeypatch.setattr(backups, "is_open_for_writing", lambda _: True)
    left = [0]

    def counted(call):
        def counting(*arguments, **named):
            left[0] -= 1
            if left[0] == -1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return call(*arguments, **named)

        return counting

    for name in _CALLS:
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    refused = 0
    for at in range(100):
        left[0] = 10**9
        before, contents = backups_of(chat), b"%d" % at
        _, known = files.read(chat)
        left[0] = at
        refusal, backup = saved_or_refused(chat, contents, known)
        if refusal:
            refused += 1
            assert "disk is full" in refusal
            assert joined_of(known) == chat.read_bytes()
            assert stat.S_IMODE(chat.stat().st_mode) == 0o644
            assert (chat.stat().st_nlink, backups_of(chat)) == (1, before)
        else:
            assert chat.read_bytes() == contents
            assert backup.read_bytes() == joined_of(known)
        assert names(chat) == [chat.name]
        if left[0] >= 0:
            break
    assert refused > 3
    assert left[0] >= 0, "all calls were met"


def saved_or_refused(chat, contents, known):
    try:
        return "", files.save(chat, [contents], known).backup
    except ChatFileError as error:
        return str(error), None


def joined_of(known):
    return b"".join(known.pieces)


def test_a_disk_that_takes_a_byte_at_a_time_gets_all(chat, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:1]))
    monkeypatch.setattr(backups, "is_open_for_writing", lambda _: True)
    backup = files.save(chat, [b"second"], files.read(chat)[1]).backup
    assert (chat.read_bytes(), backup.read_bytes()) == (b"second", b"first\n")


def test_a_save_that_was_killed_in_the_middle_leaves_no_backup_that_changes_with_the_chat(chat):
    """Whether right before the file was replaced, or before its backup was made private."""
    backup = files.save(chat, [b"second"]).backup
    backup.chmod(0o644)
    link = backup.with_name(backup.name.replace("000001", "000002"))
    link.hardlink_to(chat)
    end_adoptions(chat)
    assert [one.path for one in kept_backups(files.backup_folder(chat))] == [backup]
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert chat.read_bytes() == b"second"
