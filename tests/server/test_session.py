"""Noticing a SillyTavern by one request, and being let in by one."""

import contextlib
import socket
import ssl
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.transport import Request, Timeouts, exchange
from inspector.server import session
from inspector.server.session import (
    PasswordNeededError,
    Passwords,
    Seen,
    ServerError,
    ServerSession,
    detected,
)
from inspector.sillytavern.config_file import ServerPlace, server_place
from tests.server.loopback import running


def place_of(server):
    return ServerPlace(server.port)


def test_a_sillytavern_is_noticed_by_one_request_that_tells_nothing(server):
    assert detected(place_of(server)) is Seen.SILLYTAVERN
    assert server.requests == [("GET", "/csrf-token")]


def test_one_that_asks_for_a_password_is_noticed_as_well(server):
    server.basic = ("me", "secret")
    assert detected(place_of(server)) is Seen.SILLYTAVERN
    assert server.requests == [("GET", "/csrf-token")]


def test_where_nobody_listens_nothing_is_noticed():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert detected(ServerPlace(port)) is Seen.NOTHING


@pytest.mark.parametrize("body", [b"{}", b'{"token": 5}', b"<html>", b'{"token": "\\u00e9"}', b""])
def test_another_program_is_not_taken_for_it(body):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as other:
        thread = Thread(target=other.handle_request)
        thread.start()
        assert detected(ServerPlace(other.server_address[1])) is Seen.OTHER
        thread.join()


def test_one_that_sends_elsewhere_is_not_followed(server):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(302)
            self.send_header("Location", f"http://127.0.0.1:{server.port}/csrf-token")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as other:
        thread = Thread(target=other.handle_request)
        thread.start()
        assert detected(ServerPlace(other.server_address[1])) is Seen.OTHER
        thread.join()
    assert server.requests == []


def test_one_whose_certificate_nobody_signed_is_noticed_and_talked_to(user, tmp_path):
    made = pytest.importorskip("tests.retrieval.certificates", reason="needs cryptography")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.self_signed(tmp_path / "certificate.pem"))
    with running(user.parent, secured_by=context) as server:
        server.basic = ("me", "secret")
        location = ServerPlace(server.port, secure=True)
        assert detected(location) is Seen.SILLYTAVERN
        ServerSession(location, "default-user", Passwords("me", "secret")).open()
        assert detected(place_of(server)) is Seen.OTHER, "http there is no SillyTavern's"
        # Only where nothing leaves this computer: elsewhere a certificate is what tells who it is.
        with pytest.raises(RetrievalError, match="not trusted"):
            exchange(f"{location.address}/csrf-token", Request(), Timeouts())


def test_https_is_not_spoken_to_what_speaks_none(server):
    assert detected(replace(place_of(server), secure=True)) is Seen.OTHER


def test_one_that_listens_on_the_newer_loopback_address_alone_is_noticed(user):
    try:
        with running(user.parent, "::1") as server:
            server.write_config()
            (user.parent.parent / "config.yaml").write_text(
                f"port: {server.port}\nprotocol:\n  ipv4: false\n  ipv6: true\n"
            )
            location = server_place(user)
            assert detected(location) is Seen.SILLYTAVERN
            ServerSession(location, "default-user", Passwords()).open()
    except OSError:
        pytest.skip("this system has no IPv6")


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
@pytest.mark.parametrize(
    ("says", "seen"),
    [
        (b"", Seen.SILENT),
        (b"SSH-2.0-OpenSSH_9.9\r\n", Seen.OTHER),
        (b"\0\xff" * 40_000, Seen.OTHER),
    ],
    ids=["nothing", "a greeting", "garbage"],
)
def test_what_never_answers_or_answers_garbage_is_given_up(says, seen, secure, monkeypatch):
    monkeypatch.setattr(session, "_DETECTING", Timeouts(silence=0.2, answer=0.4))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held = []

        def answer():
            connection, _ = listening.accept()
            held.append(connection)
            with contextlib.suppress(OSError):
                connection.sendall(says)

        thread = Thread(target=answer)
        thread.start()
        assert detected(ServerPlace(listening.getsockname()[1], secure=secure)) is seen
        thread.join()
        held[0].close()


def test_a_name_and_a_password_of_the_whole_server_let_in(server):
    server.basic = ("me", "secret")
    with pytest.raises(PasswordNeededError, match="asks for both") as missing:
        ServerSession(place_of(server), "default-user", Passwords()).open()
    assert not missing.value.of_account
    with pytest.raises(PasswordNeededError, match="refuses") as wrong:
        ServerSession(place_of(server), "default-user", Passwords("me", "guess")).open()
    assert "guess" not in str(wrong.value)
    ServerSession(place_of(server), "default-user", Passwords("me", "secret")).open()


def test_an_account_is_logged_in_to_by_the_name_of_its_folder(server):
    server.passwords = {"ann": "secret", "bob": ""}
    with pytest.raises(PasswordNeededError, match="account ann") as missing:
        ServerSession(place_of(server), "ann", Passwords()).open()
    assert missing.value.of_account
    with pytest.raises(PasswordNeededError, match="refuses the password"):
        ServerSession(place_of(server), "ann", Passwords(account="guess")).open()
    ServerSession(place_of(server), "ann", Passwords(account="secret")).open()
    ServerSession(place_of(server), "bob", Passwords()).open()
    with pytest.raises(PasswordNeededError):
        ServerSession(place_of(server), "nobody", Passwords()).open()


def test_a_post_without_token_and_cookies_is_refused(server):
    session = ServerSession(place_of(server), "default-user", Passwords())
    with pytest.raises(ServerError, match="403"):
        session.post("/api/chats/get", (b"{}",))


def test_passwords_are_not_shown():
    assert "secret" not in repr(Passwords("me", "secret", "secret"))


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (None, ServerPlace()),
        ("port: 8001\n", ServerPlace(8001)),
        ("port: '8001' # mine\r\nlisten: true\r\n", ServerPlace(8001)),
        ("port: no\n", ServerPlace()),
        ("port: 99999\n", ServerPlace()),
        ("browserLaunch:\n  port: 9\n", ServerPlace()),
        ("ssl:\n  enabled: true\n", ServerPlace(secure=True)),
        ("other:\n  enabled: true\n", ServerPlace()),
        ("protocol:\n  ipv4: false\n  ipv6: true\n", ServerPlace(host="::1")),
        ("listenAddress:\n  ipv4: 0.0.0.0\nlisten: true\n", ServerPlace()),
        ("backups:\n  chat:\n    checkIntegrity: false\n", ServerPlace(checks_integrity=False)),
        ("backups:\n  common: 1\n  chat:\n    enabled: false\n", ServerPlace()),
        ("\0\xff: [", ServerPlace()),
    ],
)
def test_the_configuration_beside_the_data_says_where_it_listens(user, config, expected):
    path = user.parent.parent / "config.yaml"
    if config is not None:
        path.write_text(config, newline="")
        expected = replace(expected, config=path)
    assert server_place(user) == expected
    assert server_place(user, 8123) == replace(expected, port=8123)
    assert server_place(user).address.partition("//")[2].startswith(("127.0.0.1:", "[::1]:"))


def test_a_password_in_the_configuration_is_not_read(user):
    path = user.parent.parent / "config.yaml"
    path.write_text("basicAuthUser:\n  username: me\n  password: secret\n")
    assert "secret" not in repr(server_place(user))
