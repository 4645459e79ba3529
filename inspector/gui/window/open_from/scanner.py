"""Looks through SillyTavern's folders off the UI thread; what it has seen it keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InspectorError
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.sillytavern.chat_list import ChatContents, ChatEntry, chats_of, look_into
from inspector.sillytavern.data_root import find_user_folders, user_folders
from inspector.systems import marks_by_title

_BATCH = 16


@dataclass(frozen=True)
class Found:
    """User folders that were found.

    Attributes:
        location: where a person said to look; None for the usual places.
        users: the folders.
        trouble: why there are none, where that can be told.
    """

    location: Path | None
    users: tuple[Path, ...]
    trouble: str = ""


@dataclass(frozen=True)
class Seen:
    """Chats of a user folder.

    Attributes:
        user: the folder.
        entries: all its chats.
        contents: what was seen in those that have been looked into so far.
    """

    user: Path
    entries: tuple[ChatEntry, ...]
    contents: Mapping[Path, ChatContents | None] = field(
        default_factory=dict[Path, ChatContents | None]
    )

    @property
    def is_complete(self) -> bool:
        """Whether every chat has been looked into."""
        return len(self.contents) == len(self.entries)


class FolderScanner(QObject):
    """Finds folders and lists their chats; the newest question wins.

    Args:
        home: the person's home folder.
        environment: the environment variables.

    Signals:
        found: `Found` folders.
        seen: `Seen` chats; comes again whenever more of them have been looked into.
    """

    found = Signal(object)
    seen = Signal(object)

    def __init__(
        self, home: Path, environment: Mapping[str, str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._home, self._environment = home, environment
        self._queue = WorkQueue(self)
        self._known: dict[ChatEntry, ChatContents | None] = {}

    def find(self, remembered: Path | None) -> None:
        """Find user folders in the usual places, and the one that is remembered."""
        self._find_by(lambda: self._find(remembered))

    def look_at(self, location: Path) -> None:
        """Find user folders in a place that a person points at."""
        self._find_by(lambda: _found_in(location))

    def list_chats(self, user: Path) -> None:
        """List the chats of a user folder, then look into each, those changed last first."""
        self._queue.cancel()
        self._queue.start(partial(self._list, user), self.seen.emit, parted=self.seen.emit)

    def stop(self) -> None:
        """Stop whatever is being done and wait until it has stopped."""
        self._queue.cancel()
        self._queue.wait()

    def _find_by(self, work: Callable[[], Found]) -> None:
        self._queue.cancel()
        self._queue.start(lambda _: work(), self.found.emit)

    # On the worker

    def _find(self, remembered: Path | None) -> Found:
        users = [] if remembered is None else [*_found_in(remembered).users]
        users += find_user_folders(self._home, self._environment)
        return Found(None, tuple(dict.fromkeys(users)))

    def _list(self, user: Path, token: CancelToken) -> Seen:
        entries = tuple(chats_of(user))
        known = {one.path: self._known[one] for one in entries if one in self._known}
        token.check()
        if len(known) < len(entries):
            token.part(Seen(user, entries, dict(known)))
        for entry in entries:
            token.check()
            if entry.path in known:
                continue
            known[entry.path] = self._known[entry] = look_into(entry.path, marks_by_title())
            if len(known) % _BATCH == 0 and len(known) < len(entries):
                token.part(Seen(user, entries, dict(known)))
        return Seen(user, entries, known)


def _found_in(location: Path) -> Found:
    try:
        return Found(location, tuple(user_folders(location)))
    except InspectorError as error:
        return Found(location, (), str(error))
