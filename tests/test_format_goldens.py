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


def test_a_ruleset_without_a_formatter_is_said_of_its_line_alone():
    cases = [
        {"id": "none", "ruleset": "auto-recap/1", "input": {}},
        {"id": "one", "ruleset": "openvault/26", "input": {"memories": [], "chat_length": 1}},
    ]
    result = subprocess.run(
        [sys.executable, "-m", "inspector", "format", "-"],
        input="\n".join(map(json.dumps, cases)).encode(),
        capture_output=True,
        check=False,
    )
    first, second = map(json.loads, result.stdout.splitlines())
    assert (result.returncode, result.stderr) == (2, b"")
    assert first == {"id": None, "error": "line 1: auto-recap/1 has no formatter of memories."}
    assert (second["id"], second["text"][:14]) == ("one", "<scene_memory>")
