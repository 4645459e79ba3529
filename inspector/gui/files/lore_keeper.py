"""Keeps the lorebooks and chronicles beside the chat: reads, saves and watches their files."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from inspector import files
from inspector.core.card import Card
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.lore import Origin
from inspector.core.sources import Scores
from inspector.gui.files.file_watch import FileWatch
from inspector.gui.files.lore_readings import LoreReadings, lore_of
from inspector.gui.state.tasks import Task
from inspector.lore_files import (
    FileKind,
    Lore,
    OpenLore,
    open_card,
    open_chronicle,
    open_lorebook,
    open_scores,
    what_is,
)

_GRACE = 1000
_READERS = {
    FileKind.LOREBOOK: open_lorebook,
    FileKind.CHRONICLE: open_chronicle,
    FileKind.CARD: open_card,
    FileKind.SCORES: open_scores,
}


class ReadFile(NamedTuple):
    """A file that has been read, and what it holds."""

    path: Path
    kind: FileKind
    value: OpenLore | Card | Scores


class LoreKeeper(QObject):
    """The files beside the chat.

    Attributes:
        readings: what was read, and what the files hold.

    Signals:
        read: a `ReadFile` that a person asked for.
        recognised: what files hold (a list of path and `FileKind`).
        refused: an `InspectorError` kept a file from being read.
        saved: a file was written (`Lore`, `files.Saved`, whether in place and not as a copy).
        not_saved: it was not (`Lore`, `InspectorError`).
        outside_changed: a file is not what it was (`OpenLore`, `files.OutsideState`).
        idle: nothing is being read or written any more.
    """

    read = Signal(object)
    recognised = Signal(object)
    refused = Signal(object)
    saved = Signal(object, object, bool)
    not_saved = Signal(object, object)
    outside_changed = Signal(object, object)
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.readings = LoreReadings()
        self._held: tuple[Origin, ...] = ()
        self._reported: dict[Path, files.OutsideState] = {}
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._tasks: list[Task] = []
        self._reads: list[Task] = []
        self._files = FileWatch(self)
        self._files.stirred.connect(self.look)

    def start(self, document: Document, readings: Iterable[OpenLore]) -> None:
        """Another chat is open: what is still being read for the former one is not wanted."""
        for task in self._reads:
            task.cancel()
        self.readings.start(document, readings)
        self._held, self._reported = (), {}

    def hold(self, document: Document) -> None:
        """Watch the files of what the document now holds."""
        held = tuple(one.origin for one in lore_of(document) if one.origin is not None)
        if held != self._held:
            self._held = held
            self._watch()

    def open(self, path: Path, kind: FileKind) -> None:
        """Read a file."""
        task = Task(lambda _: ReadFile(path, kind, _READERS[kind](path)), self)
        task.succeeded.connect(self._take)
        task.refused.connect(self.refused)
        self._reads.append(task)
        self._start(task)

    def recognise(self, paths: Iterable[Path]) -> None:
        """Look what files hold."""
        task = Task(lambda _: [(path, what_is(*_bytes_of(path))) for path in paths], self)
        task.succeeded.connect(self.recognised)
        task.refused.connect(self.refused)
        self._start(task)

    def save(self, lore: Lore, *, overwrite: bool = False) -> None:
        """Write what a lorebook or chronicle now holds into its file.

        Args:
            lore: what to write.
            overwrite: write also if somebody else wrote the file since it was read.
        """
        reading = self.readings.of(lore)
        if reading is not None:
            self._write(reading, lore, reading.path, None if overwrite else reading.on_disk)

    def save_copy(self, lore: Lore, path: Path) -> None:
        """Write it to another file; its own stays as it is."""
        reading = self.readings.of(lore)
        if reading is not None:
            self._write(reading, lore, path, None)

    def look(self) -> None:
        """See whether somebody else changed a file."""
        for reading in self._readings_held:
            task = Task(lambda _, known=reading.on_disk: files.outside_state(known), self)
            task.succeeded.connect(partial(self._report_outside, reading))
            self._start(task)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._pool.waitForDone()

    @property
    def _readings_held(self) -> list[OpenLore]:
        return [one for origin in self._held if (one := self.readings.at(origin)) is not None]

    def _take(self, found: ReadFile) -> None:
        if isinstance(found.value, OpenLore):
            self.readings.add(found.value)
            self._reported.pop(found.path, None)
        self.read.emit(found)

    def _write(self, reading: OpenLore, lore: Lore, path: Path, known: files.OnDisk | None) -> None:
        task = Task(lambda _: files.save(path, (reading.contents(lore),), known), self)
        task.succeeded.connect(partial(self._take_saved, reading, lore))
        task.refused.connect(partial(self._refuse_saving, lore))
        self._start(task)

    def _take_saved(self, reading: OpenLore, lore: Lore, saved: files.Saved) -> None:
        in_place = saved.on_disk.path == reading.path
        if in_place:
            self.readings.note_saved(reading, lore, saved.on_disk)
            self._reported.pop(reading.path, None)
            self._watch()
        self.saved.emit(lore, saved, in_place)

    def _refuse_saving(self, lore: Lore, error: InspectorError) -> None:
        self.not_saved.emit(lore, error)

    def _watch(self) -> None:
        self._files.watch(reading.path for reading in self._readings_held)

    def _report_outside(self, reading: OpenLore, state: files.OutsideState) -> None:
        self._watch()
        if reading not in self._readings_held:
            return
        if state is not self._reported.get(reading.path, files.OutsideState.SAME):
            self._reported[reading.path] = state
            self.outside_changed.emit(reading, state)

    def _start(self, task: Task) -> None:
        self._tasks.append(task)
        task.ended.connect(partial(self._forget, task))
        task.start(self._pool)

    def _forget(self, task: Task) -> None:
        self._tasks.remove(task)
        if task in self._reads:
            self._reads.remove(task)
        # The worker may still be on its way out of the signal that brought us here.
        QTimer.singleShot(_GRACE, task, task.deleteLater)
        if not self._tasks:
            self.idle.emit()


def _bytes_of(path: Path) -> tuple[bytes, str]:
    return files.read(path)[0], str(path)
