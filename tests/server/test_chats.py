"""Saving through SillyTavern: what the file then holds decides, whatever is answered."""

import json
import os
import shutil

import pytest

from inspector import files, writing
from inspector.core.edits import RotateIntegrity, SetField, apply
from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.files.backups import kept_backups
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.server.chats import ServerChat, ServerRoute, server_chat
from inspector.server.session import PasswordNeededError, Passwords, ServerError
from inspector.sillytavern.config_file import server_place
from inspector.sillytavern.server_form import misspelled_line


def edited(opened, summary="Changed \u2028 é 😀"):
    return apply(opened.document, SetField((0,), "summary", summary))


def save(path, opened, document, passwords=None):
    user, chat = server_chat(path)
    route = ServerRoute(server_place(user), chat, passwords or Passwords())
    return writing.write(opened, document, route=route)


def saves(server):
    return [path for _, path in server.requests if path.endswith("/save")]


def test_a_chat_is_saved_by_sillytavern_to_the_byte_with_both_backups(server, chat):
    opened = open_chat(chat)
    before, document = chat.read_bytes(), edited(opened)
    saved = save(chat, opened, document)
    after = chat.read_bytes()
    assert after == joined(opened.contents(document)) != before
    assert saved.backup.read_bytes() == before
    (kept,) = (chat.parents[2] / "backups").iterdir()
    assert kept.read_bytes() == after
    assert files.outside_state(saved.on_disk) is files.OutsideState.SAME
    assert saves(server) == ["/api/chats/save"]


def test_a_group_is_saved_by_its_own_call(server, user, sample):
    path = user / "group chats" / "2024-1-1.jsonl"
    path.write_bytes(sample.read_bytes())
    opened = open_chat(path)
    document = edited(opened)
    save(path, opened, document)
    assert path.read_bytes() == joined(opened.contents(document))
    assert saves(server) == ["/api/chats/group/save"]


def test_nothing_goes_out_where_nothing_changed(server, chat):
    opened = open_chat(chat)
    assert save(chat, opened, opened.document).backup is None
    assert server.requests == []


def test_a_file_that_somebody_else_wrote_is_not_touched(server, chat):
    opened = open_chat(chat)
    chat.write_bytes(chat.read_bytes() + b'\n{"mes":"Later."}')
    held = chat.read_bytes()
    with pytest.raises(ChangedOutsideError):
        save(chat, opened, edited(opened))
    assert chat.read_bytes() == held
    assert server.requests == []
    assert kept_backups(files.backup_folder(chat)) == []


def test_a_tab_that_saves_at_the_last_moment_is_noticed_and_its_reply_is_in_no_backup_lost(
    server, chat
):
    opened = open_chat(chat)
    document = edited(opened)
    theirs = chat.read_bytes() + b'\n{"mes":"Later."}'
    server.after_save = lambda: chat.write_bytes(theirs)
    with pytest.raises(ChangedOutsideError, match="something else now"):
        save(chat, opened, document)
    assert chat.read_bytes() == theirs
    (backup,) = kept_backups(files.backup_folder(chat))
    assert backup.path.read_bytes() == joined(opened.on_disk.pieces)


def test_its_integrity_check_holds(server, chat):
    opened = open_chat(chat)
    other = apply(opened.document, RotateIntegrity("another"))
    before = chat.read_bytes()
    with pytest.raises(ChatFileError, match=r"integrity check refused .* the file is as it was"):
        save(chat, opened, other)
    assert chat.read_bytes() == before
    assert kept_backups(files.backup_folder(chat)) == []


def test_force_is_never_sent_and_the_mark_always(server, chat):
    seen = []
    original = server.save

    def note(path, posted, key, *, force):
        seen.append((posted[0]["chat_metadata"].get("integrity"), force))
        return original(path, posted, key, force=force)

    server.save = note
    opened = open_chat(chat)
    save(chat, opened, edited(opened))
    assert seen == [(opened.document.integrity, None)]


def test_an_answer_that_never_came_is_settled_by_the_file(server, chat):
    server.mute = True
    opened = open_chat(chat)
    document = edited(opened)
    save(chat, opened, document)
    assert chat.read_bytes() == joined(opened.contents(document))


def test_a_save_that_failed_there_says_so(server, chat, monkeypatch):
    monkeypatch.setattr("inspector.files.handing_over._LATE", 0.0)

    def fail():
        raise OSError("the disk is full")

    server.before_save = fail
    opened = open_chat(chat)
    with pytest.raises(ChatFileError, match="the file is as it was, but may still be written"):
        save(chat, opened, edited(opened))


