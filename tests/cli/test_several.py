"""Several chats at once: one that cannot be read is said and keeps the others from nothing."""

import json

import pytest

from inspector.shipped import sample_chat


@pytest.mark.parametrize(
    "verb", [["inject", "--json"], ["request"], ["memories"], ["messages"], ["scenes"], ["lint"]]
)
def test_the_others_are_answered_and_the_status_says_that_one_was_not(verb, cli, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"garbage")
    name, *more = verb
    alone = cli(name, sample_chat(), *more)
    both = cli(name, bad, sample_chat(), *more)
    assert (both.status, both.output) == (2, alone.output)
    assert [line for line in both.error.splitlines() if "bad.jsonl" in line] == [
        f"memory-inspector: {bad}: no line of the file is a JSON object, so it is no chat"
    ]


@pytest.mark.parametrize(
    "verb",
    [
        ["inject", "--json", "--ruleset", "auto-recap/2.0"],
        ["memories"],
        ["compare", "--ruleset", "openvault/26", "--ruleset", "openvault/terse"],
        ["why", "event_1787518180394_0"],
    ],
)
def test_a_chat_is_read_from_standard_input_as_from_its_file(verb, cli):
    name, *more = verb
    of_file = cli(name, sample_chat(), *more)
    piped = cli(name, "-", *more, stdin=sample_chat().read_bytes())
    assert (piped.status, piped.error) == (0, of_file.error)
    assert piped.output == of_file.output.replace(str(sample_chat()), "-")


def test_a_chat_without_a_name_is_not_taken_for_another_than_its_recaps(cli):
    piped = cli("lint", "-", stdin=sample_chat().read_bytes())
    assert piped.status == 1
    assert "running-reset" not in piped.output


@pytest.mark.parametrize(
    ("stdin", "words"),
    [(b"", "empty"), (b"\0\1\2" * 99, "binary"), (b"[]\n", "JSON list"), (b"word\n", "no line")],
)
def test_what_is_piped_and_no_chat_is_refused(stdin, words, cli):
    assert words in cli("inject", "-", stdin=stdin).refusal


def test_what_changes_a_chat_wants_its_file(cli):
    stdin = sample_chat().read_bytes()
    assert "-: " in cli("set", "-", "event_1787518180394_0", "importance=3", stdin=stdin).refusal


def test_alone_it_is_refused(cli, tmp_path):
    result = cli("inject", tmp_path / "none.jsonl")
    assert (result.status, result.output) == (2, "")
    assert len(result.error.splitlines()) == 1


def test_the_messages_of_a_new_memory_are_named_once(cli, tmp_path):
    chat = tmp_path / "chat.jsonl"
    chat.write_bytes(sample_chat().read_bytes())
    result = cli("new", chat, "--messages", "3..5", "summary=A word.", "message_ids=7")
    assert (result.status, "leave out message_ids=" in result.error) == (2, True)
    assert json.loads(chat.read_bytes().split(b"\n")[0])
    assert chat.read_bytes() == sample_chat().read_bytes()
