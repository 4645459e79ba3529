"""`schema`, and JSON that is checked by it; every other test's output is checked in `conftest`."""

import json

import pytest

from inspector.cli.schemas import SCHEMAS
from inspector.cli.verbs import VERBS

CASE = {"id": "a", "ruleset": "openvault/26", "input": {}}


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_name_prints_a_schema(cli, name):
    found = json.loads(cli("schema", name).output)
    assert found["$schema"].startswith("https://json-schema.org/")
    assert found.get("type") in ("object", "array") or found.get("anyOf") or found["oneOf"]


def test_every_verb_that_prints_json_has_a_schema():
    printing = {
        name
        for name, verb in VERBS.items()
        if any(option.dest == "json" for option in verb.parser()._actions)
    }
    assert printing - {"recap"} <= set(SCHEMAS)


def test_without_a_name_they_are_listed_and_an_unknown_one_is_refused(cli):
    assert cli("schema").output.split() == list(SCHEMAS)
    assert "there is no schema 'colour'" in cli("schema", "colour").refusal


@pytest.mark.parametrize(
    ("verb", "case", "words"),
    [
        ("format", {"id": 1}, "line 1: ruleset: field required (and 1 more)"),
        ("format", {**CASE, "ruleset": 3}, "line 1: ruleset: input should be a valid string"),
        ("format", {**CASE, "input": []}, "line 1: input: "),
        ("activate", {"input": {"books": {}}}, "line 1: input.max_context: field required"),
        ("activate", {"input": {"books": 1, "max_context": 1}}, "line 1: input.books: "),
        ("activate", {"input": {"books": {}, "max_context": 1, "random": 2}}, "input.random: "),
    ],
)
def test_a_case_that_is_none_is_refused_with_the_path_of_its_fault(cli, verb, case, words):
    done = cli(verb, stdin=json.dumps(case).encode())
    assert done.status == 2
    assert words in json.loads(done.output)["error"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"id": "\xff"}', "this is no JSON: it is no UTF-8 text"),
        (b'{"id": ', "this is no JSON: it is cut off"),
        (b"[" * 100_000, "this is no JSON: it is nested too deep"),
        (b"5", "a case is a JSON object"),
    ],
)
def test_a_line_that_is_no_case_is_told_in_our_own_words(cli, line, words):
    done = cli("format", stdin=line)
    assert done.status == 2
    assert json.loads(done.output) == {"id": None, "error": f"line 1: {words}"}


def test_numbers_of_a_case_are_read_however_long_and_an_id_comes_back_exactly(cli):
    case = b'{"id": 9007199254740993, "ruleset": "openvault/26", "input": {"chat_length": %b}}'
    assert (
        b'"id": 9007199254740993,'
        in cli("format", stdin=case % b"9007199254740993").output.encode()
    )
    assert (
        "#9007199254740992 messages" in cli("format", stdin=case % b"9007199254740993").json["text"]
    )
    assert "#Infinity messages" in cli("format", stdin=case % (b"9" * 5000)).json["text"]


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        (b"{", "this is no JSON"),
        (b"[1]", "the value: "),
        (b'{"version": 2, "chats": {}}', "version: input should be 1"),
        (b'{"version": 1, "chats": {"a": [{"code": "x"}]}}', "chats.a[0].place: field required"),
    ],
)
def test_a_baseline_that_is_none_is_refused_with_the_path_of_its_fault(
    cli, sample, tmp_path, stored, words
):
    (tmp_path / "known.json").write_bytes(stored)
    assert words in cli("lint", sample, "--baseline", tmp_path / "known.json").refusal


