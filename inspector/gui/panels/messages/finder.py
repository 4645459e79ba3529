"""The state of a search: what is looked for, what was found, how far it has come."""

from PySide6.QtCore import QObject, Signal

from inspector.core.chat import Chat
from inspector.gui.panels.messages.searching import Found, Holds, holding, search
from inspector.gui.state.workers import LatestWorker, in_parts


class Finder(QObject):
    """Looks for one text at a time in one chat; asking again drops what was asked before.

    Attributes:
        needle: what is typed.
        query: what that asks for, where it is a question and not words.

    Signals:
        changed: another text, more matches, or the end of the search.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.worker.parted.connect(self._take)
        self._chat = Chat()
        self.needle = ""
        self.query: Holds | None = None
        self.matches: list[int] = []
        self.running = False
        self.stopped = False
        self._scanned = 0
        self._total = 0

    @property
    def percent(self) -> int:
        """How much of the chat has been looked at."""
        return 100 if not self._total else self._scanned * 100 // self._total

    def forget(self) -> None:
        """Drop what was found, and find nothing more before another chat is set."""
        self.worker.cancel()
        self.matches, self.running = [], False

    def set_chat(self, chat: Chat, query: Holds | None = None) -> None:
        """Look in another chat, for the same text; `query` is what that asks there."""
        self._chat = chat
        self.forget()
        needle, self.needle = self.needle, ""
        self.find(needle, query)

    def find(self, needle: str, query: Holds | None = None) -> None:
        """Look for a text; an empty one ends the search.

        Args:
            needle: what is typed.
            query: what that asks for; None to look for it as it is typed.
        """
        if needle == self.needle:
            return
        # What holds the longer text is among what holds the shorter one.
        is_words = query is None and self.query is None
        narrows = is_words and bool(self.needle) and self.needle.lower() in needle.lower()
        self.query = query
        complete = not self.running and not self.stopped
        among = self.matches if narrows and complete else range(len(self._chat))
        self.needle, self.matches = needle, []
        self.stopped, self.running = False, bool(needle)
        self._scanned, self._total = 0, len(among)
        if needle:
            matches = holding(self._chat, needle) if query is None else query
            self.worker.ask(in_parts(search(matches, among)))
        else:
            self.worker.cancel()
        self.changed.emit()

    def stop(self) -> None:
        """End the search and keep what was found."""
        if self.running:
            self.worker.cancel()
            self.running, self.stopped = False, True
            self.changed.emit()

    def _take(self, found: Found) -> None:
        self.matches.extend(found.messages)
        self._scanned = found.scanned
        self.running = not found.done
        self.changed.emit()
