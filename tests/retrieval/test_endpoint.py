"""An embeddings endpoint on the loopback address: good, slow, wrong and silent answers."""

import json
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType

import pytest

from inspector.retrieval.embedding_cache import EmbeddingCache
from inspector.retrieval.endpoint import EmbeddingsEndpoint
from inspector.retrieval.keys import keep_key, key_for
from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.transport import Patience

QUICK = Patience(silence=0.3, answer=0.6)


def embedded(texts):
    """What a right server answers: in any order, each with its index."""
    rows = [{"index": place, "embedding": [len(text), 1.5]} for place, text in enumerate(texts)]
    return {"object": "list", "data": rows[::-1]}


@contextmanager
def server(answer):
    """A server that answers each request by `answer(handler, body)`; yields it with its log."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append((self.path, dict(self.headers), body))
            try:
                answer(self, body)
            except (ConnectionError, TimeoutError):
                # The client gave up, which is what the test is about.
                self.close_connection = True

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}/v1", requests
        finally:
            running.shutdown()
            thread.join()


def say(status, content, **headers):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()

    def answer(handler, _body):
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def right(handler, body):
    say(200, embedded(body["input"]))(handler, body)


def test_each_text_gets_its_vector_in_batches_with_progress():
    told = []
    with server(right) as (address, requests):
        endpoint = EmbeddingsEndpoint(f"{address}/", "m", key="s3cret", texts_a_request=2)
        vectors = endpoint.embed(["a", "bb", "a", "ccc"], lambda *done: told.append(done))
    assert [list(vector) for vector in vectors] == [[1, 1.5], [2, 1.5], [1, 1.5], [3, 1.5]]
    assert told == [(0, 3), (2, 3), (3, 3)]
    assert [(path, body) for path, _, body in requests] == [
        ("/v1/embeddings", {"model": "m", "input": ["a", "bb"]}),
        ("/v1/embeddings", {"model": "m", "input": ["ccc"]}),
    ]
    assert requests[0][1]["Authorization"] == "Bearer s3cret"
    assert "s3cret" not in repr(endpoint)


def test_without_a_key_none_is_sent_and_the_full_address_is_taken_as_it_is():
    with server(right) as (address, requests):
        EmbeddingsEndpoint(f"{address}/embeddings", "m").embed(["a"])
    ((path, headers, _),) = requests
    assert path == "/v1/embeddings"
    assert "Authorization" not in headers


def test_a_text_is_sent_once_for_a_model(tmp_path):
    cache = EmbeddingCache(tmp_path / "cache" / "vectors.db")
    with server(right) as (address, requests):
        first = EmbeddingsEndpoint(address, "m", cache=cache).embed(["a", "\ud800"])
        again = EmbeddingsEndpoint(address, "m", cache=cache).embed(["\ud800", "a", "new"])
        EmbeddingsEndpoint(address, "other", cache=cache).embed(["a"])
    assert list(again[1]) == list(first[0])
    assert [body["input"] for _, _, body in requests] == [["a", "\ud800"], ["new"], ["a"]]


def test_what_was_answered_before_a_failure_is_kept(tmp_path):
    cache = EmbeddingCache(tmp_path / "vectors.db")

    def once(handler, body):
        (right if body["input"] == ["a"] else say(500, b"out of memory"))(handler, body)

    with server(once) as (address, _):
        endpoint = EmbeddingsEndpoint(address, "m", cache=cache, texts_a_request=1)
        with pytest.raises(RetrievalError, match="500 Internal Server Error: out of memory"):
            endpoint.embed(["a", "b"])
    assert set(cache.known("m", ["a", "b"])) == {"a"}


def test_a_stop_asked_for_while_waiting_ends_the_work():
    def stop(done, _total):
        if done:
            raise InterruptedError

    with server(right) as (address, requests):
        endpoint = EmbeddingsEndpoint(address, "m", texts_a_request=1)
        with pytest.raises(InterruptedError):
            endpoint.embed(["a", "b", "c"], stop)
    assert len(requests) == 1


def test_a_broken_cache_says_that_it_can_be_deleted(tmp_path):
    broken = tmp_path / "vectors.db"
    broken.write_bytes(b"no database" * 100)
    with pytest.raises(RetrievalError, match="can be deleted"):
        EmbeddingCache(broken).known("m", ["a"])


def test_vectors_of_another_dimension_in_the_cache_are_told(tmp_path):
    cache = EmbeddingCache(tmp_path / "vectors.db")
    cache.keep("m", {"a": [1.0, 2.0, 3.0]})
    with (
        server(right) as (address, _),
        pytest.raises(RetrievalError, match="different dimensions"),
    ):
        EmbeddingsEndpoint(address, "m", cache=cache).embed(["a", "b"])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (say(200, b"<html>"), "no JSON"),
        (say(200, b""), "no JSON"),
        (say(200, {"error": "no such model"}), "one embedding a text"),
        (say(200, {"data": []}), "one embedding a text"),
        (say(200, {"data": [{"embedding": "abc"}]}), "a list of numbers"),
        (say(200, {"data": [{"embedding": []}]}), "a list of numbers"),
        (say(200, {"data": [{"embedding": [1, None]}]}), "finite numbers"),
        (say(200, b'{"data": [{"embedding": [NaN]}]}'), "finite numbers"),
        (say(200, {"data": [{"index": 4, "embedding": [1]}]}), "numbers its embeddings wrongly"),
        (say(401, {"error": "key"}), "refuses the key"),
        (say(404, b"nothing here"), "404 Not Found: nothing here"),
        (say(200, b"{}", **{"Content-Length": "99999"}), "is cut off"),
        (lambda handler, _: handler.wfile.write(b"\0\1garbage\r\n\r\n"), "cannot be asked"),
    ],
)
def test_a_wrong_answer_is_a_clear_error(answer, why):
    with server(answer) as (address, _), pytest.raises(RetrievalError, match=why) as raised:
        EmbeddingsEndpoint(address, "m", patience=QUICK).embed(["a"])
    assert "127.0.0.1" in str(raised.value)


def test_nothing_is_sent_where_an_answer_points_elsewhere():
    with server(right) as (other, received):
        away = say(307, b"", Location=f"{other}/embeddings")
        with (
            server(away) as (address, _),
            pytest.raises(RetrievalError, match="nothing is sent to other addresses"),
        ):
            EmbeddingsEndpoint(address, "m").embed(["a"])
    assert received == []


def test_no_proxy_of_the_environment_is_asked(monkeypatch):
    with server(right) as (proxy, received), server(right) as (address, _):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        EmbeddingsEndpoint(address, "m").embed(["a"])
    assert received == []


def test_a_server_that_never_answers_is_given_up():
    released = threading.Event()
    with server(lambda *_: released.wait(5)) as (address, _):
        start = time.monotonic()
        with pytest.raises(RetrievalError, match=r"was silent for 0\.3 seconds"):
            EmbeddingsEndpoint(address, "m", patience=QUICK).embed(["a"])
        assert time.monotonic() - start < 3
        released.set()


def test_a_server_that_answers_byte_by_byte_is_given_up():
    def drip(handler, _body):
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        for _ in range(60):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)

    with server(drip) as (address, _):
        start = time.monotonic()
        with pytest.raises(RetrievalError, match=r"did not answer within 0\.6 seconds"):
            EmbeddingsEndpoint(address, "m", patience=QUICK).embed(["a"])
        assert time.monotonic() - start < 2.5


def test_where_nothing_listens_is_said():
    with server(right) as (address, _):
        pass
    with pytest.raises(RetrievalError, match="is the server running"):
        EmbeddingsEndpoint(address, "m").embed(["a"])


@pytest.mark.parametrize(
    "address", ["", "localhost:1234", "ftp://x", "http://", "http://[::1", "http://x:99999", "/v1"]
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(RetrievalError, match="no address such as"):
        EmbeddingsEndpoint(address, "m").embed(["a"])


def test_a_key_with_a_line_break_is_refused():
    with pytest.raises(RetrievalError, match="characters that no key has"):
        EmbeddingsEndpoint("http://127.0.0.1:1", "m", key="a\r\nb: c").embed(["a"])


def test_without_keyring_the_message_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    for ask in (lambda: key_for("http://x"), lambda: keep_key("http://x", "k")):
        with pytest.raises(RetrievalError, match=r"pip install memory-inspector\[keyring\]"):
            ask()


def test_keys_are_kept_by_address_and_a_locked_keyring_is_said(monkeypatch):
    kept = {}
    locked = RuntimeError("locked")
    keyring, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    errors.KeyringError = RuntimeError
    keyring.get_password = lambda service, user: kept.get((service, user))
    keyring.set_password = lambda service, user, key: kept.update({(service, user): key})
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    keep_key("http://x", "k")
    assert (key_for("http://x"), key_for("http://y")) == ("k", "")

    def refuse(*_):
        raise locked

    keyring.get_password = keyring.set_password = refuse
    for ask in (lambda: key_for("http://x"), lambda: keep_key("http://x", "k")):
        with pytest.raises(RetrievalError, match="locked"):
            ask()
