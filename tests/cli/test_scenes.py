"""`scenes`, `messages` and `inject` on chats that Auto-Recap keeps, against the real releases."""

import json

import pytest

from tests.systems.auto_recap.chats import (
    chat_with_breaks,
    golden_cases,
    message,
    running,
    version,
)

INCLUDED = "Recap of message(s)"
RELEASE_1 = ("--ruleset", "auto-recap/1", "--encoding", "chars/4")
RELEASE_2 = ("--ruleset", "auto-recap/2.0", "--encoding", "chars/4")
RECAP = {"memory": "words of it"}


def cases(*functions):
    found = golden_cases(*functions)
    return pytest.mark.parametrize("case", found, ids=lambda case: case["id"])


def indexes(ranges):
    return [index for first, last in ranges for index in range(first, last + 1)]


# Scenes -------------------------------------------------------------------------------------


def test_scenes_are_the_contract(cli, make_chat):
    stages = {"stage3": {"developments": ["d"], "open": [], "state": [], "resolved": []}}
    breaks = {
        "2": {"scene_break_name": "Dusk", "scene_recap_memory": json.dumps(stages)},
        "5": {"scene_break_visible": False},
        "6": {},
    }
    path = make_chat(chat_with_breaks(9, breaks))
    found = cli("scenes", path, "--json", "--encoding", "chars/4").json
    assert found["scenes"] == [
        {"break": 2, "start": 0, "end": 2, "shown_start": 0, "name": "Dusk", "recap_tokens": 4},
        {"break": 5, "start": 0, "end": 5, "shown_start": 3, "name": "", "recap_tokens": 0},
        {"break": 6, "start": 3, "end": 6, "shown_start": 3, "name": "", "recap_tokens": 0},
    ]
    assert found["auto_hide"] == {"hide": [], "unhide": []}


@cases("auto_hide_messages_by_command")
def test_auto_hide_is_what_the_release_would_send(cli, make_chat, make_settings, case):
    given, wanted = case["input"], case["output"]
    path = make_chat(chat_with_breaks(given["chat_length"], given["scene_breaks"]))
    options = ("--settings", make_settings(given["settings"]), *RELEASE_2)
    found = cli("scenes", path, "--json", *options).json["auto_hide"]
    assert indexes(found["hide"]) == wanted["hide"]
    assert indexes(found["unhide"]) == wanted["unhide"]
    report = cli("scenes", path, *options).output
    assert all(command in report for command in wanted["commands"])


@cases("scene_range")
def test_scenes_begin_where_the_release_has_them_begin(cli, make_chat, case):
    given, wanted = case["input"], case["output"]
    path = make_chat(chat_with_breaks(given["chat_length"], given["scene_breaks"]))
    for name, range_ in wanted.items():
        if name != "findSceneBoundaries":
            count = name.removeprefix("getSceneRangeIndexes(count=").removesuffix(")")
            option = f"scene_recap_history_count={count}"
            found = cli("scenes", path, "--json", *RELEASE_2, "--set", option).json["scenes"]
            (scene,) = [one for one in found if one["break"] == given["index"]]
            assert [scene["start"], scene["end"]] == range_
            assert scene["shown_start"] == wanted["findSceneBoundaries"]["startIdx"]


def test_a_chat_without_scenes_has_none_and_a_release_unhides_it_all(cli, make_chat):
    path = make_chat([message()] * 3)
    assert cli("scenes", path, "--json").json == {
        "scenes": [],
        "auto_hide": {"hide": [], "unhide": []},
    }
    found = cli("scenes", path, "--json", *RELEASE_2).json
    assert found["auto_hide"] == {"hide": [], "unhide": [[0, 2]]}


def test_several_chats_give_an_object_each_that_names_its_chat(cli, make_chat):
    paths = make_chat([message()], name="a"), make_chat([message()], name="b")
    found = cli("scenes", *paths, "--json").json
    assert [one["chat"] for one in found] == [str(path) for path in paths]


