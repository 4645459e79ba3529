"""MessageSummarize and Summarize on the command line: the goldens' states, edits, lint, why."""

import json
import shutil
from pathlib import Path

import pytest

from inspector.shipped import sample_card, sample_of_tiers

GOLDEN = Path(__file__).parents[1] / "golden"
UNSENT = "o200k_base+5"


def cases(name, *, steps):
    listed = json.loads((GOLDEN / name).read_bytes())["cases"]
    wanted = [one for one in listed if ("steps" in one["input"]) is steps]
    return [one for one in wanted if one["input"]["moment"].get("counter") != UNSENT]


def lines(chat):
    return "\n".join(json.dumps(one) for one in chat)


def mentioned(case):
    moment = case["input"]["moment"]
    return ("--user", moment["user"], "--character", moment["character"])


@pytest.fixture
def ask(cli, user):
    """Runs a verb on a golden's chat, which lies in a user folder with the golden's settings."""

    def run(verb, case, key, *options):
        given, moment = case["input"], case["input"]["moment"]
        group = moment.get("group")
        folder = user / ("group chats" if group else "chats/Alice")
        path = folder / "chat-A.jsonl"
        path.write_text(lines(given["chat"]), "utf-8")
        if group:
            definition = {"id": group["id"], "chats": ["chat-A"], "members": group["members"]}
            (user / "groups" / "g.json").write_text(json.dumps(definition))
        nested = moment.get("macro_engine", "new") == "new"
        stored = {
            "extension_settings": {key: given.get("settings", {})},
            "power_user": {"experimental_macro_engine": nested},
            "max_context": moment.get("context_size", 4096),
            "amount_gen": 0,
        }
        (user / "settings.json").write_text(json.dumps(stored), "utf-8")
        return cli(verb, path, *options, *mentioned(case), "--json")

    return run


def prompts(found):
    keys = ("key", "text", "position", "depth", "role", "scan", "tokens")
    return [{key: one[key] for key in keys} for one in found["prompts"]]


@pytest.mark.parametrize(
    "case", cases("message-summarize.json", steps=False), ids=lambda case: case["id"]
)
def test_message_summarize_is_injected_as_by_the_release(ask, case):
    wanted = case["expected"]
    options = (
        "--ruleset",
        "message-summarize/1.3",
        "--encoding",
        case["input"]["moment"]["counter"],
    )
    found = ask("inject", case, "qvink_memory", *options).json
    sent = [{key: one[key] for key in one if key != "sent"} for one in wanted["prompts"]]
    if not sent:
        assert [one["text"] for one in found["prompts"]] == ["", ""]
        assert any("stops with an error" in one for one in found["warnings"])
        return
    assert prompts(found) == sent
    rows = ask("messages", case, "qvink_memory", *options).json
    assert [(one["include"], one["lagging"]) for one in rows] == [
        (one.get("include"), one.get("lagging", False)) for one in wanted["messages"]
    ]
    if case["input"]["moment"].get("generation", "normal") == "normal":
        assert [one["index"] for one in rows if one["kept"]] == wanted["context"]["kept"]


@pytest.mark.parametrize("case", cases("summarize.json", steps=False), ids=lambda case: case["id"])
def test_summarize_is_injected_as_by_the_release(ask, case):
    found = ask("inject", case, "memory", "--ruleset", "summarize/1.19").json
    wanted = case["expected"]["prompts"]
    texts = [{key: one[key] for key in one if key != "sent"} for one in wanted]
    if not texts:
        assert [one["text"] for one in found["prompts"]] == [""]
        assert any("stops with an error" in one for one in found["warnings"])
        return
    made = [{key: one[key] for key in one if key != "tokens"} for one in prompts(found)]
    assert made == texts


PROFILES = [f"ms-{number}" for number in range(107, 115)]


@pytest.mark.parametrize(
    "case",
    [one for one in cases("message-summarize.json", steps=True) if one["id"] in PROFILES],
    ids=lambda case: case["id"],
)
def test_the_profile_of_the_opened_chat_holds(ask, case, user):
    (user / "characters").mkdir()
    avatar = case["input"]["moment"].get("avatar", "")
    if case["input"]["settings"].get("character_profiles", {}).get(avatar):
        case = json.loads(json.dumps(case).replace(avatar, "Alice.png"))
    (user / "characters" / "Alice.png").write_bytes(b"")
    options = ("--ruleset", "message-summarize/1.3", "--encoding", "bytes/3.35")
    found = ask("inject", case, "qvink_memory", *options).json
    assert prompts(found) == case["expected"]["prompts"]


@pytest.fixture
def chat(make_chat):
    def kept(memory, **marks):
        return {"qvink_memory": {"memory": memory, **marks}}

    messages = [
        {
            "name": "Rosa",
            "is_user": False,
            "mes": f"A long text that tells of day {day}.",
            "extra": kept(f"Day {day}."),
        }
        for day in range(6)
    ]
    messages[1]["extra"]["memory"] = "All until day 1."
    messages[1] |= {"swipe_id": 1, "swipe_info": [{}, {"extra": {}}]}
    return make_chat(messages)


def test_a_message_that_carries_both_is_judged_by_both(cli, chat):
    both = ("--ruleset", "message-summarize/1.3", "--ruleset", "summarize/1.19")
    found = cli("inject", chat, "--json", *both).json
    assert [one["ruleset"] for one in found] == ["message-summarize/1.3", "summarize/1.19"]
    assert found[1]["prompts"][0]["text"] == "[Summary: All until day 1.]"
    rows = cli("messages", chat, "--json", *both).json
    assert [one["reason"] for one in rows[1]][:3] == ["no recap", "", "no recap"]


