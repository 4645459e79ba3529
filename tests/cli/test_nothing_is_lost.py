"""Whatever a verb writes besides a chat: nothing that stood there is lost, and nothing is half."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.__main__ import main
from inspector.files import saving


@pytest.fixture
def full_disk():
    """A disk that takes the name of a file, and no byte of it, until that is undone."""

    def refuse(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saving, "_filled", refuse)
        yield patch


@pytest.mark.parametrize("option", ["--card", "--lorebook", "--check", "--settings"])
def test_a_picture_never_takes_the_place_of_what_is_read(sample, tmp_path, option, capsys):
    read = tmp_path / "read.png"
    read.write_bytes(b"somebody's work")
    for arguments in ([str(sample), option, str(read)], [str(read)]):
        assert main(["gui", *arguments, "--screenshot", str(read)]) == 2
        assert "no place for a picture" in capsys.readouterr().err
    assert read.read_bytes() == b"somebody's work"


def test_a_picture_with_a_name_that_no_file_can_have_is_refused_in_one_line(sample, capsys):
    name = f"{'a' * 300}.png"
    assert main(["gui", str(sample), "--screenshot", name]) == 2
    assert capsys.readouterr().err == f"memory-inspector: {name}: the name is too long\n"


def test_a_picture_with_a_name_of_no_picture_leaves_the_file_as_it_was(sample, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"a year of writing\n")
    drawn = subprocess.run(
        [sys.executable, "-m", "inspector", "gui", str(sample), "--screenshot", str(other)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (drawn.returncode, drawn.stdout) == (2, "")
    assert drawn.stderr == (
        f"memory-inspector: {other}: this name is none of a picture, as window.png is\n"
    )
    assert other.read_bytes() == b"a year of writing\n"


def test_a_baseline_stays_where_the_disk_is_full(cli, sample, tmp_path, full_disk):
    known = tmp_path / "known.json"
    known.write_text('{"version": 1, "chats": {}}')
    refused = cli("lint", sample, "--write-baseline", known)
    assert refused.status == 2
    assert refused.error.endswith("the disk is full; the file is as it was\n")
    assert known.read_text() == '{"version": 1, "chats": {}}'


def test_a_sample_for_which_there_was_no_room_is_made_later(cli, tmp_path, full_disk):
    folder = tmp_path / "try"
    folder.mkdir()
    (folder / "lorebook.json").write_text("mine")
    assert cli("sample", folder).status == 2
    full_disk.undo()
    assert not (folder / "chat.jsonl").exists()
    made = cli("sample", folder)
    assert made.status == 0
    assert f"{folder / 'lorebook.json'}: this is there already and left alone" in made.output
    assert (folder / "lorebook.json").read_text() == "mine"
    assert (folder / "chat.jsonl").stat().st_size > 100_000


def test_nothing_is_written_that_could_not_be_told(sample, tmp_path, monkeypatch, capfd):
    chat = tmp_path / "chat.jsonl"
    chat.write_bytes(sample.read_bytes())
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["set", str(chat), "event_1787518180394_0", "importance+=1"]) == 2
    assert "standard output is closed" in capfd.readouterr().err
    assert chat.read_bytes() == sample.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_what_was_written_is_said_where_the_answer_has_no_room(sample, tmp_path):
    chat = tmp_path / "chat.jsonl"
    chat.write_bytes(sample.read_bytes())
    edit = ["set", str(chat), "event_1787518180394_0", "importance+=1"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "inspector", *edit],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert f"standard output: No space left on device; wrote {chat}; backup: " in done.stderr
    assert done.stderr.count("\n") == 1
    assert chat.read_bytes() != sample.read_bytes()


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--excluded-count=-1", "is no number of scenes"),
        ("--scene-count=１", "is no number of scenes"),
        ("--scene=-3", "is no number of a message"),
        ("--scene=1_0", "is no number of a message"),
        (f"--excluded-count={10**20}", "is no number of scenes"),
    ],
)
def test_a_version_has_counts_and_reaches_to_a_message(cli, sample, tmp_path, option, words):
    chat = tmp_path / "chat.jsonl"
    chat.write_bytes(sample.read_bytes())
    assert words in cli("recap", chat, "add", "x", option).refusal
    assert chat.read_bytes() == sample.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("stability", "CHAT", f"--last={'9' * 5000}"),
        ("stability", "CHAT", f"--what-if=openvault=chat:{'9' * 5000}"),
        ("listen", "--to", "http://127.0.0.1:1", f"--port={'9' * 5000}"),
        ("sum-up", "CHAT", "--most-tokens=-5"),
        ("enrich", "CHAT", "--context=1e3"),
    ],
)
def test_a_wrong_number_is_refused_in_words(cli, sample, arguments):
    words = [str(sample) if one == "CHAT" else one for one in arguments]
    refusal = cli(*words).refusal
    assert "invalid" not in refusal
    assert "is no " in refusal
