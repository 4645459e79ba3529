"""An endpoint that speaks OpenAI's chat completions, which a person runs or chooses.

The package `openai` speaks the protocol. It is told to follow no redirect and to use no proxy, so
that nothing leaves for another address than the one that was named.
"""

import contextlib
import importlib
import json
import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from inspector.core.decoded import members, text
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.llm.exchange import Ask, Call, Check, Hear, Ledger, ModelError, Reply, ToolCall
from inspector.llm.streamed import read_piece
from inspector.retrieval.addresses import checked_address
from inspector.retrieval.installed import install_command
from inspector.retrieval.keys import without_key
from inspector.retrieval.transport import Timeouts

_CALL = "/chat/completions"
_TICK_S = 0.05
_LAST_BREATH_S = 1.0
_ATTEMPTS = 3
_LONGEST_WAIT_S = 60.0
_SHOWN_CHARS = 200
_LOOKED_AT_EVERY = 400
_REPEATS = re.compile(r"(?s)(.{1,120}?)\1{11,}\Z")
"""The same again twelve times at the end of an answer."""

_LEAST_REPEATED = 200
_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|size|window|exceed|too)|(?:exceed|larger|longer|too).{0,40}context"
    r"|(?:too many|maximum|exceed).{0,30}tokens|prompt is too long",
    re.IGNORECASE,
)
"""What endpoints say of a request that does not fit into the model's context."""


def chat_call(address: str) -> str:
    """The address of the call, of that or of where the API begins."""
    return address.strip().rstrip("/").removesuffix(_CALL).rstrip("/") + _CALL


@dataclass
class _Answer:
    """What has come so far."""

    text: list[str] = field(default_factory=list[str])
    refusal: list[str] = field(default_factory=list[str])
    calls: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    finish: str = "stop"
    tokens: tuple[int, int] | None = None
    has_begun: bool = False