def test_set_changes_a_messages_memory_and_its_copy_and_nothing_else(cli, chat, tmp_path):
    before = chat.read_bytes()
    output = tmp_path / "out.jsonl"
    found = cli(
        "set", chat, "message:1", "memory=Rain.", "remember=true", "--output", output, "--json"
    )
    assert found.json["system"] == "message-summarize"
    assert chat.read_bytes() == before
    old, new = before.split(b"\n"), output.read_bytes().split(b"\n")
    assert [index for index, (a, b) in enumerate(zip(old, new, strict=True)) if a != b] == [2]
    record = json.loads(new[2])
    module = record["extra"]["qvink_memory"]
    assert (module["memory"], module["remember"], module["exclude"]) == ("Rain.", True, False)
    assert record["swipe_info"][1]["extra"]["qvink_memory"] == module
    assert record["extra"]["memory"] == "All until day 1."


def test_a_summary_is_set_where_its_system_is_named(cli, chat, tmp_path):
    output = tmp_path / "out.jsonl"
    cli("set", chat, "message:3", "memory=All.", "--system", "summarize", "--output", output)
    assert (
        cli("inject", output, "--ruleset", "summarize/1.19", "--json").json["prompts"][0]["text"]
        == "[Summary: All.]"
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("message:99", "memory=x"), "no message 'message:99'"),
        (("message:1", "colour=x"), "keeps no 'colour'"),
        (("message:1", "remember=perhaps"), "true or false"),
        (("message:1", "memory=x", "--system", "nobody"), "no system 'nobody'"),
    ],
)
def test_what_cannot_be_set_is_refused(cli, chat, arguments, why):
    assert why in cli("set", chat, *arguments).refusal


def test_why_tells_what_becomes_of_the_message_itself(cli, chat):
    found = cli("why", chat, "message:5", "--ruleset", "message-summarize/1.3").output
    assert "The message itself stays in the context" in found


def test_why_tells_every_gate_and_a_change_that_helps(cli, chat):
    options = ("--ruleset", "message-summarize/1.3", "--json")
    found = cli("why", chat, "message:5", *options).json
    assert (found["in_block"], found["gates"][-1]["gate"]) == (False, "lagging")
    assert "summary_injection_threshold=-1" in found["smallest_change"]["detail"]


def test_lint_tells_what_the_release_does_wrong(cli, chat):
    found = cli(
        "lint", chat, "--ruleset", "message-summarize/1.3", "--json",
        "--set", "summary_injection_threshold_type=context",
    )  # fmt: skip
    codes = {one["code"] for one in json.loads(found.output)["problems"]}
    assert "threshold-percent" in codes


def test_what_exists_as_released_only_answers_where_it_is_named(cli, chat):
    found = cli("inject", chat, "--json").json
    assert (found["ruleset"], found["prompts"]) == (None, [])
    assert "--ruleset message-summarize/1.3, summarize/1.19" in found["warnings"][-1]
    assert {row["included"] for row in cli("messages", chat, "--json").json} == {None}


@pytest.fixture
def named_profiles(user, chat):
    """A chat in a data folder whose settings keep three profiles."""
    (user / "characters").mkdir()
    path = user / "chats" / "Alice" / "c.jsonl"
    path.write_bytes(chat.read_bytes())
    threshold = "summary_injection_threshold"
    own = {
        "profiles": {"Default": {threshold: 3}, "Long": {threshold: 1}},
        "character_profiles": {"Alice.png": "Long"},
        threshold: 2,
    }
    stored = {"extension_settings": {"qvink_memory": own}}
    (user / "settings.json").write_text(json.dumps(stored), "utf-8")
    shutil.copy(sample_card(), user / "characters" / "Alice.png")
    return path


@pytest.mark.parametrize(
    ("profile", "kept"), [(None, 2), ("Default", 4), ("Long", 2), ("as it stands", 3)]
)
def test_a_profile_can_be_named_in_place_of_that_of_the_opened_chat(
    cli, named_profiles, profile, kept
):
    options = () if profile is None else ("--profile", profile)
    requested = (named_profiles, "--ruleset", "message-summarize/1.3", "--json", *options)
    assert sum(row["kept"] for row in cli("messages", *requested).json) == kept
    sent = cli("inject", *requested, "--send", "normal").json
    assert sum(row["kept"] for row in sent["messages"]) == kept


def test_two_profiles_are_compared_and_an_unknown_one_is_refused(cli, named_profiles):
    sides = ("--profile", "Default", "--profile", "Long")
    found = cli("compare", named_profiles, "--ruleset", "message-summarize/1.3", *sides, "--json")
    assert found.json["tokens"][0] < found.json["tokens"][1]
    refused = cli("inject", named_profiles, "--ruleset", "message-summarize/1.3", "--profile", "x")
    assert "no profile 'x': there are as it stands, Default, Long" in refused.refusal


def test_a_request_of_both_is_checked_and_what_changes_it_is_named(cli, tmp_path):
    chat, ruleset = sample_of_tiers(), ("--ruleset", "message-summarize/1.3")
    sent = tmp_path / "sent.json"
    sent.write_text(cli("request", chat, *ruleset, "--pending", "Well?").output, "utf-8")
    found = cli("check", chat, sent, *ruleset, "--json").json
    assert {one["key"]: one["delivered"] for one in found["slots"]} == {
        "qvink_memory_short": "exact",
        "1_memory": "exact",
    }
    assert found["history"]["first_in"] == found["history"]["predicted_first_in"] == 14
    rows = cli("stability", chat, *ruleset, "--last", "4", "--json").json
    sources = {row["first_change"]["source"] for row in rows}
    assert sources == {"slot:qvink_memory_short", "slot:1_memory"}
