"""Listening for requests: the proxy in its thread, and a check of each request as it comes."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InspectorError
from inspector.gui.state.request_check import RequestCheck
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.language import _
from inspector.listening.endpoint import parse_endpoint
from inspector.listening.exchange import RecordedAnswer, RecordedRequest
from inspector.listening.listener import Listener
from inspector.listening.proxy import LOOPBACK
from inspector.listening.saving import save
from inspector.loading import open_chat
from inspector.predicting import ENCODING, captured_in, chats_of, predictions_for, proved
from inspector.proof.captured import Captured
from inspector.proof.matching import matching_chats
from inspector.proof.stability import TurnStability, captured_stability
from inspector.sillytavern.data_root import user_folder_of
from inspector.sillytavern.host.reading import read_host
from inspector.tokenizer import load_tokenizer

_MOST_KEPT = 1000
"""Requests that are kept in memory; older ones go."""


@dataclass(frozen=True, eq=False)
class HeardRequest:
    """A request that went by.

    Attributes:
        number: from 1, in the order in which requests came.
        time: when it came, as hours, minutes and seconds.
        path: what was asked for.
        captured: the request; empty where what came is none.
        check: what the check came to; None while it is not checked.
        kept: how much stayed the same since the request of the same chat before; None for the
            first of a chat.
        answer: how it was answered; None while it is not.
        problem: why it is not checked, or not kept in the folder; empty where nothing is wrong.
        is_request: whether what came can be read as a request, so that it can be checked.
    """

    number: int
    time: str
    path: str
    captured: Captured
    check: RequestCheck | None = None
    kept: TurnStability | None = None
    answer: RecordedAnswer | None = None
    problem: str = ""
    is_request: bool = True

    @property
    def name(self) -> str:
        """What it is called where it is checked."""
        return _("captured {time} by Listen").format(time=self.time)


@dataclass(frozen=True)
class Listening:
    """What is listened to.

    Attributes:
        address: what SillyTavern is pointed to.
        endpoint: where requests go, without anything that could be a key.
        folder: where requests are kept; None for nowhere.
    """

    address: str
    endpoint: str
    folder: Path | None = None


class RequestListener(QObject):
    """Runs the proxy while a person wants it, and checks what goes by, oldest first.

    Signals:
        changed: the requests that are kept in memory, newest first, differ.
    """

    changed = Signal()
    _requested = Signal(object)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listening: Listening | None = None
        self.open_chat: Path | None = None
        self.settings: Path | None = None
        self.worker = LatestWorker(self)
        self._listener: Listener | None = None
        self._heard: dict[int, HeardRequest] = {}
        self._queue: deque[int] = deque()
        self._checking: int | None = None
        # The proxy has a thread of its own; its words are heard in this one.
        self._requested.connect(self._hear)
        self._answered.connect(self._hear_answer)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._refuse)

    @property
    def heard(self) -> Sequence[HeardRequest]:
        """The requests, newest first."""
        return [self._heard[number] for number in sorted(self._heard, reverse=True)]

    def start(self, endpoint: str, port: int, folder: Path | None) -> Listening:
        """Begin to listen on the loopback address.

        Args:
            endpoint: the address that requests go to.
            port: the port to listen on; 0 for any that is free.
            folder: where requests are kept; None for nowhere.

        Raises:
            InspectorError: the address is none, or the port cannot be listened on.
        """
        self.stop()
        to = parse_endpoint(endpoint)
        listener = Listener(to, self._requested.emit, self._answered.emit)
        here = listener.start(port)
        self._listener = listener
        self._heard.clear()
        address = f"http://{LOOPBACK}:{here}{to.path}"
        self.listening = Listening(address, to.displayed, folder)
        return self.listening

    def stop(self) -> None:
        """Stop listening; the requests stay until listening begins anew."""
        listener, self._listener, self.listening = self._listener, None, None
        if listener is not None:
            listener.stop()

    def wait(self) -> None:
        """Stop, and let running work end, before the program does."""
        self.stop()
        self._queue.clear()
        self.worker.wait()

    def _hear(self, request: RecordedRequest) -> None:
        captured, problem = captured_in(request)
        if captured is None and not problem:
            return
        time = request.when.astimezone().strftime("%H:%M:%S")
        heard = HeardRequest(
            request.number,
            time,
            request.path,
            captured or Captured("body"),
            problem=problem,
            is_request=captured is not None,
        )
        folder = None if self.listening is None else self.listening.folder
        if folder is not None and request.body:
            try:
                save(request, folder)
            except InspectorError as error:
                heard = replace(heard, problem=problem or str(error))
        self._heard[request.number] = heard
        while len(self._heard) > _MOST_KEPT:
            del self._heard[min(self._heard)]
        if heard.is_request:
            self._queue.append(request.number)
        self.changed.emit()
        self._check_next()

    def _hear_answer(self, answer: RecordedAnswer) -> None:
        number = answer.request.number
        if number in self._heard:
            bare = replace(answer, request=replace(answer.request, body=b""))
            self._heard[number] = replace(self._heard[number], answer=bare)
            self.changed.emit()

    def _check_next(self) -> None:
        while self._checking is None and self._queue:
            number = self._queue.popleft()
            heard = self._heard.get(number)
            if heard is not None:
                self._checking = number
                before = [one.check for one in self.heard if one.number < number and one.check]
                work = partial(_checked, heard, before, self.open_chat, self.settings)
                self.worker.ask(work)

    def _take(self, result: tuple[RequestCheck, TurnStability | None]) -> None:
        self._settle(check=result[0], kept=result[1])

    def _refuse(self, text: str) -> None:
        self._settle(problem=text)

    def _settle(
        self,
        *,
        check: RequestCheck | None = None,
        kept: TurnStability | None = None,
        problem: str = "",
    ) -> None:
        number, self._checking = self._checking, None
        heard = None if number is None else self._heard.get(number)
        if heard is not None:
            problem = problem or heard.problem
            checked = replace(heard, check=check, kept=kept, problem=problem)
            self._heard[heard.number] = checked
            self.changed.emit()
        self._check_next()


def _checked(
    heard: HeardRequest,
    before: Sequence[RequestCheck],
    open_path: Path | None,
    settings: Path | None,
    token: CancelToken,
) -> tuple[RequestCheck, TurnStability | None]:
    """A request beside its chat as that lies on disk now; called on the worker.

    Args:
        heard: the request.
        before: earlier requests, newest first.
        open_path: the chat that is open.
        settings: the settings file that a person named.
        token: the worker's.

    Raises:
        InspectorError: no chat fits, or nothing can be predicted.
    """
    captured = heard.captured
    path = _chat(captured, open_path)
    token.check()
    chat = open_chat(path)
    host = read_host(chat.path, chat.file.metadata, settings)
    proof = proved(captured, predictions_for(chat, chat.document, host=host))
    check = RequestCheck(heard.name, path, chat.document, proof)
    earlier = next((one for one in before if one.chat == path), None)
    if earlier is None:
        return check, None
    tokenizer = load_tokenizer(ENCODING)
    (row,) = captured_stability((earlier.proof, proof), tokenizer)
    return check, row


def _chat(captured: Captured, open_path: Path | None) -> Path:
    """The chat of a request: the open one if it fits, else the one that was written last.

    Raises:
        InspectorError: none fits.
    """
    if open_path is not None and matching_chats(captured, [open_path]):
        return open_path
    folder = None if open_path is None else user_folder_of(open_path)
    found = chats_of(captured, folder)
    if not found:
        raise InspectorError(_("No chat in the data folder holds the request’s last messages."))
    return found[0]
