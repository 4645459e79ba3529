"""A backup beside the chat as it is, and values of it put back."""

import json
from shutil import copyfile

import pytest

from inspector.core.edits import RotateIntegrity, SetField, SetHidden, apply
from inspector.core.errors import InspectorError
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.merging.restoring import compared_backup
from inspector.shipped import sample_chat


@pytest.fixture
def backup(tmp_path):
    return copyfile(sample_chat(), tmp_path / "backup.jsonl")


@pytest.fixture
def edited(tmp_path):
    """A chat, and what became of it since the backup."""
    chat = open_chat(copyfile(sample_chat(), tmp_path / "chat.jsonl"))
    document = chat.document
    for edit in (
        SetField((3,), "importance", 1),
        SetField((4,), "summary", "Another wording."),
        SetHidden((2,), hidden=False),
        RotateIntegrity("new-mark"),
    ):
        document = apply(document, edit)
    return chat, document


def test_what_differs_is_counted_without_the_mark(edited, backup):
    found = compared_backup(*edited, backup)
    assert found.summary == "2 memories, 1 message"
    assert len(found.found) == 3


def test_one_value_alone_is_restored_and_all_other_bytes_stay(edited, backup):
    chat, document = edited
    found = compared_backup(chat, document, backup)
    (wanted,) = [one for one in found.found if "importance" in one.value.path]
    importance = chat.document.memories[3].importance
    expected = apply(document, SetField((3,), "importance", importance))
    restored = joined(found.restored([wanted.key]).pieces)
    assert restored == joined(chat.contents(expected))


def test_all_is_restored_but_the_mark_stays_new(edited, backup):
    chat, document = edited
    found = compared_backup(chat, document, backup)
    restored = joined(found.restored([one.key for one in found.found]).pieces)
    expected = apply(chat.document, RotateIntegrity("new-mark"))
    assert restored == joined(chat.contents(expected))


def test_messages_that_came_since_go_only_if_they_are_meant(edited, backup):
    chat, _ = edited
    reply = json.dumps({"name": "Rufus", "mes": "Later.", "send_date": "z"}).encode()
    with chat.path.open("ab") as file:
        file.write(b"\n" + reply)
    longer = open_chat(chat.path)
    found = compared_backup(longer, longer.document, backup)
    assert found.summary == "1 message"
    assert reply in joined(found.restored([]).pieces)
    gone = joined(found.restored([found.found[0].key]).pieces)
    assert reply not in gone
    assert gone.strip() == backup.read_bytes().strip()


def test_a_backup_of_the_same_has_nothing_to_restore(edited, backup):
    chat, _ = edited
    found = compared_backup(chat, chat.document, backup)
    assert found.summary == "nothing differs"
    assert not found.found


def test_a_damaged_backup_is_refused_in_words(edited, tmp_path):
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"\0\1")
    with pytest.raises(InspectorError, match=r"damaged\.jsonl"):
        compared_backup(*edited, damaged)
