"""Files that are dropped on the window: opened as what they hold."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.chat_service import ChatService
from inspector.gui.files.lore_keeper import LoreKeeper
from inspector.gui.files.lore_service import LoreService
from inspector.gui.files.pending_files import PendingFiles
from inspector.lore_files import Beside, FileKind


class Dropping(QObject):
    """Looks into files, then opens chats as chats and everything else beside one.

    Signals:
        request_dropped: a file (`Path`) that holds a captured request.
        request_with_chat: the same, of the chat that is dropped with it and opened first.
    """

    request_dropped = Signal(object)
    request_with_chat = Signal(object)

    def __init__(
        self,
        keeper: ChatKeeper,
        lore: LoreKeeper,
        flow: ChatService,
        beside: LoreService,
        pending: PendingFiles,
    ) -> None:
        super().__init__(flow)
        self._keeper = keeper
        self._lore = lore
        self._flow = flow
        self._beside = beside
        self._pending = pending
        self._chats: list[Path] = []
        lore.recognised.connect(self._open)

    def drop(self, names: Sequence[str]) -> None:
        """Open files as what they hold; names that end in `.jsonl` are chats."""
        paths = [Path(name) for name in names]
        self._chats = [path for path in paths if path.suffix.lower() == ".jsonl"]
        unsure = [path for path in paths if path not in self._chats]
        if unsure:
            self._lore.recognise(unsure)
        else:
            self._flow.open_many([*names])

    def _open(self, found: Sequence[tuple[Path, FileKind]]) -> None:
        chats = self._chats + [path for path, kind in found if kind is FileKind.CHAT]
        requests = [path for path, kind in found if kind is FileKind.REQUEST]
        known = self._keeper.chat
        opens = bool(chats) and (known is None or chats != [known.path])
        if requests:
            (self.request_with_chat if opens else self.request_dropped).emit(requests[0])
        other_kinds = (FileKind.CHAT, FileKind.REQUEST)
        rest = [(path, kind) for path, kind in found if kind not in other_kinds]
        named = Beside()
        for path, kind in rest:
            named = named.with_file(kind, path)
        if chats:
            self._flow.open_many([str(path) for path in chats], named)
        elif self._keeper.chat is None and rest:
            self._pending.add(named)
        else:
            for path, kind in rest:
                self._beside.open(kind, path)
