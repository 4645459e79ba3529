"""Verbs that write, while other programs write the same chat."""

import json
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


def test_the_integrity_mark_is_rotated_where_that_is_wanted(
    chat: OpenChat, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = header(chat.path)["chat_metadata"].get("integrity")
    memory = chat.document.memories[0].id
    assert run(["set", str(chat.path), memory, "importance=1", "--rotate-integrity"]) == 0
    after = header(chat.path)["chat_metadata"]["integrity"]
    assert mark
    assert after != mark
    assert run(["recap", str(chat.path), "use", "1", "--rotate-integrity"]) == 0
    assert header(chat.path)["chat_metadata"]["integrity"] != after
    capsys.readouterr()
