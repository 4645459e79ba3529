"""Versions as text files: out of a chat, and into it."""

import time
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from inspector import files
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.recap_edits import AddVersion, EditVersion
from inspector.gui.panels.recaps.state import RecapsState
from inspector.language import _

_FILTER = _("Text (*.txt *.md);;All files (*)")


def read_version(parent: QWidget) -> str | None:
    """Let a person choose a text file; its text, or None without one.

    Raises:
        InspectorError: the file cannot be read, or is no text.
    """
    name, _rest = QFileDialog.getOpenFileName(parent, _("Import a version"), "", _FILTER)
    if not name:
        return None
    try:
        # As bytes: reading as text would turn other line ends into LF.
        text = Path(name).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = _("it is no UTF-8 text") if isinstance(error, UnicodeDecodeError) else str(error)
        raise ChatFileError(name, why) from error
    if not text:
        raise InspectorError(_("{name} is empty.").format(name=name))
    return text


def write_version(parent: QWidget, suggested: str, text: str) -> str | None:
    """Let a person choose where to write a version; the file's name, or None without one.

    Raises:
        InspectorError: the file cannot be written.
    """
    name, _rest = QFileDialog.getSaveFileName(parent, _("Export the version"), suggested, _FILTER)
    if not name:
        return None
    files.save(Path(name), [text.encode("utf-8", "surrogatepass")])
    return name


def now() -> int:
    """The time, in milliseconds since 1970."""
    return int(time.time() * 1000)


def current_place(displayed: RecapsState) -> int | None:
    """Where the version in use stands; None if there is none."""
    return next((row.location for row in displayed.rows if row.is_current), None)


def imported(displayed: RecapsState, words: str) -> EditVersion | AddVersion:
    """A text as a version: it covers what the current one does, or all finished scenes."""
    current = current_place(displayed)
    if current is not None and words != displayed.rows[current].text:
        return EditVersion(current, words, now())
    ends = [scene.end for scene in displayed.scenes]
    before = ends[-2] if len(ends) > 1 else 0
    last = ends[-1] if ends else 0
    return AddVersion(words, now(), len(ends), 0, before, last)
