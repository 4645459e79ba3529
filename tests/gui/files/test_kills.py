"""A window that is killed keeps every edit that is older than 200 ms."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector import files
from inspector.files.unsaved import found_unsaved
from inspector.jsonbytes.pieces import joined
from inspector.loading import load, open_chat
from inspector.merging.chats import Take
from inspector.recovery import recovery_of

ROOT = Path(__file__).parents[3]
KEPT_WITHIN = 0.2


class Killed:
    """A window that edited until it was killed.

    Attributes:
        kept: the last edit that it said to be on the disk.
        due: the last edit that was older than 200 ms.
    """

    def __init__(self, path, wait):
        command = [sys.executable, "-m", "tests.gui.files.bench", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            lines = wait(process.stdout)
            killed = time.monotonic()
            process.kill()
            lines += process.stdout.read().split("\n")[:-1]
        told = [line.split() for line in lines]
        self.kept = max((int(one[1]) for one in told if one[0] == "kept"), default=0)
        edits = [(int(one[1]), float(one[2])) for one in told if one[0] == "edit"]
        self.due = max((one for one, at in edits if at <= killed - KEPT_WITHIN), default=0)


def assert_back(path, last):
    """The file, or what is brought back into it, has every edit up to a last one."""
    files.clean_up()
    left = [recovery_of(one).merged(otherwise=Take.MINE) for one in found_unsaved()]
    contents = joined(left[0].pieces) if left else path.read_bytes()
    document = load(contents, open_chat(path).on_disk).document
    for index in range(5):
        number = last - (last - index) % 5
        found = document.memories[index].summary
        assert number <= 0 or int(found.removeprefix("edit ")) >= number
    for one in found_unsaved():
        one.discard()


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.parametrize("times", [2, 13], ids=["before a save", "after one"])
def test_a_window_that_is_killed_keeps_what_it_had_brought_to_the_disk(sample, tmp_path, times):
    def until_kept(output):
        lines = []
        while sum(line.startswith("kept") for line in lines) < times:
            lines.append(output.readline().rstrip("\n"))
            assert lines[-1], "the window died by itself"
        return lines

    path = Path(shutil.copy(sample, tmp_path / "chat.jsonl"))
    killed = Killed(path, until_kept)
    assert killed.kept > 0
    assert_back(path, killed.kept)


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_window_that_is_killed_keeps_every_edit_older_than_200_ms(sample, tmp_path):
    chance, edits, timed = random.Random(2), 0, 0
    for turn in range(20):
        path = Path(shutil.copy(sample, tmp_path / f"chat {turn}.jsonl"))

        def a_while(output):
            first = output.readline().rstrip("\n")
            time.sleep(chance.uniform(0.2, 1.5))
            return [first]

        killed = Killed(path, a_while)
        # On a busy machine 200 ms are its own time; what was kept is back there as well.
        is_busy = os.getloadavg()[0] > os.cpu_count()
        timed += not is_busy
        assert_back(path, killed.kept if is_busy else max(killed.kept, killed.due))
        edits += killed.kept
    print(f"20 windows killed, {timed} of them by the clock, {edits} edits, 0 lost")
    assert edits > 100
