"""`make uninstall` takes away what `make install` brought, and nothing of anybody else."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "install"
OURS = (
    "bin/memory-inspector",
    "share/applications/memory-inspector.desktop",
    "share/mime/packages/memory-inspector.xml",
    "share/icons/hicolor/16x16/apps/memory-inspector.png",
    "share/man/man1/memory-inspector.1",
)
CACHES = ("share/mime/mime.cache", "share/mime/globs2", "share/applications/mimeinfo.cache")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="make install is not for Windows")


def put(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")


@pytest.fixture
def prefix(tmp_path):
    """Where it was installed, as the list of its files says."""
    prefix = tmp_path / "Präfix here"
    home = prefix / "lib" / "memory-inspector"
    put(home / "bin" / "python")
    for name in (*OURS, *CACHES):
        put(prefix / name)
    (home / "files").write_text("".join(f"{prefix / name}\n" for name in OURS), "utf-8")
    return prefix


def remove(prefix):
    # Without the programs that make the caches of a desktop.
    tools = {"PATH": os.defpath, "PREFIX": str(prefix), "HOME": str(prefix.parent)}
    done = subprocess.run(["sh", SCRIPT, "remove"], env=tools, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_is_left_of_it(prefix):
    remove(prefix)
    assert [*prefix.rglob("*")] == []


def test_what_others_installed_stays(prefix):
    others = {
        "bin/other",
        "lib/other/file",
        "share/applications/other.desktop",
        "share/mime/packages/other.xml",
    }
    for name in others:
        put(prefix / name)
    remove(prefix)
    left = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert others <= left
    assert not left & set(OURS)