@pytest.mark.parametrize("verb", ["inject", "request", "why", "compare", "stability", "lint"])
def test_an_encoding_without_a_name_is_refused(cli, sample, verb):
    assert (
        "--encoding names none"
        in cli(verb, sample, "--encoding", "", *(["--vs"] * (verb == "compare"))).refusal
    )


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ({"extension_settings": []}, "extension_settings: input should be a valid dictionary"),
        ({"oai_settings": "x", "power_user": 3}, "power_user: "),
        ({"main_api": 1}, "main_api: "),
    ],
)
def test_a_settings_file_that_is_none_is_refused_with_the_path_of_its_fault(
    cli, sample, tmp_path, stored, words
):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(stored), "utf-8")
    refusal = cli("inject", sample, "--settings", path).refusal
    assert str(path) in refusal
    assert words in refusal


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ([{"role": "user"}, 3], "([1]: input should be a valid dictionary"),
        ({"messages": [{"role": "user"}, {"x": 1}]}, "(messages[1]: field required"),
        ({"model": "m"}, "(the value: field required: messages or prompt)"),
    ],
)
def test_a_request_that_is_none_is_refused_with_the_path_of_its_fault(
    cli, sample, tmp_path, stored, words
):
    path = tmp_path / "request.json"
    path.write_text(json.dumps(stored), "utf-8")
    refusal = cli("check", sample, path).refusal
    assert str(path) in refusal
    assert words in refusal


@pytest.mark.parametrize(
    ("option", "stored", "words"),
    [
        ("--lorebook", {"entries": 3}, "its `entries` are no list and no object"),
        ("--lorebook", {"name": "x"}, "(entries: field required)"),
        ("--chronicle", {"events": []}, "(the value: input should be a valid list)"),
        ("--card", {"data": []}, "(data: input should be a valid dictionary)"),
    ],
)
def test_a_file_beside_that_is_none_is_refused_with_the_path_of_its_fault(
    cli, sample, tmp_path, option, stored, words
):
    path = tmp_path / "beside.json"
    path.write_text(json.dumps(stored), "utf-8")
    refusal = cli("inject", sample, option, path, "--ruleset", "scribe/design").refusal
    assert str(path) in refusal
    assert words in refusal


def test_a_log_that_is_none_is_refused_with_the_path_of_its_fault(cli, sample, tmp_path):
    path = tmp_path / "log.json"
    path.write_text('{"exchanges": [{"replies": 3}]}', "utf-8")
    book = tmp_path / "book.json"
    book.write_text('{"entries": {}}', "utf-8")
    refusal = cli("enrich", sample, "--lorebook", book, "--log", path).refusal
    assert "exchanges[0].replies: " in refusal


ODD_STORE = b"""{"chat_metadata": {"openvault": {"memories": [
{"id": 1e400, "type": "event", "summary": "Mira fell", "importance": 3, "message_ids": [0, 1e400],
"mentions": "often", "witnesses": ["Mira"]}], "character_states": {}}}}"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("inject", "--ruleset", "openvault/26"),
        ("inject", "--set", "retrievalFinalTokens=1e400", "--ruleset", "openvault/26"),
        ("memories",),
        ("why",),
        ("lint",),
        (
            "compare", "--ruleset", "openvault/26",
            "--vs", "--ruleset", "openvault/26", "--set", "retrievalFinalTokens=NaN",
        ),
        ("set", "--where", "importance < 9", "importance=5", "--dry-run"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_number_that_json_has_not_is_null(cli, tmp_path, arguments):
    chat = tmp_path / "odd.jsonl"
    messages = [b'{"name": "Mira", "mes": "%d", "is_user": false}' % number for number in range(3)]
    chat.write_bytes(b"\n".join([ODD_STORE.replace(b"\n", b" "), *messages]))
    first, *rest = arguments
    done = cli(first, chat, *rest, "--json")
    assert done.status in (0, 1)
    assert "null" in done.output
    assert done.output.startswith(("{", "["))


def test_what_no_case_makes_a_number_of_is_null(cli):
    case = {"id": 1e400, "ruleset": "openvault/26", "input": {"memories": [], "chat_length": 1}}
    done = cli("format", stdin=json.dumps(case).encode())
    assert json.loads(done.output)["id"] is None
