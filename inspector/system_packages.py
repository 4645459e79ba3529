"""The libraries of the system that Qt needs, and what package managers call them.

On the standard library alone, and importable without the rest: `make` reads it before anything
is installed, the window reads it where Qt does not load.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from typing import NamedTuple


class Package(NamedTuple):
    """What each package manager calls the package that holds something."""

    apt: str
    dnf: str
    pacman: str


ALWAYS = {
    "libGL.so.1": Package("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": Package("libegl1", "libglvnd-egl", "libglvnd"),
    "libxkbcommon.so.0": Package("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libdbus-1.so.3": Package("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": Package("libfontconfig1", "fontconfig", "fontconfig"),
    "libglib-2.0.so.0": Package("libglib2.0-0", "glib2", "glib2"),
}
ON_X11 = {
    "libX11-xcb.so.1": Package("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxkbcommon-x11.so.0": Package("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxcb-cursor.so.0": Package("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": Package("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": Package("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": Package("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-randr.so.0": Package("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-render-util.so.0": Package(
        "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"
    ),
    "libxcb-shape.so.0": Package("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-shm.so.0": Package("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-sync.so.1": Package("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-xfixes.so.0": Package("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": Package("libxcb-xkb1", "libxcb", "libxcb"),
}
ON_WAYLAND = {
    "libwayland-client.so.0": Package("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so.0": Package("libwayland-cursor0", "libwayland-cursor", "wayland"),
}
FONT = Package("fonts-dejavu-core", "dejavu-sans-fonts", "ttf-dejavu")  # it has the stars


def missing_libraries() -> Iterator[Package]:
    """Packages of the libraries that Qt needs here and now and that do not load."""
    if sys.platform != "linux":
        return
    libraries = dict(ALWAYS)
    if os.environ.get("QT_QPA_PLATFORM") != "offscreen":
        if os.environ.get("DISPLAY"):
            libraries |= ON_X11
        if os.environ.get("WAYLAND_DISPLAY"):
            libraries |= ON_WAYLAND
    for name, package in libraries.items():
        try:
            ctypes.CDLL(name)
        except OSError:
            yield package


def advice(packages: list[Package]) -> str:
    """One line that says what to install, in the words of the package manager at hand."""
    commands = {"apt": "apt-get install", "dnf": "dnf install", "pacman": "pacman -S"}
    programs = {"apt": "apt-get", "dnf": "dnf", "pacman": "pacman"}
    manager = next((key for key, program in programs.items() if shutil.which(program)), None)
    names = dict.fromkeys(getattr(package, manager or "apt") for package in packages)
    if manager is None:
        return f"Please install what Debian calls: {' '.join(names)}"
    command = f"{commands[manager]} {' '.join(names)}"
    if os.geteuid() != 0:
        # Debian comes without sudo where root was given a password.
        command = f"sudo {command}" if shutil.which("sudo") else f"su - -c '{command}'"
    return f"Please install what is missing: {command}"
