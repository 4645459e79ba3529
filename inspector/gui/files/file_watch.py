"""Watches files for what other programs do to them."""

import time
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_TOGETHER_MS = 10
"""Milliseconds for which changes are gathered: one write is several to the system."""
_WRITING_MS = 250
"""Milliseconds for which a file that looks torn is left to whoever writes it."""


class FileWatch(QObject):
    """Says when watched files may hold something else than before.

    Signals:
        stirred: a file or its folder changed; there may be nothing to it.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._inodes: dict[str, int] = {}
        self._due = QTimer(self, singleShot=True, interval=_TOGETHER_MS)
        self._due.timeout.connect(self.stirred)
        for changed in (self._watcher.fileChanged, self._watcher.directoryChanged):
            changed.connect(self._note)

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch these files and their folders and no others.

        A file that was replaced is watched anew. What is watched already is left as it is: what
        the system has just noted of it would be lost.
        """
        absolute = [path.absolute() for path in paths]
        found = {str(one): _inode(one) for path in absolute for one in (path, path.parent)}
        wanted = {one: inode for one, inode in found.items() if inode}
        held = {*self._watcher.files(), *self._watcher.directories()}
        kept = {one for one in held if one in wanted and wanted[one] == self._inodes.get(one)}
        if held - kept:
            self._watcher.removePaths(sorted(held - kept))
        if wanted.keys() - kept:
            self._watcher.addPaths(sorted(wanted.keys() - kept))
            self._note()  # what happened before was told to nobody
        self._inodes = wanted

    def _note(self) -> None:
        # The first change starts the time and none after it does: who writes on and on is
        # looked at as well.
        if not self._due.isActive():
            self._due.start()


def _inode(path: Path) -> int:
    """What tells a file from one that takes its place; 0 if there is none."""
    try:
        return path.stat().st_ino
    except (OSError, ValueError):
        return 0


class Settling(QObject):
    """Gives who writes a file in several steps the time to end, before anybody is told.

    Signals:
        due: it is time to look at the file again.
    """

    due = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._since: float | None = None
        self._later = QTimer(self, singleShot=True, interval=_WRITING_MS)
        self._later.timeout.connect(self.due)

    def is_over(self) -> bool:
        """Whether a file that looks torn has done so for long enough; else it is due later."""
        now = time.monotonic()
        since = self._since or now
        if (now - since) * 1000 >= _WRITING_MS:
            self._since = None
            return True
        self._since = since
        if not self._later.isActive():
            self._later.start()
        return False

    def end(self) -> None:
        """The file is whole."""
        self._since = None
