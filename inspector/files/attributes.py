"""What a file carries besides its contents: mode, owner, extended attributes, hard links."""

import contextlib
import ctypes
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from inspector.language import _, ngettext

_COPYFILE_ACL_AND_XATTR = 0b101


def keep_attributes(descriptor: int, made: Path, target: Path) -> list[str]:
    """Give the file that takes another's place what that one carries, a new one the usual mode.

    Args:
        descriptor: of the new file, open.
        made: its path.
        target: the file whose place it takes; it may not exist.

    Returns:
        what the system did not let be kept, each as a sentence.
    """
    if sys.platform == "win32":
        return []
    try:
        status = target.stat()
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return _keep_mode(descriptor, 0o666 & ~umask)
    notes = _keep_owner(descriptor, status)
    notes += _keep_mode(descriptor, stat.S_IMODE(status.st_mode))
    return notes + _keep_extended(descriptor, made, target)


def _keep_mode(descriptor: int, mode: int) -> list[str]:
    """Set who may read and write; on disks without modes that may be refused."""
    if sys.platform == "win32":
        return []
    with contextlib.suppress(OSError):
        os.fchmod(descriptor, mode)
    now = stat.S_IMODE(os.fstat(descriptor).st_mode)
    if now == mode:
        return []
    return [
        _("{what} {was} could not be kept; it is {now} now").format(
            what=_("the file's mode"), was=f"{mode:o}", now=f"{now:o}"
        )
    ]


def _keep_owner(descriptor: int, status: os.stat_result) -> list[str]:
    """Keep owner and group; who may not give a file away may often still set its group."""
    if sys.platform == "win32":
        return []
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) == (status.st_uid, status.st_gid):
        return []
    try:
        os.fchown(descriptor, status.st_uid, status.st_gid)
    except OSError:
        with contextlib.suppress(OSError):
            os.fchown(descriptor, -1, status.st_gid)
    own = os.fstat(descriptor)
    return [
        _("{what} {was} could not be kept; it is {now} now").format(what=what, was=was, now=now)
        for what, was, now in (
            (_("the file's owner"), status.st_uid, own.st_uid),
            (_("the file's group"), status.st_gid, own.st_gid),
        )
        if was != now
    ]


def _keep_extended(descriptor: int, made: Path, target: Path) -> list[str]:
    if sys.platform == "darwin":
        return _keep_extended_on_macos(made, target)
    if not hasattr(os, "listxattr"):
        return []
    lost: list[str] = []
    try:
        for name in os.listxattr(target):
            try:
                value = os.getxattr(target, name)
                if not _has(descriptor, name, value):
                    os.setxattr(descriptor, name, value)
            except OSError:
                lost.append(name)
    except OSError:
        return []
    return (
        [_("extended attributes could not be kept: {lost}").format(lost=", ".join(lost))]
        if lost
        else []
    )


def _has(descriptor: int, name: str, value: bytes) -> bool:
    try:
        return os.getxattr(descriptor, name) == value
    except OSError:
        return False


def _keep_extended_on_macos(made: Path, target: Path) -> list[str]:
    """Let the system copy them: Python's own library knows them on Linux only."""
    copyfile = ctypes.CDLL(None, use_errno=True).copyfile
    copyfile.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint32)
    if copyfile(os.fsencode(target), os.fsencode(made), None, _COPYFILE_ACL_AND_XATTR) == 0:
        return []
    return [_("extended attributes could not be kept")]


def keep_hard_links(
    target: Path, former: os.stat_result, name_beside: Callable[[Path], Path]
) -> list[str]:
    """Let the other names of a file in its folder name what took its place.

    Args:
        target: the file as it is now.
        former: the file that was in its place.
        name_beside: makes a name for a temporary file beside another.

    Returns:
        what could not be kept, each as a sentence.
    """
    left = former.st_nlink - 1
    if left <= 0:
        return []
    with contextlib.suppress(OSError):
        for other in sorted(target.parent.iterdir()):
            if os.path.samestat(other.lstat(), former):
                new = name_beside(other)
                new.hardlink_to(target)
                new.replace(other)
                left -= 1
    if left <= 0:
        return []
    words = ngettext(
        "the file has another name elsewhere (hard links), which keeps the former contents",
        "the file has {n} other names elsewhere (hard links), which keep the former contents",
        left,
    )
    return [words.format(n=left)]
