"""`listen`: a forwarding proxy on the loopback address that records what is really sent."""

import argparse
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from inspector.arguments import Parser, file_path, whole_number
from inspector.cli.beside import named_sources
from inspector.cli.check import check_json
from inspector.cli.predicting import add_predicting, opened_chat, predictions_of
from inspector.cli.requesting import inquiry_of
from inspector.console import print_error, print_json, print_text
from inspector.core.errors import InspectorError, UnforeseenError, UnknownProfileError
from inspector.listening.endpoint import parse_endpoint
from inspector.listening.exchange import RecordedAnswer, RecordedRequest
from inspector.listening.listener import Listener
from inspector.listening.proxy import DEFAULT_PORT, LOOPBACK
from inspector.listening.saving import make_folder, save
from inspector.predicting import captured_in, chats_of, proved
from inspector.proof.captured import Captured
from inspector.proof.report import check_lines
from inspector.sillytavern.data_root import find_user_folders, user_folders
from inspector.sillytavern.settings_file import read_settings, stored_settings
from inspector.small_files import why
from inspector.systems import with_profile
from inspector.tokenizer import load_tokenizer

_Event = RecordedRequest | RecordedAnswer | None
_TICK = 0.2
_TURN = 0.0005
_HIGHEST_PORT = 65535


def listen_parser() -> Parser:
    """What `listen` understands."""
    parser = Parser(
        "listen",
        "Forward SillyTavern's requests to an endpoint and check each one as it is sent. It "
        "listens on the loopback address alone, keeps no key, and hands answers on unchanged.",
        "example: memory-inspector listen --to https://api.openai.com/v1\n"
        "then point SillyTavern to http://127.0.0.1:8788/v1 instead of the endpoint",
    )
    parser.add_argument("--to", required=True, metavar="URL", help="the endpoint")
    parser.add_argument(
        "--port",
        type=whole_number("port", most=_HIGHEST_PORT),
        default=DEFAULT_PORT,
        metavar="P",
        help=f"the port to listen on, 0 for any that is free (default: {DEFAULT_PORT})",
    )
    parser.add_argument(
        "--save", type=file_path, metavar="FOLDER", help="write each request's body there"
    )
    parser.add_argument(
        "--data",
        type=file_path,
        metavar="FOLDER",
        help="SillyTavern's data folder (default: where it usually lies)",
    )
    add_predicting(parser)
    return parser


def run_listen(arguments: Sequence[str]) -> int:
    """Forward requests until the command is interrupted."""
    options = listen_parser().parse(arguments)
    endpoint = parse_endpoint(options.to)
    _check_named(options)
    if options.save is not None:
        make_folder(options.save)
    # While a request is checked, the proxy's thread waits no longer than this for its turn.
    sys.setswitchinterval(_TURN)
    events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
    listener = Listener(endpoint, events.put, events.put)
    port = listener.start(options.port)
    here = f"http://{LOOPBACK}:{port}{endpoint.path}"
    try:
        with _interrupts(events):
            if options.json:
                print_json({"listening": here, "to": endpoint.displayed})
            else:
                print_text(
                    f"Listening on {here}, forwarding to {endpoint.displayed}; Ctrl+C ends it."
                )
            _Reporting(options).run(events)
    finally:
        listener.stop()
    return 0


def _check_named(options: argparse.Namespace) -> None:
    """Refuse what the options name and what cannot be had, before anything is forwarded.

    Raises:
        InspectorError: the text names it.
    """
    inquiry = inquiry_of(options)
    if inquiry.encoding is not None:
        load_tokenizer(inquiry.encoding)
    if inquiry.settings is not None:
        values = read_settings(inquiry.settings).values
        if inquiry.profile is not None:
            with_profile(values, inquiry.profile)
    named_sources(options)
    if options.data is not None:
        try:
            next(options.data.iterdir(), None)
        except NotADirectoryError as error:
            raise InspectorError(f"{options.data}: this is a file and no folder") from error
        except OSError as error:
            raise InspectorError(f"{options.data}: {why(error)}") from error
        user_folders(options.data)
    if inquiry.settings is None and inquiry.profile is not None:
        _check_profile(inquiry.profile, options.data)


