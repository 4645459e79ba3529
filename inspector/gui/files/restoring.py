"""Shows the backups of the open chat, and brings values of theirs back as edits."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from inspector.core.errors import InspectorError
from inspector.files import backup_folder
from inspector.files.backups import KeptBackup, kept_backups
from inspector.gui.files.backups_dialog import BackupsDialog
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.outside_changes import OutsideChanges, replayed_on
from inspector.gui.kit.dialogs import show_error
from inspector.gui.kit.text import counted
from inspector.gui.state.steps import Replay
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.jsonbytes.pieces import joined
from inspector.language import _
from inspector.loading import OpenChat, load
from inspector.merging.chats import Key
from inspector.merging.opened import opened_over
from inspector.merging.restoring import ComparedBackup

if TYPE_CHECKING:
    from inspector.gui.panels.compare.panel import ComparePanel


class Restoring(FileService):
    """The ways back to what a backup holds; nothing is written, and one step undoes it."""

    def __init__(self, context: FileContext, outside: OutsideChanges) -> None:
        super().__init__(context)
        self._outside = outside
        self._queue = WorkQueue(self)

    def show(self) -> None:
        """List the backups of the open chat."""
        chat = self._keeper.chat
        if chat is None:
            return
        kept = self.backups()[::-1]
        dialog = BackupsDialog(self._window, chat, self._session.document, kept)
        dialog.restore_requested.connect(self.restore)
        dialog.open()

    def backups(self) -> list[KeptBackup]:
        """Those of the open chat's file, oldest first; none without a chat."""
        chat = self._keeper.chat
        return [] if chat is None else kept_backups(backup_folder(chat.path.resolve()))

    def offer_in(self, compare: "ComparePanel") -> None:
        """Let the backups be compared with the chat there."""
        compare.backups = self.backups

    def wait(self) -> None:
        """Let running work end."""
        self._queue.wait()

    def restore(self, found: ComparedBackup, keys: Collection[Key]) -> None:
        """Show the chat with values of a backup, as one step behind unsaved edits."""
        chat, document = self._keeper.chat, self._session.document
        if self._commands.read_only:
            self.announced.emit(self._commands.read_only)
            return
        if chat is None or document is not found.document:
            self.announced.emit(_("The chat has changed since; look again."))
            return

        history = self._commands.history

        def work(_token: CancelToken) -> _Restored:
            theirs = load(joined(chat.on_disk.pieces), chat.on_disk)
            theirs = replace(theirs, around=chat.around)
            edited = chat.draft(document).pieces
            return _Restored(
                opened_over(theirs, found.restored(keys).pieces, document),
                theirs,
                replayed_on(theirs, chat, history, edited, undone=False),
            )

        self._queue.start(work, partial(self._adopt, chat, found, len(keys)), self._refuse)

    def _adopt(
        self,
        chat: OpenChat,
        found: ComparedBackup,
        number: int,
        restored: "_Restored",
    ) -> None:
        is_same = self._keeper.chat is chat and self._session.document is found.document
        if not is_same or self._commands.read_only:
            self.announced.emit(_("The chat has changed since; nothing was restored."))
            return
        text = _("Restore {values} of a backup").format(
            values=counted(number, "{n} value", "{n} values")
        )
        self._outside.bring_back(restored.chat, restored.theirs, text, replay=restored.replay)
        self.announced.emit(
            _("{values} restored, not saved yet.").format(
                values=counted(number, "{n} value", "{n} values")
            )
        )

    def _refuse(self, error: InspectorError) -> None:
        show_error(self._window, _("The backup cannot be restored"), str(error))


@dataclass(frozen=True, eq=False)
class _Restored:
    """The chat with values of a backup.

    Attributes:
        chat: with them, and with the unsaved edits.
        theirs: what the file holds.
        replay: the unsaved edits made again on that.
    """

    chat: OpenChat
    theirs: OpenChat
    replay: Replay | None
