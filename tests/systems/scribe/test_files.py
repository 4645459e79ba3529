"""Saved answers of the server, chronicles and scores: read, edited, written back byte for byte."""

import json

import pytest

from inspector.core.document import Document
from inspector.core.errors import ChatFileError, EditError, InspectorError
from inspector.core.lore import SetLoreField, apply_lore
from inspector.jsonbytes.pieces import joined
from inspector.retrieval.score_files import read_query_vector, read_scores, read_vectors
from inspector.sillytavern.chronicle_file import read_chronicle
from inspector.sillytavern.dates import present
from inspector.systems.scribe import SYSTEM
from inspector.systems.scribe.answers import is_answer, read_any_lorebook, read_messages

MESSAGES = [
    {"id": "b", "message_type": "Assistant", "role": "model", "parts": [{"text": "Hi."}],
     "created_at": "2025-08-01T10:01:00Z", "raw_prompt": "…"},
    {"id": "a", "message_type": "User", "role": "user", "parts": [{"text": "Hello"}, {"text": "!"}],
     "created_at": "2025-08-01T10:00:00Z"},
    {"id": "c", "message_type": "System", "parts": [], "created_at": "2025-08-01T10:02:00"},
]  # fmt: skip

CHRONICLE = b"""\xef\xbb\xbf[
  {
    "id": "x", "event_type": "NARRATIVE.EVENT",
    "summary": "A \\u0066ire.",
    "keywords": [
      "fire",
      "mill"
    ],
    "timestamp_iso8601": "2025-08-01T10:00:00Z", "created_at": "2025-08-02T10:00:00Z", "n": 1e-7
  },
  {"id": "y", "event_type": "T", "summary": "Rain.", "keywords": [], "created_at": null}
]
"""

ENTRIES = b"""[ {"id":"e1","entry_title":"Mill","keys_text":"mill, wheel","content":"Old.",
  "comment":null,"is_enabled":true,"is_constant":false,"insertion_order":5} ]"""


def written(value):
    return json.dumps(value).encode()


def changed(file, lore, places, field, value):
    return file.changed(apply_lore(lore, SetLoreField(places, field, value)))


def test_saved_messages_are_a_chat_in_the_order_of_their_times():
    file = read_messages(written(MESSAGES))
    chat = file.chat
    assert [chat.message(index).text for index in range(3)] == ["Hello\n!", "Hi.", ""]
    assert [chat.message(index).name for index in range(3)] == ["User", "Assistant", "System"]
    assert [bool(user) for user in chat.from_user] == [True, False, False]
    assert not chat.message(2).is_speech
    assert [problem.code for problem in file.problems] == ["messages-sorted"]
    assert chat.records[1]["scribe"]["raw_prompt"] == "…"
    assert joined(file.changed([])) == written(MESSAGES)


def test_the_body_of_a_generate_call_is_a_chat():
    body = {"history": [{"role": "user", "content": "a"}, {"role": "odd", "content": "b"}]}
    chat = read_messages(written(body)).chat
    assert [chat.message(index).text for index in range(2)] == ["a", "b"]
    assert bytes(chat.from_user) == b"\1\1"


def test_a_saved_answer_carries_scribe_and_a_chat_does_not():
    file = read_messages(written(MESSAGES))
    document = SYSTEM.load(Document(chat=file.chat), file.metadata)
    assert document.carried == ("scribe",)
    assert SYSTEM.load(Document(), {}).carried == ()


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b' \xef\xbb\xbf\n[{"role":"user"}]', True),
        (b'{"history": []}', True),
        (b'{"mes": "history"}', False),
        (b'{"chat_metadata": {"history": 1}}', False),
        (b"", False),
    ],
)
def test_a_saved_answer_is_told_from_a_chat(data, answer):
    assert is_answer(data) is answer


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[1, 2]", "a JSON list without messages"),
        (b'[{"name": "x"}]', "a JSON list without messages"),
        (b"[]", "a JSON list without messages"),
        (b'{"history": 3}', "no saved answer"),
        (b"[", "cut off"),
        (b'"x"', "no saved answer"),
    ],
)
def test_what_is_no_answer_is_refused(data, why):
    with pytest.raises(ChatFileError, match=f"^saved.json: .*{why}"):
        read_messages(data, "saved.json")


def test_items_that_are_no_messages_are_reported():
    file = read_messages(written([*MESSAGES, 5, {}]))
    assert len(file.chat) == 3
    assert file.problems[0].text == "2 items of the list are no messages and are left out."


