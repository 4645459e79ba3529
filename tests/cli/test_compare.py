"""`compare`: whose options are whose, and what is printed of the difference."""

import json

import pytest

from inspector.shipped import sample_chat

SAMPLE = sample_chat()
BEFORE, TERSE = "openvault/before", "openvault/terse"
CAUSES = ["tags", "headers", "separators", "hints", "annotations", "emotions", "context",
          "wording", "memories"]  # fmt: skip


def test_the_object_is_what_the_contract_says(cli):
    found = cli("compare", SAMPLE, "--ruleset", BEFORE, "--ruleset", TERSE, "--json").json
    assert list(found) == ["a", "b", "tokens", "causes", "lines"]
    assert (found["a"]["ruleset"], found["b"]["ruleset"]) == (BEFORE, TERSE)
    assert list(found["causes"]) == CAUSES
    assert sum(found["causes"].values()) == found["tokens"][1] - found["tokens"][0]
    inject = cli("inject", SAMPLE, "--ruleset", TERSE, "--json").json["prompts"][0]
    lines = [line["b"] for line in found["lines"] if line["b"] is not None]
    assert "\n".join(lines) == inject["text"]
    assert found["tokens"][1] == inject["tokens"]
    assert {line["change"] for line in found["lines"]} <= {"same", "changed", "removed", "added"}


@pytest.mark.parametrize(
    ("arguments", "name", "values"),
    [
        (["--at", "80", "--at", "120"], "at", [80, 120]),
        (["--at=80", "--vs", "--at=120"], "at", [80, 120]),
        (["--at", "80", "--vs"], "at", [80, 159]),
        (["--encoding", "chars/4", "--encoding", "bytes/4"], "encoding", ["chars/4", "bytes/4"]),
        (["--character", "Nell", "--vs", "--character", "Rufus"], "character", ["Nell", "Rufus"]),
        (["--set", "emotions=off", "--set", "emotions=line"], "settings",
         [{"emotions": "off"}, {"emotions": "line"}]),
        (["--set", "emotions=off", "--at", "9", "--at", "80"], "settings",
         [{"emotions": "off"}, {"emotions": "off"}]),
        (["--set", "emotions=off", "--vs"], "settings", [{"emotions": "off"}, {}]),
    ],
)  # fmt: skip
def test_an_option_given_twice_or_behind_vs_is_one_sides_own(cli, arguments, name, values):
    found = cli("compare", SAMPLE, "--ruleset", TERSE, *arguments, "--json").json
    assert [found[side][name] for side in "ab"] == values
    assert [found[side]["ruleset"] for side in "ab"] == [TERSE, TERSE]


def test_a_setting_goes_to_the_ruleset_that_knows_it(cli):
    rulesets = ["--ruleset", BEFORE, "--ruleset", TERSE]
    found = cli("compare", SAMPLE, *rulesets, "--set", "emotions=off", "--json").json
    assert [found[side]["settings"] for side in "ab"] == [{}, {"emotions": "off"}]


def test_two_files_and_two_recap_versions_are_compared(cli, tmp_path):
    other = tmp_path / "b.jsonl"
    cli("set", SAMPLE, "event_1787518180394_0", "importance=5", "--output", other)
    for arguments in ([SAMPLE, other], [SAMPLE, "--vs", other]):
        found = cli("compare", *arguments, "--json").json
        changed = [line for line in found["lines"] if line["change"] != "same"]
        assert [line["change"] for line in changed] == ["changed"]
    found = cli("compare", SAMPLE, "--recap", "1", "--recap", "2", "--json").json
    assert {cause for cause, tokens in found["causes"].items() if tokens} == {"wording"}


def test_the_exit_tells_whether_anything_differs(cli):
    at = ["--ruleset", TERSE, "--exit-code", "--at"]
    assert cli("compare", SAMPLE, *at, "80", "--at", "120").status == 1
    same = cli("compare", SAMPLE, *at, "159", "--vs")
    assert same.status == 0
    assert "no difference" in same.output
    assert cli("compare", SAMPLE, "--at", "80", "--at", "120").status == 0


