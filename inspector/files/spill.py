"""The bytes of large files, spilled from memory into a file of our own.

The user's file cannot serve for that: other programs change it, and mapped into memory it would
end this program where they cut it off. A private file without a name is nobody else's, so that
what is read from it is what was read before, and it is gone with the last who reads it, also
when the program is killed. It lies in our own cache folder: what is temporary elsewhere is in
memory on many systems. Where it cannot be made, the bytes stay in memory.

Measured with a chat of 93 MB in 100,000 messages: a message's line is read in 2 µs (0.4 from
memory), a save takes as long as from memory, and nothing stays there. Compressed in blocks of
64 KB, lz4 would keep 28 MB in memory and take 70 µs for a line, zstandard 16 MB and 225 µs, each
0.1 to 0.3 s more for whatever goes over all of it, such as every save.
"""

import errno
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from inspector.core.errors import InspectorError
from inspector.files.backups import write_all
from inspector.folders import cache_folder
from inspector.jsonbytes.pieces import ReadBytes, Store, chunks
from inspector.language import _
from inspector.small_files import why

LARGE_BYTES = 8 << 20
"""Fewer are not worth a file."""

_ROOM = 4
"""How many times the bytes have to fit on the disk: saving needs it for a new file and a backup."""


def spill(data: ReadBytes, pause: Callable[[], object] = lambda: None) -> bool:
    """Move bytes from memory into a private file.

    Args:
        data: the bytes.
        pause: called after every part of them; raises to stop the work.

    Returns:
        whether they are there; if not, they stay in memory.
    """
    held = data.held
    if held is None:
        return True
    try:
        data.move(_written(held, pause))
    except OSError:
        return False
    return True


def _written(data: bytes, pause: Callable[[], object]) -> Store:
    folder = cache_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if shutil.disk_usage(folder).free < _ROOM * len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    file = _SpillFile(folder)
    for part in chunks((data,)):
        file.append(part)
        pause()
    file.sync()
    return file


class _SpillFile:
    """An unnamed file that its user alone can read, closed with the last reference to it.

    Args:
        folder: where.

    Raises:
        OSError: it cannot be made there.
    """

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - see below
        weakref.finalize(self, self._file.close)
        self._descriptor = self._file.fileno()
        self._folder = folder
        self._alone = threading.Lock()

    def append(self, part: memoryview) -> None:
        """Write more at its end.

        Raises:
            OSError: it cannot be written.
        """
        write_all(self._descriptor, (part,))

    def sync(self) -> None:
        """Wait until the disk has all of it: what it cannot take may read as other bytes later.

        Raises:
            OSError: it cannot take it.
        """
        os.fsync(self._descriptor)

    def read(self, start: int, end: int) -> bytes:
        """See `Store.read`."""
        buffer = bytearray(end - start)
        self.fill(start, memoryview(buffer))
        return bytes(buffer)

    def fill(self, start: int, buffer: memoryview) -> None:
        """See `Store.fill`."""
        done = 0
        try:
            while done < len(buffer):
                done += self._fill_some(start + done, buffer[done:])
        except OSError as error:
            raise InspectorError(
                _(
                    "A large chat that was kept in {folder} cannot be read there any more: {why}."
                ).format(folder=self._folder, why=why(error))
            ) from error

    def _fill_some(self, offset: int, buffer: memoryview) -> int:
        if hasattr(os, "preadv"):
            count = os.preadv(self._descriptor, [buffer], offset)
        else:
            with self._alone:  # there is one position a file
                self._file.seek(offset)
                count = self._file.readinto(buffer) or 0
        if not count:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return count