def test_a_server_that_is_gone_says_so(server, chat):
    server.stop()
    opened = open_chat(chat)
    with pytest.raises(Exception, match="Nothing listens at"):
        save(chat, opened, edited(opened))
    assert kept_backups(files.backup_folder(chat)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data + b"\n", "is empty"),
        (lambda data: b"\xef\xbb\xbf" + data, "line 1 is broken"),
        (lambda data: data.replace(b"\n", b"\r\n"), "line break of Windows"),
        (lambda data: data.replace(b'"mes":', b'"mes": ', 1), "line 2 is spelled otherwise"),
        (lambda data: data.replace(b'{"name"', b'{"x":1,"x":2,"name"', 1), 'the key "x" twice'),
        (lambda data: data + b"\nnull", "is no message"),
        (lambda data: data + b"\n{", "is broken"),
        (lambda data: data + b'\n{"mes":"\xff"}', "bytes that are no text"),
        (lambda data: data + b'\n{"b":1,"2":1}', "numbers as keys"),
        (lambda data: data + b'\n{"mes":1.0}', "spelled otherwise"),
    ],
)
def test_more_than_the_edit_is_never_changed(server, chat, change, words):
    chat.write_bytes(change(chat.read_bytes()))
    opened = open_chat(chat)
    before = chat.read_bytes()
    with pytest.raises(ServerError, match=words):
        save(chat, opened, edited(opened))
    assert chat.read_bytes() == before
    assert saves(server) == []


def test_another_installation_with_another_chat_of_that_name_is_not_written(server, chat, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(chat.parents[3], elsewhere)
    other = elsewhere / chat.relative_to(chat.parents[3])
    other.write_bytes(other.read_bytes() + b'\n{"mes":"Later."}')
    server.root = elsewhere
    opened = open_chat(chat)
    with pytest.raises(ServerError, match="another chat under this name"):
        save(chat, opened, edited(opened))
    assert saves(server) == []


def test_another_installation_with_the_same_chat_is_told_by_the_file(server, chat, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(chat.parents[3], elsewhere)
    server.root = elsewhere
    opened = open_chat(chat)
    before = chat.read_bytes()
    with pytest.raises(ChatFileError, match="keeps its files elsewhere"):
        save(chat, opened, edited(opened))
    assert chat.read_bytes() == before


def test_a_password_is_asked_for_before_anything_is_done(server, chat):
    server.basic = ("me", "secret")
    opened = open_chat(chat)
    with pytest.raises(PasswordNeededError):
        save(chat, opened, edited(opened))
    assert kept_backups(files.backup_folder(chat)) == []
    save(chat, opened, edited(opened), Passwords("me", "secret"))


@pytest.mark.skipif(os.name == "nt", reason="no such links there")
def test_a_file_with_two_names_is_not_handed_over(server, chat):
    chat.with_name("other.jsonl").hardlink_to(chat)
    opened = open_chat(chat)
    with pytest.raises(ChatFileError, match="hard links"):
        save(chat, opened, edited(opened))
    assert server.requests == []


@pytest.mark.parametrize("name", ["a:b.jsonl", "what?.jsonl", "chat.json", "nul.jsonl"])
def test_a_name_that_sillytavern_would_change_is_refused(user, name):
    with pytest.raises(ServerError, match="cannot name this chat"):
        server_chat(user / "chats" / "Robin" / name)


def test_names_as_the_interface_wants_them(user, tmp_path):
    found = server_chat(user / "chats" / "Robin" / "Robin - 1 @2h.jsonl")
    assert found == (user, ServerChat("default-user", "Robin - 1 @2h", "Robin"))
    assert found[1].naming["avatar_url"] == "Robin.png"
    found = server_chat(user / "group chats" / "17.jsonl")
    assert found == (user, ServerChat("default-user", "17", None))
    for path in (tmp_path / "a.jsonl", user / "chats" / "a.jsonl", user / "backups" / "a.jsonl"):
        with pytest.raises(ServerError, match="does not lie among"):
            server_chat(path)


def test_what_javascript_spells_is_left_as_it_is():
    values = {"a": [1, -2, 0.5, 1e21, 1e-7, True, None, '\u2028\x7f\n"\\/', {}, []], "ü": "😀"}
    line = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    line = line.replace("1e-07", "1e-7")
    assert misspelled_line(line.encode()) == ""
    assert misspelled_line(b'{"1":0,"20":0,"a":{"7":1}}') == ""
    assert misspelled_line(b'{"mes":"\\ud83d"}') == ""
