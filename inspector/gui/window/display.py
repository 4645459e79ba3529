"""Whether there is a screen to show a window on. Qt does not say: without one it aborts."""

import contextlib
import ctypes
import os
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from threading import Thread

_X11_PORT = 6000
_SECONDS = 2.0
_USUAL = ("wayland", "xcb")
"""Qt's plugins for a screen on Linux."""


def has_display() -> bool:
    """Whether something answers where the window would be shown, and takes it."""
    if not sys.platform.startswith("linux"):
        return True
    platforms = os.environ.get("QT_QPA_PLATFORM", "").split(";")
    plugins = [one.partition(":")[0] for one in platforms if one] or _USUAL
    return any(_answers(plugin) for plugin in plugins)


def _answers(plugin: str) -> bool:
    if plugin == "xcb":
        display = os.environ.get("DISPLAY", "")
        return _x11_listens(display) and _x11_takes(display)
    if plugin.partition("-")[0] == "wayland":
        return _wayland_listens(os.environ.get("WAYLAND_DISPLAY", ""))
    return True


def _wayland_listens(display: str) -> bool:
    path = Path(os.environ.get("XDG_RUNTIME_DIR", "/"), display)
    return bool(display) and _is_listened_at(str(path))


def _x11_listens(display: str) -> bool:
    host, colon, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not colon or not number.isdecimal():
        return False
    if host and host != "unix":
        address = (host, _X11_PORT + int(number))
        with contextlib.suppress(OSError), socket.create_connection(address, _SECONDS):
            return True
        return False
    path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where X servers listen
    return _is_listened_at(f"\0{path}") or _is_listened_at(path)


def _is_listened_at(path: str) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as one:
        one.connect(path)
        return True
    return False


def _x11_takes(display: str) -> bool:
    """Whether a server takes who has no more than we: not another person's, as under `sudo`."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # what is missing is told by its name
    xcb.xcb_connect.restype = ctypes.c_void_p
    answers: list[bool] = []

    def connect() -> None:
        connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
        answers.append(not xcb.xcb_connection_has_error(connection))
        xcb.xcb_disconnect(connection)

    # A server that hangs would be waited for without end.
    thread = Thread(target=connect, daemon=True)
    with _silent_errors():
        thread.start()
        thread.join(_SECONDS)
    return answers == [True]


@contextlib.contextmanager
def _silent_errors() -> Generator[None]:
    """Keep a library from writing on standard error, which holds one line of ours alone."""
    kept = None
    with contextlib.suppress(OSError):
        kept = os.dup(2)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 2)
        os.close(silent)
    try:
        yield
    finally:
        if kept is not None:
            os.dup2(kept, 2)
            os.close(kept)
