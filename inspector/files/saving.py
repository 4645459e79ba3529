"""Saving: from the first look at a file to its replacement nobody gets in between unnoticed."""

import contextlib
import os
import stat
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import ChangedOutsideError, ChatFileError
from inspector.files.attributes import keep_attributes, keep_hard_links
from inspector.files.backups import DEFAULT_LIMIT, Backup, sync_folder, thin, write_all
from inspector.files.disk import (
    OnDisk,
    OutsideState,
    Pieces,
    holds,
    identity,
    is_settled,
    outside_state,
    read,
    same_bytes,
    why,
)
from inspector.files.exchange import exchange, put_new, replace
from inspector.files.lock import Journal, saving_alone

_CHANGED = "somebody else wrote this file since it was opened; nothing was written"
_REMOVED = "somebody else removed this file since it was opened; nothing was written"


@dataclass(frozen=True)
class Saved:
    """What saving did.

    Attributes:
        on_disk: what the file holds now.
        backup: where its former contents lie; None if there was no file before, or it holds
            what was to be written already.
        notes: what of the file could not be kept, each as a sentence.
    """

    on_disk: OnDisk
    backup: Path | None
    notes: tuple[str, ...] = ()


def save(
    path: Path, pieces: Pieces, known: OnDisk | None = None, *, backup_limit: int = DEFAULT_LIMIT
) -> Saved:
    """Write a file in one step, its former contents backed up first.

    Args:
        path: where to; a link is followed.
        pieces: the new contents.
        known: what the file held here last; None to write whatever it holds now.
        backup_limit: bytes that all backups together may take.

    Raises:
        ChangedOutsideError: somebody else wrote or removed the file; nothing is written.
        ChatFileError: it cannot be written, or another instance is about to; the file is as
            it was, and there is no backup of it more than before.
    """
    try:
        target = _target(path)
        with saving_alone(path, target) as journal:
            saved = _Save(path, target, journal).run(tuple(pieces), known)
    except (OSError, ValueError, RuntimeError) as error:
        raise ChatFileError(str(path), f"{why(error)}; the file is as it was") from error
    if saved.backup is not None:
        thin(target, backup_limit)
    return saved


def _target(path: Path) -> Path:
    """The file itself, all links followed.

    Raises:
        OSError: it cannot be found out, or a circle of links leads nowhere.
        RuntimeError: the same on older Pythons.
    """
    with contextlib.suppress(FileNotFoundError):
        path.stat()
    return path.resolve()


class _Save:
    """One save.

    Args:
        path: as the person named it.
        target: the file itself.
        journal: notes what a killed save leaves behind.
    """

    def __init__(self, path: Path, target: Path, journal: Journal) -> None:
        self._path = path
        self._target = target
        self._journal = journal

    def run(self, pieces: Pieces, known: OnDisk | None) -> Saved:
        former = self._former(known)
        if former is None:
            return self._save_new(pieces)
        if same_bytes(former.pieces, pieces):
            status = self._look(former)
            return Saved(OnDisk.of(self._path, pieces, status), None)
        with self._backup_of(former, pieces) as (made, backup, notes):
            look = self._look(former)
            new = made.stat()
            self._replace(made, look, former)
        notes += keep_hard_links(self._target, look, self._journal.name_beside)
        return Saved(self._written(pieces, new), backup.path, tuple(notes))

    def _written(self, pieces: Pieces, new: os.stat_result) -> OnDisk:
        """What the file holds now; giving a file its name sets its time of change."""
        sync_folder(self._target.parent)
        with contextlib.suppress(OSError):
            status = self._target.stat()
            if os.path.samestat(status, new) and status.st_mtime_ns == new.st_mtime_ns:
                new = status
        return OnDisk.of(self._path, pieces, new)

    def _former(self, known: OnDisk | None) -> OnDisk | None:
        """What the file holds; None if there is none."""
        if known is not None:
            self._refuse_if_changed(known)
        elif not self._target.exists():
            return None
        if not os.access(self._target, os.W_OK):
            raise self._error("the file is write-protected; nothing was written")
        return known or read(self._target)[1]

    def _refuse_if_changed(self, known: OnDisk) -> None:
        match outside_state(known):
            case OutsideState.SAME:
                return
            case OutsideState.CHANGED:
                raise ChangedOutsideError(str(known.path), _CHANGED)
            case OutsideState.DELETED:
                raise ChangedOutsideError(str(known.path), _REMOVED)

    def _save_new(self, pieces: Pieces) -> Saved:
        with self._made(pieces) as (made, _):
            new = made.stat()
            try:
                put_new(made, self._target)
            except FileExistsError as error:
                raise self._changed() from error
        return Saved(self._written(pieces, new), None)

    @contextlib.contextmanager
    def _made(self, pieces: Pieces) -> Generator[tuple[Path, list[str]]]:
        """The new contents in a temporary file in the same folder; it is gone afterwards."""
        made = self._journal.name_beside(self._target)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            descriptor = os.open(made, flags, 0o600)
        except PermissionError as error:
            raise self._error("nothing can be written into its folder") from error
        try:
            try:
                self._journal.note_made(made, os.fstat(descriptor))
                write_all(descriptor, pieces)
                notes = keep_attributes(descriptor, made, self._target)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            yield made, notes
        finally:
            with contextlib.suppress(OSError):
                made.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _backup_of(
        self, former: OnDisk, pieces: Pieces
    ) -> Generator[tuple[Path, Backup, list[str]]]:
        """The new contents and a whole backup of the former, both on the disk.

        They are written side by side. Nothing of the backup is left if anything fails.
        """
        status = self._target.stat()
        try:
            backup = Backup(self._target)
        except OSError as error:
            raise self._error(f"no backup can be made: {why(error)}") from error
        try:
            with ThreadPoolExecutor(1) as pool:
                copying = pool.submit(backup.write, former.pieces, status)
                with self._made(pieces) as (made, notes):
                    try:
                        copying.result()
                        backup.publish()
                    except OSError as error:
                        raise self._error(f"no backup can be made: {why(error)}") from error
                    yield made, backup, notes
        except BaseException:
            backup.discard()
            raise

    def _look(self, former: OnDisk) -> os.stat_result:
        """See, at the last moment, that the file's place still holds what was read."""
        try:
            status = self._target.lstat()
        except FileNotFoundError as error:
            raise ChangedOutsideError(str(self._path), _REMOVED) from error
        same = (
            stat.S_ISREG(status.st_mode)
            and status.st_size == former.size
            and holds(self._target, former.pieces)
            and identity(self._target.lstat()) == identity(status)
        )
        if not same:
            raise self._changed()
        return status

    def _replace(self, made: Path, look: os.stat_result, former: OnDisk) -> None:
        """Put the new file in place, and look at what it drove out.

        If that is not what was seen before, it is put back.
        """
        if not exchange(made, self._target):
            replace(made, self._target)
            return
        out = made.lstat()
        # Changing places counts as a change of the file, so that its time says nothing.
        same = identity(out)[:3] == identity(look)[:3]
        if not same or not (is_settled(out) or holds(made, former.pieces)):
            replace(made, self._target)
            raise self._changed()

    def _changed(self) -> ChangedOutsideError:
        return ChangedOutsideError(str(self._path), _CHANGED)

    def _error(self, text: str) -> ChatFileError:
        return ChatFileError(str(self._path), f"{text}; the file is as it was")
