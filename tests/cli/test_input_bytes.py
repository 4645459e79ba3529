"""Standard input that nobody can read is said in one line, whatever verb would read it."""

import os
import sys
from types import SimpleNamespace

import pytest

from inspector.__main__ import main
from inspector.shipped import sample_chat

_ONE = ("--ruleset", "openvault/26")
READERS = [
    ["format", "-"],
    ["activate", "-"],
    ["tokens", "-"],
    ["check", sample_chat(), "-"],
    ["recap", sample_chat(), "add", "-"],
    ["inject", "-"],
]


@pytest.fixture
def unreadable(tmp_path):
    """Standard input as `0> file` makes it."""
    with os.fdopen(os.open(tmp_path / "file", os.O_WRONLY | os.O_CREAT), "rb") as stream:
        yield SimpleNamespace(buffer=stream)


@pytest.mark.parametrize("verb", READERS)
@pytest.mark.parametrize("is_closed", [True, False])
def test_standard_input_that_cannot_be_read_is_said(
    verb, is_closed, monkeypatch, capfd, unreadable
):
    monkeypatch.setattr(sys, "stdin", None if is_closed else unreadable)
    assert main([str(one) for one in verb]) == 2
    output, error = capfd.readouterr()
    assert output == ""
    assert error.count("\n") == 1
    assert "standard input is closed" in error if is_closed else "Bad file descriptor" in error


@pytest.mark.parametrize(
    "arguments",
    [
        ["inject", "NAME"],
        ["check", "NAME", "REQUEST"],
        ["lint", "CHAT", "--write-baseline", "NAME"],
        ["merge", "CHAT", "CHAT", "CHAT", "--output", "NAME"],
        ["inject", "CHAT", "--lorebook", "NAME"],
        ["enrich", "CHAT", "--chronicle", "NAME", "--address", "http://localhost:1/v1"],
    ],
)
def test_a_name_that_no_file_can_have_is_refused(arguments, tmp_path, capsys):
    name = str(tmp_path / ("a" * 300))
    request = tmp_path / "request.json"
    request.write_text('{"messages": [{"role": "user", "content": "Hello?"}]}')
    words = {"NAME": name, "CHAT": str(sample_chat()), "REQUEST": str(request)}
    assert main([words.get(word, word) for word in arguments]) == 2
    output, error = capsys.readouterr()
    assert output == ""
    (line,) = error.splitlines()
    assert line.startswith(f"memory-inspector: {name}: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["recap", "-", "list"],
        ["recap", "-", "show"],
        ["recap", "-", "diff", "0", "1"],
        ["sum-up", "-"],
    ],
)
def test_what_only_reads_a_chat_takes_it_from_standard_input(arguments, cli, sample):
    read = cli(*arguments, stdin=sample.read_bytes())
    assert read.status == 0, read.error
    named = cli(*(sample if word == "-" else word for word in arguments))
    assert read.output.splitlines()[1:] == named.output.splitlines()[1:]


@pytest.mark.parametrize(
    "arguments",
    [["recap", "-", "use", "0"], ["set", "-", "event_1787518180394_1", "importance=3"]],
)
def test_what_writes_a_chat_says_that_standard_input_is_none(arguments, cli, sample):
    refusal = cli(*arguments, stdin=sample.read_bytes()).refusal
    assert refusal == "memory-inspector: -: standard input is only read; name the chat's file"


def test_a_number_of_thousands_of_digits_is_refused_as_any_other(cli, sample):
    value = f"importance={'9' * 5000}"
    refusal = cli("set", sample, "event_1787518180394_1", value, "--dry-run").refusal
    assert "not expected" not in refusal


def test_a_file_that_is_called_like_standard_input_is_read_by_its_path(
    cli, sample, tmp_path, monkeypatch
):
    (tmp_path / "-").write_bytes(sample.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert cli("inject", "./-", "--json", *_ONE).json["chat"] == str(tmp_path / "-")
    assert "file is empty" in cli("inject", "-").refusal
    assert cli("set", "./-", "event_1787518180394_1", "importance=3").status == 0
    assert "only read" in cli("set", "-", "event_1787518180394_1", "importance=2").refusal


def test_after_two_dashes_nothing_is_an_option(cli, sample, tmp_path, monkeypatch):
    (tmp_path / "-x.jsonl").write_bytes(sample.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert cli("inject", "--json", *_ONE, "--", "-x.jsonl").json["chat"] == "-x.jsonl"
    both = cli("inject", "--json", *_ONE, sample, "--", "-x.jsonl").json
    assert [one["chat"] for one in both] == [str(sample), "-x.jsonl"]
    piped = cli("inject", "--json", *_ONE, "--", "-", stdin=sample.read_bytes()).json
    assert piped["chat"] == "-"
    assert cli("tokens", "--", "-x.jsonl").status == 0
    assert "no memory has the id '-y'" in cli("why", "--", "-x.jsonl", "-y").refusal
    assert "invalid choice: '-y'" in cli("recap", "--", "-x.jsonl", "-y").refusal
    assert "expected one argument" in cli("inject", "--user", "--", "-x.jsonl").refusal
    sides = ("--ruleset", "openvault/temporal", *_ONE)
    compared = cli("compare", "--json", *sides, "--", "-x.jsonl").json
    assert [compared[side]["chat"] for side in "ab"] == ["-x.jsonl"] * 2
    assert [compared[side]["ruleset"] for side in "ab"] == ["openvault/temporal", "openvault/26"]
    assert cli("sample", "--", "-new").status == 0
    assert (tmp_path / "-new" / "chat.jsonl").is_file()


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_what_is_no_small_file_is_neither_waited_for_nor_read_to_its_end(tmp_path, cli, sample):
    os.mkfifo(tmp_path / "pipe")
    sparse = tmp_path / "sparse"
    with sparse.open("wb") as file:
        file.truncate(10 << 30)
    for option in ("--settings", "--scores", "--card"):
        assert "no regular file" in cli("inject", sample, option, tmp_path / "pipe").refusal
        assert "larger than" in cli("inject", sample, option, sparse).refusal
    for option in ("--settings", "--scores", "--card", "--query-vector"):
        assert "this is a folder" in cli("inject", sample, option, tmp_path).refusal
        assert "no such file" in cli("inject", sample, option, tmp_path / "none").refusal
    assert "larger than" in cli("inject", sample, "--query-vector", sparse).refusal


@pytest.mark.skipif(os.name == "nt", reason="has no such file")
def test_what_never_ends_is_no_request(cli, sample):
    assert "larger than any request" in cli("check", sample, "/dev/zero").refusal
    assert "larger than any request" in cli("stability", sample, "--captured", "/dev/zero").refusal


@pytest.mark.parametrize("option", ["--settings", "--card", "--query-vector", "--scores"])
def test_a_name_that_is_empty_is_refused(option, cli, sample):
    assert (
        f"argument {option}: a file's name is not empty"
        in cli("inject", sample, option, "").refusal
    )
    assert "a file's name is not empty" in cli("inject", "").refusal
    assert "a file's name is not empty" in cli("recap", sample, "add", "--file", "").refusal


@pytest.mark.parametrize("odd", ["1_0", "٣", "+3", " 3", "", "--3", "9" * 5000])
def test_a_message_is_named_in_plain_digits(odd, cli, sample):
    assert "is no number of a message" in cli("inject", sample, f"--at={odd}").refusal
    assert "--at -1 is out of range" in cli("inject", sample, "--at=-1").refusal
