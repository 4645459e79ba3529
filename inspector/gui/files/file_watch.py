"""Watches files for what other programs do to them."""

import time
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_TOGETHER = 20
"""Milliseconds for which changes are gathered: one write is several to the system."""
_WRITING = 250
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
        self._due = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._due.timeout.connect(self.stirred)
        for changed in (self._watcher.fileChanged, self._watcher.directoryChanged):
            changed.connect(self._note)

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch these files and their folders and no others.

        A file that was replaced has to be watched anew.
        """
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        absolute = [path.absolute() for path in paths]
        wanted = {str(one) for path in absolute for one in (path, path.parent)}
        if wanted:
            self._watcher.addPaths(sorted(wanted))

    def _note(self) -> None:
        # The first change starts the time and none after it does: who writes on and on is
        # looked at as well.
        if not self._due.isActive():
            self._due.start()


class Settling(QObject):
    """Gives who writes a file in several steps the time to end, before anybody is told.

    Signals:
        due: it is time to look at the file again.
    """

    due = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._since: float | None = None
        self._later = QTimer(self, singleShot=True, interval=_WRITING)
        self._later.timeout.connect(self.due)

    def is_over(self) -> bool:
        """Whether a file that looks torn has done so for long enough; else it is due later."""
        now = time.monotonic()
        since = self._since or now
        if (now - since) * 1000 >= _WRITING:
            self._since = None
            return True
        self._since = since
        if not self._later.isActive():
            self._later.start()
        return False

    def end(self) -> None:
        """The file is whole."""
        self._since = None
