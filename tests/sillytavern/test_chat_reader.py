"""Reading a chat as SillyTavern does, and keeping every byte."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.record_search import records_keeping
from inspector.core.stored import StoredChange
from inspector.jsonbytes.pieces import joined
from inspector.sillytavern.chat_reader import NotAChatError, read_chat

HEADER = b'{"chat_metadata":{"integrity":"x"},"user_name":"unused","character_name":"unused"}'


def message(text, **more):
    record = {"name": "Mira", "is_user": False, "mes": text, **more}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def texts(file):
    return [file.chat.message(index).text for index in range(len(file.chat))]


def codes(file):
    return [problem.code for problem in file.problems]


def bytes_of(file):
    return joined(file.changed([]))


@pytest.mark.parametrize("name", ["solo_swipes.jsonl", "group.jsonl"])
def test_files_of_the_real_server_load_without_a_problem(golden, name):
    data = (golden / "chats" / name).read_bytes()
    file = read_chat(data)
    assert codes(file) == []
    assert bytes_of(file) == data
    assert len(file.chat) == data.count(b"\n")


EXTRAS = (
    '{"memory":"x"}',
    '{"memory":null,"other":{"memory":1}}',
    r'{"m\u0065mory":[]}',
    '{"memory":1,"memory":{"deep":[1,{}]}}',
    '{"memory":"x","kept by":2}',
    '{"kept by":{"memory":3}}',
    '{"other":"memory"}',
    "{}",
    '[{"memory":1}]',
    '"memory"',
    "null",
    "1",
    "1e999",
    "123456789012345678901234567890",
    r'{"memory":"\ud800"}',
    r'{"\ud800":1}',
)


@given(st.lists(st.sampled_from(EXTRAS), max_size=6), st.sampled_from(["", "5\n", "{cut\n"]))
def test_messages_that_keep_something_in_extra_are_noted(extras, odd):
    lines = "".join(f'{{"mes":"memory","extra":{extra}}}\n' for extra in extras)
    data = HEADER + b"\n" + odd.encode() + lines.encode() + b'{"mes":"without"}'
    records = read_chat(data, ("memory", "kept by")).chat.records
    for key in ("memory", "kept by"):
        expected = [
            index
            for index, record in enumerate(records)
            if isinstance(record.get("extra"), dict) and key in record["extra"]
        ]
        assert records.keeping(key) == expected
        assert set(expected) <= set(records_keeping(read_chat(data).chat.records, key))


def test_a_group_is_told_by_its_cards(golden):
    assert read_chat((golden / "chats/group.jsonl").read_bytes()).chat.is_group
    assert not read_chat((golden / "chats/solo_swipes.jsonl").read_bytes()).chat.is_group


def test_a_line_separator_inside_a_text_ends_no_line():
    file = read_chat(HEADER + b"\n" + message("a\u2028b\u0085c\x0bd"))
    assert texts(file) == ["a\u2028b\u0085c\x0bd"]


def test_old_headers_are_headers():
    header = b'{"user_name":"Alex","character_name":"Sera","create_date":"x","chat_metadata":{}}'
    assert read_chat(header + b"\n" + message("a")).header_line == 0
    assert read_chat(b'{"user_name":"A","character_name":"B"}\n' + message("a")).header_line == 0


def test_a_chat_without_a_header_keeps_its_first_message():
    file = read_chat(message("a") + b"\n" + message("b"))
    assert texts(file) == ["a", "b"]
    assert codes(file) == ["no-header"]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n\n"])
def test_line_ends_stay_and_count_as_nothing(end):
    data = HEADER + b"\r\n" + message("a") + b"\r\n" + message("b") + end
    file = read_chat(data)
    assert texts(file) == ["a", "b"]
    assert codes(file) == []
    assert bytes_of(file) == data


def test_a_byte_order_mark_is_a_problem_and_stays():
    data = b"\xef\xbb\xbf" + HEADER + b"\n" + message("a")
    file = read_chat(data)
    assert (file.header_line, texts(file)) == (0, ["a"])
    assert codes(file) == ["byte-order-mark"]
    assert bytes_of(file) == data


def test_a_bad_line_in_the_middle_is_no_message_but_stays():
    data = b"\n".join([HEADER, message("a"), b'{"mes": nonsense}', message("b")])
    file = read_chat(data)
    assert texts(file) == ["a", "b"]
    assert [(problem.code, problem.line) for problem in file.problems] == [("bad-line", 3)]
    assert bytes_of(file) == data


def test_a_cut_off_last_line_says_so():
    file = read_chat(HEADER + b"\n" + message("a") + b'\n{"name":"Mira","mes":"and th')
    assert texts(file) == ["a"]
    assert "cut off" in file.problems[0].text


@pytest.mark.parametrize("line", [b"null", b"0", b'""', b"false"])
def test_what_sillytavern_drops_is_no_message(line):
    file = read_chat(b"\n".join([HEADER, message("a"), line, message("b")]))
    assert texts(file) == ["a", "b"]
    assert codes(file) == ["dropped-line"]


@pytest.mark.parametrize("line", [b'"str"', b"5", b"[1]"])
def test_what_sillytavern_keeps_counts_as_a_message(line):
    file = read_chat(b"\n".join([HEADER, message("a"), line, message("b")]))
    assert texts(file) == ["a", "", "b"]
    assert codes(file) == ["no-object"]


def test_a_header_that_is_a_list_is_neither_header_nor_message():
    file = read_chat(b"[1]\n" + message("a"))
    assert (file.header_line, texts(file)) == (None, ["a"])
    assert codes(file) == ["header-no-object", "no-header"]


def test_a_header_with_nan_is_shown_with_a_warning():
    file = read_chat(b'{"chat_metadata":{"a":NaN,"openvault":{"memories":[]}}}\n' + message("a"))
    assert file.metadata["openvault"] == {"memories": []}
    assert codes(file) == ["bad-header"]


def test_metadata_that_is_no_object_is_a_problem():
    file = read_chat(b'{"chat_metadata":[1]}\n' + message("a"))
    assert (dict(file.metadata), codes(file)) == ({}, ["metadata-no-object"])


def test_lone_surrogates_and_huge_numbers_are_read_like_javascript_does():
    odd = b'{"name":"\\ud83d","mes":"x","n":1e400,"big":' + b"9" * 5000 + b"}"
    file = read_chat(HEADER + b"\n" + odd)
    assert (file.chat.names, texts(file)) == (["\ud83d"], ["x"])
    late = read_chat(HEADER + b'\n{"name":"M","mes":"y","send_date":1e400}')
    assert list(late.chat.send_dates) == [math.inf]


def test_bytes_that_are_no_utf8_become_replacement_characters_but_stay_in_the_file():
    data = HEADER + b'\n{"name":"M","mes":"caf\xe9"}'
    file = read_chat(data)
    assert texts(file) == ["caf\ufffd"]
    assert bytes_of(file) == data


@pytest.mark.parametrize(
    ("value", "hidden"),
    [
        *((spelled, 1) for spelled in ("true", "1", '"yes"', "[]", "{}")),
        *((spelled, 0) for spelled in ("false", "0", '""', "null")),
    ],
)
def test_hidden_is_what_javascript_takes_for_true(value, hidden):
    line = b'{"name":"M","mes":"x","is_system":' + value.encode() + b"}"
    assert read_chat(HEADER + b"\n" + line).chat.hidden == bytes([hidden])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\xff\xfe{\0}\0", "UTF-16"),
        (b"\0{\0}", "UTF-16"),
        (b"{\0}\0", "UTF-16"),
        (b'\n {"chat_metadata": {"a', "so it is no chat; line 2: it is cut off"),
        (b"{bad}\n{}x", "line 1: expecting property name enclosed in double quotes"),
        (b"\x89PNG\0\0\0", "binary"),
        (b"<!DOCTYPE html>", "web page"),
        (b"[1,2]", "JSON list"),
        (b"hello\nworld", "no line"),
        (b"{" * 100_000, "no line"),
    ],
)
def test_what_is_no_chat_says_what_it_looks_like(data, why):
    with pytest.raises(NotAChatError, match=why):
        read_chat(data)


def test_a_thousand_bad_lines_do_not_make_a_thousand_more_problems():
    file = read_chat(HEADER + b"\n" + b"{\n" * 5000 + message("a"))
    assert texts(file) == ["a"]
    assert len(file.problems) == 1000


def test_a_change_touches_its_line_only():
    data = b"\n".join([HEADER, message("a"), message("b")])
    file = read_chat(data)
    changed = joined(file.changed([StoredChange(("is_system",), True, message=0)]))
    assert changed == b"\n".join([HEADER, message("a", is_system=True), message("b")])


def test_newest_speakers_leave_out_narrators_and_count_hidden_messages():
    lines = [
        message("a", name="Robin", is_user=True),
        message("b", name="Mira", is_system=True),
        message("c", name="Narrator", extra={"type": "narrator"}),
    ]
    chat = read_chat(b"\n".join([HEADER, *lines])).chat
    assert chat.newest_speaker(user_side=True) == "Robin"
    assert chat.newest_speaker(user_side=False) == "Mira"
    assert chat.newest_speaker(user_side=False, until=0) == ""


LINES = st.one_of(
    st.binary(max_size=30).filter(lambda line: b"\n" not in line),
    st.builds(message, st.text(max_size=20)),
    st.just(b""),
)


@given(st.lists(LINES, max_size=8))
def test_any_file_either_keeps_its_bytes_or_is_refused(lines):
    data = b"\n".join(lines)
    try:
        file = read_chat(data)
    except NotAChatError:
        return
    assert bytes_of(file) == data
    for index in range(len(file.chat)):
        file.chat.message(index)
