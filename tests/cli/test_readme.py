"""Every command in the README runs as it stands, one after the other, on the shipped sample.

Every address is closed to them: what needs none asks for none.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.llm.scripted import Wording, scripted

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```\n(.*?)^```", re.DOTALL | re.MULTILINE)
NEEDS_A_SCREEN = {"", "gui"}
NEEDS_A_NETWORK = {"listen", "enrich"}
ADDRESS = "http://localhost:8080/v1"


def commands():
    """What follows `memory-inspector` on each line of each block, joined over backslashes."""
    for block in BLOCK.findall(README.read_text("utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["memory-inspector"]:
                yield words[1:]


def run(cli, line):
    """What a shell does with a line: `<` and `>` are its own."""
    cut = line.index(">") if ">" in line else len(line)
    words, target = line[:cut], line[cut + 1 :]
    stdin = b""
    if "<" in words:
        stdin = Path(words.pop()).read_bytes()
        words.remove("<")
    result = cli(*words, stdin=stdin)
    for name in target:
        Path(name).write_text(result.output, "utf-8")
    assert result.output
    return result


def test_each_command_runs_on_the_sample(cli, tmp_path, monkeypatch, connections):
    monkeypatch.chdir(tmp_path)
    made, _ = connections
    done = 0
    for line in commands():
        if (line[:1] or [""])[0] in NEEDS_A_SCREEN | NEEDS_A_NETWORK:
            continue
        result = run(cli, line)
        # `lint` and `check` answer 1 where they find something.
        assert result.status in ((0, 1) if line[0] in {"lint", "check"} else (0,)), result.error
        if line[0] == "sample":
            monkeypatch.chdir(tmp_path / line[1])
        done += 1
    assert done > 10
    assert made == []


def test_each_command_that_asks_a_model_runs_with_one_that_answers(cli, tmp_path, monkeypatch):
    pytest.importorskip("openai")
    monkeypatch.chdir(tmp_path)
    assert cli("sample", "try").status == 0
    monkeypatch.chdir(tmp_path / "try")
    lines = [line for line in commands() if line[:1] == ["enrich"]]
    assert len(lines) > 3
    with scripted(Wording("DONE")) as model:
        for line in lines:
            words = [model.address if word == ADDRESS else word for word in line]
            result = run(cli, words)
            # Nothing is sent before a person agrees, which is not what was asked for.
            waits = ADDRESS in line and "--agree" not in line
            assert result.status == (1 if waits else 0), result.error
    assert model.bodies


def test_each_command_that_listens_does(tmp_path):
    lines = [line for line in commands() if line[:1] == ["listen"]]
    assert lines
    for line in lines:
        # Whoever runs this may listen at the usual port already.
        command = [sys.executable, "-m", "inspector", *line, "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path) as process:
            try:
                assert b"127.0.0.1" in process.stdout.readline()
            finally:
                process.kill()
