"""Files that are dropped on the window: opened as what they hold."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.chat_service import ChatService
from inspector.gui.files.lore_keeper import LoreKeeper, Recognised
from inspector.gui.files.lore_service import LoreService
from inspector.gui.kit.text import join_names
from inspector.language import _
from inspector.lore_files import Beside, FileKind


class Dropping(QObject):
    """Looks into files, then opens chats as chats and everything else beside one.

    Signals:
        request_dropped: a file (`Path`) that holds a captured request.
        request_with_chat: the same, and the chat (`Path`) that is dropped with it and opened first.
    """

    request_dropped = Signal(object)
    request_with_chat = Signal(object, object)

    def __init__(
        self,
        keeper: ChatKeeper,
        lore: LoreKeeper,
        flow: ChatService,
        beside: LoreService,
    ) -> None:
        super().__init__(flow)
        self._keeper = keeper
        self._lore = lore
        self._flow = flow
        self._beside = beside
        self._wishes = self._latest = 0
        keeper.opening.connect(self._take_wish)

    def drop(self, names: Sequence[str]) -> None:
        """Open files as what they hold; names that end in `.jsonl` are chats."""
        paths = [Path(name) for name in names]
        chats = [path for path in paths if path.suffix.lower() == ".jsonl"]
        unsure = [path for path in paths if path not in chats]
        self._wishes += 1
        if unsure:
            self._lore.recognise(unsure, partial(self._open, chats, self._wishes))
        else:
            self._flow.open_many([*names])

    def _take_wish(self) -> None:
        self._wishes += 1
        self._latest = self._wishes

    def _open(self, named: Sequence[Path], wish: int, found: Recognised) -> None:
        if wish < self._latest:
            # A person went on to another chat, which none of these is meant for.
            names = join_names([path.name for path in (*named, *(path for path, _kind in found))])
            self._flow.say(_("{names}: not opened, since another chat was.").format(names=names))
            return
        chats = [*named, *(path for path, kind in found if kind is FileKind.CHAT)]
        requests = [path for path, kind in found if kind is FileKind.REQUEST]
        opens = bool(chats) and not self._is_open(chats)
        if requests:
            if opens:
                self.request_with_chat.emit(requests[0], chats[0])
            else:
                self.request_dropped.emit(requests[0])
        beside = Beside()
        for path, kind in found:
            beside = beside.with_file(kind, path)
        if opens:
            self._flow.open_many([str(path) for path in chats], beside)
            self._latest = wish  # however long it was looked into
        else:
            for kind, path in beside.files:
                self._beside.open(kind, path)

    def _is_open(self, chats: Sequence[Path]) -> bool:
        """Whether these are the open chat alone, and no other one is about to be."""
        known = None if self._keeper.reading is not None else self._keeper.chat
        if known is None:
            return False
        return [path.absolute() for path in chats] == [known.path.absolute()]
