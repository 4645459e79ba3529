"""`merge` on real files."""

import json
from pathlib import Path

import pytest

from inspector.cli.command import run

BASE = '{"chat_metadata":{"n":1,"own":1},"user_name":"R"}\n{"name":"R","mes":"a","send_date":1}\n'
THEIRS = BASE.replace('"n":1', '"n":2') + '{"name":"M","mes":"b","send_date":2}\n'
MINE = BASE.replace('"own":1', '"own":7')


def put(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    return [str(folder / name) for name in texts]


def test_the_merged_file_goes_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    paths = put(tmp_path, base=BASE, theirs=THEIRS, mine=MINE)
    assert run(["merge", *paths]) == 0
    captured = capfdbinary.readouterr()
    assert captured.out == THEIRS.replace('"own":1', '"own":7').encode()
    assert b"chat_metadata.own: 1 \xe2\x86\x92 7" in captured.err


def test_a_conflict_writes_nothing_until_somebody_says_whose_value_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = put(tmp_path, base=BASE, theirs=THEIRS, mine=BASE.replace('"n":1', '"n":5'))
    output = tmp_path / "out"
    assert run(["merge", *paths, "--output", str(output), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["conflicts"] == [
        {"message": None, "path": ["chat_metadata", "n"], "base": 1, "theirs": 2, "mine": 5}
    ]
    assert not output.exists()
    assert run(["merge", *paths, "--output", str(output), "--take", "mine"]) == 0
    assert output.read_bytes() == THEIRS.replace('"n":2', '"n":5').encode()


def test_lorebooks_merge_entry_by_entry(tmp_path: Path) -> None:
    book = {"entries": {"0": {"uid": 0, "content": "a", "key": ["x"]}}}
    theirs = {"entries": {**book["entries"], "1": {"uid": 1, "content": "b", "key": ["z"]}}}
    mine = {"entries": {"0": {"uid": 0, "content": "a", "key": ["x", "y"]}}}
    texts = {"base": book, "theirs": theirs, "mine": mine}
    paths = put(tmp_path, **{name: json.dumps(value) for name, value in texts.items()})
    output = tmp_path / "out.json"
    assert run(["merge", *paths, "--output", str(output)]) == 0
    merged = json.loads(output.read_text())
    assert merged["entries"]["1"] == theirs["entries"]["1"]
    assert merged["entries"]["0"]["key"] == ["x", "y"]


@pytest.mark.parametrize("odd", ["", "<html>", "[1]", "{", "\x00\x01"])
def test_what_cannot_be_merged_is_refused_in_one_line(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = put(tmp_path, base=BASE, theirs=odd, mine=MINE)
    assert run(["merge", *paths]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.startswith(f"memory-inspector: {paths[1]}")
    assert captured.err.count("\n") == 1


def test_files_of_different_kinds_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = put(tmp_path, base=BASE, theirs='{"entries":{}}', mine=MINE)
    assert run(["merge", *paths]) == 2
    assert "lorebook" in capsys.readouterr().err


def test_theirs_can_be_written_in_place_with_a_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = put(tmp_path, base=BASE, theirs=THEIRS, mine=MINE)
    assert run(["merge", *paths, "--output", paths[1], "--json"]) == 0
    backup = json.loads(capsys.readouterr().out)["backup"]
    assert Path(backup).read_bytes() == THEIRS.encode()


CUT_OFF = '{"name":"A","mes":"cut of'


@pytest.mark.parametrize(
    ("theirs", "mine", "words"),
    [
        (BASE, BASE + CUT_OFF, "line 3 is no JSON ("),
        (BASE + "{bad", BASE + CUT_OFF, "line 3 is no JSON ("),
        (BASE, BASE + "null\r\n[\r\n", "line 3 holds no message, line 4 is no JSON ("),
        (BASE, CUT_OFF + "\n" + BASE, "line 1 is no JSON ("),
    ],
)
def test_a_broken_line_that_only_mine_has_is_named_and_nothing_is_written(
    theirs: str, mine: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = put(tmp_path, base=BASE, theirs=theirs, mine=mine)
    output = tmp_path / "out"
    for way in ([], ["--take", "mine"], ["--json"]):
        assert run(["merge", *paths, "--output", str(output), *way]) == 2
        captured = capsys.readouterr()
        assert not captured.out
        assert captured.err.startswith(f"memory-inspector: {paths[2]}: {words}")
        assert captured.err.count("\n") == 1
        assert not output.exists()
    assert run(["merge", *paths, "--output", str(output), "--take", "theirs"]) == 0
    assert output.read_bytes() == theirs.encode()


def test_a_broken_line_that_is_in_theirs_or_was_there_before_is_no_hindrance(
    tmp_path: Path,
) -> None:
    changed = MINE + CUT_OFF
    output = tmp_path / "out"
    paths = put(tmp_path, base=BASE, theirs=THEIRS + CUT_OFF, mine=changed)
    assert run(["merge", *paths, "--output", str(output)]) == 0
    assert output.read_text().endswith(CUT_OFF)
    paths = put(tmp_path, base=BASE + CUT_OFF, theirs=BASE, mine=changed)
    assert run(["merge", *paths, "--output", str(output)]) == 0
    assert output.read_text() == MINE


HEADER = BASE.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("theirs", "mine", "with_theirs", "with_mine"),
    [
        ("tx", "mx", "tx", "mx"),
        ("axt", "axm", "axt", "axtm"),
        ("atx", "amx", "atx", "atmx"),
        ("tx", "x", "tx", "x"),
        ("x", "mx", "x", "mx"),
        ("axt", "x", "xt", "xt"),
    ],
)
def test_what_each_way_of_taking_does_is_as_its_help_tells(
    theirs: str,
    mine: str,
    with_theirs: str,
    with_mine: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def chat(letters: str) -> str:
        """Messages `a` and `x`; at the beginning `t` and `m` are `a` in other words."""
        lines = [
            {"name": "R", "mes": one, "send_date": "a" if one == "a" or index == 0 else one}
            for index, one in enumerate(letters)
        ]
        sent = [{**one, "send_date": "x"} if one["mes"] == "x" else one for one in lines]
        return HEADER + "".join(json.dumps(one) + "\n" for one in sent)

    paths = put(tmp_path, base=chat("ax"), theirs=chat(theirs), mine=chat(mine))
    for way, expected in (("theirs", with_theirs), ("mine", with_mine)):
        assert run(["merge", *paths, "--take", way]) == 0
        lines = capsys.readouterr().out.splitlines()[1:]
        assert "".join(json.loads(line)["mes"] for line in lines) == expected
    with pytest.raises(SystemExit):
        run(["merge", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert "--take mine: of a value that both changed, mine; of messages that both added" in words
    assert "--take theirs: theirs stays as it is in all of these" in words
