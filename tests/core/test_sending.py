"""Flags that change, and ranges of messages."""

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.sending import changed_flags, in_words, runs, with_hidden


def test_runs_are_maximal():
    assert runs([]) == ()
    assert runs([3]) == ((3, 3),)
    assert runs([0, 1, 2, 5, 7, 8]) == ((0, 2), (5, 5), (7, 8))


def test_ranges_read_like_a_list():
    assert in_words(((0, 13), (20, 20))) == "0–13, 20"


def test_only_flags_that_really_change_are_named():
    chat = Chat(names=["a"] * 4, hidden=b"\1\0\1\0")
    assert changed_flags(chat, b"\1\1\0\0") == ([1], [2])


def test_the_document_stays_the_same_where_no_flag_changes():
    document = Document(chat=Chat(names=["a"], hidden=b"\1"))
    assert with_hidden(document, b"\1") is document
    assert with_hidden(document, b"\0").chat.hidden == b"\0"
