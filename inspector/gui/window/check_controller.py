"""Checks captured requests: from a file, the clipboard, a drop, or the listener."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMainWindow

from inspector.core.errors import InspectorError
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.services import FileServices
from inspector.gui.kit.dialogs import show_error
from inspector.gui.kit.notice import Notice
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.check.panel import CheckPanel
from inspector.gui.state.request_check import RequestCheck, predictions_of
from inspector.gui.state.sent import facts_of
from inspector.gui.state.session import Question, Session, State
from inspector.gui.state.view import NO_PART, Part, View, ViewChanges
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.loading import OpenChat
from inspector.predicting import chats_of, proved
from inspector.proof.captured import Captured, read_captured
from inspector.proof.guessing import Guess
from inspector.proof.matching import matching_chats
from inspector.proof.source_words import card_key, place_in_sillytavern, settings_key
from inspector.sillytavern.data_root import CHARACTERS, user_folder_of
from inspector.small_files import read_small

_FILTER = _("Requests (*.json *.txt);;All files (*)")
_MOST_CHOICES = 3
CLIPBOARD = _("the clipboard")


@dataclass(frozen=True, eq=False)
class _Wanted:
    """A request that is to be checked.

    Attributes:
        name: where it comes from, in words.
        captured: the request; None while it is still to be read.
        data: its bytes; None where it is read already, or from a file.
        path: its file; None where it is in none.
        searches: whether it may be of another chat than the one it waits for.
    """

    name: str
    captured: Captured | None = None
    data: bytes | None = None
    path: Path | None = None
    searches: bool = False

    def read(self) -> Captured:
        """The request.

        Raises:
            InspectorError: it cannot be read, or is none.
        """
        if self.captured is not None:
            return self.captured
        data = read_small(self.path or Path()) if self.data is None else self.data
        return read_captured(data, self.name)


@dataclass(frozen=True, eq=False)
class _Several:
    """Chats that a request can be of, in place of the open one or beside it."""

    wanted: _Wanted
    chats: tuple[Path, ...]


class CheckController(QObject):
    """Hears where requests come from, has them checked off the UI thread, and shows the result.

    Signals:
        moment_found: the question (`Question`) about the moment of the request that is checked;
            None where none is.
    """

    moment_found = Signal(object)

    at_once = NO_PART

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        services: FileServices,
        docks: Docks,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._services = window, session, services
        self._docks, self._notice = docks, notice
        self._chat: OpenChat | None = None
        self._deferred: tuple[_Wanted, Path | None] | None = None
        self._current: _Wanted | None = None
        self._last: _Wanted | None = None
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._say)

    def follow(self, panels: Panels, status: Status, keeper: ChatKeeper) -> None:
        """Start hearing the panel, files that are dropped, and chats that are read."""
        self._panels, self._status, self._keeper = panels, status, keeper
        keeper.opening.connect(self._begin_reading)
        keeper.reading_ended.connect(self._end_reading)
        panels.when_made(CheckPanel, self._hear)
        self._services.dropping.request_dropped.connect(self.check_file)
        self._services.dropping.request_with_chat.connect(self.check_when_open)

    def _hear(self, panel: CheckPanel) -> None:
        panel.file_requested.connect(self.choose)
        panel.paste_requested.connect(self.paste)
        panel.slot_activated.connect(self._show_slot)
        panel.entry_activated.connect(self._show_entry)
        panel.place_activated.connect(self._show_place)
        panel.back_requested.connect(self._docks.unfill)
        panel.back_requested.connect(partial(self._docks.show, "memories"))

    def choose(self) -> None:
        """Let the person choose a file with a request."""
        flow = self._services.chat
        words = _("Check a captured request")
        name, _rest = QFileDialog.getOpenFileName(self._window, words, flow.folder, _FILTER)
        if name:
            self.check_file(Path(name))

    def paste(self) -> None:
        """Check the request on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._check(_Wanted(CLIPBOARD, data=text.encode("utf-8", "surrogatepass")))
        else:
            self._say(_("There is no text on the clipboard."))

    def check_file(self, path: Path) -> None:
        """Check the request in a file."""
        self._check(_Wanted(path.name, path=path))

    def check_when_open(self, path: Path, chat: Path | None = None) -> None:
        """Check the request in a file against a chat that is about to be opened; None for any."""
        self._deferred = _Wanted(path.name, path=path), chat

    def check_captured(self, captured: Captured, name: str, chat: Path | None) -> None:
        """Check a request that is known already.

        Args:
            captured: the request.
            name: where it comes from, in words.
            chat: the chat that it is of; None to look for it.
        """
        wanted = _Wanted(name, captured)
        if chat in (None, self._path):
            self._check(wanted)
        else:
            self._open(wanted, chat)

    @property
    def _path(self) -> Path | None:
        return None if self._chat is None else self._chat.path

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Check again what is shown, where the chat is another one by now; see `Viewer`."""
        if Part.DOCUMENT in changes and self._last is not None and is_on_screen(self._panels.check):
            self._ask(self._last, search=False)

    def hold_chat(self, chat: OpenChat) -> None:
        """Take another chat for the open one."""
        self._chat, self._last = chat, None
        self.moment_found.emit(None)
        if self.worker.is_busy and self._current is not None:
            self._ask(self._current, search=True)  # not beside the chat before

    def _begin_reading(self, path: str) -> None:
        """A chat is being read: what waits for another one is not wanted any more."""
        if self._deferred is not None and self._deferred[1] not in (None, Path(path)):
            self._deferred = None

    def _end_reading(self) -> None:
        """Check what waited for a chat, which is open by now or does not come."""
        if self._deferred is not None and self._keeper.reading is None:
            (wanted, chat), self._deferred = self._deferred, None
            self._ask(wanted, search=wanted.searches or chat not in (None, self._path))

    def exchange_chat(self, chat: OpenChat) -> None:
        """Take another reading of the open chat's file."""
        self._chat = chat

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.worker.wait()

    def _check(self, wanted: _Wanted) -> None:
        reading = self._keeper.reading
        if reading is not None:
            self._deferred = replace(wanted, searches=True), reading
            return
        if self._chat is not None:
            self._panels.check.say(_("Checking the request…"))
            self._docks.fill("check")
        self._ask(wanted, search=True)

    def _ask(self, wanted: _Wanted, *, search: bool) -> None:
        state, chat, self._current = self._session.state, self._chat, wanted
        self.worker.ask(partial(_checked, wanted, chat, state, search=search))

    def _take(self, result: "RequestCheck | _Several") -> None:
        if isinstance(result, _Several):
            self._ask_which(result)
            return
        self._last = _Wanted(result.name, result.found.captured)
        self.moment_found.emit(_question_then(self._session.state, result.proof.guess))
        self._panels.check.show_check(result)
        if not is_on_screen(self._panels.check):
            self._docks.fill("check")

    def _say(self, text: str) -> None:
        if self._chat is None:
            show_error(self._window, _("This cannot be checked"), text)
            return
        self._panels.check.say(text)
        self._docks.fill("check")

    def _ask_which(self, several: _Several) -> None:
        """Ask which of several chats a request is of."""
        elsewhere = [path for path in several.chats if path != self._path]
        is_tie = self._path in several.chats
        if self._path is None and len(elsewhere) == 1:
            self._open(several.wanted, elsewhere[0])
            return
        words = _which(several.chats, [] if is_tie else elsewhere)
        choices = [
            (_("Open {stem}").format(stem=path.stem), partial(self._open, several.wanted, path))
            for path in elsewhere[:_MOST_CHOICES]
        ]
        if self._path is not None:
            here = partial(self._ask, several.wanted, search=False)
            choices.insert(0 if is_tie else len(choices), (_("Check against this chat"), here))
        self._panels.check.say(words)
        self._notice.ask(words, choices)

    def _open(self, wanted: _Wanted, chat: Path) -> None:
        self._deferred = wanted, chat
        self._services.chat.open(str(chat))

    def _show_slot(self, key: str) -> None:
        self._docks.show("preview")
        self._panels.preview.show_slot(key)

    def _show_place(self, source: str) -> None:
        """Show where a setting or a card's field lies: its folder, and in words its key."""
        path = None if self._path is None else file_of(source, self._session.state, self._path)
        if path is None:
            words = _("{place_in_sillytavern} Its file is not at hand.")
            self._status.say(words.format(place_in_sillytavern=place_in_sillytavern(source)))
            return
        self._status.say(f"{path.name}: {card_key(source) or settings_key(source)}")
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def _show_entry(self, book: str, number: str) -> None:
        lorebook = self._session.document.lorebook
        origin = None if lorebook is None else lorebook.origin
        if origin is not None and Path(origin.path).stem == book:
            self._docks.show("lore")
            self._panels.lore.show_item(f"lore:{number}")
        else:
            words = _("Entry {number} of {book}: open that lorebook to see it.")
            self._status.say(words.format(number=number, book=book))


