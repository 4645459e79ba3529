"""One JSON request over HTTP to one address and to no other.

`http.client` follows no redirect and knows no proxy, so nothing can leave for another address.
"""

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from inspector.retrieval.retriever import RetrievalError

_LARGEST_ANSWER = 1 << 28
_SHOWN = 200


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds.

    Attributes:
        silence: for a connection, and between two pieces of an answer.
        answer: for a whole answer once connected.
    """

    silence: float = 10.0
    answer: float = 60.0


def post_json(address: str, body: object, headers: Mapping[str, str], patience: Patience) -> object:
    """Post JSON and decode the JSON that comes back.

    Raises:
        RetrievalError: no usable answer came in time; the text names the address.
    """
    parts = checked_address(address)
    sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
    status, reason, data = _Exchange(parts, patience).run(json.dumps(body).encode(), sent)
    if not 200 <= status < 300:
        raise RetrievalError(_refusal(address, status, reason, data))
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RetrievalError(f"{address} answered with something that is no JSON.") from error


def checked_address(address: str) -> SplitResult:
    """The parts of an address.

    Raises:
        RetrievalError: it is none of http or https.
    """
    try:
        parts = urlsplit(address)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise RetrievalError(f"{address!r} is no address such as http://localhost:1234/v1.")
    return urlsplit(address)


def _refusal(address: str, status: int, reason: str, data: bytes) -> str:
    if status in (401, 403):
        return f"{address} refuses the key ({status} {reason})."
    if 300 <= status < 400:
        return f"{address} sends elsewhere ({status} {reason}); nothing is sent to other addresses."
    said = " ".join(data[:_SHOWN].decode("utf-8", "replace").split())
    return f"{address} answered {status} {reason}{f': {said}' if said else ''}."


class _Exchange:
    """One request and its answer, given up when patience ends."""

    def __init__(self, parts: SplitResult, patience: Patience) -> None:
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._connection = kind(parts.hostname or "", parts.port, timeout=patience.silence)
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._name = parts.geturl()
        self._patience = patience
        self._given_up = threading.Event()
        self._socket: socket.socket | None = None

    def run(self, body: bytes, headers: Mapping[str, str]) -> tuple[int, str, bytes]:
        """Status, reason and content of the answer."""
        # A server that sends a byte now and then never falls silent: only a clock of our own
        # ends that.
        clock = threading.Timer(self._patience.answer, self._give_up)
        clock.daemon = True
        try:
            self._connection.connect()
            # Kept here: the connection lets go of it while an answer is still being read.
            self._socket = self._connection.sock
            clock.start()
            self._connection.request("POST", self._target, body, dict(headers))
            with self._connection.getresponse() as answer:
                data = answer.read(_LARGEST_ANSWER + 1)
                missing = answer.length
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise RetrievalError(self._failure(error)) from error
        finally:
            clock.cancel()
            self._connection.close()
        if self._given_up.is_set():
            raise RetrievalError(self._failure(TimeoutError()))
        if len(data) > _LARGEST_ANSWER:
            raise RetrievalError(f"{self._name} answers with more than can be used.")
        if missing:
            raise RetrievalError(f"The answer of {self._name} is cut off.")
        return answer.status, answer.reason, data

    def _give_up(self) -> None:
        self._given_up.set()
        if self._socket is not None:
            # Closed in the same moment: then there is nothing to stop.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _failure(self, error: Exception) -> str:
        if self._given_up.is_set():
            return f"{self._name} did not answer within {self._patience.answer:g} seconds."
        if isinstance(error, TimeoutError):
            return f"{self._name} was silent for {self._patience.silence:g} seconds."
        if isinstance(error, ConnectionRefusedError):
            return f"Nothing listens at {self._name}; is the server running?"
        why = str(error) or type(error).__name__
        return f"{self._name} cannot be asked: {why}."
