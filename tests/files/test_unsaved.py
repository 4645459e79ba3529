"""Unsaved edits outlive the program."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import platformdirs
import pytest

from inspector.core.edits import SetField, SetHidden, apply
from inspector.core.errors import InspectorError
from inspector.files import unsaved, unsaved_writing
from inspector.files.lock import kept_free
from inspector.files.unsaved import found_unsaved, running_folder
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.jsonbytes.pieces import joined
from inspector.loading import OpenChat, open_chat
from inspector.recovery import CHAT, chat_state, recovery_of
from inspector.shipped import sample_chat
from inspector.small_files import why


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda *_, **__: str(folder))
    return folder


@pytest.fixture
def chat(tmp_path: Path) -> OpenChat:
    path = tmp_path / "chat.jsonl"
    copyfile(sample_chat(), path)
    return open_chat(path)


def record(chat: OpenChat, keeper: UnsavedEdits, *edits: object) -> bytes:
    """Make edits one after the other; answers what saving them would write."""
    document, texts = chat.document, []
    for index, edit in enumerate(edits):
        document = apply(document, edit)  # type: ignore[arg-type]
        texts.append(f"edit {index}")
        keeper.record(texts, chat_state(chat, document), {}, chat.on_disk.pieces)
    return joined(chat.contents(document))


def killed(keeper: UnsavedEdits) -> None:
    """Let go of everything, as the system does for a program that was killed."""
    keeper._records.close()
    os.close(keeper._lock or 0)


EDITS = (
    SetField((3,), "importance", 1),
    SetField((1, 2), "summary", "Ça — 雨 🙂"),
    SetHidden((0, 1), hidden=True),
)


def keeper_of(chat: OpenChat) -> UnsavedEdits:
    return UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))


def test_edits_come_back_to_the_byte(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    assert found.path == chat.path
    assert [one.text for one in found.edits] == ["edit 0", "edit 1", "edit 2"]
    recovery = recovery_of(found)
    assert recovery.is_unchanged
    assert joined(recovery.merged().pieces) == expected


def test_what_others_wrote_since_stays(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    killed(keeper)
    with chat.path.open("ab") as file:
        file.write(b'\n{"name":"Robin","mes":"later","send_date":"x"}')
    (found,) = found_unsaved()
    merged = recovery_of(found).merged()
    assert not merged.conflicts
    assert joined(merged.pieces).endswith(b'"later","send_date":"x"}')
    assert "雨".encode() in joined(merged.pieces)


def test_a_chat_that_is_gone_is_brought_back_whole(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    chat.path.unlink()
    (found,) = found_unsaved()
    recovery = recovery_of(found)
    assert recovery.is_gone
    assert joined(recovery.merged().pieces) == expected


@pytest.mark.parametrize("cut", [2, 20, 300])
def test_a_line_that_was_cut_off_costs_that_edit_alone(
    chat: OpenChat, state: Path, cut: int
) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    (found,) = found_unsaved()
    assert found.cut_off
    assert 0 < len(found.edits) < len(EDITS)
    expected = chat.document
    for edit in EDITS[: len(found.edits)]:
        expected = apply(expected, edit)
    assert recovery_of(found).edited == joined(chat.contents(expected))


def test_an_undone_edit_is_not_brought_back(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    document = apply(chat.document, EDITS[0])
    keeper.record(["one"], chat_state(chat, document), {}, chat.on_disk.pieces)
    more = apply(document, EDITS[1])
    keeper.record(["one", "two"], chat_state(chat, more), {}, chat.on_disk.pieces)
    keeper.record(["one"], chat_state(chat, document), {}, chat.on_disk.pieces)
    killed(keeper)
    (found,) = found_unsaved()
    assert [one.text for one in found.edits] == ["one"]
    assert recovery_of(found).edited == joined(chat.contents(document))


def test_nothing_is_found_once_all_is_saved_or_undone(chat: OpenChat, state: Path) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    keeper.end()
    assert found_unsaved() == []
    assert list(state.glob("unsaved/*")) == []
    record(chat, keeper, EDITS[0])
    keeper.record([], {}, {}, chat.on_disk.pieces)
    killed(keeper)
    assert found_unsaved() == []


def test_edits_after_a_save_belong_to_what_was_saved(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    first = apply(chat.document, EDITS[0])
    saved = chat_state(chat, first)
    written = chat.contents(first)
    chat.path.write_bytes(joined(written))
    back = chat.document
    keeper.record(["undone"], chat_state(chat, back), saved, written)
    killed(keeper)
    (found,) = found_unsaved()
    assert joined(recovery_of(found).merged().pieces) == chat.file.lines.data
    with chat.path.open("ab") as file:
        file.write(b'\n{"name":"Robin","mes":"later","send_date":"x"}')
    merged = recovery_of(found).merged()
    assert not merged.conflicts
    assert joined(merged.pieces).startswith(chat.file.lines.data.rstrip(b"\n"))


def test_a_file_of_edits_that_grows_large_is_begun_anew(
    chat: OpenChat, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsaved_writing, "_COMPACTED_ABOVE", 3000)
    keeper = keeper_of(chat)
    edits = [SetField((3,), "summary", f"{index} {'word ' * 60}") for index in range(40)]
    expected = record(chat, keeper, *edits)
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    assert path.stat().st_size < 6000
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected


def test_edits_of_a_later_version_are_kept_and_named(chat: OpenChat, state: Path) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, EDITS[0])
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    lines = path.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0][17:]) | {"version": 9}
    body = json.dumps(header).encode()
    path.write_bytes(unsaved.content_sum(body)[:16].encode() + b" " + body + b"\n" + lines[1])
    (found,) = found_unsaved()
    assert "later version" in found.problem
    assert path.exists()


def test_two_programs_never_keep_edits_of_one_file_in_one_place(chat: OpenChat) -> None:
    keeper, second = keeper_of(chat), keeper_of(chat)
    record(chat, keeper, EDITS[0])
    record(chat, second, EDITS[1])
    assert found_unsaved() == []
    assert running_folder(chat.path, [second.folder]) == keeper.folder
    assert running_folder(chat.path, [keeper.folder]) == second.folder
    killed(second)
    assert running_folder(chat.path, [keeper.folder]) is None
    (left,) = found_unsaved()
    assert left.folder == second.folder
    left.discard()
    keeper.end()


def test_edits_that_were_left_behind_are_not_written_over(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    killed(keeper)
    later = keeper_of(chat)
    record(chat, later, EDITS[1])
    killed(later)
    assert sorted(len(one.edits) for one in found_unsaved()) == [1, 3]
    for one in found_unsaved():
        one.discard()
    assert found_unsaved() == []


def test_edits_that_were_found_are_known_where_later_ones_set_them_aside(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    chat.path.write_bytes(chat.path.read_bytes() + b"\n")
    changed = open_chat(chat.path)
    later = keeper_of(changed)
    later_expected = record(changed, later, EDITS[0])
    assert recovery_of(found).edited == expected
    found.discard()
    killed(later)
    (left,) = found_unsaved()
    assert recovery_of(left).edited == later_expected
    found.discard()
    assert found_unsaved() == [left]


def test_who_reads_edits_that_were_left_does_not_look_like_a_program_that_keeps_them(
    chat: OpenChat,
) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    killed(keeper)
    with kept_free(keeper.folder / "lock") as is_free:
        assert is_free
        if os.name != "nt":
            assert running_folder(chat.path, []) is None
            assert len(found_unsaved()) == 1
        later = keeper_of(chat)
        record(chat, later, EDITS[0])
    assert later.folder != keeper.folder
    assert running_folder(chat.path, []) == later.folder
    later.end()


def test_a_damaged_copy_is_replaced_by_the_file_itself_or_said(chat: OpenChat, state: Path) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (path,) = state.glob("unsaved/*/origin")
    path.write_bytes(b"damaged")
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected


def test_a_kill_inside_any_write_leaves_what_was_acknowledged(chat: OpenChat, state: Path) -> None:
    program = f"""