def test_the_report_tells_what_the_design_claims_and_marks_words(cli):
    output = cli("compare", SAMPLE, "--ruleset", BEFORE, "--ruleset", TERSE).output
    assert "~ ([-Current chat has -]#160 messages)" in output
    assert "claims to save against openvault/before" in output
    assert "-50 %" in output
    assert "hints" in output


@pytest.mark.parametrize("between", [(), ("--vs",)])
def test_two_sides_that_are_alike_do_not_differ(cli, between):
    words = ["--ruleset", TERSE, *between, "--ruleset", TERSE]
    found = cli("compare", SAMPLE, *words, "--exit-code", "--json").json
    assert {line["change"] for line in found["lines"]} == {"same"}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "name two sides"),
        (["--ruleset", TERSE], "name two sides"),
        (["--ruleset", TERSE] * 3, "3 times"),
        (["--at", "1", "--at", "999"], "out of range"),
        (["--at", "1", "--vs", "--vs"], "once"),
        (["--recap", "1", "--recap", "99"], "no version 99"),
        (["--ruleset", "nope", "--ruleset", TERSE], "no ruleset 'nope'"),
        (["--ruleset", BEFORE, "--ruleset", TERSE, "--set", "nope=1"], "no setting 'nope'"),
        ([SAMPLE, SAMPLE, "--at", "1", "--at", "2"], "3 are named"),
    ],
)
def test_what_makes_no_two_sides_is_refused(cli, arguments, why):
    assert why in cli("compare", SAMPLE, *arguments).refusal


def test_a_chat_without_memories_needs_a_ruleset(cli, tmp_path):
    path = tmp_path / "plain.jsonl"
    path.write_text(json.dumps({"name": "Kai", "mes": "Hi."}))
    assert "name the first side's ruleset" in cli("compare", path, "--at", "0", "--vs").refusal


def test_what_the_same_chat_costs_in_every_system_is_one_table(cli):
    found = cli("compare", SAMPLE, "--systems", "--json").json
    rows = {one["ruleset"]: one for one in found["systems"]}
    assert [*rows] == [
        None,
        "openvault/temporal",
        "auto-recap/design",
        "message-summarize/1.3",
        "summarize/1.19",
    ]
    for one in rows.values():
        assert one["tokens"] == one["block"] + one["history"]
    for name in [*rows][1:]:
        prompts = cli("inject", SAMPLE, "--ruleset", name, "--json").json["prompts"]
        assert rows[name]["block"] == sum(one["tokens"] for one in prompts)
    kept = cli("messages", SAMPLE, "--ruleset", "message-summarize/1.3", "--json").json
    assert rows["message-summarize/1.3"]["messages"] == sum(one["kept"] for one in kept)
    assert [one["carried"] for one in rows.values()] == [False, True, True, False, False]
    assert "no memory system" in cli("compare", SAMPLE, "--systems").output


def test_a_ruleset_that_is_named_stands_for_its_system_in_the_table(cli):
    found = cli("compare", SAMPLE, "--systems", "--ruleset", TERSE, "--at", "80", "--json").json
    assert (found["at"], found["systems"][1]["ruleset"]) == (80, TERSE)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--systems", "--vs"), "takes no side's options"),
        (("--systems", "--ruleset", BEFORE, "--ruleset", TERSE), "one ruleset a system"),
        (("--systems", "--ruleset", "scribe/design"), "one ruleset a system"),
        (("--systems", SAMPLE), "takes one chat"),
        (("--systems", "--set", "nobody=1"), "nobody"),
    ],
)
def test_what_makes_no_table_of_all_systems_is_refused(cli, arguments, why):
    assert why in cli("compare", SAMPLE, *arguments).refusal


def test_the_report_names_the_memories_that_account_for_most(cli):
    text = cli("compare", SAMPLE, "--ruleset", BEFORE, "--ruleset", TERSE).output
    section = text.partition("most by memory, counted by their lines:\n")[2].partition("\n\n")[0]
    rows = [line.split()[:2] for line in section.splitlines()]
    assert len(rows) == 5
    assert rows[0] == ["#33", "-31"]
    assert [int(tokens) for _, tokens in rows] == sorted(int(tokens) for _, tokens in rows)
    same = cli("compare", SAMPLE, SAMPLE, "--ruleset", TERSE, "--ruleset", TERSE).output
    assert "most by memory" not in same
