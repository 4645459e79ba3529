"""An embeddings endpoint on the loopback address: good, slow, wrong and silent answers."""

import ssl
import threading
import time
from urllib.parse import quote

import pytest

from inspector.retrieval.embedding_cache import EmbeddingCache
from inspector.retrieval.endpoint import EmbeddingsEndpoint
from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.transport import Timeouts
from tests.retrieval.servers import right, say, server

SHORT_SILENCE = Timeouts(silence=0.3, answer=60)
SHORT_ANSWER = Timeouts(silence=60, answer=0.6)


def test_each_text_gets_its_vector_in_batches_with_progress():
    mentioned = []
    with server(right) as (address, requests):
        endpoint = EmbeddingsEndpoint(f"{address}/", "m", key="s3cret", texts_a_request=2)
        vectors = endpoint.embed(["a", "bb", "a", "ccc"], lambda *done: mentioned.append(done))
    assert [list(vector) for vector in vectors] == [[1, 1.5], [2, 1.5], [1, 1.5], [3, 1.5]]
    assert mentioned == [(0, 3), (2, 3), (3, 3)]
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


def test_a_cleared_cache_knows_nothing(tmp_path):
    cache = EmbeddingCache(tmp_path / "vectors.db")
    cache.clear()
    cache.keep("m", {"a": [1.0]})
    cache.clear()
    assert cache.known("m", ["a"]) == {}
    (tmp_path / "vectors.db").mkdir()
    with pytest.raises(RetrievalError, match="cannot be deleted"):
        cache.clear()


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
        (say(200, b" <html>"), "a web page, which is no JSON"),
        (say(200, b""), "no JSON"),
        (say(200, {"error": "no such model"}), "one embedding a text"),
        (say(200, {"data": []}), "one embedding a text"),
        (say(200, {"data": [{"embedding": "abc"}]}), "a list of numbers"),
        (say(200, {"data": [{"embedding": []}]}), "a list of numbers"),
        (say(200, {"data": [{"embedding": [1, None]}]}), "finite numbers"),
        (say(200, b'{"data": [{"embedding": [NaN]}]}'), "finite numbers"),
        (say(200, {"data": [{"index": 4, "embedding": [1]}]}), "numbers its embeddings wrongly"),
        (say(200, {"data": [{"index": [0], "embedding": [1]}]}), "numbers its embeddings wrongly"),
        (say(401, {"error": "key"}), r"asks for a key \(401"),
        (say(502, b"<html>bad gateway</html>"), r"answered 502 Bad Gateway\.$"),
        (lambda handler, _: handler.connection.close(), "closed the connection"),
        (say(404, b"nothing here"), "404 Not Found: nothing here"),
        (say(200, b"{}", **{"Content-Length": "99999"}), "is cut off"),
        (lambda handler, _: handler.wfile.write(b"\0\1garbage\r\n\r\n"), r"is no HTTP\.$"),
    ],
)
def test_a_wrong_answer_is_a_clear_error(answer, why):
    with server(answer) as (address, _), pytest.raises(RetrievalError, match=why) as raised:
        EmbeddingsEndpoint(address, "m").embed(["a"])
    assert "127.0.0.1" in str(raised.value)


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_said_without_the_key(status):
    with (
        server(say(status, {"error": "no"})) as (address, _),
        pytest.raises(RetrievalError, match=f"refuses the key \\({status}") as raised,
    ):
        EmbeddingsEndpoint(address, "m", key="s3cret").embed(["a"])
    assert "s3cret" not in str(raised.value)


def test_nothing_is_sent_where_an_answer_points_elsewhere():
    with server(right) as (other, received):
        away = say(307, b"", Location=f"{other}/embeddings")
        with (
            server(away) as (address, _),
            pytest.raises(RetrievalError, match="nothing is sent to other addresses"),
        ):
            EmbeddingsEndpoint(address, "m").embed(["a"])
    assert received == []


def test_no_proxy_of_the_environment_is_requested(monkeypatch):
    with server(right) as (proxy, received), server(right) as (address, _):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        EmbeddingsEndpoint(address, "m").embed(["a"])
    assert received == []


def test_a_server_that_never_answers_is_given_up():
    released = threading.Event()
    with server(lambda *_: released.wait(60)) as (address, _):
        with pytest.raises(RetrievalError, match=r"was silent for 0\.3 seconds"):
            EmbeddingsEndpoint(address, "m", timeouts=SHORT_SILENCE).embed(["a"])
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

    with (
        server(drip) as (address, _),
        pytest.raises(RetrievalError, match=r"did not answer within 0\.6 seconds"),
    ):
        EmbeddingsEndpoint(address, "m", timeouts=SHORT_ANSWER).embed(["a"])


def test_a_stop_ends_a_silent_exchange_at_once():
    """Whoever waits need not wait for the server, nor for its time-out."""
    arrived, released = threading.Event(), threading.Event()

    def silent(handler, _body):
        arrived.set()
        released.wait(60)

    def stop(_done, _total):
        if arrived.is_set():
            raise InterruptedError

    with server(silent) as (address, _):
        with pytest.raises(InterruptedError):
            EmbeddingsEndpoint(address, "m").embed(["a"], stop)
        released.set()


