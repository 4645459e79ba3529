"""One connection of a client, forwarded request by request.

Requests are read and written by `h11`, whose events say where they end; an answer's bytes go to
the client as they come, and `h11` only follows them.
"""

import asyncio
import contextlib
import os
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import h11

from inspector.language import _
from inspector.listening.bodies import PackedError, asks_a_model, unpacked
from inspector.listening.endpoint import Endpoint
from inspector.listening.exchange import LARGEST_KEPT_BYTES, RecordedAnswer, RecordedRequest

_CHUNK_BYTES = 1 << 16
_LONGEST_HEAD_BYTES = 1 << 20
_ERROR_NUMBER = re.compile(r"\[Errno (\d+)\]")
_REFUSAL = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class _ClientGoneError(Exception):
    """The client closed the connection."""


class Forwarding:
    """Forwards what one client sends.

    Args:
        reader: what the client sends.
        writer: what it gets.
        endpoint: where requests go.
        security: for endpoints over TLS.
        number: gives each request its number.
        on_request: told of a request when its last byte has gone out, or none will any more.
        on_answer: told of an answer when its last byte has gone to the client.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        endpoint: Endpoint,
        security: ssl.SSLContext | None,
        number: Callable[[], int],
        on_request: Callable[[RecordedRequest], None],
        on_answer: Callable[[RecordedAnswer], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._endpoint = endpoint
        self._security = security
        self._number = number
        self._on_request = on_request
        self._on_answer = on_answer
        self._ahead = b""
        self._up: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self) -> None:
        """Forward requests until either side ends the connection."""
        try:
            while await self._exchange():
                pass
        except _ClientGoneError:
            pass
        except h11.RemoteProtocolError:
            with contextlib.suppress(OSError):
                self._writer.write(_REFUSAL)
                await self._writer.drain()
        except OSError:
            # The client is gone, or the endpoint cannot be reached: no answer is made up for it.
            self._writer.transport.abort()
        finally:
            self._close_upstream()
            self._writer.close()

    async def _exchange(self) -> bool:
        """One request and its answer; answers whether the connections can be used again."""
        client = h11.Connection(h11.SERVER, max_incomplete_event_size=_LONGEST_HEAD_BYTES)
        if self._ahead:
            client.receive_data(self._ahead)
            self._ahead = b""
        head = await self._next_head(client)
        if head is None:
            return False
        answer = _Answer(self._new_recorded(head), _encoding(head))
        up = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEAD_BYTES)
        try:
            await self._forward(head, client, up, answer)
        except OSError as error:
            answer.fail(reason_of(error))
            raise
        except _ClientGoneError:
            answer.fail(_("the client went away"))
            raise
        except h11.RemoteProtocolError:
            answer.fail(_("the client's request is no HTTP"))
            if answer.size:
                return False  # a refusal would stand in the midst of the answer
            raise
        finally:
            if not answer.is_begun:
                self._report_request(answer, _("it did not go out whole"))
            self._on_answer(answer.recorded())
        both = (up.our_state, up.their_state, client.their_state)
        return all(state is h11.DONE for state in both)

    async def _forward(
        self, head: h11.Request, client: h11.Connection, up: h11.Connection, answer: "_Answer"
    ) -> None:
        """Send a request on, and hand its answer back.

        Raises:
            OSError: the endpoint cannot be reached, or broke off.
            _ClientGoneError: the client closed the connection before the answer's end.
            h11.RemoteProtocolError: what the client sent is no HTTP.
        """
        try:
            writer = (await self._upstream())[1]
        except OSError as error:
            answer.fail(
                _("the endpoint cannot be reached: {reason}").format(reason=reason_of(error))
            )
            # What was asked is told all the same.
            while isinstance(event := await self._event(client), h11.Data):
                answer.keep(event.data)
            self._report_request(answer)
            raise
        writer.write(self._rewritten(head, up))
        sending = asyncio.create_task(self._send_body(client, up, answer))
        try:
            await self._forward_answer(up, answer, sending)
        finally:
            await _ended(sending)

    def _report_request(self, answer: "_Answer", problem: str = "") -> None:
        answer.begin(problem)
        self._on_request(answer.request)

    def _new_recorded(self, head: h11.Request) -> RecordedRequest:
        path = head.target.decode("latin-1").partition("?")[0]
        method = head.method.decode("latin-1")
        return RecordedRequest(self._number(), datetime.now(UTC), method, path, b"")

    async def _next_head(self, client: h11.Connection) -> h11.Request | None:
        """The next request's head; None where either side ends the connection instead."""
        upstream = None
        if self._up is not None:
            upstream = asyncio.create_task(self._up[0].read(1))
        requested = asyncio.create_task(self._event(client))
        waits = {requested, upstream} if upstream is not None else {requested}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            event = requested.result() if requested.done() else None
        finally:
            await _ended(requested)
            if upstream is not None:
                await _ended(upstream)
        return event if isinstance(event, h11.Request) else None

    async def _event(self, client: h11.Connection) -> object:
        """The next event of the client's request."""
        while True:
            event = client.next_event()
            if event is not h11.NEED_DATA:
                return event
            data = await self._read_client()
            if not data and client.their_state is not h11.IDLE:
                raise _ClientGoneError
            client.receive_data(data)

    async def _read_client(self) -> bytes:
        try:
            return await self._reader.read(_CHUNK_BYTES)
        except OSError as error:
            raise _ClientGoneError from error

    async def _send_body(
        self, client: h11.Connection, up: h11.Connection, answer: "_Answer"
    ) -> None:
        """Send a request's body on while it comes in, then wait until the client goes away."""
        writer = (await self._upstream())[1]
        while True:
            event = await self._event(client)
            if isinstance(event, h11.Data):
                data = bytes(event.data)
                writer.write(up.send(h11.Data(data)) or b"")
                await writer.drain()
                answer.keep(data)
            elif isinstance(event, h11.EndOfMessage):
                writer.write(up.send(h11.EndOfMessage(headers=event.headers)) or b"")
                break
            else:
                raise _ClientGoneError
        self._report_request(answer)
        await writer.drain()
        self._ahead = bytes(client.trailing_data[0])
        while True:
            ahead = await self._read_client()
            if not ahead:
                raise _ClientGoneError
            self._ahead += ahead

    def _rewritten(self, head: h11.Request, up: h11.Connection) -> bytes:
        """The request's head for the endpoint: another host, all else as it came."""
        target = self._endpoint.target(head.target.decode("latin-1")).encode("latin-1")
        host = (b"Host", self._endpoint.authority.encode())
        headers = [
            (name, host[1] if name.lower() == b"host" else value)
            for name, value in head.headers.raw_items()
        ]
        if all(name != b"host" for name, _value in head.headers):
            headers.insert(0, host)
        request = h11.Request(method=head.method, headers=headers, target=target)
        # h11 writes its own version, and what a client cannot read would be answered to it.
        version = b" HTTP/%b\r\n" % head.http_version
        return (up.send(request) or b"").replace(b" HTTP/1.1\r\n", version, 1)

    async def _upstream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._up is None:
            self._up = await asyncio.open_connection(
                self._endpoint.host, self._endpoint.port, ssl=self._security
            )
        return self._up

    async def _forward_answer(
        self, up: h11.Connection, answer: "_Answer", sending: "asyncio.Task[None]"
    ) -> None:
        """Hand on an answer as it comes, also before the request has gone out whole.

        Raises:
            _ClientGoneError: the client closed the connection before the answer's end.
            h11.RemoteProtocolError: what the client sent is no HTTP.
        """
        reader, _ = await self._upstream()
        while True:
            read = asyncio.create_task(reader.read(_CHUNK_BYTES))
            try:
                if not sending.done():
                    await asyncio.wait({read, sending}, return_when=asyncio.FIRST_COMPLETED)
                fault = sending.exception() if sending.done() else None
                # Where the endpoint takes no more, what it answers says why.
                if fault is not None and not isinstance(fault, OSError) and not read.done():
                    raise fault
                data = await read
            finally:
                await _ended(read)
            if data:
                self._writer.write(data)
                await self._writer.drain()
            if answer.follow(up, data):
                return

    def _close_upstream(self) -> None:
        if self._up is not None:
            # Nothing that is still to be written has anybody to read it.
            self._up[1].transport.abort()