import os, sys, threading, time
import platformdirs
platformdirs.user_state_dir = lambda *a, **k: {str(state)!r}
from pathlib import Path
from inspector.core.edits import SetField, apply
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.loading import open_chat
from inspector.recovery import CHAT, chat_state
chat = open_chat(Path({str(chat.path)!r}))
keeper = UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))
document, texts = chat.document, []
print("ready", flush=True)
for place in range(10_000):
    document = apply(document, SetField((place % 5,), "summary", f"edit {{place}}"))
    texts.append(str(place))
    keeper.record(texts, chat_state(chat, document), {{}}, chat.on_disk.pieces)
    print(place, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        acknowledged = -1
        for line in process.stdout:
            if line.strip().isdigit():
                acknowledged = int(line)
            if acknowledged >= 40:
                break
        process.kill()
        rest = process.stdout.read().split()
        acknowledged = int(rest[-1]) if rest and rest[-1].isdigit() else acknowledged
    (found,) = found_unsaved()
    assert len(found.edits) >= acknowledged + 1
    expected = chat.document
    for index in range(len(found.edits)):
        expected = apply(expected, SetField((index % 5,), "summary", f"edit {index}"))
    assert recovery_of(found).edited == joined(chat.contents(expected))


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
def test_a_full_disk_costs_no_edit_that_comes_after_it(chat: OpenChat, state: Path) -> None:
    import resource  # noqa: PLC0415 - not on every system

    keeper = keeper_of(chat)
    record(chat, keeper, EDITS[0])
    (path,) = state.glob("unsaved/*/edits")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            record(chat, keeper, *EDITS[:2])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [len(one.edits) for one in [unsaved.unsaved_in(path.parent)] if one] == []
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected
    assert not found.cut_off


def test_what_edits_were_made_of_and_cannot_be_read_costs_no_edit_that_comes_after_it(
    chat: OpenChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a chat whose bytes were let go from memory, and cannot be read for a time."""
    (data,) = chat.read_bytes
    keeper = UnsavedEdits(chat.path, CHAT, chat.file.lines.pieces)

    def lost(*_: object) -> Iterator[memoryview]:
        raise InspectorError("it cannot be read")

    with monkeypatch.context() as failing:
        failing.setattr(type(data), "chunks", lost)
        with pytest.raises(InspectorError, match="cannot be read"):
            record(chat, keeper, EDITS[0])
    wanted = record(chat, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    assert recovery_of(found).edited == wanted


@pytest.mark.skipif(os.name == "nt", reason="permissions are otherwise there")
def test_a_state_folder_that_cannot_be_made_is_said_and_tried_again(
    chat: OpenChat, state: Path
) -> None:
    state.write_text("a file where the folder belongs")
    keeper = keeper_of(chat)
    with pytest.raises(OSError, match="directory"):
        record(chat, keeper, EDITS[0])
    keeper.end()
    state.unlink()
    expected = record(chat, keeper, EDITS[0])
    killed(keeper)
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected


def test_what_is_undone_after_a_save_in_between_is_brought_back(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    first = apply(chat.document, EDITS[0])
    keeper.record(["one"], chat_state(chat, first), {}, chat.on_disk.pieces)
    written = chat.contents(first)
    chat.path.write_bytes(joined(written))
    keeper.record(["Undo: one"], {}, chat_state(chat, first), written)
    killed(keeper)
    (found,) = found_unsaved()
    assert joined(recovery_of(found).merged().pieces) == chat.file.lines.data


def test_a_folder_where_the_chat_was_is_no_chat_to_bring_edits_back_into(chat: OpenChat) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    chat.path.unlink()
    chat.path.mkdir()
    (found,) = found_unsaved()
    recovery = recovery_of(found)
    assert recovery.is_gone
    assert joined(recovery.merged().pieces) == expected


@pytest.mark.parametrize("contents", [b"", b"\n", b"<html>", b"[1]"])
def test_a_chat_that_is_none_any_more_is_brought_back_whole(
    chat: OpenChat, contents: bytes
) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    chat.path.write_bytes(contents)
    (found,) = found_unsaved()
    assert joined(recovery_of(found).merged().pieces) == expected


def test_a_clock_that_was_set_back_costs_no_edit(chat: OpenChat, state: Path) -> None:
    keeper = keeper_of(chat)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    os.utime(path, (1, 1))
    chat.path.touch()
    os.utime(chat.path, (4e9, 4e9))
    (found,) = found_unsaved()
    assert recovery_of(found).is_unchanged
    assert recovery_of(found).edited == expected


def test_a_damaged_line_in_the_middle_costs_that_edit_alone(chat: OpenChat, state: Path) -> None:
    edits = [SetField((index,), "summary", f"edit {index}") for index in range(5)]
    keeper = keeper_of(chat)
    record(chat, keeper, *edits)
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"edit", b"edjt", 1)
    path.write_bytes(b"\n".join(lines))
    (found,) = found_unsaved()
    assert (found.damaged, found.cut_off) == (1, False)
    expected = chat.document
    for index, edit in enumerate(edits):
        expected = apply(expected, edit) if index != 1 else expected
    assert recovery_of(found).edited == joined(chat.contents(expected))


def test_edits_whose_beginning_is_damaged_are_named_and_stay(chat: OpenChat, state: Path) -> None:
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    killed(keeper)
    (path,) = state.glob("unsaved/*/edits")
    path.write_bytes(b"x" + path.read_bytes()[1:])
    (found,) = found_unsaved()
    assert "damaged" in found.problem
    assert found.path.name.startswith("chat-")
    assert path.exists()


@pytest.mark.skipif(os.name == "nt", reason="links need a permission there")
def test_a_link_to_a_file_is_that_file(chat: OpenChat) -> None:
    link = chat.path.with_name("link.jsonl")
    link.symlink_to(chat.path)
    keeper = keeper_of(chat)
    record(chat, keeper, EDITS[0])
    linked = keeper_of(open_chat(link))
    assert linked.folder == keeper.folder
    assert running_folder(link, []) == keeper.folder
    keeper.end()


def test_another_name_of_a_file_is_that_file(chat: OpenChat) -> None:
    name, copy = chat.path.with_name("other.jsonl"), chat.path.with_name("copy.jsonl")
    name.hardlink_to(chat.path)
    shutil.copyfile(chat.path, copy)
    keeper = keeper_of(chat)
    record(chat, keeper, EDITS[0])
    assert running_folder(name, []) == keeper.folder
    assert running_folder(name, [keeper.folder]) is None
    assert running_folder(copy, []) is None
    keeper.end()


@pytest.mark.skipif(os.name == "nt", reason="links need a permission there")
def test_a_state_folder_in_a_circle_of_links_is_said(chat: OpenChat, state: Path) -> None:
    state.symlink_to(state)
    with pytest.raises(OSError, match="symbolic links") as circle:
        record(chat, keeper_of(chat), EDITS[0])
    assert why(circle.value) == "its links lead in a circle"
    assert found_unsaved() == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has locks of its own")
def test_a_state_folder_on_a_network_that_locks_nothing_keeps_edits(
    chat: OpenChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl  # noqa: PLC0415 - not on every system

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    keeper = keeper_of(chat)
    record(chat, keeper, *EDITS)
    assert running_folder(chat.path, []) == keeper.folder
    assert found_unsaved() == [], "this process runs"
    keeper.end()
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    monkeypatch.setattr(os, "getpid", lambda: ended.pid)
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected


@pytest.mark.parametrize(
    ("name", "mark", "end"),
    [
        ("trailing .jsonl ", b"\xef\xbb\xbf", b"\n"),
        ("灯🗝️ %s{}.jsonl", b"", b"\r\n"),
        (f"{'x' * 240}.jsonl", b"\xef\xbb\xbf", b"\r\n"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="there no name ends in a space")
def test_whatever_the_file_is_called_and_however_its_lines_end(
    chat: OpenChat, name: str, mark: bytes, end: bytes
) -> None:
    odd = chat.path.with_name(name)
    odd.write_bytes(mark + chat.file.lines.data.replace(b"\n", end))
    opened = open_chat(odd)
    keeper = keeper_of(opened)
    expected = record(opened, keeper, *EDITS)
    killed(keeper)
    (found,) = found_unsaved()
    assert found.path == odd
    assert recovery_of(found).edited == expected
    assert expected.startswith(mark)
    assert expected.count(b"\r\n") == (expected.count(b"\n") if end == b"\r\n" else 0)


@pytest.mark.skipif(os.name == "nt", reason="no folder with open files can be removed")
@pytest.mark.parametrize("comes_another", [False, True])
def test_edits_are_kept_anew_where_somebody_took_their_folder_away(
    chat: OpenChat, comes_another: bool
) -> None:
    keeper, other = keeper_of(chat), keeper_of(chat)
    record(chat, keeper, EDITS[0])
    shutil.rmtree(keeper.folder)
    if comes_another:
        record(chat, other, EDITS[1])
    expected = record(chat, keeper, *EDITS)
    killed(keeper)
    assert keeper.folder.exists()
    (found,) = found_unsaved()
    assert recovery_of(found).edited == expected
    if comes_another:
        assert other.folder != keeper.folder
        killed(other)
        assert len(found_unsaved()) == 2


def test_edits_that_are_kept_together_are_told_one_by_one(chat):
    keeper = UnsavedEdits(chat.path, CHAT, chat.on_disk.pieces)
    texts = [["a"], ["a", "b", "c"], ["a", "b"], ["a", "d", "e"], ["a", "d", "e 2", "f"]]
    for step, edits in enumerate(texts):
        keeper.record(edits, {"step": step}, {}, chat.on_disk.pieces)
        (left,) = map(unsaved.read_unsaved, unsaved.unsaved_folder().iterdir())
        assert [one.text for one in left.edits] == edits
    killed(keeper)
