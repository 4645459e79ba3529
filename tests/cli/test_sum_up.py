"""`sum-up` end to end: the request, an answer by hand or from an endpoint, and what is kept."""

import json
import os
from threading import Thread

import pytest

from tests.llm.scripted import Wording, scripted

TEXT = "Nell brought a parcel for Nobody to the Copper Kettle."


def test_the_request_can_be_copied_and_the_answer_pasted(cli, sample, tmp_path):
    before = sample.read_bytes()
    request = cli("sum-up", sample)
    assert request.status == 0
    assert "1. Nell reached the Copper Kettle" in request.output
    answer = tmp_path / "answer.txt"
    answer.write_text(f"**Summary:**\n{TEXT}\n", "utf-8")
    result = cli("sum-up", sample, "--answer", answer, "--json")
    found = json.loads(result.output)
    assert found["text"] == TEXT
    assert found["saved"] == found["tokens"][0] - found["tokens"][1] > 0
    assert found["lost"][0]["names"] == ["Rufus", "Kettle Bridge"]
    assert not found["kept"]
    assert sample.read_bytes() == before
    plain = cli("inject", sample, "--set", "old_summary=on")
    assert "No paragraph is kept" in plain.output + plain.error


def test_what_is_kept_stands_in_the_block_where_it_is_wanted(cli, sample, tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text(TEXT, "utf-8")
    kept = cli("sum-up", sample, "--answer", answer, "--keep")
    assert "tokens saved" in kept.output
    options = ("inject", sample, "--ruleset", "openvault/temporal", "--json")
    with_it = json.loads(cli(*options, "--set", "old_summary=on").output)
    assert TEXT in with_it["prompts"][0]["text"]
    assert {one["gate"] for one in with_it["memories"] if one["bucket"] == "old"} == {
        "summary",
        "archived",
    }
    assert with_it["warnings"] == []
    assert TEXT not in json.loads(cli(*options).output)["prompts"][0]["text"]
    later = json.loads(cli(*options, "--set", "old_summary=on", "--set", "mid_start=0.45").output)
    assert "stale" in later["warnings"][0]


def test_an_endpoint_is_asked_once_somebody_agrees(cli, sample):
    pytest.importorskip("openai")
    with scripted(Wording(TEXT, usage=True)) as server:
        refused = cli("sum-up", sample, "--address", server.address)
        assert refused.status == 1
        assert "nothing was sent" in refused.error
        assert not server.bodies
        result = cli("sum-up", sample, "--address", server.address, "--agree", "--json")
    assert json.loads(result.output)["text"] == TEXT
    assert json.loads(result.output)["calls"][0]["tokens"] == [11, 5]
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--ruleset", "openvault/26"), "the one that can sum up"),
        (("--at", "0"), "has no memories"),
        (("--answer", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_bad_input_is_one_line(cli, sample, options, words):
    result = cli("sum-up", sample, *options)
    assert result.status == 2
    assert words in result.error
    assert result.error.count("\n") == 1


def test_an_answer_that_is_no_utf_8_is_refused_by_standard_input_too(cli, sample):
    refused = cli("sum-up", sample, "--answer", "-", "--keep", stdin=b"Z\xf6e").refusal
    assert "-, line 1: this is no UTF-8 text" in refused
    answered = cli(
        "sum-up", sample, "--answer", "-", "--json", stdin=b"\xef\xbb\xbf" + TEXT.encode()
    )
    assert answered.json["text"] == TEXT


@pytest.mark.parametrize("answer", ["", "<think>hm</think>", '{"text": "no"}'])
def test_what_is_no_paragraph_is_refused(cli, sample, tmp_path, answer):
    path = tmp_path / "answer.txt"
    path.write_text(answer, "utf-8")
    result = cli("sum-up", sample, "--answer", path, "--keep")
    assert str(path) in result.refusal
    assert result.status == 2
    assert result.error.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_an_answer_comes_through_a_pipe_as_well(cli, sample, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = Thread(target=pipe.write_text, args=(TEXT,))
    writing.start()
    result = cli("sum-up", sample, "--answer", pipe, "--json")
    writing.join()
    assert result.json["text"] == TEXT
    assert "too long" in cli("sum-up", sample, "--answer", "a" * 300).refusal
