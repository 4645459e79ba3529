"""Bytes that have left the memory are what they were, and nobody else's."""

import errno
import gc
import os
import shutil
import stat
import sys
import weakref
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.edits import SetField, apply
from inspector.core.errors import ChatFileError, InspectorError
from inspector.files import backup_folder, read, save, saving
from inspector.files.spill import spill
from inspector.folders import cache_folder
from inspector.jsonbytes.pieces import ReadBytes, Stretch, chunks, joined
from inspector.loading import open_chat, open_chat_again
from inspector.writing import write

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture(params=["where it is read by position", "where it has one position"])
def system(request, monkeypatch):
    if request.param != "where it is read by position":
        monkeypatch.delattr(os, "preadv", raising=False)


def spilled_chat(path):
    chat = open_chat(path)
    for data in chat.read_bytes:
        assert spill(data)
        assert data.held is None
    return chat


def open_files():
    """What this process has open: target of the link, and the file's status."""
    found = []
    for link in Path("/proc/self/fd").iterdir():
        try:
            found.append((str(link.readlink()), link.stat()))
        except OSError:  # the folder itself
            continue
    return found


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path / "chat.jsonl"))


@pytest.mark.usefixtures("system")
def test_any_stretch_is_the_same_in_memory_and_outside():
    @given(st.binary(max_size=300), st.lists(st.tuples(*[st.integers(0, 320)] * 3), max_size=20))
    def same(data, places):
        read = ReadBytes(data)
        before = [read.read(start, start + size) for start, size, _ in places]
        assert spill(read)
        assert read.held is None
        for (start, size, step), expected in zip(places, before, strict=True):
            first, last = min(start, len(data)), min(start + size, len(data))
            assert read.read(first, last) == expected
            around, at = read.around(first, last)
            assert around[at : at + last - first] == expected
            pieces = (b"<", Stretch(read, first, last), memoryview(b">"))
            assert joined(pieces) == b"<" + expected + b">"
            assert b"".join(map(bytes, chunks(pieces, 1 + step))) == b"<" + expected + b">"

    same()


@pytest.mark.usefixtures("system")
def test_a_chat_outside_the_memory_is_edited_saved_and_read_again(chat):
    opened, plain = spilled_chat(chat), open_chat(chat)
    assert [dict(one) for one in opened.document.chat.records] == [
        dict(one) for one in plain.document.chat.records
    ]
    edits = [SetField((0,), "importance", 5), SetField((1,), "summary", "Nothing.")]
    edited, expected = opened.document, plain.document
    for edit in edits:
        edited, expected = apply(edited, edit), apply(expected, edit)
    contents = joined(plain.contents(expected))
    before = chat.read_bytes()
    saved = write(opened, edited)
    assert chat.read_bytes() == contents
    assert saved.backup is not None
    assert saved.backup.read_bytes() == before
    with chat.open("ab") as file:
        file.write(b'\n{"name":"Mira","is_user":false,"mes":"Later.","send_date":"z"}')
    again = open_chat_again(opened)
    assert joined(again.on_disk.pieces) == chat.read_bytes()
    assert again.document.chat.records[-1]["mes"] == "Later."


@pytest.mark.parametrize("act", ["truncate", "replace", "remove"])
def test_what_others_do_to_the_file_does_not_change_what_was_read(chat, act):
    before = chat.read_bytes()
    opened = spilled_chat(chat)
    if act == "truncate":
        os.truncate(chat, 10)
    elif act == "replace":
        chat.write_bytes(b"x" * len(before))
    else:
        chat.unlink()
    assert joined(opened.contents(opened.document)) == before


def test_where_no_file_can_be_made_the_bytes_stay_in_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_bytes(b"no folder")
    read = ReadBytes(b"bytes")
    assert not spill(read)
    assert read.held == b"bytes"


def test_where_the_disk_has_no_room_for_a_save_beside_it_they_stay_in_memory(monkeypatch):
    usage = shutil.disk_usage(Path.cwd())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=3_999))
    read = ReadBytes(bytes(1_000))
    assert not spill(read)
    assert read.held == bytes(1_000)
    assert spill(ReadBytes(bytes(999)))


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_file_that_is_cut_off_while_it_is_written_leaves_them_in_memory():
    import resource  # noqa: PLC0415

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 20, limits[1]))
    try:
        data = bytes(5 << 20)
        read = ReadBytes(data)
        assert not spill(read)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert read.held is data


