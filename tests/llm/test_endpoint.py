"""Every way in which an endpoint can answer, or not."""

import json
import ssl
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from inspector.llm.endpoint import ChatEndpoint
from inspector.llm.exchange import Ask, Ledger, ModelError, Tool, Turn
from inspector.retrieval.transport import Timeouts
from inspector.tokenizer import load_tokenizer
from tests.llm.scripted import Wording, scripted
from tests.retrieval.servers import say, server

pytest.importorskip("openai")

ASK = Ask((Turn("system", "Be short."), Turn("user", "Say it.")), "a test", most_tokens=50)
TOOL = Tool("look", "Looks.", {"type": "object", "properties": {"at": {"type": "string"}}})


def endpoint(address: str, **more: object) -> ChatEndpoint:
    return ChatEndpoint(address, "m", load_tokenizer("chars/4"), **more)  # type: ignore[arg-type]


def test_an_answer_is_heard_as_it_comes_and_counted() -> None:
    heard: list[str] = []
    with scripted(Wording("It rained all night — 雨.", usage=True)) as server:
        one = endpoint(server.address)
        reply = one.answer(ASK, heard.append)
    assert reply.text == "".join(heard) == "It rained all night — 雨."
    assert reply.tokens == (11, 5)
    assert len(heard) > 2
    (call,) = one.ledger.calls
    assert (call.purpose, call.tokens, call.outcome) == ("a test", (11, 5), "answered")
    (body,) = server.bodies
    assert body["messages"][1] == {"role": "user", "content": "Say it."}
    assert (body["max_tokens"], body["stream"]) == (50, True)
    assert "authorization" not in server.headers[0]


def test_a_key_is_sent_and_never_shown() -> None:
    with scripted(Wording("bad key sk-secret-1234", status=401)) as server:
        one = endpoint(server.address, key="sk-secret-1234")
        with pytest.raises(ModelError) as refused:
            one.answer(ASK)
    assert server.headers[0]["authorization"] == "Bearer sk-secret-1234"
    assert "secret" not in str(refused.value) + repr(one) + str(one.ledger)


def test_tool_calls_come_in_pieces() -> None:
    calls = [("look", {"at": "the “sea”"}), ("look", {"at": "b"})]
    with scripted(Wording(calls=calls)) as server:
        reply = endpoint(server.address).answer(Ask(ASK.turns, "t", (TOOL,)))
    assert [(one.id, one.name, one.arguments) for one in reply.calls] == [
        ("c0", "look", '{"at": "the \\u201csea\\u201d"}'),
        ("c1", "look", '{"at": "b"}'),
    ]
    assert reply.finish == "tool_calls"
    assert server.bodies[0]["tools"][0]["function"]["name"] == "look"


def streamed(*pieces: object) -> Wording:
    """Pieces as an endpoint sends them, whatever they are."""
    sent = [b"data: " + json.dumps(one).encode() + b"\n\n" for one in pieces]
    return Wording(body=b"".join([*sent, b"data: [DONE]\n\n"]))


