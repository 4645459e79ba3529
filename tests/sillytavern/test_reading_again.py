"""A chat that was read before is read again to the same, and less of it is decoded."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.sillytavern.chat_reader import NotAChatError, read_chat, read_chat_again
from inspector.systems import read_any_chat_again

NEEDLES = (b'"extra"', b'"original_avatar"', b"Mira")


def header(**metadata):
    return json.dumps({"chat_metadata": metadata, "user_name": "unused"}).encode()


def message(number, **more):
    spoken = {"name": "Mira", "is_user": number % 2 == 0, "mes": f"Text {number}."}
    return json.dumps({**spoken, "send_date": f"date {number}", **more}).encode()


GOOD = st.builds(message, st.integers(0, 9)) | st.builds(
    message, st.integers(0, 3), is_system=st.booleans(), original_avatar=st.sampled_from(["", "x"])
)
ODD = st.sampled_from([b"", b"{cut", b"5", b"null", b' {"mes":"x"}\r', b"[1]", b'{"a":1e999}'])
HEADERS = st.builds(header, integrity=st.sampled_from("ab"), openvault=st.sampled_from([{}, []]))
CHATS = st.builds(
    lambda head, lines, end: b"\n".join([head, *lines]) + end,
    HEADERS | st.sampled_from([b"", b"\xef\xbb\xbf" + header(), b'{"mes":"x"}']),
    st.lists(st.one_of(GOOD, GOOD, GOOD, ODD), max_size=6),
    st.sampled_from([b"", b"\n", b"\n\n", b"\r\n"]),
)


def parts(file):
    chat = file.chat
    return {
        "starts": list(file.lines.starts),
        "header_line": file.header_line,
        "message_lines": list(file.message_lines),
        "metadata": dict(file.metadata),
        "header": dict(chat.header),
        "problems": file.problems,
        "columns": (list(chat.names), chat.from_user, chat.hidden, list(chat.sizes)),
        "dates": list(chat.send_dates),
        "records": list(chat.records),
        "found": [chat.records.containing(needle) for needle in NEEDLES],
        "is_group": bool(chat.is_group),
        "not_objects": chat.not_objects,
    }


def read_or_none(read, *arguments):
    try:
        return read(*arguments)
    except NotAChatError:
        return None


@given(st.lists(CHATS, min_size=2, max_size=3), st.booleans(), st.data())
def test_reading_again_gives_what_reading_gives(chats, is_used, data):
    former = read_or_none(read_chat, chats[0])
    for contents in chats[1:]:
        if former is None:
            return
        if is_used:
            parts(former)
        # Mostly the same lines with something added, removed or changed at some place.
        old = former.lines.data
        cut = data.draw(st.integers(0, len(old)))
        now = data.draw(st.sampled_from([contents, old + b"\n" + contents, old[:cut], old]))
        expected = read_or_none(read_chat, now)
        if expected is None:
            with pytest.raises(NotAChatError):
                read_chat_again(now, former)
            return
        again, same = read_chat_again(now, former)
        assert parts(again) == parts(expected)
        pairs = zip(again.message_lines[:same], former.message_lines[:same], strict=True)
        assert all(again.lines[one] == former.lines[other] for one, other in pairs)
        former = again


def test_what_is_the_same_is_not_decoded_again():
    lines = [header(openvault={"memories": []}), *map(message, range(5))]
    former = read_chat(b"\n".join(lines))
    vault = former.metadata["openvault"]
    appended, same = read_any_chat_again(b"\n".join([*lines, message(7)]), "chat", former)
    assert same == 5
    assert appended.metadata["openvault"] is vault
    lines[0] = header(openvault={"memories": []}, note="new")
    saved, same = read_any_chat_again(b"\n".join([*lines, message(7)]), "chat", appended)
    assert same == 6
    assert saved.metadata["openvault"] is vault
    assert saved.metadata["note"] == "new"


def test_messages_taken_away_at_the_end_leave_the_others_as_they_were():
    lines = [header(), *map(message, range(5))]
    former = read_chat(b"\n".join(lines))
    again, same = read_chat_again(b"\n".join(lines[:4]), former)
    assert (same, len(again.chat)) == (3, 3)