def test_scenes_for_people_show_ranges_names_and_hidden_breaks(cli, make_chat):
    breaks = {"2": {"scene_break_name": "Dusk"}, "5": {"scene_break_visible": False}}
    lines = cli("scenes", make_chat(chat_with_breaks(9, breaks))).output.splitlines()
    assert "9 messages, 2 finished scenes" in lines[0]
    assert "Dusk" in lines[1]
    assert "its break is hidden" in lines[2]
    assert "auto-hide does nothing" in lines[3]


def test_a_ruleset_without_scenes_is_refused(cli, make_chat):
    refusal = cli("scenes", make_chat([message()]), "--ruleset", "openvault/26").refusal
    assert "openvault/26 knows no scenes" in refusal


# Messages -----------------------------------------------------------------------------------


@cases("update_message_inclusion_flags")
def test_messages_are_in_as_release_1_has_them(cli, location, case):
    given, wanted = case["input"], case["output"]
    group = given["selected_group"]
    group = group and {"id": group, "chats": ["chat-A"]}
    path = location("chat-A", given["chat"], settings=given["settings"], group=group)
    context = ("--set", f"context_size={given['max_context']}")
    rows = cli("messages", path, "--json", *RELEASE_1, *context).json
    assert [row["index"] for row in rows if row["included"]] == wanted["included_indexes"]
    if any(row["included"] is not None for row in rows):
        assert all(bool(row["reason"]) is not row["included"] for row in rows)


MANY = [
    message("first", {"memory": "a long recap of it"}),
    message("second", {"memory": "short", "exclude": True}),
    message("third", {"memory": None, "error": "the model was gone"}, is_user=True),
    message("fourth"),
    message("fifth", {"memory": "12345678", "scene_break": True}),
    message("sixth", {"memory": "1234"}, is_system=True),
]
LIMIT = ("--set", "message_recap_context_type=absolute", "--set", "message_recap_context_limit=4")


def test_each_message_says_why_its_recap_is_in_or_not(cli, make_chat):
    path = make_chat(MANY)
    rows = cli("messages", path, "--json", "--encoding", "chars/4", *LIMIT).json
    assert rows[4] == {
        "index": 4,
        "name": "Alice",
        "is_user": False,
        "hidden": False,
        "recap": "12345678",
        "recap_tokens": 2,
        "included": True,
        "reason": "",
        "scene": 4,
    }
    assert [row["included"] for row in rows] == [False, False, False, False, True, True]
    assert [row["reason"] for row in rows] == [
        "past limit", "excluded", "error: the model was gone", "no recap", "", "",
    ]  # fmt: skip
    assert [row["scene"] for row in rows] == [4, 4, 4, 4, 4, None]
    assert [row["recap"] is None for row in rows] == [False, False, True, True, False, False]


def test_release_2_shows_the_stored_flag_and_says_so(cli, make_chat):
    path = make_chat([message(data={**RECAP, "include": INCLUDED}), message(data=RECAP)])
    rows = cli("messages", path, "--json", *RELEASE_2).json
    assert [row["included"] for row in rows] == [True, False]
    assert {row["reason"] for row in rows} == {"stored flag, no longer computed"}


def test_in_a_chat_without_recaps_nothing_is_said_of_them(cli, make_chat):
    rows = cli("messages", make_chat([message()] * 3), "--json", *RELEASE_1).json
    wording = ("recap", "recap_tokens", "included", "reason", "scene")
    assert [[row[name] for name in wording] for row in rows] == [[None, 0, None, "", None]] * 3


@pytest.mark.parametrize("data", [None, RECAP], ids=["plain", "with recaps"])
def test_an_earlier_moment_has_no_later_messages(cli, make_chat, data):
    path = make_chat([message(data=data)] * 5)
    assert len(cli("messages", path, "--json", "--at", "2").json) == 3
    assert "out of range" in cli("messages", path, "--at", "5").refusal


