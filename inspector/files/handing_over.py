"""Having another program write a file, and believing only what the disk then holds.

As with `save`, a backup comes first and a file that somebody else wrote is not touched. Whatever
the other program answers, or does not, the file is read back.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from inspector.core.errors import (
    ChangedOutsideError,
    ChatFileError,
    InspectorError,
    UnknownOutcomeError,
)
from inspector.files.backups import DEFAULT_LIMIT, Backup, Copy, thin
from inspector.files.disk import OnDisk, OutsideState, outside_state, read, same_bytes
from inspector.files.lock import saving_alone
from inspector.files.saving import Saved, Verify
from inspector.jsonbytes.pieces import Pieces, chunks
from inspector.language import _
from inspector.small_files import why

_LATE = 5.0
"""Seconds in which a program that did not answer may still write."""
_PAUSE = 0.1


def hand_over(
    path: Path,
    pieces: Pieces,
    known: OnDisk,
    give: Callable[[Pieces], None],
    *,
    verify: Verify,
    copy: Copy | None = None,
    backup_limit: int = DEFAULT_LIMIT,
) -> Saved:
    """Have another program write a file, its former contents backed up here first.

    Args:
        path: where it writes; a link is followed.
        pieces: the new contents.
        known: what the file held here last.
        give: gives it the contents, and returns when it said that it wrote them. It raises
            `UnknownOutcomeError` where that is not known, another `InspectorError` where it
            refused.
        verify: raises if the new contents are not what was meant; then nothing is given away.
        copy: of what the file held, for the backup; None where there is none as yet.
        backup_limit: bytes that all backups together may take.

    Raises:
        ChangedOutsideError: somebody else wrote the file, before or meanwhile.
        InspectorError: it is not written; the text says why, and what the file holds.
    """
    try:
        target = path.resolve()
        with saving_alone(path, target):
            saved = _handed_over(path, target, pieces, known, give, verify, copy)
    except OSError as error:
        raise ChatFileError(
            str(path), _("{why}; the file is as it was").format(why=why(error))
        ) from error
    if saved.backup is not None:
        thin(target, backup_limit)
    return saved


def _handed_over(
    path: Path,
    target: Path,
    pieces: Pieces,
    known: OnDisk,
    give: Callable[[Pieces], None],
    verify: Verify,
    copy: Copy | None,
) -> Saved:
    _refuse_if_changed(path, known)
    status = target.stat()
    if same_bytes(known.pieces, pieces):
        return Saved(OnDisk.of(path, pieces, status), None)
    if status.st_nlink > 1:
        raise ChatFileError(
            str(path),
            _(
                "the file has more than one name (hard links), which another program would "
                "part; nothing was written"
            ),
        )
    if not os.access(target, os.W_OK):
        raise ChatFileError(str(path), _("the file is write-protected; nothing was written"))
    verify()
    backup = Backup(target)
    try:
        if not backup.adopt(copy, known.pieces):
            backup.write(chunks(known.pieces))
        backup.publish(status)
        _refuse_if_changed(path, known)
    except BaseException:
        backup.discard()
        raise
    refusal = _refusal_of(give, pieces)
    found = _found(path, pieces, known, is_late=isinstance(refusal, UnknownOutcomeError))
    if same_bytes(found.pieces, pieces):
        return Saved(found, backup.path)
    if same_bytes(found.pieces, known.pieces):
        if not isinstance(refusal, UnknownOutcomeError):
            backup.discard()
        raise _not_written(path, refusal)
    raise ChangedOutsideError(
        str(path), _("the file holds something else now than what was to be written")
    ) from refusal


def _refusal_of(give: Callable[[Pieces], None], pieces: Pieces) -> InspectorError | None:
    try:
        give(pieces)
    except InspectorError as error:
        return error
    return None


def _found(path: Path, pieces: Pieces, known: OnDisk, *, is_late: bool) -> OnDisk:
    """What the file holds; one that did not answer gets some time to write."""
    until = time.monotonic() + _LATE
    while True:
        found = read(path)[1]
        is_done = not is_late or not same_bytes(found.pieces, known.pieces)
        if is_done or time.monotonic() > until:
            return found
        time.sleep(_PAUSE)


def _refuse_if_changed(path: Path, known: OnDisk) -> None:
    state = outside_state(known)
    if state is not OutsideState.SAME:
        words = _("somebody else wrote this file since it was opened; nothing was written")
        if state is OutsideState.DELETED:
            words = _("somebody else removed this file since it was opened; nothing was written")
        raise ChangedOutsideError(str(path), words)


def _not_written(path: Path, refusal: InspectorError | None) -> ChatFileError:
    if refusal is None:
        return ChatFileError(
            str(path),
            _(
                "it was said to be saved, but this file is as it was: the other program "
                "keeps its files elsewhere"
            ),
        )
    words = _("{why}; the file is as it was")
    if isinstance(refusal, UnknownOutcomeError):
        words = _("{why}; the file is as it was, but may still be written")
    return ChatFileError(str(path), words.format(why=str(refusal).rstrip(".")))
