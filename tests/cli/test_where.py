"""`--where`: the same language for every verb that has rows."""

import json

import pytest

from inspector.loading import open_chat


@pytest.fixture
def chat(sample, tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(sample.read_bytes())
    return path


def test_memories_for_which_it_holds_are_listed(cli, sample):
    everything = cli("memories", sample, "--json").json
    wanted = 'importance >= 4 and witness == "Nell" and not secret'
    rows = cli("memories", sample, "--where", wanted, "--json").json
    assert rows == [
        row
        for row in everything
        if row["importance"] >= 4 and "Nell" in row["witnesses"] and not row["secret"]
    ]
    assert 0 < len(rows) < len(everything)
    (meta,) = json.loads(cli("memories", sample, "--where", "lint == meta", "--json").output)
    assert "establishing" in meta["summary"]


def test_messages_for_which_it_holds_are_listed(cli, sample):
    rows = cli("messages", sample, "--where", "msg in 10..13 and not user", "--json").json
    everything = cli("messages", sample, "--json").json
    assert rows == [row for row in everything[10:14] if not row["is_user"]]


def test_problems_for_which_it_holds_are_listed_and_decide_the_status(cli, sample):
    done = cli("lint", sample, "--where", "lint == meta and importance < 3", "--json")
    (problem,) = json.loads(done.output)["problems"]
    assert (done.status, problem["code"]) == (1, "meta-commentary")
    none = cli("lint", sample, "--where", "lint == meta and importance > 3")
    assert none.status == 0
    assert "importance > 3 leaves none of the 1 problems before it" in none.error


def test_why_tells_of_the_memories_for_which_it_holds(cli, sample):
    done = cli("why", sample, "--where", "words > 18", "--json", "--patience", "0")
    assert done.json["id"] == "event_1788634159280_5"
    assert "not both" in cli("why", sample, "event_1788634159280_5", "--where", "secret").refusal


def test_zero_rows_say_which_term_left_none(cli, sample):
    done = cli("memories", sample, "--where", "importance >= 4 and gate == nowhere", "--json")
    assert (done.status, done.output) == (0, "[]\n")
    assert "gate == nowhere matches none of 50 memories; without it, " in done.error


@pytest.mark.parametrize("verb", ["memories", "messages", "lint", "why"])
def test_an_error_points_at_the_column(cli, sample, verb):
    refused = cli(verb, sample, "--where", "words > many").refusal
    assert "--where, column 9: “many”: expected a number" in refused


def test_set_changes_every_match_and_prints_what_changed(cli, chat):
    before = open_chat(chat).document
    done = cli(
        "set", chat, "--where", "lint == meta or words > 18", "importance+=1", "witness+=Zoë",
        "summary~=/(watch) on/\\1 over/", "--json",
    ).json  # fmt: skip
    after = open_chat(chat).document
    assert done["matched"] == 2
    assert [one["index"] for one in done["changed"]] == [19, 31]
    for one in done["changed"]:
        held, now = before.memories[one["index"]], after.memories[one["index"]]
        assert now.importance == held.importance + 1
        assert now.witnesses == (*held.witnesses, "Zoë")
        assert one["changed"]["importance"] == {"before": held.importance, "after": now.importance}
    assert "watch over the tower" in after.memories[31].summary
    assert done["tokens"][0] < done["tokens"][1]
    assert done["written"] == str(chat)


def test_a_dry_run_writes_nothing(cli, chat):
    held = chat.read_bytes()
    for target in (["--where", "secret"], ["event_1788634159280_5"]):
        done = cli("set", chat, *target, "importance=2", "--dry-run")
        assert "dry run: nothing written" in done.output
    done = cli("set", chat, "message:150", "memory=Rain.", "--dry-run")
    assert done.status == 0
    assert chat.read_bytes() == held


def test_no_match_changes_nothing_and_says_why(cli, chat):
    held = chat.read_bytes()
    done = cli("set", chat, "--where", "importance > 5", "importance=2", "--json")
    assert done.json["changed"] == []
    assert "importance > 5 matches none of 50 memories" in done.error
    assert chat.read_bytes() == held


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ([], "arguments are required: FIELD=VALUE"),
        (["importance+=some"], "expected by how much"),
        (["summary~=watch"], "expected /PATTERN/TEXT/"),
        (["summary~=/(/x/"], "no regular expression"),
        (["colour=1"], "no field 'colour'"),
    ],
)
def test_a_change_that_is_none_is_refused_before_anything_is_written(cli, chat, fields, words):
    held = chat.read_bytes()
    assert words in cli("set", chat, "--where", "secret", *fields).refusal
    assert chat.read_bytes() == held


def test_operators_change_one_memory_too(cli, chat):
    cli("set", chat, "event_1788634159280_5", "importance+=2", "witnesses-=Rufus")
    memory = open_chat(chat).document.memories[19]
    assert (memory.importance, memory.witnesses) == (3, ("Nell",))


def test_why_takes_a_filter_of_messages_where_these_are_judged(cli, sample):
    for ruleset in ("auto-recap/1", "scribe/design"):
        done = cli("why", sample, "--ruleset", ruleset, "--where", "msg in 1..2", "--at", "80",
                   "--patience", "0", "--json")  # fmt: skip
        assert [json.loads(one)["id"] for one in done.output.splitlines()] == [
            "message:1", "message:2",
        ]  # fmt: skip
    done = cli("why", sample, "--ruleset", "auto-recap/1", "--where", "msg > 999", "--json")
    assert (done.status, done.output) == (0, "")
    assert "matches none of 160 messages" in done.error
    refusal = cli("why", sample, "--ruleset", "auto-recap/1", "--where", "mgs > 9").refusal
    assert "column 1" in refusal