def test_a_chronicle_is_read_with_its_problems():
    chronicle = read_chronicle(CHRONICLE).chronicle
    assert [one.id for one in chronicle.items] == ["x", "y"]
    assert chronicle.items[0].summary == "A fire."
    assert [problem.code for problem in chronicle.problems] == ["event-without-time"]
    twice = read_chronicle(written([{"id": 1, "summary": "a"}, {"id": 1, "summary": "b"}, 3]))
    codes = [problem.code for problem in twice.chronicle.problems]
    assert codes[:2] == ["bad-event", "event-without-time"]
    assert "duplicate-event" in codes


@pytest.mark.parametrize(
    ("field", "value", "old", "new"),
    [
        ("summary", 'A "flood".\n', rb'"A \u0066ire."', rb'"A \"flood\".\n"'),
        ("type", "NARRATIVE.LOSS", b'"NARRATIVE.EVENT"', b'"NARRATIVE.LOSS"'),
        ("time", "2025-09-01", b'"2025-08-01T10:00:00Z"', b'"2025-09-01"'),
        ("keywords", ["fire", "mill", "river"], b'"mill"\n', b'"mill","river"\n'),
    ],
)
def test_an_edit_of_an_event_changes_its_bytes_alone(field, value, old, new):
    file = read_chronicle(CHRONICLE)
    assert changed(file, file.chronicle, (0,), field, value) == CHRONICLE.replace(old, new, 1)


def test_an_undone_edit_gives_the_files_bytes_back():
    file = read_chronicle(CHRONICLE)
    edited = apply_lore(file.chronicle, SetLoreField((1,), "summary", "Snow."))
    back = apply_lore(edited, SetLoreField((1,), "summary", "Rain."))
    assert file.changed(edited) != CHRONICLE
    assert file.changed(back) == CHRONICLE


def test_a_time_that_is_none_is_refused():
    with pytest.raises(EditError, match="is a time such as"):
        apply_lore(read_chronicle(CHRONICLE).chronicle, SetLoreField((0,), "time", "tomorrow"))


@pytest.mark.parametrize("data", [b"{}", b"[1]", b'[{"a": 1}]', b"", b"\xff\xfe["])
def test_what_is_no_chronicle_is_refused(data):
    with pytest.raises(InspectorError, match=r"^events\.json: "):
        read_chronicle(data, "events.json")


def test_an_empty_chronicle_is_one():
    assert read_chronicle(b"[]").chronicle.items == ()


def test_the_servers_entries_are_a_lorebook_that_can_be_edited():
    file = read_any_lorebook(ENTRIES)
    (entry,) = file.lorebook.items
    assert (entry.uid, entry.title, entry.keywords, entry.order) == (
        "e1", "Mill", ("mill", "wheel"), 5,
    )  # fmt: skip
    edits = [
        ("keywords", ["mill", "dam"], b'"mill, wheel"', b'"mill, dam"'),
        ("enabled", False, b'"is_enabled":true', b'"is_enabled":false'),
        ("constant", True, b'"is_constant":false', b'"is_constant":true'),
        ("order", 7, b'"insertion_order":5', b'"insertion_order":7'),
        ("title", "Dam", b'"Mill"', b'"Dam"'),
        ("content", "New.", b'"Old."', b'"New."'),
    ]
    for field, value, old, new in edits:
        assert changed(file, file.lorebook, (0,), field, value) == ENTRIES.replace(old, new)
    with pytest.raises(EditError, match="with commas"):
        apply_lore(file.lorebook, SetLoreField((0,), "keywords", ["a,b"]))


def test_other_lists_and_other_forms():
    with pytest.raises(InspectorError, match="no lorebook entries"):
        read_any_lorebook(b'[{"content": "x"}]', "book.json")
    assert read_any_lorebook(b"[]").lorebook.items == ()
    assert read_any_lorebook(b'{"entries": {}}').lorebook.items == ()
    with pytest.raises(InspectorError, match="cut off"):
        read_any_lorebook(b'{"entries": ')


def test_scores_and_vectors_are_numbers_by_item():
    assert read_scores(b'{"lore:3": 0.81}').values == {"lore:3": 0.81}
    assert read_vectors(b'{"lore:3": [1, 0.5]}') == {"lore:3": [1.0, 0.5]}
    assert read_query_vector(b"[0, 1]") == [0.0, 1.0]
    for read, data in [
        (read_scores, b"[]"),
        (read_scores, b'{"a": "b"}'),
        (read_scores, b'{"a": true}'),
        (read_vectors, b"[1]"),
        (read_vectors, b'{"a": [null]}'),
        (read_query_vector, b"[]"),
        (read_query_vector, b"x"),
    ]:
        with pytest.raises(InspectorError):
            read(data)


def test_the_present_is_a_time():
    assert present("2025-08-20T00:00:00Z") == 1_755_648_000_000
    with pytest.raises(InspectorError, match="no time such as"):
        present("now")