def test_messages_for_people_name_the_ruleset_and_the_reason(cli, make_chat):
    output = cli("messages", make_chat(MANY), *LIMIT).output
    assert "auto-recap/design" in output
    assert "error: the model was gone" in output
    assert "open scene" in output


def test_several_rulesets_give_a_table_each(cli, make_chat):
    rulesets = ("--ruleset", "auto-recap/1", "--ruleset", "auto-recap/2.0")
    old, new = cli("messages", make_chat(MANY), "--json", *rulesets).json
    assert (old[4]["included"], new[4]["included"]) == (True, False)


# Inject -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["auto-recap/design", "auto-recap/1", "auto-recap/2.0"])
def test_only_the_running_recap_is_injected(cli, make_chat, ruleset):
    path = make_chat(MANY, running(version(0, "So far.")))
    found = cli("inject", path, "--json", "--ruleset", ruleset).json
    assert (found["memories"], found["budget"]) == ([], None)
    (prompt,) = found["prompts"]
    assert "So far." in prompt["text"]
    lines = [line for section in prompt["sections"] for line in section["lines"]]
    assert "\n".join(line["text"] for line in lines) == prompt["text"]
    rows = cli("messages", path, "--json", "--ruleset", ruleset).json
    gates = [one.pop("gate") for one in found["messages"]]
    assert found["messages"] == rows
    assert gates[1] == (None if ruleset == "auto-recap/2.0" else "excluded")


def test_the_design_answers_for_a_chat_that_carries_recaps(cli, make_chat):
    found = cli("inject", make_chat(MANY, running(version(0, "So far."))), "--json").json
    assert found["ruleset"] == "auto-recap/design"
    (prompt,) = found["prompts"]
    slot = [prompt[name] for name in ("key", "position", "depth", "role", "scan")]
    assert slot == ["auto_recap_scene", 2, 2, 0, False]
    assert prompt["text"].startswith("# Story Memory\n\nThe following")


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in golden_cases("get_running_recap_injection")
        if case["input"]["chat_id"] != "<<undefined>>"
    ],
    ids=lambda case: case["id"],
)
def test_the_text_is_the_releases_byte_for_byte(cli, location, case):
    given, wanted = case["input"], case["output"]
    path = location(
        given["chat_id"],
        [message()],
        given["chat_metadata"],
        given["settings"],
        worlds=given["world_names"],
    )
    found = cli("inject", path, "--json", *RELEASE_2).json
    assert found["prompts"][0]["text"] == wanted["result"]
    warnings = " ".join(found["warnings"])
    assert all(toast in warnings for toast in wanted["error_toasts"])


@cases("refresh_memory")
def test_the_slot_is_the_releases(cli, make_chat, make_settings, case):
    given, wanted = case["input"], case["output"]
    breaks = {"2": {}} if wanted["slash"] else {}
    messages = chat_with_breaks(given["chat_length"], breaks)
    path = make_chat(messages, given["chat_metadata"], name=given["chat_id"])
    options = ("--settings", make_settings(given["settings"]), *RELEASE_2)
    (prompt,) = cli("inject", path, "--json", *options).json["prompts"]
    (call,) = wanted["setExtensionPrompt"]
    names = ("key", "text", "position", "depth", "scan", "role")
    assert [prompt[name] for name in names] == [*call, *[False, 0][len(call) - 4 :]]


@cases("chat_enabled")
def test_a_chat_that_is_switched_off_gets_an_empty_slot(cli, make_chat, make_settings, case):
    given = case["input"]
    path = make_chat([message()], running(version(0), chat_id=given["chat_id"]), given["chat_id"])
    options = ("--settings", make_settings(given["settings"]), *RELEASE_2)
    (prompt,) = cli("inject", path, "--json", *options).json["prompts"]
    assert bool(prompt["text"]) is case["output"]
