"""The proxy hands everything on as it is, in both directions, and keeps no key."""

import errno
import json
import os
import socket
import statistics
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from inspector.listening.connection import reason_of
from inspector.listening.endpoint import EndpointError, parse_endpoint
from inspector.listening.listener import Listener
from inspector.listening.proxy import CannotListenError
from tests.listening.endpoints import CERTIFICATE, endpoint, read_message

BODY = json.dumps({"model": "m", "messages": [{"role": "user", "content": "héllo\u2028"}]}).encode()
OK = b'HTTP/1.1 200 Fine\r\ncontent-TYPE: application/json\r\nContent-Length: 9\r\n\r\n{"a": 1}\n'

CLOSED = "the endpoint closed the connection"


def requested(body=BODY, path="/v1/chat/completions", more=b""):
    return (
        b"POST " + path.encode() + b" HTTP/1.1\r\n"
        b"Host: 127.0.0.1:1\r\nAuthorization: Bearer sk-secret\r\nX-Odd-Case: v\r\n"
        + more
        + b"Content-Length: %d\r\n\r\n" % len(body)
        + body
    )


class Proxied:
    def __init__(self, listener):
        self.listener = listener
        self.requests = []
        self.answers = []
        self.answered = threading.Event()

    def on_answer(self, answer):
        self.answers.append(answer)
        self.answered.set()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.listener.port), timeout=60)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def exchange(self, request=None):
        with self.connect() as connection:
            connection.sendall(requested() if request is None else request)
            return read_message(connection)[0]

    @property
    def last_answer(self):
        assert self.answered.wait(60)
        return self.answers[-1]


@contextmanager
def proxied(url):
    seen = Proxied(None)
    seen.listener = Listener(parse_endpoint(url), seen.requests.append, seen.on_answer)
    seen.listener.start(0)
    try:
        yield seen
    finally:
        seen.listener.stop()


def sends(data):
    def answer(connection, _request):
        connection.sendall(data)

    return answer


def without_host(request):
    return [line for line in request.split(b"\r\n") if not line.lower().startswith(b"host:")]


def test_bytes_are_equal_in_both_directions_but_for_the_host():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        assert proxy.exchange() == OK
        (got,) = server.requests
        assert without_host(got) == without_host(requested())
        assert f"Host: 127.0.0.1:{server.port}".encode() in got


def test_what_is_recorded_holds_the_body_and_no_key():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        proxy.exchange(requested(path="/v1/chat/completions?key=sk-secret"))
        (request,) = proxy.requests
        assert request.body == BODY
        assert request.path == "/v1/chat/completions"
        assert proxy.last_answer.status == 200
        assert proxy.last_answer.size == len(OK)
        assert "sk-secret" not in repr(proxy.requests) + repr(proxy.answers)
        assert b"?key=sk-secret" in server.requests[0]


def test_text_completion_goes_through_as_well():
    body = b'{"prompt": "Once", "stream": false}'
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        assert proxy.exchange(requested(body, "/v1/completions")) == OK
        assert proxy.requests[0].body == body


def received(client, expected):
    """Whether just these bytes come next."""
    got = b""
    while len(got) < len(expected) and (piece := client.recv(65536)):
        got += piece
    return got == expected


