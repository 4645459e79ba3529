"""One way to write what was edited, which fails in one way only."""

import json
from dataclasses import replace

import pytest

from inspector.core.edits import SetField, apply
from inspector.core.errors import ChangedOutsideError, ChatFileError, EditError, InspectorError
from inspector.core.recap_edits import AddVersion, EditVersion, SetMessageRecap, UseVersion
from inspector.loading import open_chat
from inspector.lore_files import open_chronicle
from inspector.preferences import Preferences, preferences_file, save_preferences
from inspector.writing import write

RUNNING = "auto_recap_running_scene_recaps"
BIG = "9" * 500


def chat_at(tmp_path, metadata, message='{"name":"Mira","mes":"a"}'):
    """A chat in the place where SillyTavern would keep it, so that its name is known."""
    folder = tmp_path / "default-user" / "chats" / "Mira"
    folder.mkdir(parents=True)
    (tmp_path / "default-user" / "settings.json").write_text("{}")
    path = folder / "chat.jsonl"
    spelled = '{"chat_metadata":' + metadata + "}\n" + message
    path.write_text(spelled.replace("RUNNING", RUNNING).replace("BIG", BIG))
    return path


def lines_of(path):
    return [json.loads(line) for line in path.read_text().split("\n")]


@pytest.mark.parametrize(
    ("metadata", "message", "edit"),
    [
        ("null", '{"mes":"a"}', AddVersion("a", 1)),
        (
            "{}",
            '{"mes":"a","extra":{"auto_recap_memory":{"memory":"x","n":BIG}}}',
            SetMessageRecap(0, "y"),
        ),
        (
            "{}",
            '{"mes":"a","swipe_id":1,"swipe_info":[{},{}],'
            '"extra":{"auto_recap_memory":{"memory":"x","n":BIG}}}',
            SetMessageRecap(0, "y"),
        ),
        (
            '{"RUNNING":{"versions":[{"content":"x"}],"current_version":BIG}}',
            '{"mes":"a"}',
            AddVersion("a", 1),
        ),
        (
            '{"RUNNING":{"versions":[{"content":"x"},{"version":2}],"current_version":2}}',
            '{"mes":"a"}',
            UseVersion(0),
        ),
        (
            '{"RUNNING":{"versions":[{"content":"x"}],"current_version":2}}',
            '{"mes":"a"}',
            EditVersion(0, "y", 1),
        ),
        (
            '{"RUNNING":{"versions":[{"version":BIG,"content":"x"}]}}',
            '{"mes":"a"}',
            EditVersion(0, "y", 1),
        ),
    ],
)
def test_odd_recaps_are_written_as_json(tmp_path, metadata, message, edit):
    path = chat_at(tmp_path, metadata, message)
    chat = open_chat(path)
    write(chat, apply(chat.document, edit))
    assert len(lines_of(path)) == 2


def test_a_version_without_a_number_is_used_as_javascript_would_write_it(tmp_path):
    stored = '{"RUNNING":{"current_version":2,"versions":[{"content":"x"}]}}'
    path = chat_at(tmp_path, stored)
    chat = open_chat(path)
    write(chat, apply(chat.document, UseVersion(0)))
    assert lines_of(path)[0]["chat_metadata"][RUNNING] == {"versions": [{"content": "x"}]}


def test_the_document_of_another_file_is_not_written(tmp_path):
    memory = '{"openvault":{"memories":[{"id":"a","summary":"s"}]}}'
    one = open_chat(chat_at(tmp_path / "one", memory))
    other = open_chat(chat_at(tmp_path / "other", memory))
    before = one.path.read_bytes()
    edited = apply(other.document, SetField((0,), "importance", 5))
    with pytest.raises(EditError, match="not what was read from this file"):
        write(one, edited)
    assert one.path.read_bytes() == before


def test_whatever_nobody_foresaw_becomes_one_sentence(tmp_path):
    path = tmp_path / "events.json"
    path.write_text('[{"event_type":"a","summary":"b"}]')
    with pytest.raises(ChatFileError, match=r"was not expected \(\w+Error.*the file is as it was"):
        write(open_chronicle(path), object())