def delta(**values: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": values}]}


@pytest.mark.parametrize(
    "piece",
    [
        delta(content=5),
        delta(content={"text": "x"}),
        delta(refusal=5),
        delta(tool_calls=[1]),
        delta(tool_calls=5),
        delta(tool_calls=[{"index": 0, "function": "look"}]),
        {"choices": [None]},
        {"choices": "x"},
        {"choices": {"a": 1}},
        {"choices": [{"delta": "x"}]},
        [1],
    ],
    ids=str,
)
def test_an_answer_of_another_shape_is_refused_in_words(piece: object) -> None:
    with scripted(streamed(delta(content="Well"), piece)) as server:
        one = endpoint(server.address)
        with pytest.raises(ModelError, match="answered what is no answer"):
            one.answer(ASK)
    assert "no answer" in one.ledger.calls[0].outcome


@pytest.mark.parametrize("status", [200, 400])
def test_bytes_that_are_no_text_are_told_in_words(status: int) -> None:
    broken = Wording(body=b'data: {"choices": "\xff\xfe"}\n\n', status=status)
    with scripted(broken) as server, pytest.raises(ModelError) as refused:
        endpoint(server.address).answer(ASK)
    assert "codec" not in str(refused.value)
    assert ("no text in UTF-8" in str(refused.value)) is (status == 200)


@pytest.mark.parametrize(
    "error", [{"message": "the model is not loaded", "code": 500}, "the model is not loaded"]
)
def test_an_error_in_place_of_a_stream_is_told_whatever_its_status(error: object) -> None:
    body = json.dumps({"error": error}).encode()
    with scripted(Wording(body=body)) as server, pytest.raises(ModelError) as refused:
        endpoint(server.address).answer(ASK)
    assert str(refused.value) == f"{server.address} answered 200: the model is not loaded"


def test_json_that_is_too_deep_is_no_answer() -> None:
    deep = Wording(body=b"data: " + b"[" * 100_000 + b"\n\n")
    with scripted(deep) as server, pytest.raises(ModelError, match="answered what is no answer"):
        endpoint(server.address).answer(ASK)


@pytest.mark.parametrize("usage", ["x", [1], 1e400, {"prompt_tokens": "x"}, {"prompt_tokens": -4}])
def test_what_is_only_told_about_an_answer_does_not_lose_it(usage: object) -> None:
    last = {"choices": [{"delta": {"content": None}, "finish_reason": 5}], "usage": usage}
    parts = [{"type": "text", "text": "It "}, {"type": "odd"}, {"type": "text", "text": "rained."}]
    with scripted(streamed(delta(content=parts), last)) as server:
        one = endpoint(server.address)
        reply = one.answer(ASK)
    assert (reply.text, reply.finish) == ("It rained.", "stop")
    assert reply.tokens == (one.estimate(ASK), 3)


def test_arguments_may_come_as_a_value_in_place_of_its_spelling() -> None:
    call = {"index": 0, "id": 7, "function": {"name": "look", "arguments": {"at": "sea"}}}
    with scripted(streamed(delta(tool_calls=[call]))) as server:
        (made,) = endpoint(server.address).answer(Ask(ASK.turns, "t", (TOOL,))).calls
    assert (made.id, made.name, made.arguments) == ("call_0", "look", '{"at": "sea"}')


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_passes_is_tried_again_after_the_time_that_was_told(status: int) -> None:
    stumble = Wording("busy", status=status, headers={"Retry-After": "0.05"})
    with scripted(stumble, stumble, Wording("Here.")) as server:
        reply = endpoint(server.address).answer(ASK)
    assert reply.text == "Here."
    assert len(server.bodies) == 3


@pytest.mark.parametrize(
    ("wording", "words"),
    [
        (Wording("no such model", status=404), "404: "),
        (Wording("slow down", status=429, headers={"Retry-After": "900"}), "wait 900 seconds"),
        (Wording(status=200, body=b"<html>hello</html>"), "answered nothing"),
        (Wording(status=302, headers={"Location": "http://example.invalid/"}), "302"),
    ],
)
def test_what_does_not_pass_is_said_at_once(wording: Wording, words: str) -> None:
    with scripted(wording) as server:
        one = endpoint(server.address)
        with pytest.raises(ModelError, match=words):
            one.answer(ASK)
        assert len(server.bodies) == 1
    assert one.ledger.calls[0].outcome != "answered"


def test_a_model_without_tools_says_so() -> None:
    refusal = Wording("this model does not support tools", status=400)
    with scripted(refusal) as server, pytest.raises(ModelError) as refused:
        endpoint(server.address).answer(Ask(ASK.turns, "t", (TOOL,)))
    assert refused.value.has_no_tools


def test_silence_is_broken_off_at_once_by_whoever_waits() -> None:
    class LeftError(Exception):
        pass

    with scripted(Wording("late", silence=60.0)) as server:

        def check() -> None:
            if server.bodies:
                raise LeftError

        one = endpoint(server.address)
        with pytest.raises(LeftError):
            one.answer(ASK, check=check)
        readers = [one for one in threading.enumerate() if "_read" in one.name]
        for reader in readers:
            reader.join(30)  # half as long as the server is silent
        assert not any(reader.is_alive() for reader in readers)
    assert one.ledger.calls[0].outcome == "cancelled"


def test_an_encrypted_endpoint_that_nobody_vouches_for_is_told_nothing(tmp_path: Path) -> None:
    made = pytest.importorskip("tests.retrieval.certificates", reason="needs cryptography")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.self_signed(tmp_path / "own.pem"))
    answer = say(200, b"data: [DONE]\n\n")
    with server(answer, context) as (address, requests):
        secure = address.replace("http:", "https:")
        with pytest.raises(ModelError, match="cannot be reached"):
            endpoint(secure).answer(ASK)
    assert requests == []


def test_nobody_is_sent_on_to_another_address() -> None:
    with server(say(200, b"data: [DONE]\n\n")) as (other, told):
        elsewhere = say(307, b"", Location=f"{other}/chat/completions")
        with server(elsewhere) as (address, asked), pytest.raises(ModelError, match="307"):
            endpoint(address).answer(ASK)
    assert len(asked) == 1
    assert told == []


