"""Looks through SillyTavern's folders off the UI thread; what it has seen it keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.core.errors import InspectorError
from inspector.gui.state.tasks import Task
from inspector.sillytavern.chat_list import ChatContents, ChatEntry, chats_of, look_into
from inspector.sillytavern.data_root import find_user_folders, user_folders
from inspector.systems import marks_by_title

_BATCH = 16


@dataclass(frozen=True)
class Found:
    """User folders that were found.

    Attributes:
        place: where a person said to look; None for the usual places.
        users: the folders.
        trouble: why there are none, where that can be told.
    """

    place: Path | None
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


class Looker(QObject):
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
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._tasks: list[Task] = []
        self._known: dict[ChatEntry, ChatContents | None] = {}

    def find(self, remembered: Path | None) -> None:
        """Find user folders in the usual places, and the one that is remembered."""
        self._start(lambda _: self._find(remembered), self._take_found)

    def look_at(self, place: Path) -> None:
        """Find user folders in a place that a person points at."""
        self._start(lambda _: _found_in(place), self._take_found)

    def list_chats(self, user: Path) -> None:
        """List the chats of a user folder, then look into each, those changed last first."""
        self._start(lambda report: self._list(user, report), self._take_seen)

    def stop(self) -> None:
        """Stop whatever is being done and wait until it has stopped."""
        self._cancel()
        self._pool.waitForDone()
        # Only now can no worker be on its way out of one of their signals.
        for task in self._tasks:
            task.deleteLater()
        self._tasks.clear()

    def _cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(
        self,
        work: Callable[[Callable[[int, int], None]], object],
        take: Callable[[Found], None] | Callable[[Seen], None],
    ) -> None:
        self._cancel()
        task = Task(work, self)
        task.succeeded.connect(take)
        self._tasks.append(task)
        task.start(self._pool)

    def _take_found(self, found: Found) -> None:
        self.found.emit(found)

    def _take_seen(self, seen: Seen) -> None:
        self.seen.emit(seen)

    # On the worker

    def _find(self, remembered: Path | None) -> Found:
        users = [] if remembered is None else [*_found_in(remembered).users]
        users += find_user_folders(self._home, self._environment)
        return Found(None, tuple(dict.fromkeys(users)))

    def _list(self, user: Path, report: Callable[[int, int], None]) -> Seen:
        entries = tuple(chats_of(user))
        known = {one.path: self._known[one] for one in entries if one in self._known}
        report(0, len(entries))
        if len(known) < len(entries):
            self.seen.emit(Seen(user, entries, dict(known)))
        for done, entry in enumerate(entries):
            report(done, len(entries))
            if entry.path in known:
                continue
            known[entry.path] = self._known[entry] = look_into(entry.path, marks_by_title())
            if len(known) % _BATCH == 0 and len(known) < len(entries):
                self.seen.emit(Seen(user, entries, dict(known)))
        return Seen(user, entries, known)


def _found_in(place: Path) -> Found:
    try:
        return Found(place, tuple(user_folders(place)))
    except InspectorError as error:
        return Found(place, (), str(error))
