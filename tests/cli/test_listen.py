"""`listen` end to end: a process of its own between a client and a recording endpoint."""

import gzip
import json
import os
import queue
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from inspector.cli.listen import _Reporting, listen_parser
from inspector.core.errors import InspectorError
from inspector.listening.exchange import RecordedRequest
from inspector.listening.saving import save, without_keys
from inspector.predicting import chats_of
from tests.captured import WIRE
from tests.listening.endpoints import endpoint, read_message

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


def answers(connection, _request):
    connection.sendall(ANSWER)


class Listening:
    def __init__(self, process):
        self.process = process
        self.first = self.line()
        self.port = int(self.first["listening"].rpartition(":")[2].partition("/")[0])

    def line(self):
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return json.loads(line)

    def send(self, body, path="/v1/chat/completions", more=""):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk-secret\r\n{more}"
        head += f"Content-Length: {len(data)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.port)) as client:
            client.sendall(head.encode() + data)
            return read_message(client)[0]


@contextmanager
def listening(url, *more):
    command = [sys.executable, "-m", "inspector", "listen", "--to", url, "--port", "0", "--json"]
    process = subprocess.Popen(
        [*command, *map(str, more)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield Listening(process)
    finally:
        process.send_signal(signal.SIGTERM)
        output, error = process.communicate(timeout=120)
        assert b"sk-secret" not in output + error
        assert b"Traceback" not in error
        assert process.returncode == 0 or sys.platform == "win32"


@pytest.fixture
def sample(tmp_path):
    return next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))


def test_a_request_is_matched_to_its_chat_checked_and_saved(sample, tmp_path):
    data, saved = sample.chat.parent.parent.parent, tmp_path / "saved"
    with (
        endpoint(answers) as server,
        listening(server.url, "--data", data, "--save", saved) as proxy,
    ):
        assert proxy.first["to"] == server.url
        body = {"model": "m", "api_key": "sk-secret", **sample.body}
        assert proxy.send(body) == ANSWER
        lines = [proxy.line(), proxy.line()]
        found = next(one for one in lines if "check" in one)
        answer = next(one for one in lines if "status" in one)
        assert found["chat"] == str(sample.chat)
        assert found["check"]["differences"] == []
        assert {slot["delivered"] for slot in found["check"]["slots"]} == {"exact"}
        assert (answer["status"], answer["bytes"], answer["problem"]) == (200, len(ANSWER), None)
        assert json.dumps(body).encode() in server.requests[0]
        (file,) = saved.iterdir()
        assert json.loads(file.read_bytes()) == {"model": "m", **sample.body}
        assert file.stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_what_is_no_request_is_forwarded_and_not_reported(tmp_path):
    with endpoint(answers) as server, listening(server.url, "--data", tmp_path) as proxy:
        assert proxy.send({"input": "x"}, "/v1/embeddings") == ANSWER
        assert proxy.line()["status"] == 200


@pytest.mark.parametrize("path", ["/api/extra/tokencount", "/tokenize", "/v1/token/encode"])
def test_where_tokens_of_a_message_are_counted_nothing_is_checked_or_saved(sample, tmp_path, path):
    saved, data = tmp_path / "saved", sample.chat.parent.parent.parent
    with (
        endpoint(answers) as server,
        listening(server.url, "--data", data, "--save", saved) as proxy,
    ):
        assert proxy.send({"prompt": sample.body["messages"][20]["content"]}, path) == ANSWER
        assert proxy.line()["status"] == 200
        assert list(saved.iterdir()) == []


