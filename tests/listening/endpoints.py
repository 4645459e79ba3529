"""An endpoint that records what it gets and answers what a test says, byte for byte."""

import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("loopback.pem")
"""A certificate for 127.0.0.1 that signs itself, with its key: of use nowhere but here."""


class Endpoint:
    """A server on the loopback address; `answer(connection, request bytes)` writes what it likes.

    A request is read until its body is whole by `Content-Length`, or by a last chunk.
    """

    def __init__(self, answer, *, secure=False):
        self.answer = answer
        self._security = None
        if secure:
            self._security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._security.load_cert_chain(CERTIFICATE)
        self.requests = []
        self.closed = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._open = []
        self._stopping = False
        self._thread.start()

    @property
    def url(self):
        return f"http{'s' * bool(self._security)}://127.0.0.1:{self.port}"

    def _serve(self):
        while True:
            connection, _ = self._socket.accept()
            if self._stopping:
                connection.close()
                return
            thread = threading.Thread(target=self._answer_all, args=(connection,), daemon=True)
            self._open.append((thread, connection))
            thread.start()

    def _answer_all(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ahead = b""
        if self._security is not None:
            try:
                connection = self._security.wrap_socket(connection, server_side=True)
            except OSError:
                connection.close()
                self.closed.set()
                return
        with connection:
            while True:
                try:  # whoever asked may go away in the middle
                    request, ahead = read_message(connection, ahead)
                    if not request:
                        break
                    self.requests.append(request)
                    if self.answer(connection, request) is False:
                        break
                except OSError:
                    break
        self.closed.set()

    def stop(self):
        self._stopping = True
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join(5)
        self._socket.close()
        for thread, connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            thread.join(5)


def read_message(connection, ahead=b""):
    """One HTTP message and what came behind it; empty at the connection's end."""
    data = ahead
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return b"", b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if b": " in line)
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        while not body.endswith(b"0\r\n\r\n"):
            more = connection.recv(65536)
            if not more:
                break
            body += more
        return head + b"\r\n\r\n" + body, b""
    length = int(fields.get(b"content-length", 0))
    while len(body) < length:
        more = connection.recv(65536)
        if not more:
            break
        body += more
    return head + b"\r\n\r\n" + body[:length], body[length:]


@contextmanager
def endpoint(answer, *, secure=False):
    server = Endpoint(answer, secure=secure)
    try:
        yield server
    finally:
        server.stop()
