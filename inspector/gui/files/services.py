"""The ways into and out of files, made for a window."""

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.chat_service import ChatService
from inspector.gui.files.conflicts import Conflicts
from inspector.gui.files.dropping import Dropping
from inspector.gui.files.file_service import FileContext
from inspector.gui.files.lore_changes import LoreChanges
from inspector.gui.files.lore_keeper import LoreKeeper
from inspector.gui.files.lore_service import LoreService
from inspector.gui.files.open_tab import OpenTab
from inspector.gui.files.other_window import OtherWindow
from inspector.gui.files.outside_changes import OutsideChanges
from inspector.gui.files.pending_files import PendingFiles
from inspector.gui.files.recovering import Recovering
from inspector.gui.files.restoring import Restoring
from inspector.gui.files.saving import Saving
from inspector.gui.files.spilling import Spilling
from inspector.gui.files.unsaved_keeper import UnsavedKeeper
from inspector.gui.kit.notice import Notice
from inspector.gui.state.commands import Commands
from inspector.gui.state.session import Session


@dataclass(frozen=True)
class FileServices:
    """What opens and saves files.

    Attributes:
        lore: keeps the files beside the chat.
        chat: opens, saves and leaves chats.
        beside: opens and closes what stands beside one.
        pending: what waits for a chat.
        dropping: opens what is dropped.
        outside: follows what others write into the chat.
        lore_changes: follows what they write into files beside it.
        unsaved: keeps unsaved edits on the disk.
        recovering: offers those back that a killed program left behind.
        restoring: brings values of backups back.
        other_window: follows what another window edits.
        open_tab: says what an open tab of SillyTavern would do to what is saved.
        spilling: lets large chats leave the memory.
    """

    lore: LoreKeeper
    chat: ChatService
    beside: LoreService
    pending: PendingFiles
    dropping: Dropping
    outside: OutsideChanges
    lore_changes: LoreChanges
    unsaved: UnsavedKeeper
    recovering: Recovering
    restoring: Restoring
    other_window: OtherWindow
    open_tab: OpenTab
    spilling: Spilling

    def wait(self) -> None:
        """Let all but the keepers of files end, before the program does."""
        self.unsaved.end()
        for one in (
            self.recovering,
            self.restoring,
            self.other_window,
            self.open_tab,
            self.spilling,
        ):
            one.wait()


def make_file_services(
    window: QMainWindow, keeper: ChatKeeper, session: Session, commands: Commands, notice: Notice
) -> FileServices:
    """All of them, wired to each other."""
    lore, conflicts = LoreKeeper(window), Conflicts(notice, window)
    context = FileContext(window, keeper, lore, session, commands, notice, conflicts)
    saving = Saving(context)
    chat = ChatService(context, saving)
    pending = PendingFiles(chat, notice)
    beside = LoreService(context, chat, saving, pending)
    outside = OutsideChanges(context, chat.drafts)
    lore_changes = LoreChanges(context, chat.drafts)
    unsaved = UnsavedKeeper(context, chat.drafts)
    recovering = Recovering(context, outside, lore_changes, beside, unsaved)
    recovering.open_requested.connect(chat.open)
    restoring = Restoring(context, outside)
    open_tab = OpenTab(context, saving)
    other_window = OtherWindow(context, unsaved, outside, chat.drafts)
    other_window.ended.connect(recovering.inspect)
    for service in (recovering, restoring, open_tab, other_window):
        service.announced.connect(chat.announced)
    return FileServices(
        lore,
        chat,
        beside,
        pending,
        Dropping(keeper, lore, chat, beside),
        outside,
        lore_changes,
        unsaved,
        recovering,
        restoring,
        other_window,
        open_tab,
        Spilling(context),
    )