def test_a_server_that_speaks_no_tls_is_said():
    with server(right) as (address, requests):
        secure = address.replace("http:", "https:")
        with pytest.raises(RetrievalError, match="does not answer as https does"):
            EmbeddingsEndpoint(secure, "m").embed(["a"])
    assert requests == []


def test_a_certificate_that_nobody_trusts_is_said(tmp_path):
    made = pytest.importorskip("tests.retrieval.certificates", reason="needs cryptography")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.self_signed(tmp_path / "own.pem"))
    with server(right, context) as (address, requests):
        secure = address.replace("http:", "https:")
        with pytest.raises(RetrievalError, match=r"certificate of .* is not trusted: self-signed"):
            EmbeddingsEndpoint(secure, "m", timeouts=Timeouts(5, 5)).embed(["a"])
    assert requests == []


KEY = "sk-abcDEF0123456789wxyz"


@pytest.mark.parametrize(
    "answer",
    [
        say(500, {"error": f"Bearer {KEY} is unknown"}),
        say(400, f"got {KEY}".encode()),
        say(404, ("x" * 190 + KEY).encode()),
        say(404, f"{KEY[:12]} and {KEY[10:]}".encode()),
        say(404, quote(f"key={KEY}&x", safe="").replace("-", "%2D").encode()),
        say(404, " ".join(KEY).encode()),
        say(404, "".join(f"&#{ord(one)};" for one in KEY).encode()),
        say(401, KEY.encode()),
        say(302, b"", Location=f"http://x/?{KEY}"),
        say(200, f"<{KEY}".encode()),
        say(200, {"data": [{"embedding": KEY}]}),
        lambda handler, _: handler.wfile.write(f"HTTP/1.1 500 no {KEY}\r\n\r\n".encode()),
        lambda handler, _: handler.wfile.write(f"HTTP/{KEY} 200 ok\r\n\r\n".encode()),
    ],
)
def test_whatever_is_answered_the_key_is_not_shown(answer):
    with server(answer) as (address, requests), pytest.raises(RetrievalError) as raised:
        EmbeddingsEndpoint(address, "m", key=KEY).embed(["a"])
    mentioned = str(raised.value)
    assert requests[0][1]["Authorization"] == f"Bearer {KEY}"
    assert not any(KEY[at : at + 6] in mentioned for at in range(len(KEY) - 5))
    assert KEY not in "".join(mentioned.split())


def test_what_an_answer_says_besides_the_key_is_shown():
    answer = say(400, f"model m is unknown to {KEY}, try n".encode())
    with server(answer) as (address, _), pytest.raises(RetrievalError) as raised:
        EmbeddingsEndpoint(address, "m", key=KEY).embed(["a"])
    assert str(raised.value).endswith("400 Bad Request: model m is unknown to …, try n.")


def test_a_name_that_nobody_knows_is_said():
    with pytest.raises(RetrievalError, match=r"No server is known by the name nobody\.invalid"):
        EmbeddingsEndpoint("http://nobody.invalid/v1", "m", timeouts=Timeouts(2, 5)).embed(["a"])


def test_where_nothing_listens_is_said():
    with server(right) as (address, _):
        pass
    with pytest.raises(RetrievalError, match="is the server running"):
        EmbeddingsEndpoint(address, "m").embed(["a"])


@pytest.mark.parametrize(
    "address",
    [
        *("", "localhost:1234", "ftp://x", "http://", "http://[::1", "http://x:99999", "/v1"),
        *("http://ex ample", "http://x/v 1", "http://x\0y/v1", "http://x/\0", "http://a\nb/v1"),
        *("http://x\u00a0y/v1", "http://x\u202ey/v1", "http://x\x7f/v1", "http://x/\ud800"),
    ],
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(RetrievalError, match="no address such as"):
        EmbeddingsEndpoint(address, "m").embed(["a"])


def test_an_address_with_a_password_is_refused_without_saying_it():
    with pytest.raises(RetrievalError, match="holds a name or a password") as raised:
        EmbeddingsEndpoint("http://me:s3cret@127.0.0.1:1/v1", "m").embed(["a"])
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize(
    ("address", "call"),
    [
        ("http://x/v1", "http://x/v1/embeddings"),
        (" http://x/v1/ ", "http://x/v1/embeddings"),
        ("http://x/v1/embeddings", "http://x/v1/embeddings"),
        ("http://x/v1?api-version=2", "http://x/v1/embeddings?api-version=2"),
    ],
)
def test_the_call_is_made_of_where_the_api_begins(address, call):
    assert EmbeddingsEndpoint(address, "m").call == call


def test_a_key_with_a_line_break_is_refused():
    with pytest.raises(RetrievalError, match="characters that no key has"):
        EmbeddingsEndpoint("http://127.0.0.1:1", "m", key="a\r\nb: c").embed(["a"])
