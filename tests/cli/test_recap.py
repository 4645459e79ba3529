"""`recap`: what it lists, shows and compares, and what exactly it writes."""

import json
import os
from pathlib import Path

import pytest

from tests.systems.auto_recap.chats import (
    RUNNING,
    chat_with_breaks,
    golden_cases,
    message,
    running,
    version,
)

THREE = (version(0, "one\ntwo", 2), version(1, "one\nthree", 5), version(4, "", 5))


@pytest.fixture
def chat(make_chat):
    breaks = {"2": {"scene_recap_memory": "r"}, "5": {"scene_recap_memory": "r"}}
    return make_chat(chat_with_breaks(8, breaks), running(*THREE, current=1))


def store_in(path):
    header = json.loads(path.read_bytes().split(b"\n")[0])
    return header["chat_metadata"][RUNNING]


# Looking ------------------------------------------------------------------------------------


def test_the_list_is_the_contract(cli, chat):
    found = cli("recap", chat, "list", "--json", "--encoding", "chars/4").json
    rows = found.pop("versions")
    assert found == {"chat_id": "chat-A", "current_version": 1, "state": "ok"}
    assert rows[0] == {
        "version": 0,
        "timestamp": 1,
        "scene_count": 1,
        "excluded_count": 1,
        "tokens": 2,
        "current": False,
    }
    assert [row["current"] for row in rows] == [False, True, False]
    assert [row["tokens"] for row in rows] == [2, 3, 0]


@pytest.mark.parametrize(
    ("record", "count"),
    [
        ({"exclude_count": 3}, 3),
        ({"excluded_count": 1, "exclude_count": 3}, 1),
        ({}, None),
    ],
)
def test_a_misspelt_count_fills_a_missing_one(cli, make_chat, record, count):
    path = make_chat([message()], running({"version": 0, "content": "x", **record}))
    (row,) = cli("recap", path, "list", "--json").json["versions"]
    assert row["excluded_count"] == count


