"""Finding SillyTavern's data and listing its chats."""

import json
import os
from pathlib import Path

import pytest

from inspector.core.errors import InspectorError
from inspector.core.recap import Host
from inspector.jsonbytes.spelling import spell
from inspector.sillytavern.chat_list import chats_of, look_into, matching
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.data_root import (
    CHARACTERS,
    WORLDS,
    card_of,
    find_user_folders,
    folder_beside,
    group_of,
    groups_of,
    host_of,
    likely_places,
    member_names,
    user_folder_of,
    user_folders,
)
from tests.systems.auto_recap.chats import chat_bytes, message, running

MARKS = {"openvault": (b'"openvault"',), "auto-recap": (b'"auto_recap',)}
GROUP = {
    "id": "g1",
    "name": "Tea Club",
    "members": ["Mira.png", "Orrin.png", "Silent One.png"],
    "disabled_members": ["Orrin.png"],
    "chat_id": "tea 2",
    "chats": ["tea 1", "tea 2"],
}


def make_user(folder):
    for name in ("chats/Mira", "group chats", "groups", "worlds"):
        (folder / name).mkdir(parents=True)
    (folder / "settings.json").write_text("{}")
    (folder / "worlds" / "Harbour.json").write_text("{}")
    (folder / "groups" / "g1.json").write_text(json.dumps(GROUP))
    (folder / "groups" / "broken.json").write_text("{")
    (folder / "chats" / "Mira" / "First evening.jsonl").write_bytes(chat_bytes([message()] * 3))
    (folder / "group chats" / "tea 1.jsonl").write_bytes(
        chat_bytes(
            [message(), message(original_avatar="Mira.png", name="Mira the Bold")], running()
        )
    )
    (folder / "chats" / "loose.jsonl").write_bytes(b"")
    return folder


@pytest.fixture
def user(tmp_path):
    return make_user(tmp_path / "SillyTavern" / "data" / "default-user")


@pytest.mark.parametrize("location", [".", "..", "../.."], ids=["user", "data root", "install"])
def test_a_user_folder_is_found_from_any_place_above_it(user, location):
    assert [one.resolve() for one in user_folders(user / location)] == [user]


def test_folders_that_sillytavern_keeps_for_itself_are_no_users(user):
    make_user(user.parent / "_storage")
    make_user(user.parent / "second")
    assert [one.name for one in user_folders(user.parent)] == ["default-user", "second"]


@pytest.mark.parametrize("spelled", ["../moved", '"../moved" # here', "'../moved'"])
def test_a_moved_data_root_is_followed(tmp_path, spelled):
    make_user(tmp_path / "moved" / "me")
    install = tmp_path / "SillyTavern"
    install.mkdir()
    (install / "config.yaml").write_text(f"listen: false\ndataRoot: {spelled}\nport: 8000\n")
    assert [one.resolve() for one in user_folders(install)] == [tmp_path / "moved" / "me"]


def test_an_absolute_data_root_is_followed(tmp_path):
    make_user(tmp_path / "elsewhere" / "me")
    (tmp_path / "config.yaml").write_text(f"dataRoot: {tmp_path / 'elsewhere'}\n")
    assert user_folders(tmp_path) == [tmp_path / "elsewhere" / "me"]


def test_data_of_before_1_12_lies_in_public(tmp_path):
    make_user(tmp_path / "public")
    assert user_folders(tmp_path) == [tmp_path / "public"]


def test_a_place_without_data_holds_no_users(tmp_path):
    (tmp_path / "config.yaml").write_text("dataRoot:\n")
    assert user_folders(tmp_path) == []
    assert user_folders(tmp_path / "missing") == []


def test_likely_places_are_looked_through_in_the_home_folder(user, tmp_path):
    assert find_user_folders(tmp_path, {}) == [user]
    places = likely_places(tmp_path, {"LOCALAPPDATA": "C:/Local", "XDG_DATA_HOME": "/share"})
    named = [location.as_posix() for location in places]
    assert "/share/SillyTavern" in named
    assert "C:/Local/SillyTavern/Data" in named


@pytest.mark.parametrize(
    "chat", ["chats/Mira/First evening.jsonl", "group chats/tea 1.jsonl", "chats/loose.jsonl"]
)
def test_the_settings_of_a_chat_are_found_from_its_place(user, chat):
    assert user_folder_of(user / chat) == user


def test_a_chat_elsewhere_has_no_user_folder(tmp_path):
    assert user_folder_of(tmp_path / "a.jsonl") is None
    assert host_of(tmp_path / "a.jsonl") == Host("a")


def test_what_sillytavern_knows_of_a_chat_comes_from_the_files_around_it(user):
    assert host_of(user / "chats" / "Mira" / "First evening.jsonl") == Host(
        "First evening", None, frozenset({"Harbour"})
    )
    assert host_of(user / "group chats" / "tea 1.jsonl").group_id == "g1"
    (user / "worlds" / "Harbour.json").unlink()
    (user / "worlds").rmdir()
    assert host_of(user / "chats" / "loose.jsonl").worlds is None


def test_groups_are_read_and_a_broken_definition_is_left_out(user):
    (group,) = groups_of(user)
    assert (group.id, group.name, group.chats) == ("g1", "Tea Club", ("tea 1", "tea 2"))
    assert (group.members, group.disabled) == (tuple(GROUP["members"]), ("Orrin.png",))
    assert group_of(user / "group chats" / "tea 2.jsonl") == group
    assert group_of(user / "group chats" / "other.jsonl") is None