def _which(chats: Sequence[Path], elsewhere: Sequence[Path]) -> str:
    """What is asked about chats that a request can be of.

    Args:
        chats: all of them.
        elsewhere: those that are not open; none where the open one is one of them.
    """
    if len(elsewhere) == 1:
        return _("This request is of another chat: {stem}.").format(stem=elsewhere[0].stem)
    return _("{n:,} chats fit this request equally. Which one is it of?").format(n=len(chats))


def file_of(source: str, state: State, chat: Path) -> Path | None:
    """The file that holds what a part of a request comes from; None where it is not at hand.

    Args:
        source: a setting or a field of a card (DESIGN §4).
        state: the open chat and its question.
        chat: its file.
    """
    if settings_key(source):
        named = state.question.host_settings.source
        return Path(named) if named else None
    character = facts_of(state).character
    user = user_folder_of(chat)
    if character is None or not card_key(source):
        return None
    folder = chat.parent if user is None else user / CHARACTERS
    found = folder / character.file
    return found if found.is_file() else None


def _question_then(state: State, guess: Guess) -> Question:
    """What asks for the request that was sent in one way."""
    question = state.question
    moment = replace(
        question.moment,
        at=guess.at,
        pending=guess.send.pending or None,
        user=guess.user or question.moment.user,
        character=guess.character or question.moment.character,
    )
    return replace(question, as_sent=True, send=replace(guess.send, pending=""), moment=moment)


