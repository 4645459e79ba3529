"""Files that can only be opened beside a chat, while there is none."""

from PySide6.QtCore import QObject

from inspector.gui.files.chat_service import ChatService
from inspector.gui.kit.notice import Notice
from inspector.gui.kit.text import join_names
from inspector.language import _
from inspector.lore_files import Beside


class PendingFiles(QObject):
    """Lets files wait for the next chat, and says so."""

    def __init__(self, flow: ChatService, notice: Notice) -> None:
        super().__init__(flow)
        self._flow = flow
        self._notice = notice

    def add(self, named: Beside) -> None:
        """Let these files wait."""
        pending = self._flow.pending = self._flow.pending.over(named)
        files = join_names([path.name for path in pending.paths])
        self._notice.ask(
            _(
                "{files} can only be opened beside a chat. Open a chat first; it comes along then."
            ).format(files=files),
            [
                (_("Open a chat…"), self._flow.choose_and_open),
                (_("Open the sample chat"), self._flow.open_sample),
                (_("Forget it"), self._forget),
            ],
        )

    def _forget(self) -> None:
        self._flow.pending = Beside()
