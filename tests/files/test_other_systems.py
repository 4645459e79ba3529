"""Files by the rules of Windows, of macOS, and of their disks, emulated on this system."""

import ctypes
import os
import re
import sys
from pathlib import Path

import pytest

from inspector import files
from inspector.files import disk, saving, unsaved_writing
from inspector.files.backups import kept_backups
from inspector.files.unsaved import folder_of, found_unsaved, running_folder
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.folders import data_folder
from inspector.preferences import Preferences, load_preferences, preferences_file, save_preferences

BAD_NAME = re.compile(
    r'.*[<>:"|?*\\\x00-\x1f].*|.*[. ]|(con|prn|aux|nul|com\d|lpt\d)(\..*)?', re.IGNORECASE
)


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b"first\n")
    return path


def in_use(path):
    error = PermissionError(13, "in use", str(path))
    error.winerror = 32
    return error


def refuse_open(*paths):
    """Refuse what this process has open."""
    for path in map(Path, paths):
        held = (one for one in Path("/proc/self/fd").iterdir() if one.exists())
        if path.exists() and any(one.samefile(path) for one in held):
            raise in_use(path)


@pytest.fixture
def windows(monkeypatch):
    """What is open keeps its name, folders cannot be opened, some names no file can have."""
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("which files are open cannot be seen here")
    replaced, removed, opened = os.replace, os.unlink, os.open

    def replace(made, target):
        refuse_open(made, target)
        assert not BAD_NAME.fullmatch(Path(target).name)
        replaced(made, target)

    def unlink(path, **more):
        refuse_open(path)
        removed(path, **more)

    def open_file(path, flags, mode=0o777, **more):
        found = Path(os.fsdecode(path))
        if found.is_dir():
            raise PermissionError(13, "this is a folder", str(path))
        assert not (flags & os.O_CREAT and BAD_NAME.fullmatch(found.name))
        return opened(path, flags, mode, **more)

    for name, rule in (("replace", replace), ("unlink", unlink), ("open", open_file)):
        monkeypatch.setattr(os, name, rule)
    for name in ("preadv", "posix_fadvise", "listxattr", "fchmod", "fchown"):
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.setattr(os, "kill", None)  # it would end the process that is asked for
    for module in (disk, saving):
        monkeypatch.setattr(module, "CHANGE_IS_TIMED", False)
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows")
def test_by_the_rules_of_windows_a_file_is_saved_backed_up_and_left_alone_by_locks(chat):
    first = files.save(chat, [b"second"], files.read(chat)[1])
    second = files.save(chat, [b"third"], first.on_disk)
    assert chat.read_bytes() == b"third"
    assert [one.path.read_bytes() for one in kept_backups(files.backup_folder(chat))] == [
        b"first\n",
        b"second",
    ]
    assert second.notes == ()
    assert list((data_folder() / "saving").iterdir()) == []
    assert [one.name for one in chat.parent.iterdir() if one.name.endswith(".tmp")] == []


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("compacted_above", [1, 1 << 20])
def test_by_the_rules_of_windows_unsaved_edits_are_kept_brought_back_and_taken_away(
    chat, monkeypatch, compacted_above
):
    monkeypatch.setattr(unsaved_writing, "_COMPACTED_ABOVE", compacted_above)
    keeper = UnsavedEdits(chat, "chat", (b"before\n",))
    keeper.record(["edit 0"], {"lines": 1}, {}, (b"before\n",))
    keeper.move((b"first\n",))
    for count in (1, 2):
        texts = [f"edit {number}" for number in range(count)]
        keeper.record(texts, {"lines": count}, {}, (b"first\n",))
    keeper._records.close()
    os.close(keeper._lock)
    (found,) = found_unsaved()
    assert (dict(found.state), found.origin()) == ({"lines": 2}, b"first\n")
    again = UnsavedEdits(chat, "chat", (b"first\n",))
    again.record(["another"], {"lines": 9}, {}, (b"first\n",))
    assert [dict(one.state) for one in found_unsaved()] == [{"lines": 2}], "set aside"
    again.end()
    assert not again.folder.exists()