def _encoding(head: h11.Request) -> str:
    values = [value for name, value in head.headers if name == b"content-encoding"]
    return b",".join(values).decode("latin-1")


def reason_of(error: OSError) -> str:
    """Why a connection fails, in the system's own words."""
    own = error.strerror or str(error) or type(error).__name__
    if isinstance(error, ssl.SSLError | socket.gaierror):
        return own
    # asyncio puts addresses, and the failures of several, in place of the system's words.
    found = _ERROR_NUMBER.search(str(error))
    if found is None:
        return own
    words = os.strerror(int(found[1]))
    return own if words.startswith("Unknown error") else words


async def _ended(task: "asyncio.Task[Any]") -> None:
    """Cancel a task and wait until it is over; its own errors were looked at before."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class _Answer:
    """An answer while it comes.

    Args:
        request: what it answers.
        encoding: how the request's body is packed; empty where it is not.

    Attributes:
        request: what it answers.
        is_begun: whether no more of the request is to go out.
        problem: what went wrong first.
        size: bytes that came.
    """

    def __init__(self, request: RecordedRequest, encoding: str) -> None:
        self.request = request
        self._encoding = encoding
        self.is_begun = False
        self.problem = ""
        self.size = 0
        self._body = bytearray()
        self._status: int | None = None
        self._since = 0.0
        self._is_plain = True

    def keep(self, data: bytes) -> None:
        """Take note of more of the request's body."""
        if len(self._body) <= LARGEST_KEPT_BYTES:
            self._body += data

    def begin(self, problem: str = "") -> None:
        """The request has gone out, or no more of it will.

        Args:
            problem: why its body is not whole; empty where it is.
        """
        if not problem and len(self._body) > LARGEST_KEPT_BYTES:
            problem = _("it is too large to be kept")
        body = b""
        if not problem and asks_a_model(self.request.path):
            try:
                body = unpacked(bytes(self._body), self._encoding)
            except PackedError as error:
                problem = str(error)
        self.request = replace(self.request, when=datetime.now(UTC), body=body, problem=problem)
        self.is_begun = True
        self._since = time.monotonic()

    def fail(self, problem: str) -> None:
        """Take note of what went wrong, unless something did before."""
        self.problem = self.problem or problem

    def follow(self, up: h11.Connection, data: bytes) -> bool:
        """Take note of bytes that came; answers whether the answer is at its end."""
        self.size += len(data)
        if self._is_plain:
            try:
                return self._is_over(up, data)
            except h11.RemoteProtocolError as error:
                self._is_plain = False
                # All that came before its end was understood.
                self.fail(
                    _("the endpoint's answer is no HTTP: {error}").format(error=error)
                    if data
                    else _("the endpoint closed the connection")
                )
        return not data

    def _is_over(self, up: h11.Connection, data: bytes) -> bool:
        up.receive_data(data)
        for event in _events(up):
            if isinstance(event, h11.Response):
                self._status = event.status_code
            elif isinstance(event, h11.EndOfMessage):
                return True
        return not data

    def recorded(self) -> RecordedAnswer:
        """The answer at its end."""
        seconds = time.monotonic() - self._since
        return RecordedAnswer(self.request, self._status, self.size, seconds, self.problem)


def _events(connection: h11.Connection) -> Iterator[object]:
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA or event is h11.PAUSED:
            return
        yield event
