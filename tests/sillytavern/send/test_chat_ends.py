"""A chat that ends elsewhere."""

import pytest

from inspector.core.chat import Chat
from inspector.core.record_search import records_containing
from inspector.sillytavern.send.chat_ends import ending


def chat_of(*texts):
    records = [{"name": "Mira", "mes": one} for one in texts]
    return Chat(
        names=["Mira"] * len(texts),
        from_user=bytes(len(texts)),
        hidden=bytes(len(texts)),
        send_dates=[None] * len(texts),
        sizes=[len(one) for one in texts],
        records=records,
    )


NEW = {"name": "Robin", "is_user": True, "mes": "four"}


def test_the_same_chat_where_nothing_changes():
    chat = chat_of("one", "two")
    assert ending(chat, 2) is chat
    assert ending(chat, 9) is chat


def test_messages_leave_from_the_end_and_come_behind_it():
    chat = ending(chat_of("one", "two", "three"), 2, [NEW])
    assert [one["mes"] for one in chat.records] == ["one", "two", "four"]
    assert chat.names == ["Mira", "Mira", "Robin"]
    assert chat.from_user == b"\0\0\1"
    assert chat.message(2).text == "four"
    assert chat.records[-1] is NEW
    assert chat.records[1:] == [{"name": "Mira", "mes": "two"}, NEW]
    assert len(chat) == 3


def test_outside_there_is_nothing():
    chat = ending(chat_of("one", "two"), 1)
    with pytest.raises(IndexError):
        chat.records[1]


def test_a_search_finds_what_stays_and_what_came_behind():
    chat = ending(chat_of("one", "two", "three"), 1, [NEW])
    assert list(records_containing(chat.records, b"anything")) == [0, 1]
