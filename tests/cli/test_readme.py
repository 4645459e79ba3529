"""Every command in the README runs as it stands, one after the other, on the shipped sample.

Every address is closed to them: what needs none asks for none.
"""

import re
import shlex
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```\n(.*?)^```", re.DOTALL | re.MULTILINE)
NEEDS_A_SCREEN = {"", "gui"}
NEEDS_A_NETWORK = {"listen", "enrich"}


def commands():
    """What follows `memory-inspector` on each line of each block, joined over backslashes."""
    for block in BLOCK.findall(README.read_text("utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["memory-inspector"]:
                yield words[1:]


def test_each_command_runs_on_the_sample(cli, tmp_path, monkeypatch, connections):
    monkeypatch.chdir(tmp_path)
    made, _ = connections
    run = 0
    for line in commands():
        if (line[:1] or [""])[0] in NEEDS_A_SCREEN | NEEDS_A_NETWORK:
            continue
        cut = line.index(">") if ">" in line else len(line)
        words, target = line[:cut], line[cut + 1 :]
        stdin = b""
        if "<" in words:
            stdin = Path(words.pop()).read_bytes()
            words.remove("<")
        result = cli(*words, stdin=stdin)
        for name in target:
            Path(name).write_text(result.output, "utf-8")
        # `lint` and `check` answer 1 where they find something.
        assert result.status in ((0, 1) if words[0] in {"lint", "check"} else (0,)), result.error
        assert result.output
        if words[0] == "sample":
            monkeypatch.chdir(tmp_path / words[1])
        run += 1
    assert run > 10
    assert made == []