class LibraryOfMacOs:
    """What this program calls of it: `renamex_np` with RENAME_SWAP, `copyfile` with ACL and XATTR.

    Args:
        copied: what `copyfile` answers.
    """

    def __init__(self, copied=0):
        self.copyfile = type("Call", (), {"__call__": lambda _, *given: self._copy(*given)})()
        self._copied = copied
        self.copies = []

    def renamex_np(self, one, other, flags):
        assert flags == 2
        first, second = (Path(os.fsdecode(path)) for path in (one, other))
        aside = first.rename(f"{first}.aside")
        second.rename(first)
        aside.rename(second)
        return 0

    def _copy(self, source, target, state, flags):
        assert (state, flags) == (None, 0b101)
        self.copies.append((source, Path(os.fsdecode(target)).read_bytes()))
        return self._copied


@pytest.mark.parametrize(
    ("copied", "notes"), [(0, ()), (-1, ("extended attributes could not be kept",))]
)
def test_macos_lets_files_change_places_and_copies_what_they_carry(
    chat, monkeypatch, copied, notes
):
    library = LibraryOfMacOs(copied)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: library)
    monkeypatch.setattr(sys, "platform", "darwin")
    saved = files.save(chat, [b"mine"], files.read(chat)[1])
    assert (chat.read_bytes(), saved.backup.read_bytes()) == (b"mine", b"first\n")
    assert library.copies == [(os.fsencode(chat), b"mine")]
    assert saved.notes == notes
    assert list(chat.parent.iterdir()) == [chat]


@pytest.fixture
def scanner(monkeypatch):
    """A virus scanner, which has each new file open for a moment."""
    seen, replaced = [], os.replace

    def replace(made, target):
        if made not in seen:
            seen.append(made)
            raise in_use(made)
        replaced(made, target)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(os, "rename", replace)
    monkeypatch.setattr("inspector.files.exchange._PAUSE", 0)
    return seen


def test_a_scanner_that_looks_into_new_files_hinders_no_backup(chat, scanner):
    saved = files.save(chat, [b"mine"], files.read(chat)[1])
    assert (chat.read_bytes(), saved.backup.read_bytes()) == (b"mine", b"first\n")
    assert any(str(one).endswith(".partial") for one in scanner)


def test_a_scanner_that_looks_into_new_files_hinders_no_preference(scanner):
    save_preferences(Preferences(theme="dark"))
    assert load_preferences().theme == "dark"
    assert len(scanner) == 1


def test_preferences_that_cannot_take_their_place_leave_nothing_beside(monkeypatch):
    def refuse(*_):
        raise OSError(28, "full")

    save_preferences(Preferences(theme="dark"))
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="full"):
        save_preferences(Preferences(theme="light"))
    assert [*preferences_file().parent.iterdir()] == [preferences_file()]


@pytest.mark.skipif(os.name == "nt", reason="such a path is too long there")
def test_two_windows_keep_edits_of_a_file_with_as_long_a_name_as_there_is(tmp_path):
    path = tmp_path / ("🐉" * 62 + ".jsonl")
    path.write_bytes(b"first\n")
    one, other = (UnsavedEdits(path, "chat", (b"first\n",)) for _ in range(2))
    one.record(["mine"], {"a": 1}, {}, (b"first\n",))
    other.record(["theirs"], {"a": 2}, {}, (b"first\n",))
    assert running_folder(path, [other.folder]) == one.folder
    one.end()
    other.end()


@pytest.fixture
def folding(monkeypatch):
    """A disk on which names that differ in case alone are names of one file, as of macOS."""
    status = os.lstat

    def lstat(path, **more):
        found = Path(os.fsdecode(path))
        listed = found.parent.iterdir() if found.parent.is_dir() else ()
        same = (one for one in listed if one.name.casefold() == found.name.casefold())
        return status(next(same, found), **more)

    monkeypatch.setattr(os, "lstat", lstat)
    monkeypatch.setattr(Path, "lstat", lstat)


@pytest.mark.usefixtures("folding")
def test_names_that_are_one_file_have_one_folder_of_backups_and_of_unsaved_edits(chat):
    other = chat.with_name("CHAT.jsonl")
    assert (files.backup_folder(other), folder_of(other)) == (
        files.backup_folder(chat),
        folder_of(chat),
    )


def test_names_that_differ_in_case_are_two_files_where_the_disk_says_so(chat):
    other = chat.with_name("CHAT.jsonl")
    other.write_bytes(b"other\n")
    if not other.samefile(chat):
        assert files.backup_folder(other) != files.backup_folder(chat)
    linked = chat.with_name("linked.jsonl")
    linked.hardlink_to(chat)
    assert files.backup_folder(linked) != files.backup_folder(chat)
