"""Who may import whom, and what a start may load."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
HEAVY = {"PySide6", "shiboken6", "pyqtgraph", "tiktoken"}


def test_the_import_contracts_of_pyproject_hold():
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint_imports, "--no-logo", "--no-cache"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_library_that_is_imported_is_a_declared_dependency(graph):
    imported = {one.partition(".")[0] for one in graph.modules} - {"inspector"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = (one for extra in project["optional-dependencies"].values() for one in extra)
    requirements = map(Requirement, (*project["dependencies"], *optional))
    declared = {canonicalize_name(one.name) for one in requirements}
    made_by = packages_distributions()
    assert {
        package
        for package in imported.difference(sys.stdlib_module_names)
        if declared.isdisjoint(map(canonicalize_name, made_by[package]))
    } == set()


def test_the_core_imports_the_standard_library_the_language_and_itself_only(graph):
    foreign = {
        (module, imported)
        for module in {"inspector.core", *graph.find_descendants("inspector.core")}
        for imported in graph.find_modules_directly_imported_by(module)
        if not imported.startswith(("inspector.core", "inspector.language"))
        and imported.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()


@pytest.mark.parametrize(
    ("arguments", "text", "answer"),
    [
        (["-c", "import inspector.cli"], "", ""),
        (["-m", "inspector", "tokens", "-", "--encoding", "chars/4"], "Grüße", "2\n"),
    ],
    ids=["import", "tokens"],
)
def test_the_command_line_starts_without_qt_and_without_a_vocabulary(arguments, text, answer):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        check=False,
        cwd=ROOT,
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    report = done.stderr.splitlines()
    loaded = [line.rpartition("|")[2].strip() for line in report if line.startswith("import time:")]
    complaints = [line for line in report if not line.startswith("import time:")]
    assert (done.returncode, done.stdout, complaints) == (0, answer, [])
    assert "inspector.cli" in loaded
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()
