"""The copy that is kept with the first unsaved edit becomes the backup of the save."""

import errno
import os
from dataclasses import replace
from shutil import copyfile

import platformdirs
import pytest

from inspector import files
from inspector.core.edits import SetField, apply
from inspector.core.errors import ChatFileError
from inspector.files import backups, saving
from inspector.files.backups import kept_backups
from inspector.files.unsaved import read_unsaved
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.loading import open_chat
from inspector.recovery import CHAT, chat_state, saved_state
from inspector.shipped import sample_chat
from inspector.writing import write


class Edited:
    """A chat that is edited and saved as a window does it."""

    def __init__(self, path):
        self.path, self.chat = path, open_chat(path)
        self.document = self.chat.document
        self.kept = UnsavedEdits(path, CHAT, self.chat.file.lines.pieces)
        self.steps = 0

    def edit(self):
        self.steps += 1
        self.document = apply(self.document, SetField((0,), "summary", f"edit {self.steps}"))
        states = chat_state(self.chat, self.document), saved_state(self.chat, self.document)
        self.kept.record([f"edit {self.steps}"], *states, self.chat.on_disk.pieces)

    def save(self, **named):
        saved = write(self.chat, self.document, copy=self.kept.copy, **named)
        self.chat = replace(self.chat, on_disk=saved.on_disk, saved=self.document)
        return saved


@pytest.fixture
def state(tmp_path, monkeypatch):
    folder = tmp_path / "state"
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda *_, **__: str(folder))
    return folder


@pytest.fixture
def work(state, tmp_path):
    return Edited(copyfile(sample_chat(), tmp_path / "chat.jsonl"))


def backups_of(work):
    return [one.path for one in kept_backups(files.backup_folder(work.path))]


def partials(work):
    return [one.name for one in files.backup_folder(work.path).iterdir() if "partial" in one.name]


def test_it_is_no_backup_before_the_save_and_is_written_once(work, state):
    former = work.path.read_bytes()
    os.utime(work.path, ns=(5_000, 7_000))
    work = Edited(work.path)
    work.edit()
    assert backups_of(work) == []
    assert files.total_size() == 0
    copy = work.kept.copy.path
    assert copy.is_relative_to(state)
    number = copy.stat().st_ino
    saved = work.save()
    assert backups_of(work) == [saved.backup]
    assert saved.backup.read_bytes() == former
    assert (saved.backup.stat().st_ino, saved.backup.stat().st_mtime_ns) == (number, 7_000)
    assert partials(work) == []
    work.kept.end()
    assert saved.backup.stat().st_nlink == 1
    assert list(state.rglob("*.*")) == []


def test_after_a_save_it_is_a_copy_of_what_was_saved(work):
    work.edit()
    work.save()
    work.kept.end()
    for _ in range(2):
        former = work.path.read_bytes()
        work.edit()
        work.edit()
        number = work.kept.copy.path.stat().st_ino
        saved = work.save()
        assert saved.backup.read_bytes() == former
        assert saved.backup.stat().st_ino == number
        work.kept.end()


def test_edits_that_are_made_during_a_save_are_kept_with_a_copy_of_what_it_wrote(work):
    work.edit()
    saved = work.save()
    work.edit()  # before what was kept is given up
    former = work.path.read_bytes()
    assert work.save().backup.read_bytes() == former != saved.backup.read_bytes()


def test_edits_that_are_given_up_leave_no_copy(work, state):
    work.edit()
    work.kept.end()
    assert list(state.rglob("*.*")) == []
    assert work.kept.copy is None
    assert backups_of(work) == []


@pytest.mark.parametrize("by_whom", ["written again", "another in its place", "gone"])
def test_a_copy_that_is_not_what_was_written_is_no_backup(work, by_whom):
    former = work.path.read_bytes()
    work.edit()
    copy = work.kept.copy.path
    if by_whom != "written again":
        copy.unlink()
    if by_whom != "gone":
        copy.write_bytes(b"x" * len(former))
    assert work.save().backup.read_bytes() == former
    assert partials(work) == []


def test_a_copy_of_other_contents_is_no_backup(work):
    work.edit()
    stale = work.kept.copy
    work.save()
    former = work.path.read_bytes()
    work.document = apply(work.document, SetField((1,), "summary", "another"))
    saved = write(work.chat, work.document, copy=stale)
    assert saved.backup.read_bytes() == former


def test_where_files_have_one_name_alone_the_save_makes_the_backup(work, monkeypatch):
    former = work.path.read_bytes()
    work.edit()

    def refuse(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(backups.Path, "hardlink_to", refuse)
    assert work.save().backup.read_bytes() == former
    assert partials(work) == []


def test_a_disk_without_room_for_it_keeps_the_edit_and_leaves_the_backup_to_the_save(
    work, monkeypatch
):
    work.edit()
    work.save()
    work.kept.end()
    former, refused = work.path.read_bytes(), []

    def full(descriptor, sync=os.fsync):
        if os.fstat(descriptor).st_size == len(former):
            refused.append(descriptor)
            raise OSError(errno.ENOSPC, "full")
        sync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        work.edit()
        work.edit()
    assert work.kept.copy is None
    assert len(refused) == 1, "it is not tried again with each edit"
    assert [one.name for one in work.kept.folder.iterdir() if "partial" in one.name] == []
    saved = work.save()
    assert saved.backup.read_bytes() == former


def test_a_save_that_fails_at_the_last_step_leaves_no_backup_and_what_is_unsaved_as_it_is(
    work, monkeypatch
):
    former = work.path.read_bytes()
    work.edit()

    def fail(*_):
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patched:
        patched.setattr(saving, "exchange", fail)
        with pytest.raises(ChatFileError):
            work.save()
    assert backups_of(work) == []
    assert partials(work) == []
    assert read_unsaved(work.kept.folder).origin() == former
    assert work.save().backup.read_bytes() == former


def test_saving_over_what_somebody_else_wrote_backs_that_up(work):
    work.edit()
    work.path.write_bytes(work.path.read_bytes() + b"\n{}")
    theirs = work.path.read_bytes()
    assert work.save(overwrite=True).backup.read_bytes() == theirs