def _check_profile(name: str, data: Path | None) -> None:
    """Refuse a profile that nobody keeps whose chats a request could be of.

    Raises:
        UnknownProfileError: there are settings, and none of them has it.
    """
    users = find_user_folders(Path.home(), os.environ) if data is None else user_folders(data)
    refused: UnknownProfileError | None = None
    for host in (stored_settings(user).host for user in users):
        if host is not None:
            try:
                with_profile(host.values, name)
            except UnknownProfileError as error:
                refused = error
            else:
                return
    if refused is not None:
        raise refused


@contextmanager
def _interrupts(events: "queue.SimpleQueue[_Event]") -> Generator[None]:
    """Ends the report at Ctrl+C, and where the process is asked to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    for one in before:
        signal.signal(one, lambda _number, _frame: events.put(None))
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class _Reporting:
    """Prints what goes by."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options

    def run(self, events: "queue.SimpleQueue[_Event]") -> None:
        """Print events until there is one that ends it."""
        while True:
            try:
                # A wait without an end would not hear of signals on every system.
                event = events.get(timeout=_TICK)
            except queue.Empty:
                continue
            match event:
                case None:
                    return
                case RecordedRequest():
                    self._request(event)
                case RecordedAnswer():
                    self._answer(event)

    def _request(self, request: RecordedRequest) -> None:
        captured, problem = captured_in(request)
        if captured is None and not problem:
            return
        found: dict[str, object] = {"number": request.number, "path": request.path}
        found["when"] = request.when.isoformat(timespec="milliseconds")
        lines = [f"request {request.number}: {request.method} {request.path}"]
        unsaved = _problem(lambda: self._save(request, found)) if request.body else ""
        if captured is not None:
            requested = captured
            problem = _problem(lambda: found.update(self._checked(requested, lines)))
        lines += [f"  not saved: {unsaved}"] if unsaved else []
        lines += [f"  not checked: {problem}"] if problem else []
        if unsaved or problem:
            found["error"] = problem or f"not saved: {unsaved}"
        self._print(found, lines)

    def _save(self, request: RecordedRequest, found: dict[str, object]) -> None:
        if self._options.save is not None:
            found["saved"] = str(save(request, self._options.save))

    def _answer(self, answer: RecordedAnswer) -> None:
        number = answer.request.number
        found: dict[str, object] = {
            "number": number,
            "status": answer.status,
            "bytes": answer.size,
            "seconds": round(answer.seconds, 3),
            "problem": answer.problem or None,
        }
        words = f"request {number}: {answer.status or 'no status'}"
        words += f", {answer.size:,} bytes in {answer.seconds:.1f} s"
        self._print(found, [words + (f"; {answer.problem}" if answer.problem else "")])

    def _print(self, found: dict[str, object], lines: Sequence[str]) -> None:
        if self._options.json:
            print_json(found)
            return
        for line in lines:
            print_text(line)

    def _checked(self, captured: Captured, lines: list[str]) -> dict[str, object]:
        """The chat that a request is of, and what the check says.

        Raises:
            InspectorError: no chat fits, or it cannot be read.
        """
        path = self._chat(captured)
        options = self._options
        chat = opened_chat(path, options)
        predictions = predictions_of(chat, inquiry_of(options), options)
        proof = proved(captured, predictions, options.encoding)
        lines += [f"  {line}" for line in check_lines(proof.check, proof.guess, str(path))]
        return {"chat": str(path), "check": check_json(proof)}

    def _chat(self, captured: Captured) -> Path:
        data = self._options.data
        if data is None and not find_user_folders(Path.home(), os.environ):
            raise InspectorError("SillyTavern's data folder is not at hand; name it with --data.")
        found = chats_of(captured, data)
        if not found:
            raise InspectorError("No chat in the data folder holds the request's last messages.")
        if len(found) > 1:
            rest = ", ".join(str(path) for path in found[1:4])
            print_error(f"{found[0]} fits, and equally {rest}: the last written is taken.")
        return found[0]


def _problem(work: Callable[[], None]) -> str:
    """What kept work from being done; empty where it was done. Listening goes on in any case."""
    try:
        work()
    except InspectorError as refused:
        return str(refused)
    except Exception as unforeseen:  # noqa: BLE001 - the proxy goes on for the next one
        return str(UnforeseenError(unforeseen))
    return ""
