"""What the system keeps of files in memory: when it goes to the disk, and when it is given back.

Both are hints to the system. Where they are not known nothing happens, and what `fsync` promises
does not depend on them.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache

_WRITE = 2
"""`SYNC_FILE_RANGE_WRITE`: begin, and wait for nothing."""


def start_writing(descriptor: int, offset: int, size: int) -> None:
    """Let the disk begin to write a part of a file, while the next one is made."""
    call = _sync_file_range()
    if call is not None:
        call(descriptor, offset, size, _WRITE)


def give_back(descriptor: int, end: int) -> None:
    """Let the system forget what it keeps of a file's first bytes, as far as the disk has them."""
    if sys.platform != "win32" and hasattr(os, "posix_fadvise"):
        with contextlib.suppress(OSError):
            os.posix_fadvise(descriptor, 0, end, os.POSIX_FADV_DONTNEED)


@cache
def _sync_file_range() -> Callable[[int, int, int, int], int] | None:
    if sys.platform != "linux":
        return None
    try:
        call = ctypes.CDLL(None).sync_file_range
    except AttributeError:  # another C library
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return call
