"""`gui` with files beside the chat, drawn without a display."""

import os
import subprocess
import sys

from tests.gui.panels.lore.desk import WORLD


def draw(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "inspector", "gui", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=False,
    )


def test_lore_is_opened_beside_the_chat_and_drawn(chat, world, story, tmp_path):
    picture = tmp_path / "lore.png"
    beside = ("--lorebook", world, "--chronicle", story, "--now", "2025-09-01T00:00:00Z")
    done = draw(chat, *beside, "--ruleset", "scribe/design", "--show", "lore",
                "--screenshot", picture)  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"drew {picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert world.read_bytes() == WORLD


def test_a_lorebook_that_cannot_be_read_is_named_in_one_line(chat, tmp_path):
    missing = tmp_path / "missing.json"
    done = draw(chat, "--lorebook", missing, "--screenshot", tmp_path / "x.png")
    assert done.returncode == 2
    assert f"{missing}: there is no such file" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "x.png").exists()


def test_a_present_that_is_no_time_is_refused(chat, tmp_path):
    done = draw(chat, "--now", "later", "--screenshot", tmp_path / "x.png")
    assert done.returncode == 2
    assert "'later' is no time" in done.stderr