def test_members_are_called_what_they_are_called_in_the_chat(user):
    (group,) = groups_of(user)
    chat = read_chat((user / "group chats" / "tea 1.jsonl").read_bytes()).chat
    assert member_names(group, chat) == ("Mira the Bold", "Orrin", "Silent One")


@pytest.mark.parametrize("card", ['The "Bold".png', "Zoë.png", "half \ud83d.png"])
def test_a_member_is_found_however_json_spells_the_name_of_its_card(user, card):
    (user / "groups" / "g1.json").write_text(json.dumps({**GROUP, "members": [card]}))
    (group,) = groups_of(user)
    lines = [{"chat_metadata": {}}, message(original_avatar=card, name="Mira")]
    chat = read_chat("\n".join(map(spell, lines)).encode()).chat
    assert member_names(group, chat) == ("Mira",)


def test_chats_are_listed_by_owner_the_one_changed_last_first(user):
    os.utime(user / "chats" / "Mira" / "First evening.jsonl", (3, 3))
    os.utime(user / "group chats" / "tea 1.jsonl", (2, 2))
    os.utime(user / "chats" / "loose.jsonl", (1, 1))
    listed = [(one.owner, one.name, one.is_group, one.modified) for one in chats_of(user)]
    assert listed == [
        ("Mira", "First evening", False, 3),
        ("Tea Club", "tea 1", True, 2),
        ("", "loose", False, 1),
    ]
    assert chats_of(user)[2].size == 0


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 3), ("EVENING", 1), ("mira first", 1), ("club", 1), ("mira tea", 0), (" loose ", 1)],
)
def test_a_search_finds_chats_in_whose_names_every_word_occurs(user, query, found):
    assert len(matching(chats_of(user), query)) == found


def test_a_look_into_a_chat_counts_messages_and_names_memory_systems(user):
    solo = look_into(user / "chats" / "Mira" / "First evening.jsonl", MARKS)
    group = look_into(user / "group chats" / "tea 1.jsonl", MARKS)
    assert (solo.messages, solo.systems) == (3, ())
    assert (group.messages, group.systems) == (2, ("auto-recap",))
    assert look_into(user / "chats" / "loose.jsonl", MARKS).messages == 0
    assert look_into(user / "missing.jsonl", MARKS) is None


@pytest.mark.parametrize(("ending", "count"), [(b"", 2), (b"\n", 2)])
def test_a_final_line_end_is_no_message_and_a_header_may_be_missing(tmp_path, ending, count):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"name":"A","mes":"m"}\n{"mes":"m"}' + ending)
    assert look_into(path, MARKS).messages == count


def test_a_mark_that_lies_across_two_parts_of_a_long_file_is_seen(tmp_path):
    path = tmp_path / "a.jsonl"
    start = b'{"mes":"m"}\n{"mes":"'
    path.write_bytes(start + b"x" * ((1 << 20) - len(start) - 8) + b'","a":"auto_recap_memory":1}')
    assert path.read_bytes().find(b'"auto_recap') < 1 << 20 < path.stat().st_size
    seen = look_into(path, MARKS)
    assert (seen.messages, seen.systems) == (2, ("auto-recap",))


def test_the_card_of_a_chat_is_called_as_its_folder_is(user):
    chat = user / "chats" / "Mira" / "First evening.jsonl"
    assert card_of(chat) is None
    (user / "characters").mkdir()
    assert card_of(chat) is None
    card = user / "characters" / "Mira.png"
    card.write_bytes(b"")
    assert card_of(chat) == card


def test_a_group_and_a_loose_chat_have_no_card_of_their_own(user, tmp_path):
    (user / "characters").mkdir()
    for name in ("group chats", "chats", "Mira"):
        (user / "characters" / f"{name}.png").write_bytes(b"")
    assert card_of(user / "group chats" / "tea 1.jsonl") is None
    assert card_of(user / "chats" / "loose.jsonl") is None
    assert card_of(tmp_path / "Mira" / "elsewhere.jsonl") is None


def test_folders_beside_a_chat_are_found_where_they_are(user, tmp_path):
    chat = user / "chats" / "Mira" / "First evening.jsonl"
    assert folder_beside(chat, WORLDS) == user / "worlds"
    assert folder_beside(chat, CHARACTERS) is None
    assert folder_beside(tmp_path / "elsewhere.jsonl", WORLDS) is None


@pytest.mark.parametrize("named", ["~nosuchuser/data", "/da\0ta", '"~nosuchuser"'])
def test_a_data_root_that_can_be_no_folder_is_refused_with_the_reason(tmp_path, named):
    install = tmp_path / "SillyTavern"
    install.mkdir()
    (install / "config.yaml").write_text(f"dataRoot: {named}\n")
    with pytest.raises(InspectorError, match=r"dataRoot, which is no folder: .+\.$"):
        user_folders(install)
    assert find_user_folders(tmp_path, {}) == []


def test_a_bad_data_root_hurts_nobody_where_data_is_found_otherwise(user, tmp_path):
    (tmp_path / "config.yaml").write_text("dataRoot: ~nosuchuser\n")
    (tmp_path / "data").mkdir(exist_ok=True)
    public = tmp_path / "public"
    (public / "chats").mkdir(parents=True)
    (public / "settings.json").write_text("{}")
    assert user_folders(tmp_path) != []


@pytest.mark.parametrize("location", ["a\0b", "~nosuchuser", "x" * 5000])
def test_a_place_that_can_be_none_holds_no_data(location):
    assert user_folders(Path(location)) == []
