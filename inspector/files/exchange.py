"""Putting a file in the place of another in one step, and keeping what stood there in view."""

import ctypes
import errno
import os
import sys
import time
from pathlib import Path

from inspector.language import _

_HERE = -100
_EXCHANGE = 2
"""`AT_FDCWD` of Linux; `RENAME_EXCHANGE` of Linux and `RENAME_SWAP` of macOS."""

_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP)
_ATTEMPTS = 40
_PAUSE = 0.05


def exchange(one: Path, other: Path) -> bool:
    """Let two files change places at once; False where the system or the disk cannot.

    Raises:
        OSError: one of them is missing, or permission is.
    """
    paths = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "linux":
            call = ctypes.CDLL(None, use_errno=True).renameat2
            failed = call(_HERE, paths[0], _HERE, paths[1], _EXCHANGE)
        elif sys.platform == "darwin":
            failed = ctypes.CDLL(None, use_errno=True).renamex_np(*paths, _EXCHANGE)
        else:
            return False
    except AttributeError:  # an older C library
        return False
    number = ctypes.get_errno()
    if failed and number not in _UNSUPPORTED:
        raise OSError(number, os.strerror(number), str(other))
    return not failed


def replace(made: Path, target: Path) -> None:
    """Put a file in the place of another.

    Windows refuses while another program has the other open, a virus scanner perhaps, so that
    it is tried for some time.

    Raises:
        OSError: it cannot be done; the other file is as it was.
    """
    for _attempt in range(_ATTEMPTS):
        try:
            made.replace(target)
        except PermissionError as error:
            if getattr(error, "winerror", None) is None:
                raise
            time.sleep(_PAUSE)
        else:
            return
    raise PermissionError(errno.EBUSY, _("another program has the file open"), str(target))


def put_new(made: Path, target: Path) -> None:
    """Give a file a name that no file has.

    Raises:
        FileExistsError: one has it by now.
        OSError: it cannot be done.
    """
    try:
        target.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:  # no hard links here
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        made.rename(target)
    else:
        made.unlink()
