"""`enrich` end to end: an endpoint on the loopback address, proposals, files."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from inspector.llm.enrichment.tools import ENTRY, EVENT, SEARCH, SIGNIFICANCE
from tests.llm.scripted import Wording, scripted
from tests.retrieval.servers import right
from tests.retrieval.servers import server as embeddings

pytest.importorskip("openai")

RUN = (
    Wording(calls=[(SIGNIFICANCE, {"significance": 0.8, "reason": "A promise."})]),
    Wording(calls=[(SEARCH, {"query": "promise harbour"})]),
    Wording(
        calls=[
            (
                EVENT,
                {"summary": "Nell promised to wait.", "keywords": ["Nell", "promise", "waiting"]},
            )
        ]
    ),
    Wording("DONE"),
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


def test_what_others_write_while_a_model_is_asked_stays(cli, story):
    chat, chronicle = story
    held = chronicle.read_bytes()
    other = held.replace(b'"NARRATIVE.EVENT"', b'"CHANGED.MEANWHILE"', 1)
    steps = iter(RUN)

    def meanwhile(_body):
        chronicle.write_bytes(other)
        return next(steps)

    with scripted(meanwhile) as server:
        options = ("--chronicle", chronicle, "--address", server.address, "--agree")
        result = cli("enrich", chat, *options, "--accept", "all")
    assert result.status == 0, result.error
    assert "somebody else wrote the file meanwhile; what that changed stays" in result.output
    after = chronicle.read_bytes()
    assert json.loads(after)[:-1] == json.loads(other)
    assert json.loads(after)[-1]["summary"] == "Nell promised to wait."


def test_what_was_answered_is_told_where_it_cannot_all_be_written(cli, story, sample, tmp_path):
    chat, chronicle = story
    book = tmp_path / "book.json"
    shutil.copy(next(sample.parent.glob("*Nobody - lorebook.json")), book)
    entry = {"title": "The Bike", "keywords": ["bike"], "content": "A bike of steel."}
    steps = iter((RUN[0], RUN[1], Wording(calls=[*RUN[2].calls, (ENTRY, entry)]), RUN[3]))

    def meanwhile(_body):
        chronicle.unlink(missing_ok=True)
        return next(steps)

    with scripted(meanwhile) as server:
        options = ("--lorebook", book, "--chronicle", chronicle, "--address", server.address)
        result = cli("enrich", chat, *options, "--agree", "--accept", "all", "--json")
    assert result.status == 2
    assert result.error == f"memory-inspector: {chronicle}: there is no such file\n"
    told = json.loads(result.output)
    assert [one["written"] for one in told["written"]] == [str(book)]
    states = {one["kind"]: one["state"] for one in told["proposals"]}
    assert states == {"event": "proposed", "entry": "taken"}
    assert not chronicle.exists()


def writing(body):
    """Proposes an event in the words of each exchange."""
    used = [call for turn in body["messages"] for call in turn.get("tool_calls") or ()]
    if not used:
        return Wording(calls=[(SIGNIFICANCE, {"significance": 1, "reason": "x"})], usage=True)
    if len(used) == 1:
        return Wording(calls=[(SEARCH, {"query": "x"})], usage=True)
    if len(used) == 2:
        story = body["messages"][1]["content"].partition("\n\n")[2]
        words = re.findall(r"\w{5,}", story)[:8]
        event = {"summary": " ".join(words), "keywords": words[:5]}
        return Wording(calls=[(EVENT, event)], usage=True)
    return Wording("DONE", usage=True)


def test_a_replay_tells_what_it_costs_and_whether_the_right_memory_was_retrieved(cli, story):
    chat, chronicle = story
    lines = Path(chat).read_bytes().splitlines(keepends=True)[:17]
    Path(chat).write_bytes(b"".join(lines))
    chronicle.write_text("[]\n", "utf-8")
    options = ("enrich", chat, "--chronicle", chronicle, "--replay")
    with scripted(writing) as server:
        result = cli(*options, "--address", server.address, "--agree", "--json")
    assert result.status == 0, result.error
    answer = json.loads(result.output)
    replay, runs = answer["replay"], answer["exchanges"]
    assert [one["messages"][0] for one in runs] == [
        0, *(one["messages"][1] + 1 for one in runs[:-1])
    ]  # fmt: skip
    assert replay["tokens"] == [11 * len(server.bodies), 5 * len(server.bodies)]
    assert replay["tokens"][0] == sum(one["tokens"][0] for one in runs)
    rows = replay["messages"]
    assert all(not one["before"] for one in rows if one["written"])
    assert replay["retrieved_before"] == sum(one["before"] is not None for one in rows)
    assert replay["retrieved_after"] == sum(one["after"] is not None for one in rows)
    assert any(one["written"] and one["after"] for one in rows)
    made = {one["content"]: one["messages"][-1] for one in answer["proposals"]}
    for one in rows:
        if one["title"] in made:
            assert made[one["title"]] < one["message"], "what was not written yet is not right"
    assert chronicle.read_text("utf-8") == "[]\n"
    mentioned = cli(*options, "--log", _stored(result, chat))
    assert f"before, {replay['retrieved_after']} after" in mentioned.output


def test_what_the_server_writes_is_never_retrieved(cli, story):
    chat, chronicle = story
    lines = Path(chat).read_bytes().splitlines(keepends=True)[:13]
    Path(chat).write_bytes(b"".join(lines))

    def summed(body):
        words = re.findall(r"\w{5,}", body["messages"][1]["content"])[:8]
        return Wording(json.dumps({"summary": " ".join(words), "keywords": words[:3]}))

    with scripted(summed) as server:
        result = cli(
            "enrich", chat, "--chronicle", chronicle, "--replay", "--agent", "scribe/2025-08",
            "--address", server.address, "--agree", "--json",
        )  # fmt: skip
    answer = json.loads(result.output)
    assert answer["proposals"]
    assert {one["effect"]["gate"] for one in answer["proposals"]} == {
        "no vector, until the server embeds it anew"
    }
    assert not any(one["written"] and one["after"] for one in answer["replay"]["messages"])


def test_vectors_decide_where_an_embeddings_endpoint_is_named(cli, story):
    chat, chronicle = story
    options = ("enrich", chat, "--chronicle", chronicle, "--json")
    with scripted(*RUN) as model, embeddings(right) as (address, requests):
        named = ("--embeddings", address, "--embedding-model", "a model of its own")
        result = cli(*options, "--address", model.address, *named, "--agree")
    answer = json.loads(result.output)
    sent = {text for _, _, body in requests for text in body["input"]}
    assert "promise harbour" in sent
    assert any("Nell promised to wait." in text for text in sent), "what is proposed has a vector"
    assert answer["proposals"][0]["effect"]["kept"] in (True, False)
    looked = [one for one in answer["exchanges"][0]["steps"] if one["kind"] == "looked up"]
    assert looked[0]["by"] == "cosine, a model of its own"
    refused = cli(*options, "--log", _stored(result, chat), "--embeddings", address)
    assert refused.status == 2
    assert "--agree" in refused.error


def test_with_every_other_address_closed_all_goes_to_those_that_were_named(cli, story, connections):
    chat, chronicle = story
    made, allowed = connections
    with scripted(*RUN) as model, embeddings(right) as (address, _):
        named = {(parts.hostname, parts.port) for parts in map(urlsplit, (model.address, address))}
        allowed |= named
        options = (
            "enrich", chat, "--chronicle", chronicle, "--address", model.address,
            "--embeddings", address, "--embedding-model", "another",
        )  # fmt: skip
        assert cli(*options).status == 1
        assert made == []
        assert cli(*options, "--agree", "--accept", "all").status == 0
    assert set(made) == named


def test_it_works_by_copying_the_request_and_pasting_the_answer(cli, story, tmp_path, connections):
    chat, chronicle = story
    options = ("enrich", chat, "--chronicle", chronicle, "--range", "10..12")
    request = cli(*options, "--request")
    assert request.status == 0
    assert "[11] " in request.output
    assert '"kind": "event"' in request.output, "what is known is in it"
    answer = tmp_path / "answer.txt"
    event = {"summary": "Nell promised to wait.", "keywords": ["Nell", "promise"]}
    update = {"uid": "no such", "content": "x"}
    given = {"significance": 0.9, "reason": "A promise.", "events": [event], "updates": [update]}
    answer.write_text(f"Here you are:\n```json\n{json.dumps(given)}\n```", "utf-8")
    result = cli(*options, "--answer", answer, "--accept", "all", "--json")
    (run,) = result.json["exchanges"]
    assert [one["kind"] for one in run["steps"]] == [
        "saw", "judged", "looked up", "proposed", "refused", "ended"
    ]  # fmt: skip
    assert json.loads(chronicle.read_bytes())[-1]["summary"] == "Nell promised to wait."
    answer.write_text('{"significance": 0.1, "reason": "Talk.", "events": [{"summary": "x"}]}')
    assert cli(*options, "--answer", answer, "--json").json["proposals"] == []
    answer.write_text("I would rather not.")
    refused = cli(*options, "--answer", answer)
    assert refused.status == 2
    assert str(answer) in refused.refusal
    assert "no JSON object" in refused.refusal
    assert connections[0] == []


def test_a_stranger_sees_what_the_servers_agent_would_send(cli, story):
    chat, chronicle = story
    result = cli(
        "enrich", chat, "--chronicle", chronicle, "--agent", "scribe/2025-08",
        "--address", "http://127.0.0.1:9/v1",
    )  # fmt: skip
    assert "as one event" in result.output
    assert "[tools]" not in result.output


def _stored(result, chat):
    path = Path(chat).with_name("log.json")
    path.write_text(result.output, "utf-8")
    return path


def test_a_model_that_fails_is_said_and_ends_it(cli, story):
    chat, chronicle = story
    with scripted(Wording("out of order", status=400)) as server:
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
        (("CHRONICLE", "--address", "http://x", "--at", "60", "--range", "9..61"), "0 and 60"),
        (("CHRONICLE", "--request", "--at", "9999"), "--at 9999 is out of range"),
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


@pytest.mark.parametrize("given", [("--request",), ("--address", "http://127.0.0.1:9/v1")])
def test_nothing_behind_the_end_that_is_named_is_read(cli, story, given):
    chat, chronicle = story
    last, beyond = (
        json.loads(line)["mes"][:40] for line in Path(chat).read_text("utf-8").split("\n")[61:63]
    )
    named = ("enrich", chat, "--chronicle", chronicle, "--at", 60, *given)
    done = cli(*named)
    assert last in done.output
    assert beyond not in done.output
    as_json = json.loads(cli(*named, "--json").output)
    assert as_json["request"] == done.output[:-1]
    assert as_json["tokens"] > 100


def test_an_answer_of_another_shape_keeps_what_was_answered_before(cli, story):
    chat, chronicle = story
    odd = b'data: {"choices": [{"delta": {"content": 5}}]}\n\n'
    with scripted(*RUN, Wording(body=odd)) as server:
        done = cli(
            "enrich", chat, "--chronicle", chronicle, "--replay", "--address", server.address,
            "--agree", "--json", "--at", 40,
        )  # fmt: skip
    assert done.status == 1
    assert "answered what is no answer" in done.output
    found = json.loads(done.output)
    assert found["proposals"][0]["content"] == "Nell promised to wait."


def test_a_significance_that_is_no_number_is_refused_and_judged_again(cli, story):
    chat, chronicle = story
    odd = Wording(calls=[(SIGNIFICANCE, {"significance": float("nan"), "reason": "A promise."})])
    with scripted(odd, *RUN) as server:
        done = cli(
            "enrich", chat, "--chronicle", chronicle, "--address", server.address, "--agree",
            "--json",
        )  # fmt: skip
    assert done.status == 0, done.error
    assert "significance is no finite number" in done.output
    assert len(json.loads(done.output)["proposals"]) == 1
