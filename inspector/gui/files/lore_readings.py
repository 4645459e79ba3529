"""Which readings of lorebooks and chronicles are known, and what their files hold."""

from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakKeyDictionary

from inspector import files
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.lore import Origin
from inspector.jsonbytes.pieces import joined
from inspector.lore_files import Lore, OpenLore


class LoreReadings:
    """Every reading of the open chat's lore, by its origin: undo can go back to any of them."""

    def __init__(self) -> None:
        self._readings: dict[Origin, OpenLore] = {}
        self._compared: WeakKeyDictionary[Lore, tuple[files.OnDisk, bool]] = WeakKeyDictionary()

    def start(self, document: Document, readings: Iterable[OpenLore]) -> None:
        """Another chat is open, or the same once more.

        Args:
            document: what it holds; its readings that are known stay.
            readings: what was read together with it.
        """
        kept = [one for lore in lore_of(document) if (one := self.of(lore)) is not None]
        self._readings = {}
        for reading in (*kept, *readings):
            self.add(reading)

    def add(self, reading: OpenLore) -> None:
        """Remember a reading."""
        if reading.lore.origin is not None:
            self._readings[reading.lore.origin] = reading

    def at(self, origin: Origin | None) -> OpenLore | None:
        """The reading with this origin."""
        return None if origin is None else self._readings.get(origin)

    def of(self, lore: Lore | None) -> OpenLore | None:
        """The reading that a lorebook or chronicle comes from, through all edits."""
        return None if lore is None else self.at(lore.origin)

    def modified(self, document: Document) -> tuple[Lore, ...]:
        """What the document holds and its file does not."""
        return tuple(lore for lore in lore_of(document) if self._differs(lore))

    def note_saved(self, written: OpenLore, lore: Lore, on_disk: files.OnDisk) -> None:
        """Every reading that knew what the file held before a save knows what it holds now.

        One that did not is left as it is: saving from it is refused, as it must be.

        Args:
            written: the reading that was saved from.
            lore: what was saved.
            on_disk: what the file holds now.
        """
        before = _bytes(written.on_disk)
        for origin, one in self._readings.items():
            knew = one.path == written.path and _bytes(one.on_disk) == before
            if knew or origin is written.lore.origin:
                self._readings[origin] = replace(one, on_disk=on_disk, saved=lore)

    def _differs(self, lore: Lore) -> bool:
        reading = self.of(lore)
        if reading is None or lore is reading.saved:
            return False
        if lore.origin is reading.saved.origin:
            return True
        # The file was written from another reading of it: only the bytes can tell.
        on_disk, differs = self._compared.get(lore, (None, False))
        if on_disk is not reading.on_disk:
            try:
                differs = reading.contents(lore) != _bytes(reading.on_disk)
            except InspectorError:  # which saving will say
                differs = True
            self._compared[lore] = (reading.on_disk, differs)
        return differs


def lore_of(document: Document) -> tuple[Lore, ...]:
    """The lorebook and the chronicle of a document, as far as it has them."""
    both = (document.lorebook, document.chronicle)
    return tuple(lore for lore in both if lore is not None)


def _bytes(on_disk: files.OnDisk) -> bytes:
    return joined(on_disk.pieces)