def _checked(
    wanted: _Wanted, chat: OpenChat | None, state: State, token: CancelToken, *, search: bool
) -> "RequestCheck | _Several":
    """The request beside the open chat, or the chats that it may be of; called on the worker.

    Raises:
        InspectorError: the request or the chat cannot be read, or nothing can be predicted.
        CancelledError: nobody waits for it any more.
    """
    captured = wanted.read()
    token.check()
    known = _Wanted(wanted.name, captured)
    if search:
        chats = _chats(captured, chat)
        if chat is None and not chats:
            raise InspectorError(
                _(
                    "No chat in SillyTavern’s folder holds this request’s last messages: open its "
                    "chat first."
                )
            )
        if chat is None or (chats and chats != [chat.path]):
            return _Several(known, tuple(chats))
    token.check()
    if chat is None:
        raise InspectorError(_("There is no chat to check it against."))
    now, before = predictions_of(chat, state)
    proof = proved(captured, now, state.question.encoding, before)
    return RequestCheck(wanted.name, chat.path, state.document, proof).prepared()


def _chats(captured: Captured, chat: OpenChat | None) -> Sequence[Path]:
    """The chats that a request can be of: the open one and those beside it are asked first."""
    if chat is not None:
        beside = sorted(chat.path.absolute().parent.glob("*.jsonl"))
        own = [chat.path, *(path for path in beside if path != chat.path.absolute())]
        if found := matching_chats(captured, own):
            return found
    return chats_of(captured)
