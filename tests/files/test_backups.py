"""Backups: whole, told apart, fewer the older they are, and never too many bytes."""

import errno
import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from inspector import files
from inspector.core.errors import ChatFileError
from inspector.files.backups import KeptBackup, exceeding, kept_backups, outdated, thin
from inspector.folders import data_folder

NOW = datetime(2026, 3, 4, 12, 30).astimezone()


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b"first\n")
    return path


def backups(path):
    return [one.path for one in kept_backups(files.backup_folder(path))]


def kept(*ages, size=1):
    """Backups of these ages, oldest first."""
    times = sorted(NOW - age for age in ages)
    return [KeptBackup(Path(str(number)), time, size) for number, time in enumerate(times)]


def ages_left(made, gone):
    lost = {one.path for one in gone}
    return [NOW - one.time for one in made if one.path not in lost]


def test_an_unchanged_save_makes_no_backup_and_leaves_the_file_alone(chat):
    _, known = files.read(chat)
    before = chat.stat()
    saved = files.save(chat, [b"fir", b"st\n"], known)
    assert saved.backup is None
    assert (chat.stat().st_ino, chat.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert backups(chat) == []


def test_an_unchanged_save_still_sees_what_somebody_else_wrote(chat):
    _, known = files.read(chat)
    chat.write_bytes(b"other\n")
    os.utime(chat, ns=(known.modified, known.modified))
    with pytest.raises(ChatFileError, match="somebody else wrote"):
        files.save(chat, [b"first\n"], known)


@pytest.mark.parametrize("call", ["fsync", "write"])
def test_a_failed_save_leaves_no_backup(chat, monkeypatch, call):
    _, known = files.read(chat)
    files.save(chat, [b"second"], known)
    before = backups(chat)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(ChatFileError, match="disk is full"):
            files.save(chat, [b"third"])
    assert backups(chat) == before
    assert sorted(files.backup_folder(chat).iterdir()) == before
    assert list(chat.parent.iterdir()) == [chat]
    assert chat.read_bytes() == b"second"


def test_a_save_that_fails_at_the_last_step_leaves_no_backup(chat, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr("inspector.files.saving.exchange", refuse)
    with pytest.raises(ChatFileError, match="permission is missing; the file is as it was"):
        files.save(chat, [b"second"])
    assert list(files.backup_folder(chat).iterdir()) == []
    assert chat.read_bytes() == b"first\n"


def test_a_backup_has_the_time_of_what_it_holds(chat):
    os.utime(chat, ns=(5_000_000_000, 5_000_000_000))
    assert files.save(chat, [b"x"]).backup.stat().st_mtime_ns == 5_000_000_000


def test_a_backup_that_finds_its_name_taken_takes_another(chat):
    first = files.save(chat, [b"second"]).backup
    number = int(first.name.split(" ")[0])
    for later in range(60):
        stamp = (datetime.now().astimezone() + timedelta(seconds=later)).strftime(
            "%Y-%m-%d %H.%M.%S"
        )
        name = f"{number + 1:06d} {stamp} {chat.name}.partial"
        first.with_name(name).write_bytes(b"of another program")
    second = files.save(chat, [b"third"]).backup
    assert int(second.name.split(" ")[0]) > number
    assert (first.read_bytes(), second.read_bytes()) == (b"first\n", b"second")


@pytest.mark.parametrize(
    "name", ["é" * 125 + ".json", "x" * 249 + ".jsonl", "🐉" * 62 + ".jsonl"], ids=["é", "x", "🐉"]
)
def test_a_name_of_255_bytes_saves(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"first")
    backup = files.save(path, [b"x"], files.read(path)[1]).backup
    assert (path.read_bytes(), backup.read_bytes()) == (b"x", b"first")
    assert backup.name.encode()


def test_no_backup_has_a_path_that_is_too_long_for_windows(tmp_path):
    """There the data folder's own path takes some 60 of 259 letters."""
    path = tmp_path / ("x" * 249 + ".jsonl")
    files.save(path, [b"first"])
    made = files.save(path, [b"second"]).backup
    assert made.name.endswith("x.jsonl")
    assert len(f"{made.relative_to(data_folder())}.partial") < 200


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="names are Unicode")
def test_a_name_that_is_no_utf8_saves(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff\xfe" * 120 + b".jsonl")
    path.write_bytes(b"first")
    assert files.save(path, [b"x"]).backup.read_bytes() == b"first"


def test_all_of_the_last_hour_stay():
    made = kept(*(timedelta(seconds=70 * step) for step in range(50)))
    assert outdated(made, NOW) == []


def test_then_one_an_hour_one_a_day_and_one_a_week():
    made = kept(*(timedelta(minutes=10 * step) for step in range(6 * 24 * 90)))
    left = ages_left(made, outdated(made, NOW))
    assert left[0] == max(NOW - one.time for one in made), "the first of all stays"
    hour, day, month = timedelta(hours=1), timedelta(days=1), timedelta(days=30)
    assert len([age for age in left if age <= hour]) == 7
    assert len([age for age in left if hour < age <= day]) == 24
    assert 29 <= len([age for age in left if day < age <= month]) <= 31
    assert 8 <= len([age for age in left if age > month]) <= 10


def test_the_first_backup_of_an_hour_stays_for_it():
    made = kept(timedelta(hours=2, minutes=20), timedelta(hours=2, minutes=10), timedelta(0))
    assert outdated(made, NOW) == [made[1]]


def test_the_latest_stays_however_old():
    made = kept(timedelta(days=50, minutes=2), timedelta(days=50, minutes=1), timedelta(days=50))
    assert outdated(made, NOW) == [made[1]]


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(days=-365)])
def test_a_clock_that_jumps_a_year_takes_no_backup_of_the_last_hour(jump):
    made = kept(*(timedelta(minutes=step) for step in range(50)))
    assert outdated(made, NOW + jump) == []
    after = replace(made[-1], time=NOW + jump + timedelta(minutes=1))
    assert outdated([*made, after], NOW + jump + timedelta(minutes=2)) == []


