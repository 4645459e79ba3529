"""Before a chat is saved: whether SillyTavern runs, what its open tab would do, who then writes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QObject, Signal

from inspector.core.edits import RotateIntegrity, changes_between
from inspector.core.errors import InspectorError
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.open_tab_dialog import OpenTabDialog, PasswordDialog
from inspector.gui.files.sample import is_shipped
from inspector.gui.files.save_jobs import Way
from inspector.gui.files.saving import Saving, Then
from inspector.gui.kit.notice import Choice
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.language import _
from inspector.loading import OpenChat
from inspector.preferences import OpenTabChoice
from inspector.server.chats import ServerChat, ServerRoute, server_chat
from inspector.server.session import PasswordNeededError, Passwords, Seen, ServerError, detected
from inspector.server.tab import TabEffect, effect_on_tab
from inspector.sillytavern.config_file import ServerPlace, server_place

_DIRECT = _("an open SillyTavern tab of it would overwrite that at its next reply: reload it there")
_SILENT = _(
    "what listens at its address did not answer: if that is a SillyTavern, reload the chat there"
)
_ROTATED = _("an open SillyTavern tab of it will ask before it overwrites that")
_ROTATED_BEFORE = _(
    "a SillyTavern tab that was not reloaded since its mark was rotated will ask first"
)
_THROUGH = _("written by SillyTavern, which backs it up as well; reload the chat in its tab")


class _Finder(QObject):
    """Knows where the SillyTavern of the open chat would listen, and looks there.

    Attributes:
        port: where a person says that it listens; None for the configured or the usual one.
    """

    def __init__(self, keeper: ChatKeeper) -> None:
        super().__init__(keeper)
        self._keeper = keeper
        self.queue = WorkQueue(self)
        self.port: int | None = None
        self._detection: CancelToken | None = None

    @property
    def location(self) -> tuple[ServerPlace, ServerChat] | None:
        """Where the SillyTavern of the open chat listens, and how it names it; None without."""
        chat = self._keeper.chat
        if chat is None or is_shipped(chat.path):
            return None
        try:
            user, named = server_chat(chat.path)
        except ServerError:
            return None
        return server_place(user), named

    @property
    def server(self) -> tuple[ServerPlace, ServerChat] | None:
        """The same with the port that a person named."""
        if (found := self.location) is None:
            return None
        location, named = found
        return replace(location, port=self.port or location.port), named

    def detect(self, location: ServerPlace, show: Callable[[Seen], object]) -> None:
        """Look what listens at a place, and show it; what is looked for already is not shown."""

        def work(_: CancelToken) -> Seen:
            return detected(location)

        self.forget_detection()
        self._detection = self.queue.start(work, show, lambda _: show(Seen.NOTHING))

    def forget_detection(self) -> None:
        """Show nothing of what is still looked for."""
        if self._detection is not None:
            self._detection.end()
            self._detection = None


class OpenTab(FileService):
    """Stands between a save and the file, where a person agreed that SillyTavern is looked for.

    Signals:
        chosen: another `OpenTabChoice`.
    """

    chosen = Signal(object)

    def __init__(self, context: FileContext, saving: Saving) -> None:
        super().__init__(context)
        self._saving = saving
        self._choice = OpenTabChoice()
        self._finder = _Finder(self._keeper)
        self._pending: list[Then | None] = []
        self._is_detecting = False
        self._passwords = Passwords()
        self._way = ""
        saving.gate = self._before_save
        saving.route_refused.connect(self._take_refusal)
        self._keeper.saved.connect(self._offer_detection)
        self._keeper.held.connect(self._forget)

    @property
    def choice(self) -> OpenTabChoice:
        """What a person chose."""
        return self._choice

    @choice.setter
    def choice(self, choice: OpenTabChoice) -> None:
        self._choice = choice
        self._finder.port = choice.port
        self._way = ""

    def show(self) -> None:
        """Show what is looked for and what is done then, to be changed."""
        found = self._finder.location
        dialog = OpenTabDialog(self._window, self.choice, found[0] if found else ServerPlace())
        dialog.chosen.connect(self._choose)
        dialog.detection_requested.connect(partial(self._finder.detect, show=dialog.show_seen))
        dialog.finished.connect(self._finder.forget_detection)
        dialog.show_now()

    @property
    def is_busy(self) -> bool:
        """Whether it is just being looked."""
        return self._finder.queue.is_busy

    def wait(self) -> None:
        """Let running work end."""
        self._finder.queue.wait()

    @property
    def _is_edited(self) -> bool:
        chat = self._keeper.chat
        return chat is not None and changes_between(chat.saved, self._session.document).in_chat

    def _forget(self) -> None:
        """Another chat is open: what was decided for the one before does not hold for it."""
        self._way = ""
        self._pending.clear()

    def _choose(self, choice: OpenTabChoice) -> None:
        self.choice = choice
        self.chosen.emit(choice)

    def _before_save(self, then: Then | None) -> None:
        found = self._finder.server
        if not self.choice.detect or found is None or not self._is_edited:
            self._saving.save_by(Way(), then)
            return
        if not self._is_detecting and not self._notice.is_about(self):
            self._pending.clear()  # of a question that gave way to another
        self._pending.append(then)
        if not self._is_detecting:
            self._is_detecting = True
            self._finder.detect(found[0], self._take_seen)

    def _take_seen(self, seen: Seen) -> None:
        self._is_detecting = False
        if not self._pending:  # answered meanwhile
            return
        chat, found = self._keeper.chat, self._finder.server
        if seen is not Seen.SILLYTAVERN or chat is None or found is None:
            self._save(Way(remark=_SILENT if seen is Seen.SILENT else ""))
            return
        effect = effect_on_tab(
            chat.saved.integrity, self._session.document.integrity, checks=found[0].checks_integrity
        )
        way = self._way or self.choice.way
        if effect is TabEffect.ASKS:
            # SillyTavern itself would refuse a chat with another mark.
            self._save(Way(remark=_ROTATED))
        elif way in _REMARKS:
            self._save(Way(remark=_REMARKS[way]))
        elif way == "through":
            self._save_through()
        else:
            self._ask(chat, found[0], effect)

    def _ask(self, chat: OpenChat, location: ServerPlace, effect: TabEffect) -> None:
        rotates = effect is TabEffect.OVERWRITES and bool(chat.saved.integrity)
        rotating: list[Choice] = [(_("Rotate the mark and save"), self._rotate)] if rotates else []
        self._notice.ask(
            _("SillyTavern runs at {address}. {in_words} {OFFER}").format(
                address=location.address, in_words=effect.in_words, OFFER=_OFFER[rotates]
            ),
            [
                *rotating,
                (_("Save through SillyTavern"), partial(self._decide, "through")),
                (_("Save as it is"), partial(self._decide, "direct")),
                (_("Do not save"), self._pending.clear),
            ],
            self,
        )

    def _decide(self, way: str) -> None:
        self._way = way
        if way == "through":
            self._save_through()
        else:
            self._save(Way(remark=_DIRECT))

    def _rotate(self) -> None:
        self._way = "rotated"
        self._commands.submit(RotateIntegrity(str(uuid4())))
        self._save(Way(remark=_ROTATED))

    def _save_through(self) -> None:
        found = self._finder.server
        if found is not None:
            self._save(Way(ServerRoute(*found, self._passwords), _THROUGH))

    def _save(self, way: Way) -> None:
        """Save once, however often that was asked for, and go on with all that was to come then."""
        if self._pending:
            wanted = [then for then in self._pending if then is not None]
            self._pending.clear()
            self._saving.save_by(way, partial(_call_all, wanted))

    def _take_refusal(self, error: InspectorError, then: Then | None) -> None:
        """SillyTavern did not save: a password is asked for, or another way offered."""
        self._pending.append(then)
        if isinstance(error, PasswordNeededError):
            dialog = PasswordDialog(self._window, str(error), of_account=error.of_account)
            dialog.given.connect(partial(self._take_password, of_account=error.of_account))
            dialog.open()
            return
        self._way = ""
        path = Path() if self._keeper.chat is None else self._keeper.chat.path
        self._notice.ask(
            _("{name} is not saved: {error}").format(name=path.name, error=error),
            [
                (_("Save directly, with a backup"), partial(self._decide, "direct")),
                (_("Do not save"), self._pending.clear),
            ],
            self,
        )

    def _take_password(self, name: str, password: str, *, of_account: bool) -> None:
        if of_account:
            self._passwords = replace(self._passwords, account=password)
        else:
            self._passwords = replace(self._passwords, name=name, password=password)
        self._save_through()

    def _offer_detection(self, _saved: object, in_place: bool) -> None:  # noqa: FBT001 - a slot
        """After the first save of a chat of SillyTavern's a person is asked once."""
        found = self._finder.location
        if not in_place or self.choice.detect is not None or found is None:
            return
        self._notice.ask(
            _(
                "Saved. If SillyTavern has this chat open, its next reply overwrites that. Look "
                "before "
                "each save whether it runs? That is one request to {address}, on this "
                "computer alone, with nothing of yours in it."
            ).format(address=found[0].address),
            [
                (_("Look before each save"), partial(self._agree, detect=True)),
                (_("Do not look"), partial(self._agree, detect=False)),
            ],
            self,
        )

    def _agree(self, *, detect: bool) -> None:
        self._choose(replace(self.choice, detect=detect))
        self.announced.emit(
            _("From now on it is looked for; File, Open tab of SillyTavern… changes that.")
            if detect
            else _("It is not looked for; File, Open tab of SillyTavern… changes that.")
        )


def _call_all(wanted: Sequence[Then]) -> None:
    for then in wanted:
        then()


_REMARKS = {"direct": _DIRECT, "rotated": _ROTATED_BEFORE}
"""What is said of saves that are written here without another question."""

_OFFER = {
    True: _("With another mark it asks first; saved through SillyTavern, its own backup is made."),
    False: _("Saved through SillyTavern, its own backup is made."),
}
