"""Keeps the lorebooks and chronicles beside the chat: reads, saves and watches their files."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from inspector import files
from inspector.core.card import Card
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.lore import Origin
from inspector.core.sources import Scores
from inspector.gui.files.file_keeper import FileKeeper, OpenFile
from inspector.gui.files.lore_readings import LoreReadings, lore_of
from inspector.gui.state.workers import CancelToken
from inspector.lore_files import (
    FileKind,
    Lore,
    OpenLore,
    open_card,
    open_chronicle,
    open_lore,
    open_lorebook,
    open_scores,
    what_is,
)

_READERS = {
    FileKind.LOREBOOK: open_lorebook,
    FileKind.CHRONICLE: open_chronicle,
    FileKind.CARD: open_card,
    FileKind.SCORES: open_scores,
}

Recognised = Sequence[tuple[Path, FileKind]]
"""Files, and what each holds."""

Result = TypeVar("Result")


class ReadFile(NamedTuple):
    """A file that has been read, and what it holds."""

    path: Path
    kind: FileKind
    value: OpenLore | Card | Scores


class LoreKeeper(FileKeeper):
    """The files beside the chat.

    Attributes:
        readings: what was read, and what the files hold.

    Signals:
        read: a `ReadFile` that a person asked for.
        refused: an `InspectorError` kept a file from being read.
        saved: a file was written (`Lore`, `files.Saved`, whether in place and not as a copy).
        not_saved: it was not (`Lore`, `InspectorError`).
        outside_changed: a file is not what it was (`OpenLore`, `files.OutsideState`).
    """

    read = Signal(object)
    refused = Signal(object)
    saved = Signal(object, object, bool)
    not_saved = Signal(object, object)
    outside_changed = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.readings = LoreReadings()
        self._held: tuple[Origin, ...] = ()
        self._opening: dict[FileKind, list[CancelToken]] = {}

    def start(self, document: Document, readings: Iterable[OpenLore]) -> None:
        """Another chat is open, or the same once more."""
        self.readings.start(document, readings)
        self._held, self._reported = (), {}

    def hold(self, document: Document) -> None:
        """Watch the files of what the document now holds."""
        held = tuple(one.origin for one in lore_of(document) if one.origin is not None)
        if held != self._held:
            self._held = held
            self._watch()
            # One that was read before others wrote it: what is watched already tells of it no more.
            self.check_outside()

    def open(self, path: Path, kind: FileKind) -> None:
        """Read a file."""
        token = self._read(
            lambda _: ReadFile(path, kind, _READERS[kind](path)), self._take, self.refused.emit
        )
        self._opening.setdefault(kind, []).append(token)

    def give_up(self, kind: FileKind) -> None:
        """Nothing of this kind is wanted of all that is still being read."""
        for token in self._opening.pop(kind, ()):
            token.end()

    def read_beside(
        self,
        reading: OpenLore,
        work: Callable[[OpenLore], Result],
        succeeded: Callable[[Result], object],
        refused: Callable[[InspectorError], object],
    ) -> None:
        """Read a file that is open once more, and work on it; what is open stays as it is.

        Args:
            reading: as it was read before.
            work: gets what the file holds now; runs on the worker.
            succeeded: gets its result.
            refused: gets the `InspectorError` that kept it from being read.
        """
        self._queue.start(lambda _: work(open_lore(reading.kind, reading.path)), succeeded, refused)

    def exchange(self, readings: Iterable[OpenLore]) -> None:
        """Know other readings of files that are open; one of each has to be shown next."""
        for reading in readings:
            self.readings.add(reading)
            self._expect(reading.path)

    def recognise(self, paths: Iterable[Path], found: Callable[[Recognised], object]) -> None:
        """Look what files hold; `found` gets those of which that can be told."""
        work = partial(_kinds_of, paths)
        self._queue.start(work, partial(self._take_recognised, found))

    def save(
        self, reading: OpenLore, lore: Lore, target: Path | None = None, *, overwrite: bool = False
    ) -> None:
        """Write what a lorebook or chronicle now holds.

        Args:
            reading: that it comes from.
            lore: what to write.
            target: another file to write; None for its own.
            overwrite: write also if somebody else wrote the file since it was read.
        """
        self._write(
            reading,
            lore,
            target,
            overwrite=overwrite,
            succeeded=partial(self._take_saved, reading, lore),
            refused=partial(self._refuse_saving, lore),
        )

    @property
    @override
    def _held_files(self) -> Sequence[OpenFile]:
        return [one for origin in self._held if (one := self.readings.at(origin)) is not None]

    @override
    def _announce_outside(self, opened: OpenFile, state: files.OutsideState) -> None:
        self.outside_changed.emit(opened, state)

    def _take(self, found: ReadFile) -> None:
        if isinstance(found.value, OpenLore):
            self.readings.add(found.value)
            self._expect(found.path)
        self.read.emit(found)

    def _take_recognised(
        self,
        found: Callable[[Recognised], object],
        looked_into: Sequence[tuple[Path, FileKind | InspectorError]],
    ) -> None:
        found([(path, kind) for path, kind in looked_into if isinstance(kind, FileKind)])
        for _path, error in looked_into:
            if isinstance(error, InspectorError):
                self.refused.emit(error)

    def _take_saved(self, reading: OpenLore, lore: Lore, saved: files.Saved) -> None:
        in_place = saved.on_disk.path == reading.path
        if in_place:
            self.readings.note_saved(reading, lore, saved.on_disk)
            self._expect(reading.path)
        self.saved.emit(lore, saved, in_place)

    def _refuse_saving(self, lore: Lore, error: InspectorError) -> None:
        self.not_saved.emit(lore, error)


def _kinds_of(
    paths: Iterable[Path], _token: CancelToken
) -> Sequence[tuple[Path, FileKind | InspectorError]]:
    """What each of several files holds, or why that cannot be told."""
    found: list[tuple[Path, FileKind | InspectorError]] = []
    for path in paths:
        try:
            found.append((path, what_is(files.read(path)[0], str(path))))
        except InspectorError as error:
            found.append((path, error))
    return found