def test_thinning_again_takes_nothing_more():
    made = kept(*(timedelta(minutes=17 * step) for step in range(900)))
    gone = outdated(made, NOW)
    assert outdated([one for one in made if one not in gone], NOW) == []


def test_over_the_limit_the_first_and_the_latest_stay_longest():
    made = kept(*(timedelta(minutes=step) for step in range(50)), size=100)
    gone = list(exceeding([made], 1000, NOW))
    left = [one for one in made if one not in gone]
    assert len(left) == 10
    assert (left[0], left[-1]) == (made[0], made[-1])


def test_the_limit_holds_for_all_files_together(chat, tmp_path):
    other = tmp_path / "other.jsonl"
    for path in (chat, other):
        path.write_bytes(b"0" * 1000)
        for step in range(5):
            files.save(path, [str(step).encode() * 1000], backup_limit=6000)
    assert files.total_size() <= 6000
    assert backups(other)[-1].read_bytes() == b"3" * 1000


def test_the_backup_just_made_stays_even_beyond_the_limit(chat):
    files.save(chat, [b"second"], backup_limit=0)
    backup = files.save(chat, [b"third"], backup_limit=0).backup
    assert backups(chat) == [backup]


def test_other_files_in_the_folder_of_backups_are_left_alone(chat):
    folder = files.backup_folder(chat)
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("mine")
    (folder / "000009 no time").write_text("mine")
    files.save(chat, [b"x"])
    thin(chat, 0, NOW + timedelta(days=400))
    assert {"notes.txt", "000009 no time"} <= {one.name for one in folder.iterdir()}


def test_chats_of_one_name_have_backup_folders_of_their_own(tmp_path):
    one, other = tmp_path / "one" / "chat.jsonl", tmp_path / "other" / "chat.jsonl"
    assert files.backup_folder(one) != files.backup_folder(other)
