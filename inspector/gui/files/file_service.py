"""What all that opens, saves and follows files works on."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.conflicts import Conflicts
from inspector.gui.files.lore_keeper import LoreKeeper
from inspector.gui.kit.notice import Notice
from inspector.gui.state.commands import Commands
from inspector.gui.state.session import Session


@dataclass(frozen=True)
class FileContext:
    """What the file services of a window share.

    Attributes:
        window: dialogs stand over it.
        keeper: reads and writes the chat.
        lore: reads and writes the files beside it.
        session: what is open.
        commands: through which a document becomes another one.
        notice: where a person decides what can wait.
        conflicts: asks about files that others changed.
    """

    window: QMainWindow
    keeper: ChatKeeper
    lore: LoreKeeper
    session: Session
    commands: Commands
    notice: Notice
    conflicts: Conflicts


class FileService(QObject):
    """Opens, saves or follows files.

    Signals:
        announced: something to say for a moment.
    """

    announced = Signal(str)

    def __init__(self, context: FileContext) -> None:
        super().__init__(context.window)
        self._window = context.window
        self._keeper, self._lore = context.keeper, context.lore
        self._session, self._commands = context.session, context.commands
        self._notice, self._conflicts = context.notice, context.conflicts
