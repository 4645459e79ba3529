"""Run the suite on every Python that is installed, with the newest and the oldest dependencies.

`python .ci/matrix.py [3.13 …] [--oldest|--newest] [-- pytest arguments]`. Each pair has a venv of
its own below `build/matrix/`, which is kept for the next time. Exits 1 where one of them fails.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SETS = ("newest", "oldest")
LOWEST = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)[^>=]*(?:>=|==)(?P<version>[0-9.]+)(?P<rest>[^;]*)(?P<marker>;.*)?"
)


def pythons(wanted: list[str]) -> Iterator[tuple[str, str]]:
    """Version and program of each Python to run on: on the PATH, or kept by pyenv."""
    for version in wanted:
        kept = sorted(map(str, Path.home().glob(f".pyenv/versions/{version}*/bin/python")))
        found = next(filter(works, [*kept[::-1], shutil.which(f"python{version}")]), None)
        if found:
            yield version, found
        else:
            print(f"{version}: not installed")


def works(python: str | None, code: str = "") -> bool:
    """Whether a program runs, and runs this; pyenv's stand-ins may not."""
    if python is None:
        return False
    return not subprocess.run([python, "-c", code], capture_output=True, check=False).returncode


def lowest_versions() -> str:
    """Constraints that hold every declared dependency at the least version that it allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines: list[str] = []
    for requirement in project["project"]["dependencies"]:
        found = LOWEST.match(requirement)
        if found:
            lines.append(f"{found['name']}=={found['version']}{found['marker'] or ''}")
    return "\n".join(lines)


def prepare(version: str, python: str, which: str) -> Path:
    """A venv with the product and the tools of its tests."""
    folder = ROOT / "build" / "matrix" / f"{version}-{which}"
    program = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not program.exists() or not works(str(program), "import pip"):  # left half made
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    install = [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--upgrade", "pip>=25.1"], check=True)
    if which == "oldest":
        constraints = folder / "lowest.txt"
        constraints.write_text(lowest_versions(), "utf-8")
        install += ["--constraint", constraints]
    else:
        install += ["--upgrade"]
    subprocess.run([*install, "--editable", ".", "--group", "dev"], cwd=ROOT, check=True)
    return program


def main(arguments: list[str]) -> int:
    """Run them one after the other."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("wanted", nargs="*", metavar="VERSION", default=VERSIONS)
    for name in SETS:
        parser.add_argument(f"--{name}", action="append_const", dest="sets", const=name)
    options = parser.parse_args(arguments[:cut])
    tests = arguments[cut + 1 :]
    results: dict[str, bool] = {}
    for version, python in pythons(options.wanted):
        for which in options.sets or SETS:
            name = f"{version} with the {which} dependencies"
            print(f"--- {name}", flush=True)
            results[name] = passes(version, python, which, tests)
    print("\n".join(f"{'passed' if good else 'FAILED'}: {name}" for name, good in results.items()))
    return 0 if results and all(results.values()) else 1


def passes(version: str, python: str, which: str, tests: list[str]) -> bool:
    """Whether the suite passes on a Python; what cannot be installed there has said why."""
    try:
        program = prepare(version, python, which)
    except subprocess.CalledProcessError:
        return False
    done = subprocess.run(
        [program, "-m", "pytest", "-q", "-n", "auto", *tests],
        cwd=ROOT, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, check=False,
    )  # fmt: skip
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
