"""Writing an edited chat: in place after a backup, or elsewhere; and saying so (DESIGN §4)."""

from dataclasses import dataclass
from pathlib import Path

from inspector import writing
from inspector.core.document import Document
from inspector.loading import OpenChat

DRY_RUN = "dry run: nothing written"


@dataclass(frozen=True, slots=True)
class Written:
    """Where an edited chat went.

    Attributes:
        target: the file that was written; None if nothing was to be written.
        backup: where its former contents lie; None if there were none.
        notes: what of the file could not be kept, each as a sentence.
    """

    target: Path | None = None
    backup: Path | None = None
    notes: tuple[str, ...] = ()

    @property
    def as_json(self) -> dict[str, object]:
        """The two paths for scripts, and what could not be kept."""
        return {
            "written": None if self.target is None else str(self.target),
            "backup": None if self.backup is None else str(self.backup),
            **({"notes": list(self.notes)} if self.notes else {}),
        }

    @property
    def lines(self) -> list[str]:
        """The same for people."""
        said = ["nothing changed" if self.target is None else f"wrote {self.target}"]
        backup = [] if self.backup is None else [f"backup: {self.backup}"]
        return [*said, *backup, *(f"note: {note}" for note in self.notes)]


def write(chat: OpenChat, document: Document, output: Path | None) -> Written:
    """Write the chat: to `output` if there is one, else in place if anything changed.

    Raises:
        InspectorError: it cannot be written, or somebody else wrote it meanwhile.
    """
    if output is None and document is chat.document:
        return Written()
    saved = writing.write(chat, document, output)
    return Written(saved.on_disk.path, saved.backup, saved.notes)
