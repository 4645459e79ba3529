"""Two programs that save one file, and one that is killed while it saves."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector import files
from inspector.files.backups import kept_backups
from tests.files.writers import is_whole, whole

ROOT = Path(__file__).parents[2]


def writer(*arguments):
    command = [sys.executable, "-m", "tests.files.writers", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def save_beside_each_other(path, times):
    """Let two processes save one file; answers what both reported as written."""
    path.write_bytes(b"first\n")
    processes = [writer("count", path, times, name) for name in ("one", "other")]
    written = [process.communicate(timeout=500)[0].splitlines() for process in processes]
    assert all(process.returncode == 0 for process in processes)
    return [line for lines in written for line in lines]


def assert_nothing_lost(path, written):
    """Every line that was reported as written is there, once, and every state has its backup."""
    held = path.read_text().splitlines()
    assert held[0] == "first"
    assert sorted(held[1:]) == sorted(written)
    backups = kept_backups(files.backup_folder(path))
    contents = {backup.path.read_text() for backup in backups}
    states = ["".join(f"{line}\n" for line in held[:end]) for end in range(1, len(held))]
    assert contents == set(states)
    assert leftovers(path.parent) == []


def leftovers(folder):
    return [one.name for one in folder.iterdir() if one.name.startswith(".inspector-")]


def test_two_writers_lose_no_line_and_none_is_said_twice(tmp_path):
    path = tmp_path / "chat.jsonl"
    written = save_beside_each_other(path, 12)
    assert len(written) == 24
    assert_nothing_lost(path, written)


@pytest.mark.soak
def test_five_hundred_saves_of_two_writers_lose_no_line(tmp_path):
    path = tmp_path / "chat.jsonl"
    written = save_beside_each_other(path, 250)
    assert len(written) == 500
    assert_nothing_lost(path, written)


def kill_while_saving(path, size, chance):
    """Kill a process somewhere in its saves, and look at what is left."""
    path.write_bytes(whole(0, size))
    process = writer("for-ever", path, size)
    assert process.stdout.readline() == "begun\n"
    time.sleep(chance.uniform(0.0, 0.08))
    process.kill()
    process.wait()
    process.stdout.close()
    assert is_whole(path.read_bytes(), size)
    files.clean_up()
    assert leftovers(path.parent) == []
    folder = files.backup_folder(path)
    assert not list(folder.glob("*.partial"))
    for backup in kept_backups(folder):
        assert is_whole(backup.path.read_bytes(), size)
    data, known = files.read(path)
    files.save(path, (data, b"more"), known)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_save_that_is_killed_tears_nothing_and_leaves_nothing(tmp_path):
    chance = random.Random(7)
    for turn in range(4):
        kill_while_saving(tmp_path / f"chat {turn}.jsonl", 2_000_000, chance)


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_three_hundred_kills_tear_nothing_and_leave_nothing(tmp_path):
    chance = random.Random(11)
    for turn in range(300):
        kill_while_saving(tmp_path / f"chat {turn % 20}.jsonl", 2_000_000, chance)
