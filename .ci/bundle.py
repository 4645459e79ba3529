"""Make the one-folder program with PyInstaller, and start it where there is no Python.

The program lands in `dist/memory-inspector`; it is started with an empty environment, prints a
block of the sample and draws the window, in English into `dist/bundle.png` and in German.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PROGRAM = (
    DIST / "memory-inspector" / ("memory-inspector.exe" if os.name == "nt" else "memory-inspector")
)
SAMPLE = "A Parcel for Nobody.jsonl"
NEEDED_BY_WINDOWS = ("SYSTEMROOT", "TEMP", "WINDIR")


def build() -> None:
    """Have PyInstaller write the folder; its own words are shown only where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN",
         f"--distpath={DIST}", f"--workpath={ROOT / 'build'}", str(ROOT / ".ci" / "bundle.spec")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def start(*arguments: str) -> str:
    """Start the program without anything of this environment; answers what it prints."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: os.environ[name] for name in NEEDED_BY_WINDOWS if name in os.environ}
        environment = {**kept, "HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home}
        done = subprocess.run(
            [PROGRAM, *arguments], env=environment, cwd=home, capture_output=True, check=False
        )
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: exit {done.returncode}\n{done.stderr.decode()}")
    return done.stdout.decode()


def main() -> int:
    """Build, start, measure."""
    build()
    chats = PROGRAM.parent.rglob(SAMPLE)
    chat = str(next(chats))
    picture = DIST / "bundle.png"
    head = start("inject", chat, "--ruleset", "openvault/26").partition("\n")[0]
    german = DIST / "bundle-de.png"
    start("gui", chat, "--screenshot", str(picture), "--show", "why")
    start("gui", chat, "--screenshot", str(german), "--show", "why", "--language", "de")
    if picture.read_bytes() == german.read_bytes():
        sys.exit("The bundle speaks English only.")
    files = [path for path in PROGRAM.parent.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(head.replace(chat, SAMPLE))
    print(f"{PROGRAM.parent.relative_to(ROOT)}: {size:.0f} MB in {len(files)} files")
    for drawn in (picture, german):
        print(f"{drawn.relative_to(ROOT)}: the window as the bundle draws it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
