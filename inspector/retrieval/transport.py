"""One request over HTTP to one address and to no other.

`http.client` follows no redirect and knows no proxy, so nothing can leave for another address.
"""

import contextlib
import http.client
import json
import socket
import ssl
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import SplitResult

from inspector.language import _
from inspector.retrieval.addresses import checked_address, is_local
from inspector.retrieval.keys import without_key
from inspector.retrieval.pending import Pending, awaited
from inspector.retrieval.retriever import RetrievalError

_LARGEST_ANSWER_BYTES = 1 << 28
_SHOWN_CHARS = 200
_READ_BYTES = 4096
_REFUSED = (401, 403)


@dataclass(frozen=True)
class Timeouts:
    """How long to wait, in seconds.

    Attributes:
        silence: for a connection, and between two pieces of an answer.
        answer: for a whole answer.
    """

    silence: float = 10.0
    answer: float = 60.0


@dataclass(frozen=True)
class Request:
    """What is sent.

    Attributes:
        method: of HTTP.
        headers: by name; with a body in parts one of them says how long it is.
        body: what follows them.
    """

    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | Iterable[bytes] = b""


@dataclass(frozen=True)
class Answer:
    """What came back.

    Attributes:
        status: number of its status.
        reason: the words beside that.
        headers: names and values, a name as often as it came.
        data: its content.
    """

    status: int
    reason: str
    headers: Sequence[tuple[str, str]]
    data: bytes


def exchange(
    address: str,
    request: Request,
    timeouts: Timeouts,
    key: str = "",
    pending: Pending | None = None,
    *,
    any_certificate: bool = False,
) -> Answer:
    """Send one request and read what comes back, whatever its status.

    What is sent to this computer itself passes no network: whoever could answer there in the place
    of a server could as well listen without https. So a certificate proves nothing there that the
    address does not, and one that nobody signed will do.

    Args:
        address: where to.
        request: what is sent.
        timeouts: when to give up.
        key: never shown whatever comes back; empty for none.
        pending: called while the answer is awaited; raises to break the exchange off.
        any_certificate: whether https may have any certificate; heeded where `is_local` alone.

    Raises:
        RetrievalError: no answer came in time; the text names the address, and its cause is the
            `OSError` where one is.
    """
    parts = checked_address(address)
    trusting = any_certificate and is_local(parts.hostname or "")
    return _Exchange(parts, timeouts, key, trusting=trusting).run(request, pending)


def post_json(
    address: str,
    body: object,
    key: str,
    timeouts: Timeouts,
    pending: Pending | None = None,
) -> object:
    """Post JSON and decode the JSON that comes back.

    Args:
        address: where to.
        body: what is sent as JSON.
        key: sent as a bearer token, and never shown whatever comes back; empty for none.
        timeouts: when to give up.
        pending: called while the answer is awaited; raises to break the exchange off.

    Raises:
        RetrievalError: no usable answer came in time; the text names the address.
    """
    sent = {"Content-Type": "application/json", "Accept": "application/json", **_bearer(key)}
    request = Request("POST", sent, json.dumps(body).encode())
    answer = exchange(address, request, timeouts, key, pending)
    if not 200 <= answer.status < 300:
        answered = f"{answer.status} {without_key(answer.reason, key)}".strip()
        raise RetrievalError(_refusal(address, answered, answer.data, key))
    try:
        return json.loads(answer.data)
    except (ValueError, RecursionError) as error:
        page = answer.data.lstrip()[:1] == b"<"
        words = _("{address} answered with something that is no JSON.")
        if page:
            words = _("{address} answered with a web page, which is no JSON.")
        raise RetrievalError(words.format(address=address)) from error


def _bearer(key: str) -> dict[str, str]:
    if not key:
        return {}
    if not (key.isascii() and key.isprintable()):
        raise RetrievalError(_("The key holds characters that no key has."))
    return {"Authorization": f"Bearer {key}"}