def test_a_header_that_is_no_json_is_not_written(tmp_path):
    path = chat_at(tmp_path, '{"a":NaN,"openvault":{"memories":[{"id":"a","summary":"s"}]}}')
    chat = open_chat(path)
    before = path.read_bytes()
    with pytest.raises(InspectorError, match=r"Line 1 .*NaN.*nothing was written"):
        write(chat, apply(chat.document, SetField((0,), "importance", 5)))
    assert path.read_bytes() == before


def test_the_limit_of_backups_is_a_preference(tmp_path):
    save_preferences(Preferences(backup_limit=0))
    path = chat_at(tmp_path, '{"openvault":{"memories":[{"id":"a","summary":"s"}]}}')
    backups = []
    for importance in (1, 2, 3):
        chat = open_chat(path)
        saved = write(chat, apply(chat.document, SetField((0,), "importance", importance)))
        backups.append(saved.backup)
    assert [backup.exists() for backup in backups] == [False, False, True]


def test_preferences_that_cannot_be_read_are_no_obstacle(tmp_path):
    preferences_file().parent.mkdir(parents=True)
    preferences_file().write_text("[" * 100_000)
    path = chat_at(tmp_path, '{"openvault":{"memories":[{"id":"a","summary":"s"}]}}')
    chat = open_chat(path)
    assert write(chat, apply(chat.document, SetField((0,), "importance", 5))).backup


@pytest.mark.parametrize("way", ["same", "link", "dots"])
def test_a_copy_over_the_file_itself_is_checked_like_any_save(tmp_path, way):
    path = chat_at(tmp_path, '{"openvault":{"memories":[{"id":"a","summary":"s"}]}}')
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    target = {"same": path, "link": link, "dots": path.parent / ".." / "Mira" / path.name}[way]
    chat = open_chat(path)
    edited = apply(chat.document, SetField((0,), "importance", 5))
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(ChangedOutsideError):
        write(chat, edited, target)
    chat = open_chat(path)
    edited = apply(chat.document, SetField((0,), "importance", 5))
    assert write(chat, edited, target).on_disk.path == path
    assert link.is_symlink()


ODD = {
    "ends of lines of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "mixed ends of lines": lambda data: data.replace(b"\n", b"\r\n", 3),
    "a last line break": lambda data: data + b"\n",
    "empty lines at the end": lambda data: data + b"\n\n\n",
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "a key twice": lambda data: data.replace(b'"importance":', b'"importance":9,"importance":', 1),
    "metadata twice": lambda data: data.replace(
        b'{"chat_metadata":', b'{"chat_metadata":{"a":1},"chat_metadata":', 1
    ),
    "white space": lambda data: b"  " + data.replace(b"\n", b"  \n\t"),
    "a zero byte": lambda data: data.replace(b"\n", b"\n\0\n", 1),
    "a line that is cut off": lambda data: data + b'\n{"mes":"cut',
    "bytes that are no text": lambda data: data + b'\n{"mes":"\xff\xfe"}',
}


@pytest.mark.parametrize("kind", ODD)
def test_an_edit_of_an_odd_file_changes_one_digit_and_undoing_it_gives_all_back(
    tmp_path, sample, kind
):
    path = tmp_path / "chat.jsonl"
    before = ODD[kind](sample.read_bytes())
    path.write_bytes(before)
    opened = open_chat(path)
    old = opened.document.memories[0].importance
    new = 1 if old != 1 else 2
    saved = write(opened, apply(opened.document, SetField((0,), "importance", new)))
    after = path.read_bytes()
    different = [index for index in range(len(before)) if before[index] != after[index]]
    assert len(after) == len(before)
    assert [after[index : index + 1] for index in different] == [str(new).encode()]
    write(replace(opened, on_disk=saved.on_disk), opened.document)
    assert path.read_bytes() == before
