"""Writing an edited chat: in place after a backup, or elsewhere; and saying so (DESIGN §4)."""

from dataclasses import dataclass
from pathlib import Path

from inspector import files
from inspector.core.document import Document
from inspector.loading import OpenChat


@dataclass(frozen=True, slots=True)
class Written:
    """Where an edited chat went.

    Attributes:
        target: the file that was written; None if nothing was to be written.
        backup: where its former contents lie; None if there were none.
    """

    target: Path | None = None
    backup: Path | None = None

    @property
    def as_json(self) -> dict[str, object]:
        """The two paths for scripts."""
        return {
            "written": None if self.target is None else str(self.target),
            "backup": None if self.backup is None else str(self.backup),
        }

    @property
    def lines(self) -> list[str]:
        """The same for people."""
        said = ["nothing changed" if self.target is None else f"wrote {self.target}"]
        return said if self.backup is None else [*said, f"backup: {self.backup}"]


def write(chat: OpenChat, document: Document, output: Path | None) -> Written:
    """Write the chat: to `output` if there is one, else in place if anything changed.

    Raises:
        ChatFileError: it cannot be written, or somebody else wrote it meanwhile.
    """
    if output is not None:
        return Written(output, files.save(output, chat.contents(document)).backup)
    if document is chat.document:
        return Written()
    saved = files.save(chat.path, chat.contents(document), chat.on_disk)
    return Written(chat.path, saved.backup)
