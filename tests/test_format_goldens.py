"""`memory-inspector format` gives exactly what the released formatters gave."""

import json
import subprocess
import sys


def test_every_golden_case_comes_out_of_the_command(golden):
    cases = golden / "openvault-format.jsonl"
    command = [sys.executable, "-m", "inspector", "format", str(cases)]
    result = subprocess.run(command, capture_output=True, check=True)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    wanted = [json.loads(line) for line in cases.read_text("utf-8").splitlines()]
    assert [one["id"] for one in found] == [one["id"] for one in wanted]
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours == {"id": theirs["id"], **theirs["output"]}