def test_a_streamed_answer_comes_piece_by_piece():
    go_on = threading.Event()
    pieces = [b"d\r\ndata: {a: 1}\n\r\n", b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n"]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"

    def answer(connection, _request):
        connection.sendall(head + pieces[0])
        assert go_on.wait(60)
        connection.sendall(pieces[1])

    with endpoint(answer) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(requested())
        assert received(client, head + pieces[0])
        go_on.set()
        assert received(client, pieces[1])
        # The same connection serves the next request.
        client.sendall(requested())
        assert received(client, head + b"".join(pieces))
        assert len(proxy.requests) == 2


@pytest.mark.parametrize("host", [b"", b"Host: x\r\n"])
def test_a_request_of_an_older_version_stays_one_and_needs_no_host(host):
    whole = b"HTTP/1.0 200 OK\r\n\r\nall of it"

    def answer(connection, _request):
        connection.sendall(whole)
        return False

    with endpoint(answer) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(b"GET /v1/models HTTP/1.0\r\n" + host + b"\r\n")
        assert read_all(client) == (whole, "closed")
        (got,) = server.requests
        named = f"Host: 127.0.0.1:{server.port}\r\n\r\n".encode()
        assert got == b"GET /v1/models HTTP/1.0\r\n" + named
        assert proxy.last_answer.problem == ""


def test_a_chunked_request_arrives_whole():
    request = (
        b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        b'7\r\n{"promp\r\n7\r\nt": ""}\r\n0\r\n\r\n'
    )
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        assert proxy.exchange(request) == OK
        assert proxy.requests[0].body == b'{"prompt": ""}'
        assert server.requests[0].endswith(b"0\r\n\r\n")


REFUSAL = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NO_CHUNKS = b"POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n"


def test_a_chunked_request_that_is_none_is_refused_and_ended_for_the_endpoint_too():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(NO_CHUNKS)
        assert read_all(client)[0] == REFUSAL
        assert server.closed.wait(60)
        assert proxy.last_answer.problem == "the client's request is no HTTP"
        assert proxy.last_answer.status is None
        assert proxy.requests[0].problem == "it did not go out whole"


def test_a_chunked_request_that_is_none_is_refused_where_the_endpoint_cannot_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with proxied(f"http://127.0.0.1:{port}") as proxy, proxy.connect() as client:
        client.sendall(NO_CHUNKS)
        assert read_all(client)[0] == REFUSAL
        assert proxy.last_answer.problem.endswith(f"reached: {os.strerror(errno.ECONNREFUSED)}")
        assert proxy.requests[0].problem == "it did not go out whole"


def test_no_refusal_is_put_into_an_answer_that_has_begun():
    begun = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with proxied(url) as proxy, proxy.connect() as client:
            client.sendall(NO_CHUNKS.removesuffix(b"ZZZ\r\n"))
            connection, _ = server.accept()
            with connection:
                connection.sendall(begun)
                assert received(client, begun)
                client.sendall(b"ZZZ\r\n")
                assert read_all(client)[0] == b""
                assert proxy.last_answer.problem == "the client's request is no HTTP"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 429 Slow Down\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 500 Oh\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x00\xff",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
    ],
)
def test_every_status_is_handed_on(answer):
    with endpoint(sends(answer)) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(requested())
        got = b""
        while len(got) < len(answer):
            got += client.recv(65536)
        assert got == answer


def read_all(client):
    got = b""
    try:
        while data := client.recv(65536):
            got += data
    except ConnectionResetError:
        return got, "reset"
    return got, "closed"


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", CLOSED),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", CLOSED),
        (b"HTTP/1.1 200 OK\r\nContent-Le", CLOSED),
        (b"no HTTP at all\r\n\r\n", "the endpoint's answer is no HTTP: illegal status line"),
        (b"", CLOSED),
    ],
)
def test_an_answer_that_breaks_off_breaks_off_for_the_client_too(broken, problem):
    def answer(connection, _request):
        connection.sendall(broken)
        return False

    with endpoint(answer) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(requested())
        got, _ = read_all(client)
        assert got == broken
        assert proxy.last_answer.problem.partition(": bytearray")[0] == problem


def test_an_answer_without_a_length_ends_with_the_connection():
    whole = b"HTTP/1.1 200 OK\r\n\r\nall of it"

    def answer(connection, _request):
        connection.sendall(whole)
        return False

    with endpoint(answer) as server, proxied(server.url) as proxy, proxy.connect() as client:
        client.sendall(requested())
        assert read_all(client) == (whole, "closed")
        assert proxy.last_answer.problem == ""


