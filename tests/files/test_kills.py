"""A program that is killed while it edits, saves and merges loses no edit that it had kept."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copyfile

import pytest

from inspector import files
from inspector.files import unsaved
from inspector.files.unsaved import found_unsaved
from inspector.loading import load, open_chat
from inspector.merging.chats import Take
from inspector.recovery import recovery_of
from inspector.shipped import sample_chat
from tests.files.editing import MEMORIES

ROOT = Path(__file__).parents[2]


def kill_while_editing(folder, chance, turn):
    """Kill a program somewhere, and see that chat and edits are whole."""
    path, state = folder / "chat.jsonl", folder / "state"
    copyfile(sample_chat(), path)
    command = [sys.executable, "-m", "tests.files.editing", str(path), str(state), str(turn)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(chance.uniform(0.0, 0.6))
        process.send_signal(signal.SIGKILL)
        lines = process.stdout.read().split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL, "it did not end by itself"
    files.clean_up()
    edits = [int(line.removeprefix("edit ")) for line in lines if line.startswith("edit ")]
    on_disk = open_chat(path)
    left = [recovery_of(one) for one in found_unsaved()]
    assert len(left) <= 1
    merged = left[0].merged(otherwise=Take.MINE) if left else None
    contents = path.read_bytes() if merged is None else b"".join(merged.pieces)
    back = load(contents, on_disk.on_disk).document
    assert len(back.chat) >= len(on_disk.document.chat), "what others wrote stays"
    assert len(on_disk.document.chat) >= 160 + lines.count("written")
    last = edits[-1] if edits else -1
    for memory in range(MEMORIES):
        number = last - (last - memory) % MEMORIES
        words = back.memories[memory].summary
        following = f"edit {number + MEMORIES}"
        assert number < 0 or words in (f"edit {number}", following)
    for one in found_unsaved():
        one.discard()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    state = tmp_path / "state"
    monkeypatch.setattr(unsaved.platformdirs, "user_state_dir", lambda *_, **__: str(state))
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_program_that_is_killed_loses_no_edit_that_it_had_kept(folder):
    chance = random.Random(3)  # noqa: S311
    for turn in range(4):
        kill_while_editing(folder, chance, turn)


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_thousand_kills_lose_no_edit(folder):
    chance = random.Random(5)  # noqa: S311
    for turn in range(1000):
        kill_while_editing(folder, chance, turn)