@dataclass(frozen=True)
class ChatEndpoint:
    """Asks a model (implements `Model`).

    Attributes:
        address: where the API begins, such as `http://localhost:8080/v1`, or the call itself.
        model: what the endpoint calls the model.
        tokenizer: estimates tokens where the endpoint does not count.
        ledger: lists each call and bounds them all.
        key: sent as a bearer token; empty for none.
        timeouts: how long to wait.
        first_wait: seconds before the second attempt where nobody says when; doubled for the next.
    """

    address: str
    model: str
    tokenizer: Tokenizer
    ledger: Ledger = field(default_factory=Ledger)
    key: str = field(default="", repr=False)
    timeouts: Timeouts = field(default_factory=lambda: Timeouts(60.0, 600.0))
    first_wait: float = 1.0

    @property
    def name(self) -> str:
        """See `Model.name`."""
        return self.model

    @property
    def base(self) -> str:
        """Where the API begins."""
        return chat_call(self.address).removesuffix(_CALL)

    def estimate(self, ask: Ask) -> int:
        """About how many tokens a request has."""
        return self.tokenizer.count(ask.text) + 4 * len(ask.turns)

    def answer(self, ask: Ask, hear: Hear | None = None, check: Check | None = None) -> Reply:
        """See `Model.answer`; every attempt stands in the ledger."""
        checked_address(self.base)
        estimated = self.estimate(ask)
        self.ledger.allow(estimated + ask.most_tokens)
        started = time.monotonic()
        try:
            reply = self._attempted(ask, hear or _unheard, check or _go_on, started)
        except BaseException as error:
            outcome = str(error) if isinstance(error, ModelError) else "cancelled"
            self._note(ask, (estimated, 0), started, outcome)
            raise
        counted = reply.tokens
        if not any(counted):
            counted = estimated, self.tokenizer.count(reply.text)
        self._note(ask, counted, started, "answered")
        return Reply(reply.text, reply.calls, reply.finish, counted)

    def _note(self, ask: Ask, tokens: tuple[int, int], started: float, outcome: str) -> None:
        seconds = time.monotonic() - started
        at = time.time() - seconds
        self.ledger.calls.append(Call(ask.purpose, tokens, seconds, outcome, at))

    def _attempted(self, ask: Ask, hear: Hear, check: Check, started: float) -> Reply:
        """Ask again where the endpoint says to wait, or stumbles before its first word."""
        library = _library()
        wait = self.first_wait
        for attempt in range(_ATTEMPTS):
            heard: list[str] = []
            try:
                return self._streamed(library, ask, _both(hear, heard.append), check, started)
            except library.APIStatusError as error:
                wait = self._wait_for(error, attempt, wait)
                if heard:
                    raise self._refusal(error) from error
            except library.APITimeoutError as error:
                raise ModelError(
                    _("{base} said nothing for {silence:g} seconds.").format(
                        base=self.base, silence=self.timeouts.silence
                    )
                ) from error
            except library.APIConnectionError as error:
                raise ModelError(
                    _("{base} cannot be reached, or broke off.").format(base=self.base)
                ) from error
            except (library.OpenAIError, ValueError, RecursionError) as error:
                raise ModelError(_malformed(error, self.base, self.key)) from error
            _pause(wait, check)
        raise ModelError(_("{base} did not answer.").format(base=self.base))

    def _wait_for(self, error: Any, attempt: int, wait: float) -> float:
        """How long to wait before the next attempt, in seconds.

        Raises:
            ModelError: no other attempt makes sense.
        """
        status = int(error.status_code)
        is_passing = status == 429 or status >= 500
        mentioned = _seconds(error.response.headers.get("retry-after"))
        if not is_passing or attempt == _ATTEMPTS - 1 or (mentioned or 0.0) > _LONGEST_WAIT_S:
            raise self._refusal(error) from error
        return mentioned if mentioned is not None else wait * 2**attempt

    def _refusal(self, error: Any) -> ModelError:
        status = int(error.status_code)
        wording = without_key(" ".join(str(error.message).split())[:_SHOWN_CHARS], self.key)
        if status in (401, 403):
            words = _("{base} asks for a key ({status}).")
            if self.key:
                words = _("{base} refuses the key ({status}).")
            return ModelError(words.format(base=self.base, status=status))
        if status == 429:
            mentioned = _seconds(error.response.headers.get("retry-after"))
            words = _("{base} answers no more for now (429).")
            if mentioned is not None:
                words = _(
                    "{base} answers no more for now (429); it says to wait {seconds:.0f} seconds."
                )
            return ModelError(words.format(base=self.base, seconds=mentioned))
        is_too_long = status in (200, 400, 413, 422, 500) and _TOO_LONG.search(wording) is not None
        has_no_tools = status in (200, 400, 404, 422, 500, 501) and "tool" in wording.lower()
        return ModelError(
            _("{base} answered {status}: {wording}").format(
                base=self.base, status=status, wording=wording
            ),
            has_no_tools=has_no_tools and not is_too_long,
            is_too_long=is_too_long,
        )

    def _streamed(self, library: Any, ask: Ask, hear: Hear, check: Check, started: float) -> Reply:
        """Read the answer on a thread of its own, so that silence can be broken off at once."""
        parts: queue.Queue[object] = queue.Queue()
        connections = _Connections()
        client = self._client(library, connections)
        ended = threading.Event()
        reading = (self._pieces, client, ask, parts, ended)
        threading.Thread(target=_read, args=reading, daemon=True).start()
        found = _Answer()
        try:
            for part in _awaited(parts, check, started + self.timeouts.answer, self.base):
                _take(found, part, hear)
                if _is_repeating(found):
                    found.finish = "repeats"
                    break
        finally:
            connections.end()
            client.close()
            # Not `join`, which leaves a record of every thread of Qt that calls it.
            ended.wait(_LAST_BREATH_S)
        if found.refusal:
            raise ModelError(
                _("The model refuses: {refusal}").format(
                    refusal="".join(found.refusal)[:_SHOWN_CHARS]
                )
            )
        if found.finish == "content_filter" and not found.text:
            raise ModelError(
                _("{base} held the answer back (content filter).").format(base=self.base)
            )
        if not found.has_begun:
            raise ModelError(
                _(
                    "{base} answered nothing; does it speak OpenAI's chat completions, streamed?"
                ).format(base=self.base)
            )
        return _reply(found)

    def _client(self, library: Any, connections: "_Connections") -> Any:
        http = library.DefaultHttpxClient(
            # Reading whom to trust takes longer than all else before a request; where nothing is
            # encrypted, as on this computer, nobody is asked for a certificate.
            verify=urlsplit(self.base).scheme != "http",
            follow_redirects=False,
            trust_env=False,
            event_hooks={"request": [connections.follow]},
        )
        return library.OpenAI(
            base_url=self.base,
            api_key=self.key or "none",
            timeout=self.timeouts.silence,
            max_retries=0,
            http_client=http,
        )

    def _pieces(self, client: Any, ask: Ask) -> Iterator[object]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [turn.as_json for turn in ask.turns],
            "max_tokens": ask.most_tokens,
            "stream": True,
        }
        if ask.tools:
            body["tools"] = [tool.as_json for tool in ask.tools]
        if not self.key:
            body["extra_headers"] = {"Authorization": _library().Omit()}
        stream = client.chat.completions.create(**body)
        if error := _error_in(stream.response):
            # Said with a status that promises an answer: it is told as with any other.
            raise _library().APIStatusError(error, response=stream.response, body=None)
        yield from stream


class _Connections:
    """The connections of a client, to be ended while another thread awaits their first byte.

    Closing a socket does not wake who reads from it: a thread would go on waiting for as long as
    the other side is silent, and might outlive the program.
    """

    def __init__(self) -> None:
        self._opened: list[Any] = []
        self._is_ended = False

    def follow(self, request: Any) -> None:
        """Note the connections that a request opens."""
        request.extensions = {**request.extensions, "trace": self._note}

    def end(self) -> None:
        """End all connections at once; whoever reads from them hears of it."""
        self._is_ended = True
        for stream in self._opened:
            _shut(stream)

    def _note(self, event: str, details: Any) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._opened.append(details["return_value"])
            if self._is_ended:
                _shut(details["return_value"])