def test_where_the_disk_cannot_take_what_was_written_they_stay_in_memory(monkeypatch):
    """As a disk that is full, or gone, and says so only when the system hands it the bytes."""

    def lost(_descriptor):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", lost)
    read = ReadBytes(b"bytes")
    assert not spill(read)
    assert read.held == b"bytes"


@pytest.mark.skipif(not hasattr(os, "preadv"), reason="it is read otherwise there")
@pytest.mark.parametrize("name", ["chat.jsonl", "copy.jsonl"])
@pytest.mark.parametrize("failure", ["an error", "its end"])
@pytest.mark.parametrize("is_timed", [True, False], ids=["times tell", "bytes tell alone"])
def test_whichever_read_of_a_save_fails_it_is_refused_and_leaves_nothing(
    chat, monkeypatch, name, failure, is_timed
):
    before, target = chat.read_bytes(), chat.with_name(name)
    opened = spilled_chat(chat)
    edited = apply(opened.document, SetField((0,), "importance", 5))
    contents = joined(opened.contents(edited))
    whole, left = os.preadv, [0]

    def read(*where):
        left[0] -= 1
        if left[0] >= 0:
            return whole(*where)
        if failure == "its end":
            return 0
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "preadv", read)
    monkeypatch.setattr(saving, "CHANGE_IS_TIMED", is_timed)
    for number in count():
        left[0] = number
        try:
            write(opened, edited, target)
        except InspectorError as error:
            refusal = str(error)
        else:
            break
        assert "cannot be read there any more" in refusal
        assert [(one.name, one.read_bytes()) for one in chat.parent.iterdir()] == [
            (chat.name, before)
        ]
        assert list(backup_folder(chat).glob("*")) == []
    assert number > 0
    assert target.read_bytes() == contents


def test_contents_that_are_fewer_bytes_than_they_say_are_not_written(chat):
    before, known = read(chat)
    short = Stretch(ReadBytes(before), 0, len(before) + 1)
    with pytest.raises(ChatFileError, match="the file is as it was"):
        save(chat, [short], known)
    assert [one.read_bytes() for one in chat.parent.iterdir()] == [before]


def test_work_that_is_cancelled_leaves_them_in_memory():
    def cancel():
        raise KeyError

    read = ReadBytes(b"bytes")
    with pytest.raises(KeyError):
        spill(read, cancel)
    assert read.held == b"bytes"


@ON_LINUX
def test_the_file_has_no_name_and_its_user_alone_may_read_it():
    def ours():
        return [one for one in open_files() if Path(one[0]).is_relative_to(cache_folder())]

    before = ours()
    read = ReadBytes(b"bytes")
    assert spill(read)
    (made,) = (one for one in ours() if one not in before)
    _, status = made
    assert status.st_nlink == 0
    assert stat.S_IMODE(status.st_mode) == 0o600
    assert list(cache_folder().glob("tmp*")) == []
    del read
    assert made not in ours()


@ON_LINUX
def test_many_chats_leave_no_file_open(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(b'{"chat_metadata":{},"user_name":"x"}\n{"name":"Mira","mes":"Hello."}')
    spilled_chat(path)
    gc.collect()
    before = len(open_files())
    for _ in range(100):
        spilled_chat(path)
    gc.collect()
    assert len(open_files()) <= before


def test_a_file_that_cannot_be_read_any_more_is_a_sentence():
    read = ReadBytes(b"bytes")
    assert spill(read)
    with pytest.raises(InspectorError, match="cannot be read there any more"):
        read.read(0, 6)


def test_bytes_are_gone_with_the_last_reading_of_them(chat):
    opened = spilled_chat(chat)
    (data,) = (weakref.ref(one) for one in opened.read_bytes)
    again = open_chat_again(opened)
    del opened
    assert data() is not None
    del again
    gc.collect()
    assert data() is None
