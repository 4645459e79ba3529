"""The formatters of the real releases, case by case."""

import json
from pathlib import Path

import pytest

from inspector.core.errors import ReleaseThrowsError

GOLDEN = Path(__file__).parents[2] / "golden" / "openvault-format.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text("utf-8").split("\n") if line]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}-{case['ruleset']}" for case in CASES])
def test_the_release_formats_as_it_really_does(case, ruleset, own_tokenizer):
    release = ruleset(case["ruleset"].split("/")[1])
    try:
        output = dict(release.format(case["input"], own_tokenizer(release)))
    except ReleaseThrowsError as error:
        output = {"error": str(error)}
    assert output == case["output"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] + case["ruleset"][9:] for case in CASES])
@pytest.mark.parametrize("version", ["temporal", "terse"])
def test_designs_take_every_case(case, version, ruleset, own_tokenizer):
    design = ruleset(version)
    text = design.format(case["input"], own_tokenizer(design))["text"]
    assert text.startswith("<scene_memory>\n(")
    assert text.endswith("\n</scene_memory>")