def _shut(stream: Any) -> None:
    found = stream.get_extra_info("socket")
    if isinstance(found, socket.socket):
        with contextlib.suppress(OSError):
            found.shutdown(socket.SHUT_RDWR)


def _library() -> Any:
    try:
        return importlib.import_module("openai")
    except ImportError as error:
        raise ModelError(
            _("To ask a model, install what speaks with it: {install_command}").format(
                install_command=install_command("openai")
            )
        ) from error


def _read(
    pieces: Callable[[Any, Ask], Iterator[object]],
    client: Any,
    ask: Ask,
    parts: "queue.Queue[object]",
    ended: threading.Event,
) -> None:
    try:
        for piece in pieces(client, ask):
            parts.put(piece)
    except Exception as error:  # noqa: BLE001 - raised again where it is awaited
        parts.put(error)
    else:
        parts.put(None)
    finally:
        ended.set()


def _malformed(error: Exception, base: str, key: str) -> str:
    """What is wrong with an answer that cannot be read, as a sentence without the key."""
    if isinstance(error, UnicodeDecodeError):
        return _("{base} answered bytes that are no text in UTF-8.").format(base=base)
    mentioned = without_key(" ".join(str(error).split())[:_SHOWN_CHARS], key)
    return _("{base} answered what is no answer: {mentioned}").format(
        base=base, mentioned=mentioned
    )


def _error_in(response: Any) -> str:
    """The error that a response tells in place of a stream; empty where it tells none."""
    if "json" not in response.headers.get("content-type", ""):
        return ""
    try:
        body: object = json.loads(response.read())
    except (ValueError, RecursionError):
        return ""
    error = members(body).get("error")
    return text(members(error).get("message")) or text(error)


def _is_of_connection(error: Exception) -> bool:
    """Whether what carries the answer failed, which the library lets through as it is."""
    modules = {one.__module__.partition(".")[0] for one in type(error).__mro__}
    return any(one.startswith(("httpx", "httpcore")) for one in modules)


def _awaited(
    parts: "queue.Queue[object]", check: Check, deadline: float, address: str
) -> Iterator[object]:
    while True:
        check()
        if time.monotonic() > deadline:
            raise ModelError(_("{address} took too long to answer.").format(address=address))
        try:
            part = parts.get(timeout=_TICK_S)
        except queue.Empty:
            continue
        if part is None:
            return
        if isinstance(part, Exception):
            if _is_of_connection(part):
                raise ModelError(
                    _("{address} broke off within its answer.").format(address=address)
                ) from part
            raise part
        yield part


def _take(found: _Answer, part: object, hear: Hear) -> None:
    """Take one piece of an answer.

    Raises:
        ValueError: it is malformed.
    """
    piece = read_piece(part)
    found.tokens = piece.tokens or found.tokens
    for choice in piece.choices or ():
        found.has_begun = True
        found.finish = text(choice.finish_reason) or found.finish
        delta = choice.delta
        if delta is None:
            continue
        if words := delta.words:
            found.text.append(words)
            hear(words)
        if delta.refusal:
            found.refusal.append(delta.refusal)
        for index, call in enumerate(delta.tool_calls or ()):
            number = call.index if isinstance(call.index, int) else index
            held = found.calls.setdefault(number, [])
            held[:] = held or ["", "", ""]
            held[0] = text(call.id) or held[0]
            if call.function is not None:
                held[1] += call.function.name or ""
                held[2] += call.function.spelled


def _is_repeating(found: _Answer) -> bool:
    if not found.text or len(found.text) % 8:
        return False
    tail = "".join(found.text[-_LOOKED_AT_EVERY:])[-4000:]
    match = _REPEATS.search(tail[-1500:])
    return match is not None and len(match[0]) >= _LEAST_REPEATED


def _reply(found: _Answer) -> Reply:
    calls = tuple(
        ToolCall(held[0] or f"call_{location}", held[1], held[2])
        for location, held in sorted(found.calls.items())
    )
    return Reply("".join(found.text), calls, found.finish, found.tokens or (0, 0))


def _seconds(header: str | None) -> float | None:
    """What `Retry-After` says: a number of seconds, or a date; None where it says neither."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _pause(seconds: float, check: Check) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        check()
        time.sleep(min(_TICK_S, left))


def _both(one: Hear, other: Hear) -> Hear:
    def hear(part: str) -> None:
        one(part)
        other(part)

    return hear


def _unheard(_: str) -> None:
    """Nobody listens while the answer comes."""


def _go_on() -> None:
    """Nobody breaks the answer off."""
