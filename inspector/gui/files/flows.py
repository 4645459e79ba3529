"""The ways into and out of files, made for a window."""

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from inspector.gui.files.chat_flow import ChatFlow
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.conflicts import Conflicts
from inspector.gui.files.dropping import Dropping
from inspector.gui.files.lore_flow import LoreFlow
from inspector.gui.files.lore_keeper import LoreKeeper
from inspector.gui.files.saving import Saving
from inspector.gui.files.waiting import Waiting
from inspector.gui.kit.notice import Notice
from inspector.gui.state.commands import Commands
from inspector.gui.state.session import Session


@dataclass(frozen=True)
class Flows:
    """What opens and saves files.

    Attributes:
        lore: keeps the files beside the chat.
        chat: opens, saves and leaves chats.
        beside: opens and closes what stands beside one.
        waiting: what waits for a chat.
        dropping: opens what is dropped.
    """

    lore: LoreKeeper
    chat: ChatFlow
    beside: LoreFlow
    waiting: Waiting
    dropping: Dropping


def make_flows(
    window: QMainWindow, keeper: ChatKeeper, session: Session, commands: Commands, notice: Notice
) -> Flows:
    """All of them, wired to each other."""
    lore = LoreKeeper(window)
    conflicts = Conflicts(notice, window)
    saving = Saving(window, keeper, lore, session, conflicts)
    chat = ChatFlow(window, keeper, session, saving, conflicts)
    waiting = Waiting(chat, notice)
    beside = LoreFlow(window, chat, saving, lore, commands, conflicts)
    beside.follow(keeper, session, waiting)
    return Flows(lore, chat, beside, waiting, Dropping(keeper, lore, chat, beside, waiting))
