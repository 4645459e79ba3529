"""Reading files that are small by nature, and why a file cannot be read or written, in words."""

import errno
import os
import stat
from pathlib import Path

from inspector.core.errors import ChatFileError
from inspector.language import N_, _, plain

MOST_BYTES = 64 << 20
"""No settings, card, vector or scores are larger; a disk can be, and one file on it as well."""

NO_NAME = N_("no file can have this name")


def read_small(path: Path, *, takes_pipes: bool = False) -> bytes:
    """All that a file of at most `MOST_BYTES` holds.

    Args:
        path: the file.
        takes_pipes: whether it is read only once, so that a pipe that a shell names like a file
            will do.

    Raises:
        ChatFileError: it is missing, a folder, a pipe or device, too large, or cannot be read.
    """
    try:
        if not takes_pipes:
            refuse_special(path)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ChatFileError(str(path), why(error)) from error
    if len(data) > MOST_BYTES:
        words = _("this is larger than {size} MiB, and is not read")
        raise ChatFileError(str(path), words.format(size=plain(MOST_BYTES >> 20)))
    return data


def refuse_special(path: Path) -> None:
    """Refuse what is no file: a pipe would be waited for, a device never ends.

    Raises:
        OSError: it is missing, or a folder.
        ChatFileError: it is a pipe or device, or nothing can have this name.
    """
    try:
        mode = path.stat().st_mode
    except ValueError as error:
        raise ChatFileError(str(path), _(NO_NAME)) from error
    if stat.S_ISDIR(mode):  # Windows calls that a missing permission
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise ChatFileError(str(path), _("this is no regular file"))


def why(error: OSError) -> str:
    """Why a file cannot be read or written, in words."""
    if getattr(error, "winerror", None) in _HELD_OPEN:
        return _("another program has the file open")
    known = _WORDS.get(error.errno or 0)
    return _(known) if known else error.strerror or _("it cannot be read or written")


_HELD_OPEN = (32, 33)
"""What Windows says of a file that another program shares with nobody; Python: no permission."""
_WORDS = {
    errno.ENOENT: N_("there is no such file"),
    errno.EISDIR: N_("this is a folder and no file"),
    errno.ENOTDIR: N_("a part of its path is no folder"),
    errno.ELOOP: N_("its links lead in a circle"),
    errno.EACCES: N_("permission is missing"),
    errno.EPERM: N_("permission is missing"),
    errno.EROFS: N_("the disk is read-only"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EFBIG: N_("the disk takes no file this large"),
    errno.EDQUOT: N_("the disk quota is used up"),
    errno.ENAMETOOLONG: N_("the name is too long"),
}
