"""A window that is killed keeps every edit that is older than 200 ms."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector import files
from inspector.files.unsaved import found_unsaved
from inspector.loading import load, open_chat
from inspector.merging.chats import Take
from inspector.recovery import recovery_of

ROOT = Path(__file__).parents[3]
KEPT_WITHIN = 0.2


def kill_window(path, seconds):
    """Kill a window while it edits; answers the last edit that has to be kept."""
    command = [sys.executable, "-m", "tests.gui.files.bench", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        time.sleep(seconds)
        killed = time.monotonic()
        process.send_signal(signal.SIGKILL)
        lines = [first, *process.stdout.read().splitlines()]
    edits = [line.split() for line in lines if len(line.split()) == 2]
    return max(
        (int(number) for number, at in edits if float(at) <= killed - KEPT_WITHIN), default=0
    )


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_window_that_is_killed_keeps_every_edit_older_than_200_ms(sample, tmp_path):
    if os.getloadavg()[0] > os.cpu_count():
        pytest.skip("the machine is busy with other things, and 200 ms are its own time")
    chance, edits = random.Random(2), 0  # noqa: S311
    for turn in range(20):
        path = Path(shutil.copy(sample, tmp_path / f"chat {turn}.jsonl"))
        last = kill_window(path, chance.uniform(0.2, 1.5))
        files.clean_up()
        left = [recovery_of(one).merged(otherwise=Take.MINE) for one in found_unsaved()]
        contents = b"".join(left[0].pieces) if left else path.read_bytes()
        document = load(contents, open_chat(path).on_disk).document
        for index in range(5):
            number = last - (last - index) % 5
            found = document.memories[index].summary
            assert number <= 0 or int(found.removeprefix("edit ")) >= number
        for one in found_unsaved():
            one.discard()
        edits += last
    print(f"20 windows killed, {edits} edits older than 200 ms, 0 lost")
    assert edits > 100
