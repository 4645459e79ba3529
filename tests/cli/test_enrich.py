"""`enrich` end to end: an endpoint on the loopback address, proposals, files."""

import json
import shutil

import pytest

from inspector.llm.enrichment.tools import EVENT, SEARCH, SIGNIFICANCE
from tests.llm.scripted import Said, scripted

pytest.importorskip("openai")

RUN = (
    Said(calls=[(SIGNIFICANCE, {"significance": 0.8, "reason": "A promise."})]),
    Said(calls=[(SEARCH, {"query": "promise harbour"})]),
    Said(
        calls=[
            (
                EVENT,
                {"summary": "Nell promised to wait.", "keywords": ["Nell", "promise", "waiting"]},
            )
        ]
    ),
    Said("DONE"),
)


@pytest.fixture
def story(sample, tmp_path):
    chat = shutil.copy(sample, tmp_path)
    chronicle = tmp_path / "chronicle.json"
    shutil.copy(next(sample.parent.glob("*Nobody - chronicle.json")), chronicle)
    return chat, chronicle


def test_nothing_is_sent_before_a_person_agrees(cli, story):
    chat, chronicle = story
    with scripted(*RUN) as server:
        result = cli("enrich", chat, "--chronicle", chronicle, "--address", server.address)
    assert result.status == 1
    assert not server.bodies
    assert "[system]" in result.output
    assert server.address in result.error
    assert "tokens" in result.error


def test_proposals_are_listed_and_nothing_is_written(cli, story):
    chat, chronicle = story
    before = chronicle.read_bytes()
    with scripted(*RUN) as server:
        result = cli(
            "enrich", chat, "--chronicle", chronicle, "--address", server.address, "--agree",
            "--json", "--range", "150..159",
        )  # fmt: skip
    assert result.status == 0, result.error
    answer = json.loads(result.output)
    assert answer["proposals"][0]["content"] == "Nell promised to wait."
    assert answer["proposals"][0]["effect"] is not None
    assert answer["written"] == []
    assert chronicle.read_bytes() == before
    assert len(answer["calls"]) == len(server.bodies)


def test_what_is_accepted_is_in_the_file_and_a_log_repeats_it(cli, story, tmp_path):
    chat, chronicle = story
    before = json.loads(chronicle.read_bytes())
    with scripted(*RUN) as server:
        options = ("--chronicle", chronicle, "--json")
        result = cli(
            "enrich", chat, *options, "--address", server.address, "--agree", "--accept", "all"
        )
    assert result.status == 0, result.error
    after = json.loads(chronicle.read_bytes())
    assert after[: len(before)] == before
    assert after[-1]["summary"] == "Nell promised to wait."
    assert after[-1]["keywords"] == ["Nell", "promise", "waiting"]
    log = tmp_path / "log.json"
    log.write_text(result.output, "utf-8")
    again = cli("enrich", chat, *options, "--log", log)
    first, second = json.loads(result.output), json.loads(again.output)
    assert [one["content"] for one in second["proposals"]] == [
        one["content"] for one in first["proposals"]
    ]
    assert second["proposals"][0]["double"], "what was taken is known now"


def test_a_model_that_fails_is_said_and_ends_it(cli, story):
    chat, chronicle = story
    with scripted(Said("out of order", status=400)) as server:
        result = cli(
            "enrich", chat, "--chronicle", chronicle, "--address", server.address, "--agree"
        )
    assert result.status == 1
    assert "400" in result.error


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "--lorebook or a --chronicle"),
        (("CHRONICLE",), "name --address"),
        (("CHRONICLE", "--address", "ftp://x"), "no address"),
        (("CHRONICLE", "--address", "http://x", "--range", "9..900"), "between 0 and"),
    ],
)
def test_bad_input_is_one_line(cli, story, options, words):
    chat, chronicle = story
    named = [one for one in options if one != "CHRONICLE"]
    beside = ("--chronicle", chronicle) if "CHRONICLE" in options else ()
    result = cli("enrich", chat, *beside, *named)
    assert result.status == 2
    assert words in result.error
    assert result.error.count("\n") == 1
