"""An endpoint on the loopback address that answers as it is told, in OpenAI's protocol."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], "Wording"]


@dataclass
class Wording:
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
def scripted(*script: Wording | Script) -> Iterator[Endpoint]:
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
            mentioned = script[min(len(bodies), len(script)) - 1]
            wording = mentioned if isinstance(mentioned, Wording) else mentioned(body)
            time.sleep(wording.silence)
            with suppress(BrokenPipeError, ConnectionResetError):
                self.answer(wording)

        def answer(self, wording: Wording) -> None:
            self.close_connection = True
            self.send_response(wording.status)
            for name, value in wording.headers.items():
                self.send_header(name, value)
            plain = wording.body is not None or wording.status != 200
            self.send_header("Content-Type", "application/json" if plain else "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            if plain:
                error = {"error": {"message": wording.text or "no"}}
                self.wfile.write(
                    json.dumps(error).encode() if wording.body is None else wording.body
                )
                return
            for piece in _pieces(wording):
                self.wfile.write(b"data: " + json.dumps(piece).encode() + b"\n\n")
                self.wfile.flush()
            if not wording.breaks_off:
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


def _pieces(wording: Wording) -> Iterator[dict[str, Any]]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m",
                "choices": [choice]}  # fmt: skip

    yield chunk({"role": "assistant", "content": ""})
    for at in range(0, len(wording.text), wording.pieces):
        yield chunk({"content": wording.text[at : at + wording.pieces]})
    for index, (name, arguments) in enumerate(wording.calls):
        spelled = arguments if isinstance(arguments, str) else json.dumps(arguments)
        head = {"index": index, "id": f"c{index}", "type": "function"}
        yield chunk({"tool_calls": [{**head, "function": {"name": name, "arguments": ""}}]})
        half = len(spelled) // 2
        for part in (spelled[:half], spelled[half:]):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    if wording.breaks_off:
        return
    yield chunk({}, wording.finish or ("tool_calls" if wording.calls else "stop"))
    if wording.usage:
        usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
        yield {**chunk({}), "choices": [], "usage": usage}
