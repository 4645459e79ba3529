"""The proxy in a thread of its own, for a window or a command that has other things to do."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from inspector.listening.endpoint import Endpoint
from inspector.listening.exchange import RecordedAnswer, RecordedRequest
from inspector.listening.proxy import DEFAULT_PORT, Proxy

_Result = TypeVar("_Result")


_LAST_TURNS = 3
"""A transport is closed in one turn of the loop and its socket in the next."""


class Listener:
    """Runs a proxy until it is stopped.

    What it tells, it tells in the thread of the proxy: hand it on to another one.

    Args:
        endpoint: where requests go.
        on_request: told of every request as it has gone out.
        on_answer: told of every answer at its end.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        on_request: Callable[[RecordedRequest], None],
        on_answer: Callable[[RecordedAnswer], None] | None = None,
    ) -> None:
        self._proxy = Proxy(endpoint, on_request, on_answer)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self.port = 0

    def start(self, port: int = DEFAULT_PORT) -> int:
        """Begin to listen on the loopback address; answers the port.

        Raises:
            CannotListenError: the port cannot be listened on; the listener is stopped then.
        """
        self._thread.start()
        try:
            self.port = self._call(self._proxy.start(port))
        except BaseException:
            self.stop()
            raise
        return self.port

    def stop(self) -> None:
        """Stop listening, end every connection and the thread."""
        if self._thread.is_alive():
            self._call(self._proxy.stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        if not self._loop.is_closed():
            self._loop.close()

    def _call(self, work: "Coroutine[Any, Any, _Result]") -> _Result:
        done: Future[_Result] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return done.result()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(_settled(asyncio.all_tasks(self._loop)))


async def _settled(tasks: "set[asyncio.Task[Any]]") -> None:
    """End connections that came in at the last moment, and let go of what was closed."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for _ in range(_LAST_TURNS):
        await asyncio.sleep(0)
