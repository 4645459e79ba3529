"""Outputs of the real extension, every step of every case."""

import json
from pathlib import Path

import pytest

from tests.systems.message_summarize.session import outcome

CASES = json.loads((Path(__file__).parents[2] / "golden" / "message-summarize.json").read_bytes())[
    "cases"
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_release_does_the_same(case):
    found, wanted = outcome(case), case["expected"]
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        assert found[name] == value, name
