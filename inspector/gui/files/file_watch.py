"""Watches files for what other programs do to them."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_SETTLE = 250
"""Milliseconds that a file is left to settle before it is looked at."""


class FileWatch(QObject):
    """Says when watched files may hold something else than before.

    Signals:
        stirred: a file or its folder changed; there may be nothing to it.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._watcher.fileChanged.connect(self._settle.start)
        self._watcher.directoryChanged.connect(self._settle.start)
        self._settle.timeout.connect(self.stirred)

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