def test_a_packed_body_is_checked_and_forwarded_as_it_came(sample, tmp_path):
    data, saved = sample.chat.parent.parent.parent, tmp_path / "saved"
    body = json.dumps(sample.body).encode()
    with (
        endpoint(answers) as server,
        listening(server.url, "--data", data, "--save", saved) as proxy,
    ):
        packed = gzip.compress(body)
        assert proxy.send(packed, more="Content-Encoding: gzip\r\n") == ANSWER
        found = next(one for one in (proxy.line(), proxy.line()) if "check" in one)
        assert found["check"]["differences"] == []
        assert server.requests[0].endswith(packed)
        (file,) = saved.iterdir()
        assert file.read_bytes() == body
        proxy.send(b"\x1b", more="Content-Encoding: br\r\n")
        found = next(one for one in (proxy.line(), proxy.line()) if "error" in one)
        assert found["error"] == "its body is packed (br) and cannot be unpacked"


def test_a_request_that_is_answered_before_its_end_is_reported_with_its_answer(tmp_path):
    refusal = b"HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with (
            listening(url, "--data", tmp_path) as proxy,
            socket.create_connection(("127.0.0.1", proxy.port)) as client,
        ):
            client.sendall(b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(refusal)
                assert read_message(client)[0] == refusal
            request, answer = proxy.line(), proxy.line()
            assert request["path"] == "/v1"
            assert request["error"] == "it did not go out whole"
            assert answer["status"] == 413


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"messages": None}, "`messages` is `null` and no list, so this is no request."),
        ({"messages": {}}, "`messages` is an object and no list, so this is no request."),
        ({"messages": []}, "it holds no messages."),
        ({"input": "x"}, "this JSON object has neither `messages` nor `prompt`"),
        (b"x", "this is no JSON object, so no request."),
        (b"", "it is empty."),
    ],
)
def test_what_is_no_request_where_one_belongs_is_forwarded_and_told(tmp_path, body, words):
    refusal = b"HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\noops"

    def fails(connection, _request):
        connection.sendall(refusal)

    saved = tmp_path / "saved"
    more = ("--data", tmp_path, "--save", saved)
    with endpoint(fails) as server, listening(server.url, *more) as proxy:
        assert proxy.send(body) == refusal
        request, answer = sorted((proxy.line(), proxy.line()), key=lambda one: "status" in one)
        assert request["error"].startswith(words)
        assert answer["status"] == 500
        files = [one.read_bytes() for one in saved.iterdir()]
        assert files == ([json.dumps(body).encode()] if isinstance(body, dict) else [])


def test_a_body_that_is_cut_off_is_not_saved_with_the_key_in_it(tmp_path, sample):
    saved, data = tmp_path / "saved", sample.chat.parent.parent.parent
    whole = json.dumps({"api_key": "sk-secret", **sample.body})
    with (
        endpoint(answers) as server,
        listening(server.url, "--data", data, "--save", saved) as proxy,
    ):
        proxy.send(whole[: whole.rindex('"role"')].encode())
        found = next(one for one in (proxy.line(), proxy.line()) if "path" in one)
        assert "check" in found
        assert found["error"].startswith("not saved: it holds no whole JSON object")
        assert list(saved.iterdir()) == []


def error_of(body, proxy):
    proxy.send(body)
    return next(one["error"] for one in (proxy.line(), proxy.line()) if "error" in one)


def test_without_a_data_folder_it_says_so_and_goes_on(tmp_path, sample, monkeypatch):
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "nobody"))
    with endpoint(answers) as server, listening(server.url) as proxy:
        assert "name it with --data" in error_of(sample.body, proxy)


def test_a_data_folder_that_was_named_is_not_asked_for_once_more(tmp_path, sample):
    (tmp_path / "empty").mkdir()
    with endpoint(answers) as server, listening(server.url, "--data", tmp_path / "empty") as proxy:
        assert error_of(sample.body, proxy).startswith("No chat in the data folder holds")