def test_silence_and_length_have_an_end() -> None:
    silent = pytest.raises(ModelError, match=r"said nothing for 0\.3 seconds")
    with scripted(Wording("late", silence=60.0)) as server, silent:
        endpoint(server.address, timeouts=Timeouts(0.3, 60.0)).answer(ASK)
    with pytest.raises(ModelError, match="cannot be reached"):
        endpoint("http://127.0.0.1:9").answer(ASK)


def test_endless_repetition_is_broken_off() -> None:
    with scripted(Wording("and the sea was calm. " * 4000)) as server:
        reply = endpoint(server.address).answer(ASK)
    assert reply.finish == "repeats"
    assert len(reply.text) < 40_000


def test_an_answer_that_breaks_off_is_what_there_was_of_it() -> None:
    with scripted(Wording("The first half", breaks_off=True)) as server:
        reply = endpoint(server.address).answer(ASK)
    assert reply.text == "The first half"


@pytest.mark.parametrize(
    ("wording", "words"),
    [
        (Wording("out of memory", status=500), "answered 500: .*out of memory"),
        (Wording("slow down", status=429), r"answers no more for now \(429\)\.$"),
    ],
)
def test_what_does_not_pass_after_all_is_said_after_three_attempts(wording, words) -> None:
    with scripted(wording) as server:
        with pytest.raises(ModelError, match=words):
            endpoint(server.address, first_wait=0.01).answer(ASK)
        assert len(server.bodies) == 3


def test_a_date_says_when_to_come_again_too() -> None:
    late = format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)
    past = format_datetime(datetime.now(UTC) - timedelta(hours=2), usegmt=True)
    stumble = Wording("busy", status=429, headers={"Retry-After": past})
    refusal = Wording("busy", status=429, headers={"Retry-After": late})
    with scripted(stumble, Wording("Here.")) as server:
        assert endpoint(server.address).answer(ASK).text == "Here."
    with scripted(refusal) as server, pytest.raises(ModelError, match=r"to wait 7[12][0-9]{2}"):
        endpoint(server.address).answer(ASK)


@pytest.mark.parametrize(
    "wording",
    [
        Wording("context length exceeded: 9000 tokens", status=400),
        Wording("the request exceeds the available context size", status=500),
        Wording("This model's maximum context length is 4096 tokens", status=400),
        Wording("prompt is too long: 9000 tokens", status=413),
        Wording(body=b'{"error": {"message": "prompt is too long: 9000 tokens"}}'),
    ],
)
def test_a_context_that_is_too_small_is_known(wording) -> None:
    with scripted(wording) as server, pytest.raises(ModelError) as refused:
        endpoint(server.address, first_wait=0.01).answer(ASK)
    assert refused.value.is_too_long
    assert not refused.value.has_no_tools


def test_a_connection_that_breaks_off_within_an_answer_is_said() -> None:
    broken = Wording("The first", headers={"Content-Length": "99999"}, breaks_off=True)
    with scripted(broken) as server:
        one = endpoint(server.address)
        with pytest.raises(ModelError, match="broke off"):
            one.answer(ASK)
    assert one.ledger.calls[0].outcome != "cancelled"


def test_an_error_within_an_answer_is_said() -> None:
    wording = b'data: {"error": {"message": "the slot is gone", "code": 500}}\n\n'
    answer = Wording(body=wording, headers={"Content-Type": "text/event-stream"})
    with scripted(answer) as server, pytest.raises(ModelError, match="the slot is gone"):
        endpoint(server.address).answer(ASK)


@pytest.mark.parametrize(
    ("delta", "finish", "words"),
    [
        ({"refusal": "I will not."}, "stop", "refuses: I will not"),
        ({"content": ""}, "content_filter", "held the answer back"),
    ],
)
def test_a_refusal_is_no_answer(delta, finish, words) -> None:
    choices = [
        {"index": 0, "delta": delta, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": finish},
    ]
    mentioned = b"".join(b"data: " + json.dumps({"id": "x", "choices": [one]}).encode() + b"\n\n"
                    for one in choices)  # fmt: skip
    wording = Wording(
        body=mentioned + b"data: [DONE]\n\n", headers={"Content-Type": "text/event-stream"}
    )
    with scripted(wording) as server, pytest.raises(ModelError, match=words):
        endpoint(server.address).answer(ASK)


def test_a_session_has_an_end() -> None:
    ledger = Ledger(most_tokens=80)
    with scripted(Wording("Fine.", usage=True)) as server:
        one = endpoint(server.address, ledger=ledger)
        one.answer(ASK)
        with pytest.raises(ModelError, match="16 of the session's 80"):
            one.answer(ASK)
        assert len(server.bodies) == 1
