"""PySide6 6.12 on Python 3.11 loses references to None and aborts: see that it is kept out."""

import subprocess
import sys
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

VOID_CALLS = """
from PySide6.QtCore import QObject

thing = QObject()
for _ in range(20_000):
    thing.setObjectName("")
"""


def test_qt_survives_20_000_calls_that_return_nothing():
    done = subprocess.run(
        [sys.executable, "-c", VOID_CALLS], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("python", "pyside", "allowed"),
    [
        ("3.11", "6.7.3", False),
        ("3.11", "6.11.1", False),
        ("3.11", "6.11.3", True),
        ("3.11", "6.12.0", False),
        ("3.12", "6.11.1", False),
        ("3.12", "6.11.3", True),
        ("3.12", "6.12.0", True),
        ("3.13", "7.0.0", False),
        ("3.14", "6.12.0", True),
    ],
)
def test_the_package_asks_for_a_qt_that_was_measured(python, pyside, allowed):
    wanted = [
        requirement
        for requirement in map(Requirement, requires("memory-inspector"))
        if canonicalize_name(requirement.name) == "pyside6-essentials"
        and requirement.marker.evaluate({"python_version": python})
    ]
    assert [requirement.specifier.contains(pyside) for requirement in wanted] == [allowed]
