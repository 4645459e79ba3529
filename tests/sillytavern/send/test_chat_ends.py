"""A chat that ends elsewhere."""

from dataclasses import replace

import pytest

from inspector.core.chat import Chat
from inspector.core.on_demand import OnDemand
from inspector.core.record_search import records_containing
from inspector.sillytavern.send.chat_ends import ending
from inspector.systems.openvault.auto_hide import message_tokens


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


def as_read_from_a_file(*texts):
    chat = chat_of(*texts)
    return replace(chat, records=OnDemand(len(texts), chat.records.__getitem__))


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


def test_chats_that_end_elsewhere_know_what_they_are_cut_from():
    chat = as_read_from_a_file("one", "two", "three")
    cut = ending(ending(chat, 2), 1, [NEW])
    assert chat.beginning == (chat.lasting, 3)
    assert ending(chat, 2).beginning == (chat.lasting, 2)
    assert cut.beginning == (chat.lasting, 1)


def test_messages_are_counted_once_for_all_ends_and_what_is_behind_them_for_itself():
    counted = []

    class Counting:
        def count(self, text):
            counted.append(text)
            return len(text)

    chat, tokenizer = as_read_from_a_file("one", "two!", "three"), Counting()
    assert message_tokens(ending(chat, 2, [NEW]), tokenizer) == [3, 4, 4]
    assert message_tokens(chat, tokenizer) == [3, 4, 5]
    assert message_tokens(ending(chat, 1), tokenizer) == [3]
    assert message_tokens(ending(chat, 2, [{**NEW, "mes": "other"}]), tokenizer) == [3, 4, 5]
    assert sorted(counted) == ["four", "one", "other", "three", "two!"]
