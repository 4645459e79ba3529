"""What merged by itself is listed by what it concerns."""

import pytest

from inspector.core.decoded import names
from inspector.core.edits import ChangeNames, SetField, apply
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.merging.chats import differences, merge_chats
from inspector.merging.merged_rows import JoinedName, merged_rows
from inspector.systems import read_any_chat


@pytest.fixture
def chat(sample):
    return open_chat(sample)


def edited(chat, *edits):
    document = chat.document
    for edit in edits:
        document = apply(document, edit)
    return document


def rows_of(chat, theirs, mine, more=b""):
    def read(document):
        return read_any_chat(joined(chat.contents(document)).rstrip(b"\n") + more, "x")

    first = read_any_chat(chat.file.lines.data, "x")
    hers = read(theirs)
    own = read_any_chat(joined(chat.contents(mine)), "x")
    merged = merge_chats(first, hers, own)
    return {row.title: row for row in merged_rows(merged, differences(first, hers), mine, 500).rows}


def test_a_list_of_names_is_joined_name_by_name(chat):
    odd = 'Ada, "the Owl" 灯🗝'
    held = names(chat.document.memories[45].record["witnesses"])
    theirs = edited(chat, ChangeNames((45,), "witnesses", add=(odd,)))
    mine = edited(chat, ChangeNames((45,), "witnesses", add=("Céline",), remove=(held[0],)))
    row = rows_of(chat, theirs, mine)["Memory 45"]
    assert row.side == "both"
    assert set(row.names) == {
        *(JoinedName(one) for one in held[1:]),
        JoinedName(held[0], "mine", is_gone=True),
        JoinedName("Céline", "mine"),
        JoinedName(odd, "theirs"),
    }
    assert rows_of(chat, theirs, mine)["Known events"].note == "follow the witnesses"


def test_messages_come_first_and_are_counted(chat):
    line = b'\n{"name": "Nell", "is_user": true, "mes": "%s", "send_date": "%s"}'
    mine = edited(chat, SetField((19,), "summary", "Shorter."), SetField((19,), "importance", 5))
    found = rows_of(chat, chat.document, mine, line % (b"So.", b"1") + line % (b"Yes.", b"2"))
    assert next(iter(found)) == "Messages"
    length = len(chat.document.chat)
    assert found["Messages"].words == f"added: {length} Nell, {length + 1} Nell"
    assert found["Messages"].note == "+2 messages"
    assert found["Memory 19"].side == "mine"
    assert "“Shorter.”" in found["Memory 19"].words
    assert set(found["Memory 19"].note.split(", ")) == {"summary", "importance"}
    assert found["Memory 19"].memory == chat.document.memories[19].id


def test_what_both_changed_is_in_no_row(chat):
    theirs = edited(chat, SetField((3,), "summary", "One."))
    mine = edited(chat, SetField((3,), "summary", "Two."))
    assert rows_of(chat, theirs, mine) == {}
