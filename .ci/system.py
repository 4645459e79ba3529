"""See to what Qt needs of the system: load each library by its name, install what is missing.

Where it may not install (no apt-get, or not root) it prints one line that says what to install,
and exits 1. With `--venv` it also sees to what making a venv needs. Runs on any Python from 3.11
with nothing installed.
"""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
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
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def main() -> int:
    """Install what is missing, or say what to install."""
    for_venv = "--venv" in sys.argv[1:]
    if sys.platform != "linux":
        return 0
    packages = list(dict.fromkeys(missing(for_venv=for_venv)))
    if packages and shutil.which("apt-get") and os.geteuid() == 0:
        apt_install([package.apt for package in packages])
        packages = list(dict.fromkeys(missing(for_venv=for_venv)))
    if packages:
        print(advice(packages), file=sys.stderr)
    return 1 if packages else 0


def missing(*, for_venv: bool) -> Iterator[Package]:
    """Whatever is needed here and now, and is not there."""
    if for_venv and importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        yield Package(f"python{version}-venv", f"python{version}", "python")
    libraries = dict(ALWAYS)
    if os.environ.get("DISPLAY"):
        libraries |= ON_X11
    if os.environ.get("WAYLAND_DISPLAY"):
        libraries |= ON_WAYLAND
    for name, package in libraries.items():
        try:
            ctypes.CDLL(name)
        except OSError:
            yield package
    if not any(font_files()):
        yield FONT


def font_files() -> Iterator[Path]:
    """Fonts that Qt can draw with."""
    for folder in FONT_FOLDERS:
        for path in Path(folder).expanduser().rglob("*"):
            if path.suffix.lower() in {".ttf", ".otf", ".ttc"}:
                yield path


def apt_install(packages: list[str]) -> None:
    """Install Debian packages; what apt-get says is shown only where it fails."""
    print("Installing system packages:", *packages, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", "-qq", *arguments], env=quietly, capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(done.stdout, done.stderr, sep="", end="", file=sys.stderr)


def advice(packages: list[Package]) -> str:
    """One line that says what to install, in the words of the package manager at hand."""
    commands = {"apt": "apt-get install", "dnf": "dnf install", "pacman": "pacman -S"}
    programs = {"apt": "apt-get", "dnf": "dnf", "pacman": "pacman"}
    manager = next((key for key, program in programs.items() if shutil.which(program)), None)
    names = dict.fromkeys(getattr(package, manager or "apt") for package in packages)
    if manager is None:
        return f"Please install what Debian calls: {' '.join(names)}"
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"Please install what is missing: {sudo}{commands[manager]} {' '.join(names)}"


if __name__ == "__main__":
    sys.exit(main())