@pytest.mark.parametrize(
    ("metadata", "state"),
    [
        ({}, "none"),
        (running(version(0)), "ok"),
        (running(version(0), chat_id="chat-B"), "reset"),
        ({**running(version(0), chat_id="chat-B"), "main_chat": "chat-B"}, "branch"),
        ({**running(version(0), chat_id="chat-B"), "world_info": "Lore"}, "unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_state_says_what_a_release_would_do(cli, make_chat, metadata, state):
    path = make_chat([message()], metadata)
    found = cli("recap", path, "list", "--json").json
    assert found["state"] == state
    assert len(found["versions"]) == (0 if state == "none" else 1)


@pytest.mark.parametrize(("worlds", "state"), [(["Lore"], "reset"), (["Other"], "import")])
def test_an_import_is_told_from_a_reset_by_the_worlds_folder(cli, location, worlds, state):
    metadata = {**running(version(0), chat_id="chat-B"), "world_info": "Lore"}
    path = location("chat-A", [message()], metadata, worlds=worlds)
    assert cli("recap", path, "list", "--json").json["state"] == state


def test_the_list_for_people_marks_the_current_version_and_names_the_state(cli, chat):
    lines = cli("recap", chat, "list").output.splitlines()
    assert "3 versions; it belongs to this chat" in lines[0]
    assert [line[0] for line in lines[1:]] == [" ", "*", " "]


def test_a_current_version_that_does_not_exist_is_said(cli, make_chat):
    path = make_chat([message()], running(version(0), current="0"))
    assert not cli("recap", path, "list", "--json").json["versions"][0]["current"]
    assert "does not exist" in cli("recap", path, "list").output
    assert "does not exist" in cli("recap", path, "show").refusal


def test_show_prints_the_text_and_nothing_else(cli, chat):
    assert cli("recap", chat, "show").output == "one\nthree\n"
    assert cli("recap", chat, "show", "0").output == "one\ntwo\n"
    found = cli("recap", chat, "show", "0", "--json").json
    assert (found["version"], found["content"]) == (0, "one\ntwo")


def test_of_two_versions_with_one_number_the_first_is_found(cli, make_chat):
    path = make_chat([message()], running(version(3, "old"), version(3, "new"), current=3))
    assert cli("recap", path, "show", "3").output == "old\n"
    rows = cli("recap", path, "list", "--json").json["versions"]
    assert [row["current"] for row in rows] == [True, False]


def test_diff_shows_the_lines_that_differ(cli, chat):
    lines = cli("recap", chat, "diff", "0", "1").output.splitlines()
    assert lines[:2] == ["--- version 0", "+++ version 1"]
    assert lines[3:] == [" one", "-two", "+three"]
    found = cli("recap", chat, "diff", "0", "1", "--json").json
    assert found["diff"] == lines
    assert (found["before"]["version"], found["after"]["version"]) == (0, 1)


def test_versions_that_agree_do_not_differ(cli, chat):
    assert cli("recap", chat, "diff", "1", "1").output == "no difference\n"


# Editing ------------------------------------------------------------------------------------


def test_use_changes_the_current_number_and_no_other_byte(cli, chat):
    before = chat.read_bytes()
    found = cli("recap", chat, "use", "0", "--json").json
    assert found["changed"] == {"current_version": {"before": 1, "after": 0}}
    assert found["written"] == str(chat)
    assert Path(found["backup"]).read_bytes() == before
    changed = before.replace(b'"current_version":1', b'"current_version":0')
    assert chat.read_bytes() == changed


def test_use_of_the_current_version_writes_nothing(cli, chat):
    before = chat.stat().st_mtime_ns
    result = cli("recap", chat, "use", "1")
    assert result.output == "nothing changed\n"
    assert chat.stat().st_mtime_ns == before


def test_add_numbers_highest_plus_one_and_covers_the_scenes_so_far(cli, chat):
    result = cli("recap", chat, "add", "new words", "--encoding", "chars/4")
    assert result.output.splitlines()[:2] == [
        "added version 5: 3 tokens",
        "current version: 1 → 5",
    ]
    made = store_in(chat)["versions"][-1]
    assert made["timestamp"] > 1_700_000_000_000
    del made["timestamp"]
    assert made == {
        "version": 5,
        "content": "new words",
        "scene_count": 2,
        "excluded_count": 0,
        "prev_scene_index": 2,
        "new_scene_index": 5,
        "event_keys": [],
    }


def test_add_takes_what_it_covers_from_options(cli, chat):
    options = ("--scene", "2", "--previous-scene", "1", "--scene-count", "7")
    cli("recap", chat, "add", "x", *options, "--excluded-count", "3")
    made = store_in(chat)["versions"][-1]
    names = ("new_scene_index", "prev_scene_index", "scene_count", "excluded_count")
    assert [made[name] for name in names] == [2, 1, 7, 3]


def test_add_makes_the_first_running_recap_of_a_chat(cli, make_chat):
    path = make_chat([message()])
    assert cli("recap", path, "add", "x").status == 0
    store = store_in(path)
    assert (store["chat_id"], store["current_version"]) == ("chat-A", 0)
    assert store["versions"][0]["version"] == 0


def test_edit_makes_a_new_version_of_the_same_scenes(cli, chat):
    found = cli("recap", chat, "edit", "0", "other", "--json").json
    assert found["changed"] == {
        "version 5": {"before": None, "after": "other"},
        "current_version": {"before": 1, "after": 5},
    }
    versions = store_in(chat)["versions"]
    assert versions[0] == THREE[0]
    assert versions[-1]["new_scene_index"] == 2


def test_edit_with_the_same_words_changes_nothing(cli, chat):
    assert cli("recap", chat, "edit", "1", "one\nthree").output == "nothing changed\n"


def test_delete_of_the_current_version_makes_the_highest_current(cli, chat):
    found = cli("recap", chat, "delete", "1", "--json").json
    assert found["changed"] == {
        "version 1": {"before": "one\nthree", "after": None},
        "current_version": {"before": 1, "after": 4},
    }
    assert [one["version"] for one in store_in(chat)["versions"]] == [0, 4]


@pytest.mark.parametrize("where", ["argument", "file", "dash", "input"])
def test_a_text_comes_from_an_argument_a_file_or_standard_input(cli, chat, tmp_path, where):
    words = "Ein Satz – 🦊\r\nund noch einer"
    (tmp_path / "text.txt").write_bytes(f"{words}\n".encode())
    more = {
        "argument": (words,),
        "file": ("--file", tmp_path / "text.txt"),
        "dash": ("-",),
        "input": (),
    }[where]
    assert cli("recap", chat, "add", *more, stdin=f"{words}\r\n".encode()).status == 0
    assert store_in(chat)["versions"][-1]["content"] == words


def test_what_show_prints_can_be_handed_back(cli, chat):
    displayed = cli("recap", chat, "show", "0").output
    assert cli("recap", chat, "edit", "0", stdin=displayed.encode()).output == "nothing changed\n"


def test_output_leaves_the_chat_alone(cli, chat, tmp_path):
    before, target = chat.read_bytes(), tmp_path / "out.jsonl"
    found = cli("recap", chat, "use", "0", "--output", target, "--json").json
    assert (found["written"], found["backup"]) == (str(target), None)
    assert chat.read_bytes() == before
    assert store_in(target)["current_version"] == 0


def test_a_recap_of_another_chat_is_edited_with_a_warning(cli, make_chat):
    path = make_chat([message()], running(version(0), version(1), chat_id="chat-B"))
    (warning,) = cli("recap", path, "use", "1", "--json").json["warnings"]
    assert "belongs to the chat 'chat-B'" in warning


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "required: VERB; see"),
        (("improve",), "improve"),
        (("show", "7"), "no version 7 of the running recap; there are 0, 1, 4"),
        (("show", "new"), "'new' is no number"),
        (("show", "nan"), "'nan' is no number"),
        (("show", "-1"), "no version -1"),
        (("diff", "0"), "takes 2"),
        (("use",), "takes 1 more argument, not 0"),
        (("use", "9"), "no version 9"),
        (("delete", "9"), "no version 9"),
        (("add", ""), "without text"),
        (("add", "a", "--file", "b"), "given twice"),
        (("add", "--file", "nowhere.txt"), "nowhere.txt"),
        (("add", "a", "b"), "takes 0 or 1"),
        (("list", "--encoding", "runes"), "runes"),
        (("list", "--colour"), "--colour"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_nothing_is_written(cli, chat, arguments, why):
    before = chat.read_bytes()
    assert why in cli("recap", chat, *arguments).refusal
    assert chat.read_bytes() == before


@pytest.mark.parametrize("arguments", [("show",), ("diff", "0", "1"), ("use", "0"), ("edit", "0")])
def test_a_chat_without_a_running_recap_has_nothing_to_edit(cli, make_chat, arguments):
    assert "no running recap" in cli("recap", make_chat([message()]), *arguments).refusal


def test_text_that_is_no_utf8_is_refused_with_its_line(cli, chat):
    assert "line 2: this is no UTF-8 text" in cli("recap", chat, "add", stdin=b"a\n\xff").refusal
    assert "is no UTF-8 text" in cli("recap", chat, "add", os.fsdecode(b"a\xff")).refusal


def test_the_mark_that_windows_puts_before_a_text_is_no_part_of_it(cli, chat):
    cli("recap", chat, "add", stdin=b"\xef\xbb\xbfRain.\r\n")
    assert cli("recap", chat, "show").output == "Rain.\n"


# What the real release does ----------------------------------------------------------------

NUMBERED = {"set_current_running_recap_version": "use", "delete_running_recap_version": "delete"}
COUNTS = {
    "scene_count": "--scene-count",
    "excluded_count": "--excluded-count",
    "prev_scene_index": "--previous-scene",
    "new_scene_index": "--scene",
}


def words_of(operation, given):
    if operation in NUMBERED:
        return [NUMBERED[operation], given]
    counts = {"prev_scene_index": 0, "new_scene_index": 0, **given}
    options = [word for name, option in COUNTS.items() for word in (option, counts[name])]
    return ["add", given["content"], *options]


def runnable(case):
    known = {*NUMBERED, "add_running_recap_version", "get_current_running_recap_version"}
    operations = case["input"]["operations"]
    owner = case["input"]["chat_metadata"].get(RUNNING, {}).get("chat_id", "chat-A")
    return owner == "chat-A" and all(name in known for name, *_ in operations)


@pytest.mark.parametrize(
    "case",
    [case for case in golden_cases("version_operations") if runnable(case)],
    ids=lambda case: case["id"],
)
def test_editing_leaves_the_store_as_the_release_does(cli, make_chat, case):
    path = make_chat(case["input"]["chat"], case["input"]["chat_metadata"])
    refused = 0
    for operation, *given in case["input"]["operations"]:
        if operation == "get_current_running_recap_version":
            found = cli("recap", path, "list", "--json").json["current_version"]
            assert found == case["output"]["results"][-1]
        else:
            refused += cli("recap", path, *words_of(operation, given[0])).status == 2
    assert refused == len(case["output"]["toasts"])
    left = store_in(path)
    for one in left["versions"]:
        one["timestamp"] = min(one["timestamp"], 1)
    wanted = case["output"]["chat_metadata_after"][RUNNING]
    for one in wanted["versions"]:
        one["timestamp"] = min(one["timestamp"], 1)
    assert left == wanted


@pytest.mark.parametrize(
    ("metadata", "words"),
    [({}, "it names no chat; a release would empty it"), ({"main_chat": "x"}, "a branch")],
)
def test_a_store_that_names_no_chat_is_said_to_name_none(cli, make_chat, metadata, words):
    stored = running(*THREE)
    del stored[RUNNING]["chat_id"]
    path = make_chat([message()], {**stored, **metadata})
    listed = cli("recap", path, "list").output
    assert "it names no chat; " in listed
    assert words in listed
    assert "another chat" not in listed


# Whatever goes wrong -------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows says so in words of its own")
def test_an_output_that_is_a_circle_of_links_is_one_line(cli, chat, tmp_path):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.symlink_to(other)
    other.symlink_to(one)
    refusal = cli("recap", chat, "use", "0", "--output", one).refusal
    assert "links lead in a circle" in refusal
    assert one.is_symlink()


def test_an_error_that_nobody_foresaw_is_one_line(cli, chat, monkeypatch):
    def fail(*_):
        raise KeyError("unforeseen")

    before = chat.read_bytes()
    monkeypatch.setattr("os.fsync", fail)
    refusal = cli("recap", chat, "use", "0").refusal
    assert "not expected (KeyError: 'unforeseen'); the file is as it was" in refusal
    assert chat.read_bytes() == before


def test_what_could_not_be_kept_of_the_file_is_said(cli, chat, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "other.jsonl").hardlink_to(chat)
    (note,) = cli("recap", chat, "use", "0", "--json").json["notes"]
    assert note.startswith("the file has another name elsewhere (hard links)")
    assert "notes" not in cli("recap", chat, "use", "1", "--json").json
