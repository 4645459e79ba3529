"""`gui` with files beside the chat, drawn without a display."""

import os
import subprocess
import sys

from inspector.__main__ import main
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


def test_a_lorebook_that_cannot_be_read_leaves_no_picture(chat, tmp_path, capsys):
    missing, picture = tmp_path / "missing.json", tmp_path / "x.png"
    asked = ["gui", str(chat), "--lorebook", str(missing), "--screenshot", str(picture)]
    assert main(asked) == 2
    assert capsys.readouterr().err == f"memory-inspector: {missing}: there is no such file\n"
    assert not picture.exists()


def test_a_present_that_is_no_time_is_refused(chat, tmp_path, capsys):
    picture = str(tmp_path / "x.png")
    assert main(["gui", str(chat), "--now", "later", "--screenshot", picture]) == 2
    assert "'later' is no time" in capsys.readouterr().err
