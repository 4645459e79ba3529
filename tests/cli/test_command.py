"""The command line as scripts see it: what each verb prints, and its exit status."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def process(*arguments, stdin=b"", **environment):
    command = [sys.executable, "-m", "inspector", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, check=False, env={**os.environ, **environment}
    )


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.mark.skipif(
    not sys.prefix.isascii(), reason="Python reads the paths of its own packages by the locale"
)
def test_a_process_prints_what_the_verb_answers_in_utf8_whatever_the_locale(chat):
    locale = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    result = process("inject", chat, "--json", "--ruleset", "openvault/26", **locale)
    (line,) = result.stdout.decode().splitlines()
    assert json.loads(line)["ruleset"] == "openvault/26"
    assert "★" in line
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_process_reads_what_is_piped_to_it():
    result = process("tokens", "--encoding", "chars/4", stdin=b"Hello, world!")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"4\n", b"")


def test_a_process_ends_with_1_where_something_was_found(tmp_path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b'{"chat_metadata":{}}\n{"name":"Mira","mes":"cut')
    result = process("lint", cut)
    assert result.returncode == 1
    assert b"cut off" in result.stdout


def test_help_is_for_newcomers(cli):
    assert "memory-inspector" in cli("--help").output


@pytest.mark.parametrize("verb", ["inject", "set"])
def test_each_verb_has_its_help(verb, cli, capsysbinary):
    with pytest.raises(SystemExit) as ended:
        cli(verb, "--help")
    assert ended.value.code == 0
    assert f"memory-inspector {verb}".encode() in capsysbinary.readouterr().out


def test_an_unknown_verb_is_refused(cli):
    assert "no verb 'injekt'" in cli("injekt", "x.jsonl").refusal


def test_inject_prints_the_contract(chat, cli):
    found, _ = cli("inject", chat, "--json").json
    assert found["chat"] == str(chat)
    assert found["ruleset"] == "openvault/temporal"
    assert found["encoding"] == "o200k_base"
    assert (found["chat_length"], found["at"]) == (160, 159)
    (prompt,) = found["prompts"]
    assert [prompt[key] for key in ("key", "position", "depth", "role", "scan")] == [
        "openvault", 0, 0, 0, False,
    ]  # fmt: skip
    lines = [line for section in prompt["sections"] for line in section["lines"]]
    assert "\n".join(line["text"] for line in lines) == prompt["text"]
    assert sum(line["tokens"] for line in lines) == found["budget"]["used"]
    ids = {memory["id"] for memory in found["memories"] if memory["in_block"]}
    assert ids == {line["memory"] for line in lines if line["memory"]}
    for memory in found["memories"]:
        assert (memory["gate"] is None) == memory["in_block"]


def test_options_may_stand_anywhere(chat, cli):
    before = cli("inject", "--json", "--ruleset", "openvault/terse", chat).json
    between = cli("inject", chat, "--ruleset", "openvault/terse", "--json").json
    assert before == between


def test_several_rulesets_and_chats_give_one_object_each(chat, cli):
    found = cli(
        "inject",
        chat,
        chat,
        "--json",
        "--ruleset",
        "openvault/26",
        "--ruleset",
        "openvault/1.44",
    ).json
    assert [one["ruleset"] for one in found] == ["openvault/26", "openvault/1.44"] * 2


def test_a_release_says_that_its_slots_are_shown(chat, cli):
    found = cli("inject", chat, "--json", "--ruleset", "openvault/26").json
    keys = [prompt["key"] for prompt in found["prompts"]]
    assert keys == [
        "openvault", "openvault_reflections", "openvault_world", "openvault_scene",
    ]  # fmt: skip


def test_a_budget_is_kept(chat, cli):
    found, _ = cli("inject", chat, "--json", "--set", "retrievalFinalTokens=400").json
    assert found["budget"]["limit"] == 400
    assert found["budget"]["used"] <= 400
    assert any(memory["gate"] == "budget" for memory in found["memories"])


def test_an_earlier_moment_knows_no_later_memory(chat, cli):
    found, _ = cli("inject", chat, "--json", "--at", "40").json
    assert (found["chat_length"], found["at"]) == (41, 40)
    assert 0 < len(found["memories"]) < 30


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--ruleset", "openvault/9"], "no ruleset 'openvault/9'"),
        (["--set", "nonsense=1"], "nonsense"),
        (["--set", "mid_start=2"], "mid_start"),
        (["--set", "mid_start=0.9"], "mid_start"),
        (["--set", "retrievalFinalTokens=lots"], "retrievalFinalTokens"),
        (["--set", "novalue"], "NAME=VALUE"),
        (["--at", "160"], "out of range"),
        (["--at", "-1"], "out of range"),
        (["--encoding", "runes"], "runes"),
        (["--colour", "red"], "--colour"),
    ],
)
def test_bad_options_are_refused_in_one_line(chat, arguments, why, cli):
    assert why in cli("inject", chat, *arguments).refusal


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"\xff\xfe{\0", "UTF-16"),
        (b"\0\1\2", "binary"),
        (b"<html>", "web page"),
        (b"[]", "JSON list"),
        (None, "no such file"),
        ("folder", "folder"),
    ],
)
@pytest.mark.parametrize("verb", ["inject", "messages", "lint"])
def test_bad_input_is_refused_by_name(tmp_path, verb, data, why, cli):
    path = tmp_path / "bad.jsonl"
    if data == "folder":
        path.mkdir()
    elif data is not None:
        path.write_bytes(data)
    line = cli(verb, path).refusal
    assert why in line
    assert "bad.jsonl" in line


def test_a_chat_without_a_system_gives_a_warning_and_no_prompts(golden, cli):
    found = cli("inject", golden / "chats" / "group.jsonl", "--json").json
    assert found["prompts"] == []
    assert "nothing is injected" in found["warnings"][0]


def test_a_bad_line_is_a_warning(chat, cli):
    with chat.open("ab") as file:
        file.write(b'\n{"name":"Mira","mes":"cut')
    found, _ = cli("inject", chat, "--json").json
    assert found["chat_length"] == 160
    assert any("cut off" in warning for warning in found["warnings"])


def test_messages_has_a_row_for_each(chat, cli):
    rows = cli("messages", chat, "--json").json
    assert len(rows) == 160
    assert set(rows[0]) == {
        "index", "name", "is_user", "hidden", "recap", "recap_tokens", "included", "reason",
        "scene",
    }  # fmt: skip
    assert (rows[0]["hidden"], rows[159]["hidden"]) == (True, False)


def test_lint_finds_what_is_planted_in_the_sample(chat, cli):
    result = cli("lint", chat, "--json")
    assert result.status == 1
    codes = [one["code"] for one in json.loads(result.output)["problems"]]
    assert [code for code in codes if code in ("meta-commentary", "too-long")] == [
        "too-long",
        "meta-commentary",
    ]
    # Its recaps tell secrets, as recaps do, and its release injects more than Rufus knows.
    assert {"secret-in-recap", "leak"} <= set(codes)


def test_lint_of_a_clean_chat_exits_with_0(golden, cli):
    assert cli("lint", golden / "chats" / "group.jsonl").status == 0


@pytest.mark.parametrize(
    ("encoding", "tokens"),
    [
        ("o200k_base", 4),
        ("cl100k_base", 4),
        ("chars/3.5", 4),
        ("chars/4", 4),
        ("bytes/4", 3),
        ("bytes/3.35", 4),
    ],
)
def test_tokens_prints_the_count_alone(encoding, tokens, cli):
    result = cli("tokens", "--encoding", encoding, stdin=b"Hello, world!")
    assert result.output == f"{tokens}\n"


def test_tokens_as_json_counts_code_points(cli):
    found = cli("tokens", "-", "--json", "--encoding", "chars/4", stdin="🦊ab".encode()).json
    assert found == {"tokens": 1, "encoding": "chars/4", "characters": 3}


def test_tokens_refuses_what_is_no_text(cli):
    assert "no UTF-8 text" in cli("tokens", stdin=b"a\n\xff").refusal


def test_format_answers_a_line_a_case_and_2_for_what_is_none(cli):
    case = b'{"id":"a","ruleset":"openvault/26","input":{"memories":[],"chat_length":3}}\n'
    result = cli("format", stdin=case + b"nonsense\n" + b'{"ruleset":"x","input":{}}\n' + case)
    assert result.status == 2
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [one["id"] for one in found] == ["a", None, None, "a"]
    assert found[0]["text"].startswith("<scene_memory>")
    assert "line 2" in found[1]["error"]


def first_id(cli, chat):
    found, _ = cli("inject", chat, "--json").json
    return found["memories"][0]["id"]


def test_set_writes_in_place_with_a_backup(chat, sample, cli):
    result = cli("set", chat, first_id(cli, chat), "importance=5", "secret=true", "--json")
    found = result.json
    assert set(found["changed"]) == {"importance", "is_secret"}
    assert Path(found["backup"]).read_bytes() == sample.read_bytes()
    after, _ = cli("inject", chat, "--json").json
    assert "[★★★★★] [Secret]" in after["prompts"][0]["text"].splitlines()[4]


def test_set_can_write_elsewhere(chat, sample, tmp_path, cli):
    output = tmp_path / "out.jsonl"
    cli(
        "set",
        chat,
        first_id(cli, chat),
        "summary=Nell came in out of the rain.",
        "--output",
        output,
    )
    assert chat.read_bytes() == sample.read_bytes()
    assert b"Nell came in out of the rain." in output.read_bytes()


def test_set_takes_names_as_text_or_json_and_clears_an_anchor(chat, cli):
    name = first_id(cli, chat)
    assert cli("set", chat, name, "witnesses=Nell, Zoë", "temporal_anchor=dawn", "--json").json
    found = cli("set", chat, name, 'witnesses=["Nell"]', "temporal_anchor=", "--json").json
    assert found["changed"]["witnesses"] == {"before": ["Nell", "Zoë"], "after": ["Nell"]}
    for typed in ('["Nell",]', '{"Nell": 1}', "null", "[Nell]"):
        refusal = cli("set", chat, name, f"witnesses={typed}").refusal
        assert f"a JSON list of them, not {typed!r}" in refusal
        assert "a JSON list of them" in cli("set", chat, name, f"witnesses+={typed}").refusal
    assert "null is no name" in cli("set", chat, name, "witnesses+=[null]").refusal
    assert found["changed"]["temporal_anchor"]["after"] is None


def test_a_text_in_another_encoding_is_refused(chat, sample, cli):
    odd = os.fsdecode(b"Z\xf6")
    for arguments in (
        ("set", chat, first_id(cli, chat), f"summary={odd}"),
        ("new", chat, "--messages", "1", f"summary={odd}"),
        ("recap", chat, "add", odd),
    ):
        assert f"{odd!r} is no UTF-8 text" in cli(*arguments).refusal.replace("summary=", "")
    assert chat.read_bytes() == sample.read_bytes()


def test_set_says_when_nothing_changes(chat, sample, cli):
    name = first_id(cli, chat)
    result = cli("set", chat, name, "importance=2")
    assert "nothing changed" in result.output
    assert chat.read_bytes() == sample.read_bytes()


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("importance=9", "1 to 5"),
        ("importance=high", "1 to 5"),
        ("secret=maybe", "true or false"),
        ("summary=", "cannot be empty"),
        ("colour=red", "no field 'colour'"),
        ("importance", "NAME=VALUE"),
    ],
)
def test_set_refuses_bad_values_and_writes_nothing(chat, sample, field, why, cli):
    assert why in cli("set", chat, first_id(cli, chat), "secret=true", field).refusal
    assert chat.read_bytes() == sample.read_bytes()


def test_set_refuses_an_id_that_is_missing_or_stands_twice(chat, tmp_path, cli):
    assert "no memory has the id" in cli("set", chat, "nobody", "importance=1").refusal
    twice = tmp_path / "twice.jsonl"
    twice.write_text(
        '{"chat_metadata":{"openvault":{"memories":[{"id":"a"},{"id":"a"}]}}}\n{"mes":"x"}'
    )
    assert "2 memories have the id" in cli("set", twice, "a", "importance=1").refusal


def test_the_sample_is_not_copied_into_a_file(tmp_path, cli):
    file = tmp_path / "try"
    file.write_bytes(b"x")
    assert cli("sample", file).refusal.endswith(f"{file}: this is a file and no folder")