def test_an_error_that_nobody_foresaw_is_reported_and_the_next_request_is_checked(
    tmp_path, sample, monkeypatch, capsys
):
    failing = iter((UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"), None))

    def chats(captured, data):
        error = next(failing)
        if error is not None:
            raise error
        return chats_of(captured, data)

    monkeypatch.setattr("inspector.cli.listen.chats_of", chats)
    folder = sample.chat.parent.parent.parent
    options = listen_parser().parse(["--to", "http://x", "--data", str(folder), "--json"])
    events = queue.SimpleQueue()
    when, body = datetime(2026, 1, 2, tzinfo=UTC), json.dumps(sample.body).encode()
    for number in (1, 2):
        events.put(RecordedRequest(number, when, "POST", "/v1/chat/completions", body))
    events.put(None)
    _Reporting(options).run(events)
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "UnicodeEncodeError" in first["error"]
    assert "surrogates not allowed" in first["error"]
    assert second["check"]["differences"] == []


@pytest.mark.parametrize(
    ("option", "content"),
    [
        ("--settings", None),
        ("--settings", b"[]"),
        ("--lorebook", None),
        ("--chronicle", b"{"),
        ("--card", None),
        ("--scores", b"[]"),
        ("--query-vector", None),
        ("--data", None),
        ("--data", b""),
    ],
)
def test_what_an_option_names_is_refused_before_it_listens(cli, tmp_path, option, content):
    named = tmp_path / "named"
    if content is not None:
        named.write_bytes(content)
    refusal = cli("listen", "--to", "http://127.0.0.1:9", "--port", "0", option, named).refusal
    assert str(named) in refusal


def test_an_encoding_or_a_profile_that_is_none_is_refused_before_it_listens(cli, sample):
    listen = ("listen", "--to", "http://127.0.0.1:9", "--port", "0")
    assert "no encoding 'bogus'" in cli(*listen, "--encoding", "bogus").refusal
    settings = sample.chat.parent.parent.parent / "settings.json"
    refusal = cli(*listen, "--settings", settings, "--profile", "bogus").refusal
    assert "no profile 'bogus'" in refusal
    refusal = cli(*listen, "--data", settings.parent, "--profile", "bogus").refusal
    assert "no profile 'bogus'" in refusal


def test_an_endpoint_or_port_that_is_none_is_refused(cli):
    assert "no address of an endpoint" in cli("listen", "--to", "example.com").refusal
    assert "no port" in cli("listen", "--to", "http://x", "--port", "70000").refusal
    with socket.create_server(("127.0.0.1", 0)) as accepted:
        port = accepted.getsockname()[1]
        assert "cannot be listened on" in cli("listen", "--to", "http://x", "--port", port).refusal


def test_a_folder_that_cannot_be_one_is_refused_before_it_listens(cli, tmp_path):
    file = tmp_path / "saved"
    file.write_bytes(b"x")
    refusal = cli("listen", "--to", "http://127.0.0.1:9", "--port", "0", "--save", file).refusal
    assert f"{file}: this is a file and no folder" in refusal


def test_a_saved_body_is_the_one_that_was_sent_but_for_keys(tmp_path):
    body = b'{ "max_tokens": 5, "messages": [] }'
    assert without_keys(body) is body
    assert without_keys(b'{"proxy_password": "x", "prompt": ""}') == b'{"prompt": ""}'
    assert (
        without_keys(b'{"x": 1.0, "api_key":"x", "y":"\\u00e9" }\n')
        == b'{"x": 1.0, "y":"\\u00e9" }\n'
    )
    assert (
        without_keys(b'{"auth": {"a": "x"}, "y": 1, "api_key": "x", "api_key": 0}') == b'{"y": 1}'
    )
    with pytest.raises(InspectorError, match="a key in it could not be left out"):
        without_keys(b'{"api_key": "x", "messages": [')
    request = RecordedRequest(7, datetime(2026, 1, 2, tzinfo=UTC), "POST", "/v1", body)
    path = save(request, tmp_path / "new")
    assert path.name == "request-20260102-000000-0007.json"
    assert path.read_bytes() == body


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_saved_body_keeps_switches_that_are_named_like_a_key(mark):
    body = (
        mark + b'{"add_bos_token": true, "ban_eos_token":false, "auth": "", "keys": 5, "x": 1.50}'
    )
    assert without_keys(body) is body
    assert without_keys(body.replace(b'""', b'"sk"')) == body.replace(b'"auth": "", ', b"")
