"""See to what Qt needs of the system: load each library by its name, install what is missing.

Where it may not install (no apt-get, or not root) it prints one line that says what to install,
and exits 1. With `--venv` it also sees to what making a venv needs. Runs on any Python from 3.11
with nothing installed.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from inspector.system_packages import FONT, Package, advice, missing_libraries

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
    yield from missing_libraries()
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


if __name__ == "__main__":
    sys.exit(main())
