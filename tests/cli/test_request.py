"""`request`: the predicted body is what the real SillyTavern sent, to the last character."""

import json
import re

import pytest

from tests.captured import WIRE

UNKNOWN_ANSWER = "The mock answers."
"""What the recording endpoint answered, and later members of a group's turn saw."""

CLOCK = re.compile(
    r"\d{1,2}:\d{2} [AP]M\|[A-Z][a-z]+ \d+, \d{4}\|[A-Z][a-z]+day\|"
    r"\d\d:\d\d\|\d{4}-\d\d-\d\d\|[ab]\|"
)
"""What macros in one capture made of the clock and of chance."""


def without_chance(body):
    """A body without what depends on clock and chance, or on answers that nobody can know."""
    spelled = json.dumps(body, ensure_ascii=False)
    spelled = re.sub(r"\[(Mara|Ivo) answers\.\]", UNKNOWN_ANSWER, spelled)
    spelled = re.sub(r"at \d{1,2}:\d\d [AP]M", "at the clock", spelled)
    return json.loads(CLOCK.sub("", spelled))


@pytest.mark.parametrize("name", list(WIRE.cases))
def test_the_predicted_request_is_the_captured_one(name, tmp_path, cli):
    for captured in WIRE.laid_out(name, tmp_path):
        body = cli("request", captured.chat, *captured.arguments).json
        assert without_chance(body) == without_chance(captured.body)


@pytest.mark.parametrize("name", ["29-small-both-extensions", "79-squash", "94-group-list-order"])
def test_parts_cover_every_message_and_do_not_overlap(name, tmp_path, cli):
    captured = next(WIRE.laid_out(name, tmp_path))
    found = cli("request", captured.chat, *captured.arguments, "--parts").json
    at = {}
    for part in found["parts"]:
        assert part["start"] == at.get(part["message"], 0)
        assert part["end"] > part["start"]
        at[part["message"]] = part["end"]
    assert at == {index: len(message["content"]) for index, message in enumerate(found["messages"])}
    sources = {part["source"] for part in found["parts"]}
    assert {"main", "card:description", "example", "nudge", "pending", "chat:29"} <= sources
    assert "slot:openvault" in sources


def test_opening_hides_what_the_extension_would_hide(tmp_path, cli):
    name = "63-hand-hidden-both"
    captured = next(WIRE.laid_out(name, tmp_path))
    captured.chat.write_bytes(WIRE.lines(name, "chat_before_open.jsonl"))
    arguments = [one for one in captured.arguments if one != "--opened"]
    body = cli("request", captured.chat, *arguments).json
    assert body == captured.body
    answer = cli("inject", captured.chat, *arguments, "--ruleset", "openvault/26", "--json").json
    events = [
        (one["step"], one["system"], one["kind"], one["messages"]) for one in answer["events"]
    ]
    assert ("open", "auto-recap", "unhide", [[20, 21]]) in events


def test_inject_says_what_becomes_of_each_slot(tmp_path, cli):
    captured = next(WIRE.laid_out("17-sample-tiny-deep-injection", tmp_path))
    answer = cli(
        "inject", captured.chat, *captured.arguments, "--ruleset", "openvault/26", "--json"
    ).json
    delivered = {one["key"]: (one["delivered"], one["message"]) for one in answer["prompts"]}
    assert delivered["openvault"] == ("dropped", None)
    for one in answer["prompts"]:
        if one["delivered"] == "exact":
            assert captured.body["messages"][one["message"]]["content"] == one["text"]


def test_without_a_send_there_are_no_events(tmp_path, cli):
    captured = next(WIRE.laid_out("29-small-both-extensions", tmp_path))
    answer = cli("inject", captured.chat, "--ruleset", "openvault/26", "--json").json
    assert "events" not in answer
    assert "delivered" not in answer["prompts"][0]


def test_a_chat_alone_is_predicted_from_what_is_at_hand(make_chat, cli):
    path = make_chat(
        [{"name": "Mira", "mes": "Hello."}, {"name": "Robin", "is_user": True, "mes": "Hi."}]
    )
    result = cli("request", path, "--send", "normal", "--pending", "Who is there?")
    assert result.json["messages"][-1] == {"role": "user", "content": "Who is there?"}
    assert "settings.json" in result.error


def test_opened_without_send_is_refused(make_chat, cli):
    path = make_chat([{"name": "Mira", "mes": "Hello."}])
    assert "--send" in cli("inject", path, "--opened").refusal


def test_a_setting_of_hiding_can_be_tried_out(tmp_path, cli):
    captured = next(WIRE.laid_out("29-small-both-extensions", tmp_path))
    answer = cli(
        "inject", captured.chat, *captured.arguments, "--ruleset", "openvault/26",
        "--set", "visibleChatBudget=60", "--json",
    ).json  # fmt: skip
    assert [one["kind"] for one in answer["events"]] == ["hide"]


def test_a_system_that_sends_by_itself_is_answered_but_not_delivered(tmp_path, cli):
    captured = next(WIRE.laid_out("29-small-both-extensions", tmp_path))
    answer = cli(
        "inject", captured.chat, *captured.arguments, "--ruleset", "scribe/design", "--json"
    ).json
    assert {one["delivered"] for one in answer["prompts"]} <= {"off"}


def test_a_chat_may_be_pretended_to_end_earlier(tmp_path, cli):
    captured = next(WIRE.laid_out("29-small-both-extensions", tmp_path))
    body = cli("request", captured.chat, *captured.arguments, "--at", "20", "--parts").json
    sources = [part["source"] for part in body["parts"]]
    assert "chat:20" in sources
    assert "chat:21" not in sources
    assert "(#21 messages" in json.dumps(body)


def test_the_report_says_what_happens_first_and_what_becomes_of_each_slot(tmp_path, cli):
    captured = next(WIRE.laid_out("61-auto-hide-openvault26-budget", tmp_path))
    output = cli("inject", captured.chat, *captured.arguments, "--ruleset", "openvault/26").output
    assert output.startswith("first: OpenVault hides 0–18")
    assert "openvault: delivered as message 1" in output


def test_several_chats_give_one_object_a_line(tmp_path, cli):
    first = next(WIRE.laid_out("29-small-both-extensions", tmp_path / "a"))
    second = next(WIRE.laid_out("87-text-default", tmp_path / "b"))
    found = cli("request", first.chat, second.chat, *first.arguments).json
    assert [set(one) for one in found] == [{"messages"}, {"prompt"}]


def test_a_group_of_which_only_names_are_known_has_no_file_that_says_who_answers_when(
    cli, make_chat
):
    messages = [{"name": name, "is_user": False, "mes": "Hello."} for name in ("Mira", "Kai")]
    arguments = ("request", make_chat(messages), "--group", "Mira,Kai", "--pending", "Hello.")
    assert "not known: the group, settings.json" in cli(*arguments).error
    assert (
        "The group's file (groups/*.json) is not at hand"
        in cli(*arguments, "--member", "2").refusal
    )


@pytest.mark.parametrize("pending", ["a\udcffb", "Shall I \ud83d answer?"])
def test_half_a_character_pair_may_be_pending_and_stays_what_it_is(pending, tmp_path, cli):
    captured = next(WIRE.laid_out("29-small-both-extensions", tmp_path))
    body = cli("request", captured.chat, "--send", "normal", "--opened", "--pending", pending).json
    assert body["messages"][-1]["content"] == pending
