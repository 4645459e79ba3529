"""Verbs that write, while other programs write the same chat."""

import json
import re
from pathlib import Path
from shutil import copyfile

import pytest

from inspector.cli.command import run
from inspector.cli.writing import write
from inspector.core.edits import SetField, apply
from inspector.core.errors import ChangedOutsideError
from inspector.loading import OpenChat, open_chat
from inspector.shipped import sample_chat


@pytest.fixture
def chat(tmp_path: Path) -> OpenChat:
    path = tmp_path / "chat.jsonl"
    copyfile(sample_chat(), path)
    return open_chat(path)


def header(path: Path) -> dict[str, dict[str, object]]:
    return json.loads(path.read_bytes().splitlines()[0])


def test_what_was_appended_meanwhile_stays_and_the_edit_is_put_into_it(chat: OpenChat) -> None:
    document = apply(chat.document, SetField((3,), "importance", 1))
    more = chat.path.read_bytes() + b'\n{"name":"Robin","mes":"later","send_date":"x"}'
    chat.path.write_bytes(more)
    written = write(chat, document, None)
    assert written.notes == ("somebody else wrote the file meanwhile; what that changed stays",)
    after = open_chat(chat.path)
    assert after.document.memories[3].importance == 1
    assert len(after.document.chat) == len(chat.document.chat) + 1
    assert written.backup is not None
    assert written.backup.read_bytes() == more


def test_the_same_value_changed_by_two_is_refused(chat: OpenChat) -> None:
    other = open_chat(chat.path)
    write(other, apply(other.document, SetField((3,), "importance", 2)), None)
    before = chat.path.read_bytes()
    with pytest.raises(ChangedOutsideError, match="importance"):
        write(chat, apply(chat.document, SetField((3,), "importance", 1)), None)
    assert chat.path.read_bytes() == before


WRITING = {
    "set": ["{0}", "importance=1"],
    "set --where": ["--where", "importance == 3", "importance=2"],
    "new": ["--messages", "3..5", "summary=The mill is empty."],
    "split": ["{0}", "--at", "12"],
    "merge-memories": ["{0}", "{1}"],
    "delete": ["{0}"],
    "lint": ["--fix", "line-break"],
    "recap use": ["use", "1"],
    "recap add": ["add", "All is well."],
    "recap edit": ["edit", "1", "All is well."],
    "recap delete": ["delete", "1"],
}


@pytest.mark.parametrize("verb", WRITING)
def test_every_verb_that_writes_a_chat_rotates_its_mark_and_says_what_that_means(
    chat: OpenChat, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    mark = header(chat.path)["chat_metadata"]["integrity"]
    ids = [memory.id for memory in chat.document.memories]
    words = [word.format(*ids) for word in WRITING[verb]]
    assert run([verb.split(maxsplit=1)[0], str(chat.path), *words, "--rotate-integrity"]) == 0
    assert "a SillyTavern tab that still holds the old one asks" in capsys.readouterr().out
    after = header(chat.path)["chat_metadata"]["integrity"]
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", str(after))
    assert after != mark


@pytest.mark.parametrize("option", ["--rotate-integrity", "--dry-run", "--output=other.jsonl"])
@pytest.mark.parametrize("words", [["list"], ["show"], ["diff", "1", "2"]])
def test_what_only_reads_takes_no_option_of_writing(
    chat: OpenChat, capsys: pytest.CaptureFixture[str], words: list[str], option: str
) -> None:
    assert run(["recap", str(chat.path), *words, option]) == 2
    assert "writes nothing" in capsys.readouterr().err


def test_a_chat_without_a_mark_gets_none(
    chat: OpenChat, capsys: pytest.CaptureFixture[str]
) -> None:
    data = chat.path.read_bytes()
    mark = str(header(chat.path)["chat_metadata"]["integrity"])
    chat.path.write_bytes(data.replace(f'"integrity":"{mark}",'.encode(), b"", 1))
    before = chat.path.read_bytes()
    memory = chat.document.memories[0].id
    assert run(["set", str(chat.path), memory, "importance=1", "--rotate-integrity"]) == 2
    assert "no integrity mark to rotate" in capsys.readouterr().err
    assert chat.path.read_bytes() == before


@pytest.mark.parametrize("option", ["--dry-run", "--output=other.jsonl"])
def test_a_dry_run_refuses_what_could_not_be_written(make_chat, cli, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chat = make_chat([], {"auto_recap_running_scene_recaps": 5})
    assert "is no object or list" in cli("recap", chat, "add", "Rain.", option).refusal
