"""`why` for Auto-Recap: every gate of a message, and what gets its recap in."""

import pytest

from tests.systems.auto_recap.chats import message

DESIGN = ("--ruleset", "auto-recap/design")
ABSOLUTE = ("--set", "message_recap_context_type=absolute", "--encoding", "chars/4")
GATES = [
    "own", "excluded", "user", "thoughts", "system", "narrator", "character", "short", "no recap",
    "past limit",
]  # fmt: skip


def recap(text):
    return {"memory": text}


def why(cli, chat, *arguments):
    result = cli("why", chat, "--json", *arguments)
    assert result.status == 0, result.error
    found = result.json
    return found if isinstance(found, list) else [found]


@pytest.mark.parametrize("ruleset", ["auto-recap/design", "auto-recap/1"])
def test_every_message_is_told_as_messages_tells_it(cli, sample, ruleset):
    rows = cli("messages", sample, "--json", "--ruleset", ruleset).json
    found = why(cli, sample, "--ruleset", ruleset, "--patience", "0")
    assert [one["id"] for one in found] == [f"message:{row['index']}" for row in rows]
    for one, row in zip(found, rows, strict=True):
        assert one["in_block"] == row["included"]
        passed = [step["passed"] for step in one["gates"]]
        assert passed == [True] * (len(passed) - 1) + [row["included"]]
        names = [step["gate"].replace("error", "no recap") for step in one["gates"]]
        assert names == GATES[: len(passed)]
        assert one["in_block"] or row["reason"].startswith(one["gates"][-1]["gate"])


def test_a_message_past_the_limit_says_by_how_much_and_the_limit_that_is_enough(cli, sample):
    (found,) = why(cli, sample, "message:72", *DESIGN)
    assert not found["in_block"]
    assert found["gates"][-1]["gate"] == "past limit"
    enough = int(found["smallest_change"]["detail"].split(" to ")[1].split()[0])
    name = "message_recap_context_limit"
    (then,) = why(cli, sample, "message:72", *DESIGN, "--set", f"{name}={enough}")
    (less,) = why(cli, sample, "message:72", *DESIGN, "--set", f"{name}={enough - 1}")
    assert then["in_block"]
    assert then["smallest_change"] is None
    assert not less["in_block"]


@pytest.mark.parametrize(
    ("fields", "option", "gate", "change"),
    [
        ({"is_user": True}, "include_user_messages=false", "user", "Count user messages"),
        ({"is_system": True}, "include_system_messages=false", "system", "Count hidden messages"),
        ({}, "message_length_threshold=9", "short", "Lower message_length_threshold to 3"),
    ],
)
def test_a_setting_that_leaves_a_message_out_is_named_with_the_way_back(
    cli, make_chat, fields, option, gate, change
):
    chat = make_chat([message("twelve chars", recap("r"), **fields)])
    (found,) = why(cli, chat, "message:0", *DESIGN, *ABSOLUTE, "--set", option)
    assert found["gates"][-1]["gate"] == gate
    assert found["smallest_change"]["detail"].startswith(change)


def test_several_gates_in_the_way_are_one_change(cli, make_chat):
    chat = make_chat([message("text", recap("r" * 40), is_user=True)])
    options = ("include_user_messages=false", "message_recap_context_limit=2")
    (found,) = why(cli, chat, "message:0", *DESIGN, *ABSOLUTE, *(f"--set={o}" for o in options))
    assert found["smallest_change"]["kind"] == "several"
    assert (
        "Count user messages, raise message_recap_context_limit to 10 tokens"
        in (found["smallest_change"]["detail"])
    )


def test_what_no_setting_brings_back_has_no_smallest_change(cli, make_chat):
    chat = make_chat([message("a"), message("b", {"memory": "r", "exclude": True})])
    first, second = why(cli, chat, "message:0", "message:1", *DESIGN)
    assert first["gates"][-1]["gate"] == "no recap"
    assert second["gates"][-1]["gate"] == "excluded"
    assert first["smallest_change"] is second["smallest_change"] is None


def test_the_release_that_chooses_no_more_has_no_gates_as_inject_has_none(cli, make_chat):
    flags = ({"include": "Recap of message(s)"}, {})
    chat = make_chat([message("a", {"memory": "r", **flag}) for flag in flags])
    newest = ("--ruleset", "auto-recap/2.0")
    injected = cli("inject", chat, "--json", *newest).json
    found = why(cli, chat, *newest)
    assert [row["included"] for row in injected["messages"]] == [True, False]
    assert [one["in_block"] for one in found] == [True, False]
    assert [row["gate"] for row in injected["messages"]] == [None, None]
    assert [one["gates"] for one in found] == [[], []]
    output = cli("why", chat, "message:1", *newest).output
    assert "message:1: left out\n" in output
    assert "Stored flag, no longer computed." in output


def test_a_chat_that_carries_recaps_is_asked_without_naming_a_ruleset(cli, sample):
    (found,) = why(cli, sample, "message:80")
    assert found["id"] == "message:80"
    assert found["gates"][-1]["gate"] == "past limit"


def test_a_person_reads_the_use_of_short_term_memory_against_its_limit(cli, sample):
    output = cli("why", sample, "message:80", *DESIGN).output
    assert "short-term memory: 806 of 819 tokens, 32 recaps" in output
    assert "short-term memory: 806 of 819 tokens" in cli("messages", sample).output


@pytest.mark.parametrize("wanted", ["message:160", "message:-1", "message:", "message:٣", "lore:1"])
def test_a_message_that_is_not_there_is_refused_by_name(cli, sample, wanted):
    refusal = cli("why", sample, wanted, *DESIGN).refusal
    assert repr(wanted) in refusal


def test_a_memory_is_nothing_that_auto_recap_judges(cli, sample):
    refusal = cli("why", sample, "event_1_0", *DESIGN).refusal
    assert "'event_1_0': auto-recap/design judges messages" in refusal
