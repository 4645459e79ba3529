"""What files and arguments hold reaches a terminal as text: nothing in it is obeyed."""

import json
import re

import pytest

from tests.systems.auto_recap.chats import message, running, version

HOSTILE = "\x1b[2J\x07\x08\r\x7f\x85\x9b31m\u202etxt\u2066x\u2069"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ESCAPES = ("\\u001b", "\\u0007", "\\u000d", "\\u007f", "\\u0085", "\\u009b", "\\u202e", "\\u2066")


@pytest.fixture
def chat(make_chat):
    memory = {
        "id": "m0",
        "type": "event",
        "summary": f"Mira {HOSTILE} fell",
        "message_ids": [0],
        "witnesses": [f"Mi{HOSTILE}ra"],
    }
    store = {"memories": [memory], "character_states": {}}
    metadata = {"openvault": store, **running(version(0, f"a recap {HOSTILE}\n\tindented"))}
    return make_chat([message(f"text {HOSTILE}", {"memory": HOSTILE})], metadata)


VERBS = (
    ("inject",),
    ("inject", "--ruleset", "openvault/temporal"),
    ("messages",),
    ("scenes",),
    ("lint",),
    ("memories",),
    ("why",),
    ("recap", "list"),
    ("recap", "show", "0"),
)


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_no_verb_prints_a_character_that_a_terminal_obeys(cli, chat, verb, as_json):
    first, *rest = verb
    found = cli(first, chat, *rest, *(("--json",) if as_json else ()))
    assert found.status in (0, 1)
    assert not OBEYED.search(found.output), found.output
    assert not OBEYED.search(found.error)


def test_the_characters_are_shown_by_their_escapes_and_tabs_and_line_breaks_stay(cli, chat):
    displayed = cli("recap", chat, "show", "0").output
    assert all(escape in displayed for escape in ESCAPES)
    assert displayed.endswith("\n\tindented\n")
    as_json = cli("recap", chat, "show", "0", "--json")
    assert all(escape in as_json.output for escape in ESCAPES[3:])
    assert as_json.json["content"] == f"a recap {HOSTILE}\n\tindented"


@pytest.mark.parametrize(
    "arguments",
    [
        ("inject", f"no\x1bfile{HOSTILE}.jsonl"),
        ("inject", "CHAT", "--ruleset", f"r{HOSTILE}"),
        ("inject", "CHAT", "--set", f"n{HOSTILE}=1"),
        ("why", "CHAT", f"id{HOSTILE}"),
        ("inject", f"--op{HOSTILE}"),
    ],
)
def test_errors_repeat_arguments_without_obeying_them(cli, chat, arguments):
    found = cli(*(chat if one == "CHAT" else one for one in arguments))
    assert found.status == 2
    assert not OBEYED.search(found.refusal)


def test_a_case_of_the_formatter_comes_back_as_the_same_text(cli):
    case = {
        "id": HOSTILE,
        "ruleset": "openvault/terse",
        "input": {"memories": [{"summary": HOSTILE, "importance": 3}], "chat_length": 1},
    }
    found = cli("format", stdin=json.dumps(case).encode())
    assert not OBEYED.search(found.output)
    assert found.json["id"] == HOSTILE
    assert "\x1b[2J\x07\x08 \x7f" in found.json["text"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("inject", "a\0b"),
        ("format", "a\0b"),
        ("tokens", "a\0b"),
        ("inject", "CHAT", "--settings", "a\0b"),
        ("inject", "CHAT", "--query-vector", "a\0b"),
        ("set", "CHAT", "m0", "importance=3", "--output", "a\0b"),
        ("recap", "CHAT", "use", "0", "--output", "a\0b"),
    ],
    ids=lambda one: " ".join(one).replace("\0", "NUL"),
)
def test_a_file_name_with_a_nul_is_refused(cli, chat, arguments):
    found = cli(*(chat if one == "CHAT" else one for one in arguments))
    assert "a file's name holds no NUL" in found.refusal
