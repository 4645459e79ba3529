"""`stability`: requests of consecutive turns, laid beside each other."""

import json

import pytest

from inspector.tokenizer import load_tokenizer
from tests.captured import WIRE

TOKENIZER = load_tokenizer("o200k_base")
SAMPLE = "01-sample-baseline"


@pytest.fixture
def sample(tmp_path):
    return next(iter(WIRE.laid_out(SAMPLE, tmp_path))).chat


def request_at(cli, chat, row):
    lines = chat.read_bytes().split(b"\n")[1:]
    wording = json.loads(lines[row["at"] + 1])["mes"]
    arguments = ["--send", "normal", "--opened", "--pending", wording, "--at", str(row["at"])]
    body = cli("request", chat, *arguments).json
    return [(one["role"], one["content"]) for one in body["messages"]]


def test_rows_are_the_simulated_requests_laid_beside_each_other(sample, cli):
    rows = cli("stability", sample, "--last", 4, "--json").json
    assert len(rows) == 4
    requests = [request_at(cli, sample, row) for row in rows]
    for before, now, row in zip(requests, requests[1:], rows[1:], strict=False):
        same = 0
        while now[same] == before[same]:
            same += 1
        kept = sum(TOKENIZER.count(content) for _, content in now[:same])
        content, earlier = now[same][1], before[same][1]
        offset = next(
            (n for n, pair in enumerate(zip(content, earlier, strict=False)) if pair[0] != pair[1]),
            min(len(content), len(earlier)),
        )
        assert row["kept"] == kept + TOKENIZER.count(content[:offset])
        assert row["tokens"] == sum(TOKENIZER.count(content) for _, content in now)
        assert row["first_change"]["message"] == same
        assert row["first_change"]["offset"] == offset


def test_turns_are_those_before_the_end_that_is_named(sample, cli):
    rows = cli("stability", sample, "--last", 2, "--at", 60, "--json").json
    assert [row["at"] for row in rows] == [56, 58]
    sample.write_bytes(b"\n".join(sample.read_bytes().split(b"\n")[:62]))
    assert cli("stability", sample, "--last", 2, "--json").json == rows


def test_a_counter_at_the_top_costs_the_cache_and_deep_in_the_chat_it_does_not(sample, cli):
    result = cli("stability", sample, "--last", 3, "--what-if", "openvault=chat:4", "--json")
    rows = result.json
    assert all(row["first_change"]["source"] == "slot:openvault" for row in rows)
    for row in rows:
        assert row["what_if"]["kept"] > row["kept"]
    text = cli("stability", sample, "--last", 3).output
    assert "The slot Memories changes in 3 of 3 turns, above all else" in text


def test_a_chat_of_one_turn_has_nothing_to_compare(tmp_path, cli):
    chat = next(iter(WIRE.laid_out("85-first-message-only", tmp_path))).chat
    assert cli("stability", chat, "--json").json == []
    assert "no two turns" in cli("stability", chat).output


@pytest.mark.parametrize("move", ["openvault", "openvault=there", "openvault=chat", "x=after:2"])
def test_a_place_that_is_none_is_refused(move, sample, cli):
    assert "SLOT=PLACE" in cli("stability", sample, "--what-if", move).refusal


def test_an_unknown_slot_is_refused_with_those_that_are_there(sample, cli):
    refusal = cli("stability", sample, "--what-if", "nope=after").refusal
    assert "no slot 'nope'" in refusal
    assert "openvault_scene" in refusal


def test_what_made_the_first_change_is_named(sample, cli):
    """The counter line of release 26 first; without it the next thing that moves."""
    assert "counter line #156 → #158 messages" in cli("stability", sample, "--last", 1).output


def captured_files(name, tmp_path, *changes):
    """A capture, and copies of it with a word replaced, as files in order."""
    first = next(iter(WIRE.laid_out(name, tmp_path)))
    paths = []
    for number, change in enumerate((None, *changes)):
        spelled = json.dumps(first.body, ensure_ascii=False)
        if change is not None:
            assert change[0] in spelled
            spelled = spelled.replace(*change)
        paths.append(tmp_path / f"request {number}.json")
        paths[-1].write_text(spelled, "utf-8")
    return first.chat, paths


def test_captured_requests_are_laid_beside_each_other_in_their_order(tmp_path, cli):
    replaced = ("(#160 messages", "(#162 messages")
    chat, paths = captured_files(SAMPLE, tmp_path, None, replaced)
    given = [part for path in paths for part in ("--captured", path)]
    same, changed = cli("stability", chat, *given, "--json").json
    assert same["kept"] == same["tokens"]
    assert same["first_change"] is None
    contents = [one["content"] for one in json.loads(paths[0].read_text("utf-8"))["messages"]]
    offset = contents[2].index("#160") + 3
    before = sum(map(TOKENIZER.count, contents[:2]))
    assert changed["kept"] == before + TOKENIZER.count(contents[2][:offset])
    assert changed["first_change"] == {"message": 2, "offset": offset, "source": "slot:openvault"}
    assert "counter line #160 → #162" in cli("stability", chat, *given).output


def test_a_memory_that_says_something_else_is_named(tmp_path, cli):
    chat, paths = captured_files(SAMPLE, tmp_path, ("closed the flooded", "shut the flooded"))
    given = [part for path in paths for part in ("--captured", path)]
    assert "memory 5 is worded anew" in cli("stability", chat, *given).output


def test_a_slot_of_captured_requests_cannot_be_elsewhere(tmp_path, cli):
    chat, paths = captured_files(SAMPLE, tmp_path)
    given = ("--captured", paths[0], "--what-if", "openvault=chat:4")
    assert "--what-if moves slots of predicted requests" in cli("stability", chat, *given).refusal
