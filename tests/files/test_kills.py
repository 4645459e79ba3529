"""A program that is killed while it edits, saves and merges loses no edit that it had kept."""

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pytest

from inspector import files
from inspector.files.backups import kept_backups
from inspector.files.unsaved import found_unsaved
from inspector.jsonbytes.pieces import joined
from inspector.loading import load, open_chat
from inspector.lore_files import open_lorebook
from inspector.merging.chats import Take
from inspector.recovery import CHAT, LORE, recovery_of
from inspector.shipped import sample_chat, shipped
from tests.files.editing import ENTRIES, MEMORIES, sum_of
from tests.server.loopback import ROBIN, running, user_folder

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no such signal")


class Kills:
    """Starts programs that work beside a SillyTavern, kills them, and looks at what is left."""

    def __init__(self, folder, chance, server):
        user = folder / "data" / "default-user"
        self.chat = user / "chats" / ROBIN / "Robin - 1.jsonl"
        self.lore = user / "worlds" / "Mill.json"
        self.log = folder / "log"
        self.chance, self.server = chance, server
        self.edits = self.saves = self.drafts = 0
        command = [sys.executable, "-m", "tests.files.editing", str(folder / "state")]
        self.starter = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def end(self):
        self.starter.stdin.close()
        assert self.starter.wait(120) == 0
        self.starter.stdout.close()

    def kill_one(self, turn):
        """Kill a program somewhere: after some lines of its log, however long these take."""
        process = self._start({"seed": turn})
        lines = self.chance.randrange(1, 24)
        self._wait_until(lambda: len(self.log.read_bytes().splitlines()) >= lines)
        # Anywhere in what comes next, wherever that is on a machine of this speed.
        time.sleep(self.chance.uniform(0.0, 0.02))
        os.kill(process, signal.SIGKILL)
        self._take_end()

    def kill_at(self, step):
        """Kill a program right before a step; answers whether it had that many."""
        self._start({"seed": 0, "kill_at": step})
        return "finished" not in self._take_end()

    def _start(self, turn):
        shutil.copyfile(sample_chat(), self.chat)
        (lorebook,) = shipped().joinpath("samples").glob("*lorebook.json")
        shutil.copyfile(lorebook, self.lore)
        self.log.unlink(missing_ok=True)
        named = {"chat": self.chat, "lore": self.lore, "log": self.log}
        wanted = {**{key: str(path) for key, path in named.items()}, **turn}
        self.starter.stdin.write(json.dumps(wanted) + "\n")
        self.starter.stdin.flush()
        process = int(self.starter.stdout.readline())
        self._wait_until(lambda: self.log.exists() and "begun" in self.log.read_text())
        return process

    def _take_end(self):
        assert self.starter.stdout.readline() == "ended\n"
        self._wait_until(lambda: self.server.active == 0)
        lines = self.log.read_text().split("\n")[:-1]
        self._inspect(lines)
        return lines

    def _wait_until(self, condition):
        until = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < until
            time.sleep(0.002)

    def _inspect(self, lines):
        files.clean_up()
        assert [one.name for one in self.chat.parent.iterdir() if ".inspector" in one.name] == []
        for path, begun, ended in ((self.chat, "version", "done"), (self.lore, "book", "kept")):
            assert sum_of((path.read_bytes(),)) in right_versions(lines, begun, ended, path)
            for backup in kept_backups(files.backup_folder(path)):
                assert backup.path.stat().st_size > 0
        self.saves += lines.count("done") + lines.count("kept")
        left = found_unsaved()
        assert len({one.path for one in left}) == len(left) <= 2
        kept = {
            one.kind: recovery_of(one).merged(otherwise=Take.MINE) for one in left if one.has_edits
        }
        self._look_at_chat(
            lines, kept.get(CHAT), [draft.text for one in left for draft in one.drafts]
        )
        self._look_at_lore(lines, kept.get(LORE))
        for one in left:
            one.discard()

    def _look_at_chat(self, lines, merged, drafts):
        on_disk = open_chat(self.chat)
        contents = self.chat.read_bytes() if merged is None else joined(merged.pieces)
        back = load(contents, on_disk.on_disk).document
        assert len(back.chat) >= len(on_disk.document.chat), "what others wrote stays"
        words = [memory.summary for memory in back.memories]
        self.edits += assert_kept(numbers(lines, "edit"), words, "edit", MEMORIES)
        if lines and lines[-1].startswith("draft "):
            typed = lines[-1].replace("draft", "edit")
            assert typed in (*drafts, *words), "it is what was typed, or an edit by now"
            self.drafts += 1

    def _look_at_lore(self, lines, merged):
        if merged is not None:
            self.lore.write_bytes(joined(merged.pieces))
        words = [entry.content for entry in open_lorebook(self.lore).lore.items]
        self.edits += assert_kept(numbers(lines, "lore"), words, "lore", ENTRIES)


def numbers(lines, word):
    return [int(line.split()[1]) for line in lines if line.startswith(f"{word} ")]


def right_versions(lines, begun, ended, path):
    """What a file may hold: its last whole version, or the one that was just being written."""
    source = sample_chat() if path.suffix == ".jsonl" else None
    (lorebook,) = shipped().joinpath("samples").glob("*lorebook.json")
    last = hashlib.sha256((source or lorebook).read_bytes()).hexdigest()
    coming = None
    for line in lines:
        word, _, found = line.partition(" ")
        if word == begun:
            coming = found
        elif word == ended:
            last, coming = coming, None
    return {last, coming}


def assert_kept(acknowledged, words, word, places):
    """Each place holds the last edit of it that was acknowledged, or the one after."""
    last = acknowledged[-1] if acknowledged else -1
    for index in range(places):
        number = last - (last - index) % places
        following = f"{word} {number + places}"
        assert number < 0 or words[index] in (f"{word} {number}", following)
    return len(acknowledged)


@contextmanager
def kills(folder, seed):
    user = user_folder(folder)
    with running(user.parent) as server:
        server.write_config()
        made = Kills(folder, random.Random(seed), server)
        try:
            yield made
        finally:
            made.end()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    state = tmp_path / "state"
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda *_, **__: str(state))
    return tmp_path


def test_a_program_that_is_killed_loses_no_edit_that_it_had_kept(folder):
    with kills(folder, 3) as made:
        for turn in range(8):
            made.kill_one(turn)
    assert made.edits > 8


def kill_at_each(folder, steps):
    with kills(folder, 1) as made:
        found = [made.kill_at(step) for step in steps]
    assert found[0]
    assert found[-1] is False, "all steps were met"
    return found.index(False)


def test_a_kill_right_before_steps_here_and_there_loses_nothing(folder):
    assert kill_at_each(folder, [*range(7, 300, 29), 10_000]) >= 8


@pytest.mark.soak
def test_a_kill_right_before_each_step_loses_nothing(folder):
    print(f"killed before each of {kill_at_each(folder, range(500))} steps, 0 lost")


@pytest.mark.soak
def test_a_thousand_kills_lose_no_edit(folder):
    with kills(folder, 5) as made:
        for turn in range(1000):
            made.kill_one(turn)
            if turn % 20 == 0:
                shutil.rmtree(files.backups_folder(), ignore_errors=True)
    print(
        f"1,000 kills, {made.edits:,} edits, {made.drafts:,} of them with something typed, "
        f"{made.saves:,} versions written, 0 lost"
    )
    assert made.edits > 1_000
    assert made.saves > 300
