"""A chat that was read before is read again to the same, and less of it is decoded."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.merging.alignment import rewritten, same_start
from inspector.sillytavern import chat_reader
from inspector.sillytavern.chat_reader import NotAChatError, read_chat_again
from inspector.sillytavern.reread_lines import BytesSource
from inspector.systems import read_any_chat_again
from tests.spilled import spilled

NEEDLES = (b'"extra"', b'"original_avatar"', b"Mira")
KEYS = ("memory", "auto_recap")


def header(**metadata):
    return json.dumps({"chat_metadata": metadata, "user_name": "unused"}).encode()


def read_chat(data):
    return chat_reader.read_chat(data, KEYS)


def message(number, **more):
    spoken = {"name": "Mira", "is_user": number % 2 == 0, "mes": f"Text {number}."}
    return json.dumps({**spoken, "send_date": f"date {number}", **more}).encode()


GOOD = st.builds(message, st.integers(0, 9)) | st.builds(
    message,
    st.integers(0, 3),
    is_system=st.booleans(),
    original_avatar=st.sampled_from(["", "x"]),
    extra=st.dictionaries(st.sampled_from([*KEYS, "other"]), st.sampled_from([None, {}, "x"])),
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
        "keeping": [chat.records.keeping(key) for key in KEYS],
        "is_group": bool(chat.is_group),
        "not_objects": chat.not_objects,
    }


def reread(lines, former):
    data = b"\n".join(lines)
    return read_chat_again(BytesSource(data), former) or read_chat(data)


def read_or_none(read, *arguments):
    try:
        return read(*arguments)
    except NotAChatError:
        return None


@given(st.lists(CHATS, min_size=2, max_size=3), st.booleans(), st.booleans(), st.data())
def test_reading_again_gives_what_reading_gives(chats, is_used, is_spilled, data):
    former = read_or_none(read_chat, chats[0])
    for contents in chats[1:]:
        if former is None:
            return
        if is_spilled:
            spilled(former)
        if is_used:
            parts(former)
        # Mostly the same lines with something added, removed or changed at some place.
        old = former.lines.data
        cut = data.draw(st.integers(0, len(old)))
        now = data.draw(st.sampled_from([contents, old + b"\n" + contents, old[:cut], old]))
        expected = read_or_none(read_chat, now)
        if expected is None:
            with pytest.raises(NotAChatError):
                reread([now], former)
            return
        again = reread([now], former)
        assert parts(again) == parts(expected)
        former = again


CHANGES = st.sampled_from(
    ["append", "append more", "header", "reword", "hide", "remove", "insert", "cut", "swap", "same"]
)


def changed(lines, end, change, draw):
    """A chat file's lines as another program leaves them."""
    lines, number = list(lines), draw(st.integers(1, max(1, len(lines) - 1)))
    match change:
        case "append":
            lines.append(message(draw(st.integers(0, 99))))
        case "append more":
            lines += map(message, range(draw(st.integers(2, 9))))
        case "header":
            lines[0] = header(integrity="a", openvault={"memories": [], "n": number})
        case "reword" if number < len(lines):
            lines[number] = message(number, swipes=["one", "other"], swipe_id=1)
        case "hide":
            lines[number:] = [line.replace(b"Text", b"Word") for line in lines[number:]]
        case "remove":
            del lines[number : number + draw(st.integers(1, 3))]
        case "insert":
            lines.insert(number, message(77))
        case "cut":
            del lines[number:]
        case "swap":
            lines[1:] = lines[:0:-1]
        case _:
            pass
    return lines, draw(st.sampled_from([end, b"", b"\n"]))


@given(
    st.lists(GOOD, min_size=1, max_size=40),
    st.lists(CHANGES, min_size=1, max_size=8),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_a_chat_that_is_written_again_and_again_is_what_reading_it_anew_gives(
    messages, changes, is_used, is_spilled, is_appended, data
):
    lines, end = [header(openvault={"memories": []}), *messages], b""
    former = read_chat(b"\n".join(lines) + end)
    for change in changes:
        if is_spilled:
            spilled(former)
        if is_used:
            parts(former)
        old = former.lines.data
        lines, end = changed(lines, end, change, data.draw)
        now = b"\n".join(lines) + end
        expected = read_chat(now)
        is_appended = is_appended and now.startswith(old)
        source = BytesSource(now)
        again = read_any_chat_again(source, "chat", former, is_appended=is_appended)
        assert again.lines.data == now
        assert parts(again) == parts(expected)
        assert [again.lines[number] for number in range(len(again.lines))] == [
            expected.lines[number] for number in range(len(expected.lines))
        ]
        common = same_start(former, again)
        assert common == same_start(read_chat(old), expected)
        assert rewritten(former, again) == rewritten(read_chat(old), expected)
        former = again


class CountedSource(BytesSource):
    """Bytes, and how many of them were read."""

    def __init__(self, data):
        super().__init__(data)
        self.bytes_read = 0

    def read(self, place, size):
        found = super().read(place, size)
        self.bytes_read += len(found)
        return found


def test_of_what_was_appended_nothing_else_is_read():
    lines = [header(openvault={"memories": []}), *map(message, range(50_000))]
    old = b"\n".join(lines)
    former = read_chat(old)
    now = b"\n".join([old, message(7), message(8)])
    source = CountedSource(now)
    again = read_any_chat_again(source, "chat", former, is_appended=True)
    assert again.lines.data == now
    assert source.bytes_read < len(now) / 10
    assert again.lines.blocks[0].data is former.lines.blocks[0].data
    assert list(again.chat.records[-2:]) == list(read_chat(now).chat.records[-2:])


def test_a_line_that_seems_appended_to_and_was_not_is_read_anew():
    lines = [header(), *map(message, range(5))]
    former = read_chat(b"\n".join(lines))
    now = b"\n".join([*lines[:-1], message(9, more="longer than before"), message(10)])
    again = read_any_chat_again(BytesSource(now), "chat", former, is_appended=True)
    assert parts(again) == parts(read_chat(now))


def test_one_changed_line_in_the_middle_leaves_the_others_shared():
    lines = [header(openvault={"memories": []}), *map(message, range(5000))]
    former = read_chat(b"\n".join(lines))
    lines[0] = header(openvault={"memories": []}, note="a longer header")
    lines[2000] = message(2000, is_system=True)
    now = b"\n".join([*lines, message(7)])
    again = read_any_chat_again(BytesSource(now), "chat", former)
    assert parts(again) == parts(read_chat(now))
    own = sum(
        block.end - block.start
        for block in again.lines.blocks
        if block.data is not former.lines.blocks[0].data
    )
    assert own < 2000


def test_what_is_the_same_is_not_decoded_again():
    lines = [header(openvault={"memories": []}), *map(message, range(5))]
    former = read_chat(b"\n".join(lines))
    vault = former.metadata["openvault"]
    appended = reread([*lines, message(7)], former)
    assert appended.metadata["openvault"] is vault
    lines[0] = header(openvault={"memories": []}, note="new")
    saved = reread([*lines, message(7)], appended)
    assert saved.metadata["openvault"] is vault
    assert saved.metadata["note"] == "new"


def test_messages_taken_away_at_the_end_leave_the_others_as_they_were():
    lines = [header(), *map(message, range(5))]
    former = read_chat(b"\n".join(lines))
    again = reread(lines[:4], former)
    assert len(again.chat) == 3
    assert same_start(former, again) == 3
