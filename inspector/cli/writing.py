"""Writing an edited chat: in place after a backup, or elsewhere; and saying so (DESIGN §4)."""

from argparse import ArgumentParser, Namespace
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from inspector import writing
from inspector.arguments import STANDARD_INPUT, output_path
from inspector.cli.several import open_named
from inspector.console import check_output, note_done
from inspector.core.document import Document
from inspector.core.edits import RotateIntegrity, apply
from inspector.core.errors import ChangedOutsideError, ChatFileError, EditError
from inspector.loading import OpenChat, open_chat
from inspector.lore_files import Lore, OpenLore, open_lore
from inspector.merging.chats import Merged
from inspector.merging.lore import LoreMerge
from inspector.merging.opened import ChatMerge
from inspector.merging.words import conflict_line
from inspector.server.tab import ROTATED

_ATTEMPTS = 4
_WRITTEN_ALWAYS = "another program is writing this file all the time"
_MERGED = ("somebody else wrote the file meanwhile; what that changed stays",)


@dataclass(frozen=True, slots=True)
class Written:
    """Where an edited chat went.

    Attributes:
        target: the file that was written; None if nothing was to be written.
        backup: where its former contents lie; None if there were none.
        notes: what of the file could not be kept, and what a new mark means, each as a sentence.
        is_dry: whether nothing was to be written whatever changed.
    """

    target: Path | None = None
    backup: Path | None = None
    notes: tuple[str, ...] = ()
    is_dry: bool = False

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
        if self.is_dry:
            return ["dry run: nothing written"]
        wording = ["nothing changed" if self.target is None else f"wrote {self.target}"]
        backup = [] if self.backup is None else [f"backup: {self.backup}"]
        return [*wording, *backup, *(f"note: {note}" for note in self.notes)]


@contextmanager
def editing(path: Path, *, is_read: bool = False) -> Generator[OpenChat]:
    """A chat to be edited; an edit that is refused names its file.

    Args:
        path: its file.
        is_read: whether it is only looked at, so that standard input will do.

    Raises:
        InspectorError: it cannot be read, or an edit is refused.
    """
    if path == Path(STANDARD_INPUT) and not is_read:
        raise ChatFileError(STANDARD_INPUT, "standard input is only read; name the chat's file")
    chat = open_named(path) if is_read else open_chat(path)
    try:
        yield chat
    except EditError as error:
        raise ChatFileError(str(chat.path), str(error)) from error


def add_writing(parser: ArgumentParser) -> None:
    """The options of all verbs that write a chat."""
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--output", type=output_path, metavar="FILE", help="write there and leave CHAT alone"
    )
    group.add_argument(
        "--dry-run", action="store_true", help="print what would change and write nothing"
    )
    group.add_argument(
        "--rotate-integrity",
        action="store_true",
        help="give the chat another integrity mark, so that an open SillyTavern tab of it is "
        "asked before it overwrites what was written",
    )


def write_as_told(chat: OpenChat, document: Document, options: Namespace) -> Written:
    """Write the chat as the options of `add_writing` say; see `write`.

    Raises:
        InspectorError: it cannot be written, or could not be where that is only tried.
    """
    if options.dry_run:
        if document is not chat.document:
            writing.rehearse(chat, document)
        return Written(is_dry=True)
    return write(chat, document, options.output, rotate=options.rotate_integrity)


def write(
    chat: OpenChat, document: Document, output: Path | None, *, rotate: bool = False
) -> Written:
    """Write the chat: to `output` if there is one, else in place if anything changed.

    What somebody else wrote there meanwhile stays: the edits are put into it, value by value.

    Args:
        chat: as it was read.
        document: as it shall be.
        output: another file to write.
        rotate: give it another integrity mark as well (specs/sillytavern.md §3).

    Raises:
        InspectorError: it cannot be written, or somebody else changed the same value meanwhile.
    """
    check_output()
    if rotate:
        document = apply(document, RotateIntegrity(str(uuid4())))
    if output is None and document is chat.document:
        return Written()
    merged: tuple[str, ...] = ()
    for _ in range(_ATTEMPTS):
        try:
            saved = writing.write(chat, document, output)
        except ChangedOutsideError:
            chat = _with_what_is_there(chat, document)
            document, merged = chat.document, _MERGED
        else:
            rotated = (ROTATED,) if rotate else ()
            notes = (*merged, *saved.notes, *rotated)
            written = Written(saved.on_disk.path, saved.backup, notes)
            note_done("; ".join(written.lines))
            return written
    raise ChatFileError(str(chat.path), _WRITTEN_ALWAYS)


def write_lore(reading: OpenLore, after: Lore, document: Document) -> Written:
    """Write an edited lorebook or chronicle in place.

    What somebody else wrote there meanwhile stays, as in a chat (`write`).

    Args:
        reading: as it was read.
        after: as it shall be.
        document: the chat beside which it stands.

    Raises:
        InspectorError: it cannot be written, or somebody else changed the same value meanwhile.
    """
    check_output()
    merged: tuple[str, ...] = ()
    for _ in range(_ATTEMPTS):
        try:
            saved = writing.write(reading, after)
        except ChangedOutsideError:
            theirs = open_lore(reading.kind, reading.path)
            merge = LoreMerge(reading, after, theirs, document)
            found = merge.merged()
            _refuse_conflicts(reading.path, found)
            reading, merged = merge.opened(found), _MERGED
            after = reading.lore
        else:
            written = Written(saved.on_disk.path, saved.backup, (*merged, *saved.notes))
            note_done("; ".join(written.lines))
            return written
    raise ChatFileError(str(reading.path), _WRITTEN_ALWAYS)


def _with_what_is_there(chat: OpenChat, document: Document) -> OpenChat:
    merge = ChatMerge(chat, document, open_chat(chat.path))
    merged = merge.merged()
    _refuse_conflicts(chat.path, merged)
    return merge.opened(merged)


def _refuse_conflicts(path: Path, merged: Merged) -> None:
    for conflict in merged.conflicts:
        raise ChangedOutsideError(
            str(path),
            f"somebody else changed the same value meanwhile ({conflict_line(conflict)}); "
            "nothing was written",
        )