def test_an_endpoint_that_refuses_gives_no_answer_and_the_request_is_told():
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with proxied(f"http://127.0.0.1:{port}") as proxy, proxy.connect() as client:
        client.sendall(requested())
        assert read_all(client)[0] == b""
        assert proxy.requests[0].body == BODY
        assert "cannot be reached" in proxy.last_answer.problem
        assert proxy.last_answer.status is None


def test_a_client_that_goes_away_ends_the_endpoints_answer():
    begun = threading.Event()

    def answer(connection, _request):
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
        begun.set()
        return connection.recv(1) != b""

    with endpoint(answer) as server, proxied(server.url) as proxy:
        with proxy.connect() as client:
            client.sendall(requested())
            assert begun.wait(60)
            client.recv(1)
        assert server.closed.wait(60)
        assert proxy.last_answer.problem == "the client went away"


def test_an_answer_before_the_end_of_the_request_is_handed_on():
    refusal = b"HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with proxied(url) as proxy, proxy.connect() as client:
            client.sendall(requested(b"x" * 1000)[:-500])
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(refusal)
                assert client.recv(65536) == refusal
            assert (proxy.last_answer.status, proxy.last_answer.size) == (413, len(refusal))
            (request,) = proxy.requests
            assert request.body == b""
            assert request.problem == "it did not go out whole"


def test_a_client_that_goes_away_before_the_end_of_its_request_is_said():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        with proxy.connect() as client:
            client.sendall(requested()[:-5])
        assert proxy.last_answer.problem == "the client went away"
        assert proxy.requests[0].problem == "it did not go out whole"


def test_a_path_of_the_endpoint_is_put_in_front():
    with endpoint(sends(OK)) as server, proxied(f"{server.url}/api/v1/") as proxy:
        proxy.exchange(requested(path="/chat/completions"))
        proxy.exchange(requested(path="/api/v1/models"))
        paths = [request.split(b" ")[1] for request in server.requests]
        assert paths == [b"/api/v1/chat/completions", b"/api/v1/models"]


@pytest.mark.parametrize(
    ("path", "sent"), [("/vé", b"/v%C3%A9"), ("/v€/", b"/v%E2%82%AC"), ("/a%20b~!", b"/a%20b~!")]
)
def test_a_path_of_the_endpoint_that_is_not_ascii_is_percent_encoded(path, sent):
    with endpoint(sends(OK)) as server, proxied(server.url + path) as proxy:
        assert proxy.exchange(requested(path="/models")) == OK
        assert proxy.exchange(requested(path=f"{sent.decode()}/models")) == OK
        paths = [request.split(b" ")[1] for request in server.requests]
        assert paths == [sent + b"/models"] * 2


def test_a_host_that_is_not_ascii_is_asked_by_its_name_in_ascii():
    assert parse_endpoint("https://exämple.com/v1").authority == "xn--exmple-cua.com"


def test_it_listens_on_the_loopback_address_alone():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:
        listened = proxy.listener._proxy._server.sockets
        assert [one.getsockname()[0] for one in listened] == ["127.0.0.1"]


def test_a_port_in_use_is_said():
    with socket.create_server(("127.0.0.1", 0)) as accepted:
        listener = Listener(parse_endpoint("http://127.0.0.1:9"), print)
        with pytest.raises(CannotListenError) as refusal:
            listener.start(accepted.getsockname()[1])
    assert str(refusal.value).endswith(f"cannot be listened on: {os.strerror(errno.EADDRINUSE)}.")


def test_where_every_address_of_a_name_refuses_that_is_said_once():
    both = "Multiple exceptions: [Errno {0}] Connect call failed ('::1', 9, 0, 0), [Errno {0}] …"
    error = OSError(both.format(errno.ECONNREFUSED))
    assert reason_of(error) == os.strerror(errno.ECONNREFUSED)


