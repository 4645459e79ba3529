"""`memory-inspector activate` scans case by case."""

import json

from tests.sillytavern.lore_scan.test_scan import CASES


def test_every_golden_case_comes_out_of_the_command(cli, tmp_path):
    path = tmp_path / "cases.jsonl"
    lines = (json.dumps({"id": case["id"], "input": case["input"]}) for case in CASES)
    path.write_text("\n".join(lines))
    result = cli("activate", path)
    assert result.status == 0
    found = [json.loads(line) for line in result.output.splitlines()]
    assert found == [{"id": case["id"], **case["output"]} for case in CASES]


def test_what_is_no_case_is_said_line_by_line_and_the_rest_is_answered(cli):
    good = json.dumps({"id": "a", "input": CASES[0]["input"]})
    other = json.dumps({"id": "b", "input": {**CASES[0]["input"], "tokenizer": "abacus"}})
    bad = ["nonsense", "[1]", '{"id": 1}', '{"id": 1, "input": {}}', '{"input": {"books": {}}}']
    lines = [good, *bad, other, ""]
    result = cli("activate", stdin="\n".join(lines).encode())
    assert result.status == 2
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [one["id"] for one in found] == ["a", *[None] * 5, "b"]
    assert all("error" in one for one in found[1:])
    assert "line 2" in found[1]["error"]