def _refusal(address: str, status: str, data: bytes, key: str) -> str:
    number = int(status[:3])
    if number in _REFUSED:
        words = _("{address} refuses the key ({status}).")
        if not key:
            words = _("{address} asks for a key ({status}).")
        return words.format(address=address, status=status)
    if 300 <= number < 400:
        return _(
            "{address} sends elsewhere ({status}); nothing is sent to other addresses."
        ).format(address=address, status=status)
    page = data.lstrip()[:1] == b"<"
    # Masked before it is cut, since a piece of the key is a key to guess the rest with.
    mentioned = "" if page else without_key(data[:_READ_BYTES].decode("utf-8", "replace"), key)
    mentioned = " ".join(mentioned[:_SHOWN_CHARS].split())
    words = _("{address} answered {status}: {words}.")
    if not mentioned:
        words = _("{address} answered {status}.")
    return words.format(address=address, status=status, words=mentioned)


class _Exchange:
    """One request and its answer, given up when patience ends or nobody waits any more."""

    def __init__(self, parts: SplitResult, timeouts: Timeouts, key: str, *, trusting: bool) -> None:
        host, port, silence = parts.hostname or "", parts.port, timeouts.silence
        if parts.scheme == "https":
            context = ssl.create_default_context()
            if trusting:
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
            self._connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=silence, context=context
            )
        else:
            self._connection = http.client.HTTPConnection(host, port, timeout=silence)
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._host = parts.hostname or ""
        self._name = parts.geturl()
        self._timeouts = timeouts
        self._key = key
        self._given_up = threading.Event()
        self._socket: socket.socket | None = None

    def run(self, request: Request, pending: Pending | None) -> Answer:
        """Send it and read the answer."""
        # A server that sends a byte now and then never falls silent, and the look-up of a name
        # knows no time-out at all: only a clock of our own ends those.
        try:
            return awaited(lambda: self._exchanged(request), pending, self._timeouts.answer)
        except TimeoutError as error:
            words = _("{name} did not answer within {answer:g} seconds.").format(
                name=self._name, answer=self._timeouts.answer
            )
            raise RetrievalError(words) from error
        finally:
            self._give_up()

    def _exchanged(self, request: Request) -> Answer:
        try:
            self._connection.connect()
            # Kept here: the connection lets go of it while an answer is still being read.
            self._socket = self._connection.sock
            if self._given_up.is_set():
                raise RetrievalError(_("Nobody waits any more."))
            self._connection.request(
                request.method, self._target, request.body or None, dict(request.headers)
            )
            with self._connection.getresponse() as answer:
                data = answer.read(_LARGEST_ANSWER_BYTES + 1)
                missing = answer.length
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise RetrievalError(self._failure(error)) from error
        finally:
            self._connection.close()
        if len(data) > _LARGEST_ANSWER_BYTES:
            raise RetrievalError(
                _("{name} answers with more than can be used.").format(name=self._name)
            )
        if missing:
            raise RetrievalError(_("The answer of {name} is cut off.").format(name=self._name))
        return Answer(answer.status, answer.reason, answer.getheaders(), data)

    def _give_up(self) -> None:
        self._given_up.set()
        if self._socket is not None:
            # Closed in the same moment: then there is nothing to stop.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _failure(self, error: Exception) -> str:
        name = self._name
        why = without_key(str(error), self._key) or type(error).__name__
        match error:
            case TimeoutError():
                return _("{name} was silent for {silence:g} seconds.").format(
                    name=name, silence=self._timeouts.silence
                )
            case ConnectionRefusedError():
                return _("Nothing listens at {name}; is the server running?").format(name=name)
            case ssl.SSLCertVerificationError():
                return _("The certificate of {name} is not trusted: {verify_message}.").format(
                    name=name, verify_message=error.verify_message
                )
            case ssl.SSLError():
                return _("{name} does not answer as https does; is it http?").format(name=name)
            case socket.gaierror():
                return _("No server is known by the name {host}.").format(host=self._host)
            case ConnectionError() | http.client.RemoteDisconnected():
                return _("{name} closed the connection without an answer.").format(name=name)
            case http.client.BadStatusLine():
                return _("{name} answers with something that is no HTTP.").format(name=name)
            case _:
                return _("{name} cannot be asked: {why}.").format(name=name, why=why)