def test_many_clients_at_once_each_get_their_own_answer():
    def answer(connection, request):
        body = request.partition(b"\r\n\r\n")[2]
        time.sleep(0.01)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    found = {}
    with endpoint(answer) as server, proxied(server.url) as proxy:

        def run(number):
            found[number] = proxy.exchange(requested(b"%d" % number)).partition(b"\r\n\r\n")[2]

        threads = [threading.Thread(target=run, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {number: b"%d" % number for number in range(20)}


def test_a_large_request_and_answer_go_through_whole():
    body = json.dumps({"prompt": "x" * 8_000_000}).encode()
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n" + b"y" * 5_000_000
    with endpoint(sends(answer)) as server, proxied(server.url) as proxy:
        assert proxy.exchange(requested(body)) == answer
        assert server.requests[0].endswith(body)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ftp://x",
        "https://",
        "example.com",
        "https://user:pw@x/",
        "https://x/?key=1",
        "http://[x",
        "http://ex ample/",
        "http://ex\x00ample/",
        "http://exam\nple/",
        "http://example..com/v1",
        "http://example.com:0/v1",
        f"http://{'x' * 64}/",
    ],
)
def test_what_is_no_endpoint_is_refused_without_showing_a_key(address):
    with pytest.raises(EndpointError) as refusal:
        parse_endpoint(address)
    assert "pw" not in str(refusal.value)
    assert "key=1" not in str(refusal.value)


@pytest.fixture
def short_turns():
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    yield
    sys.setswitchinterval(before)


@pytest.mark.speed
@pytest.mark.parametrize("busy", [False, True])
def test_under_five_milliseconds_are_added(busy, short_turns):
    """Also while a thread of the same process checks a request."""
    over = threading.Event()

    def work():
        while not over.is_set():
            sum(range(1000))

    thread = threading.Thread(target=work if busy else over.wait)
    thread.start()
    try:
        added = added_by_proxy()
    finally:
        over.set()
        thread.join()
    assert added < 0.005


def added_by_proxy():
    with endpoint(sends(OK)) as server, proxied(server.url) as proxy:

        def median(port):
            times = []
            with socket.create_connection(("127.0.0.1", port)) as client:
                for _ in range(60):
                    begun = time.perf_counter()
                    client.sendall(requested())
                    read_message(client)
                    times.append(time.perf_counter() - begun)
            return statistics.median(times)

        return median(proxy.listener.port) - median(server.port)


def test_an_endpoint_over_tls_gets_and_gives_the_same_bytes(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with endpoint(sends(OK), secure=True) as server, proxied(server.url) as proxy:
        assert proxy.exchange() == OK
        (got,) = server.requests
        assert without_host(got) == without_host(requested())
        assert proxy.last_answer.status == 200
        assert proxy.last_answer.problem == ""


def test_an_answer_over_tls_comes_piece_by_piece(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    go_on = threading.Event()
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    pieces = [b"d\r\ndata: {a: 1}\n\r\n", b"0\r\n\r\n"]

    def answer(connection, _request):
        connection.sendall(head + pieces[0])
        assert go_on.wait(60)
        connection.sendall(pieces[1])

    with endpoint(answer, secure=True) as server, proxied(server.url) as proxy:
        with proxy.connect() as client:
            client.sendall(requested())
            got = b""
            while len(got) < len(head + pieces[0]):
                got += client.recv(65536)
            assert got == head + pieces[0]
            go_on.set()
            assert client.recv(65536) == pieces[1]
        assert server.requests


def test_an_endpoint_whose_certificate_nobody_vouches_for_gets_nothing(monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with endpoint(sends(OK), secure=True) as server, proxied(server.url) as proxy:
        with proxy.connect() as client:
            client.sendall(requested())
            assert read_all(client)[0] == b""
        assert "certificate" in proxy.last_answer.problem.lower()
        assert server.requests == []
