"""An endpoint on the loopback address that answers as it is told, in OpenAI's protocol."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], "Said"]


@dataclass
class Said:
    """One answer.

    Attributes:
        text: its words, streamed in pieces.
        calls: tools as (name, arguments).
        status: of the response.
        headers: more of them.
        body: instead of a stream.
        pieces: how many letters a piece has.
        silence: seconds before the first byte.
        breaks_off: whether the connection ends in the middle.
        usage: whether tokens are counted.
        finish: why it ends.
    """

    text: str = ""
    calls: list[tuple[str, object]] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    pieces: int = 7
    silence: float = 0.0
    breaks_off: bool = False
    usage: bool = False
    finish: str = ""


@dataclass
class Endpoint:
    """What was asked of it, and where it is."""

    address: str
    bodies: list[dict[str, Any]]
    headers: list[dict[str, str]]


@contextmanager
def scripted(*script: Said | Script) -> Iterator[Endpoint]:
    """Answer one after the other; the last again and again."""
    bodies: list[dict[str, Any]] = []
    heads: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            sent = self.rfile.read(length)
            if len(sent) < length:
                return  # whoever asked has left in the middle
            body = json.loads(sent)
            bodies.append(body)
            heads.append({name.lower(): value for name, value in self.headers.items()})
            told = script[min(len(bodies), len(script)) - 1]
            said = told if isinstance(told, Said) else told(body)
            time.sleep(said.silence)
            with suppress(BrokenPipeError, ConnectionResetError):
                self.answer(said)

        def answer(self, said: Said) -> None:
            self.close_connection = True
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            plain = said.body is not None or said.status != 200
            self.send_header("Content-Type", "application/json" if plain else "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            if plain:
                error = {"error": {"message": said.text or "no"}}
                self.wfile.write(json.dumps(error).encode() if said.body is None else said.body)
                return
            for piece in _pieces(said):
                self.wfile.write(b"data: " + json.dumps(piece).encode() + b"\n\n")
                self.wfile.flush()
            if not said.breaks_off:
                self.wfile.write(b"data: [DONE]\n\n")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", bodies, heads)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _pieces(said: Said) -> Iterator[dict[str, Any]]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m",
                "choices": [choice]}  # fmt: skip

    yield chunk({"role": "assistant", "content": ""})
    for at in range(0, len(said.text), said.pieces):
        yield chunk({"content": said.text[at : at + said.pieces]})
    for place, (name, arguments) in enumerate(said.calls):
        spelled = arguments if isinstance(arguments, str) else json.dumps(arguments)
        head = {"index": place, "id": f"c{place}", "type": "function"}
        yield chunk({"tool_calls": [{**head, "function": {"name": name, "arguments": ""}}]})
        half = len(spelled) // 2
        for part in (spelled[:half], spelled[half:]):
            yield chunk({"tool_calls": [{"index": place, "function": {"arguments": part}}]})
    if said.breaks_off:
        return
    yield chunk({}, said.finish or ("tool_calls" if said.calls else "stop"))
    if said.usage:
        usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
        yield {**chunk({}), "choices": [], "usage": usage}
