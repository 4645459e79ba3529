"""The proxy: listens on the loopback address alone and forwards every connection."""

import asyncio
import contextlib
import itertools
import ssl
from collections.abc import Callable
from typing import Final

from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.listening.connection import Forwarding, reason_of
from inspector.listening.endpoint import Endpoint
from inspector.listening.exchange import RecordedAnswer, RecordedRequest

LOOPBACK: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8788


class CannotListenError(InspectorError):
    """The port cannot be listened on; the text says why."""


class Proxy:
    """Forwards what comes in to an endpoint. It lives in one event loop.

    Args:
        endpoint: where requests go.
        on_request: told of every request; it must not take long, for it runs in the loop.
        on_answer: told of every answer.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        on_request: Callable[[RecordedRequest], None],
        on_answer: Callable[[RecordedAnswer], None] | None = None,
    ) -> None:
        self.endpoint = endpoint
        self._on_request = on_request
        self._on_answer = on_answer or _nothing
        self._security = ssl.create_default_context() if endpoint.secure else None
        self._numbers = itertools.count(1)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int = DEFAULT_PORT) -> int:
        """Begin to listen.

        Args:
            port: the port; 0 for any that is free.

        Returns:
            the port that is listened on.

        Raises:
            CannotListenError: it is in use, or nobody may listen there.
        """
        try:
            self._server = await asyncio.start_server(self._connected, LOOPBACK, port)
        except (OSError, OverflowError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else str(error)
            raise CannotListenError(
                _("Port {port} cannot be listened on: {reason}.").format(port=port, reason=reason)
            ) from error
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        forwarding = Forwarding(
            reader,
            writer,
            self.endpoint,
            self._security,
            lambda: next(self._numbers),
            self._on_request,
            self._on_answer,
        )
        # Cancelled by `stop` alone; asyncio's streams take it for an error of ours.
        with contextlib.suppress(asyncio.CancelledError):
            await forwarding.run()


def _nothing(_answer: RecordedAnswer) -> None:
    """Nobody wants to know of answers."""
