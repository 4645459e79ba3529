"""The command line as scripts see it: whole processes, their output, their exit status."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def run(*arguments, stdin=b"", **environment):
    command = [sys.executable, "-m", "inspector", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, check=False, env={**os.environ, **environment}
    )


def printed(result):
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def refusal(result):
    assert result.returncode == 2
    assert result.stdout == b""
    (line,) = result.stderr.decode().splitlines()
    assert "Traceback" not in line
    return line


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.mark.parametrize("arguments", [["--help"], ["inject", "--help"], ["set", "--help"]])
def test_help_is_for_newcomers(arguments):
    result = run(*arguments)
    assert result.returncode == 0
    assert b"memory-inspector" in result.stdout


def test_an_unknown_verb_is_refused():
    assert "no verb 'injekt'" in refusal(run("injekt", "x.jsonl"))


def test_inject_prints_the_contract(chat):
    found, _ = printed(run("inject", chat, "--json"))
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


def test_options_may_stand_anywhere(chat):
    before = printed(run("inject", "--json", "--ruleset", "openvault/terse", chat))
    between = printed(run("inject", chat, "--ruleset", "openvault/terse", "--json"))
    assert before == between


def test_several_rulesets_and_chats_give_one_object_each(chat):
    found = printed(
        run(
            "inject",
            chat,
            chat,
            "--json",
            "--ruleset",
            "openvault/26",
            "--ruleset",
            "openvault/1.44",
        )
    )
    assert [one["ruleset"] for one in found] == ["openvault/26", "openvault/1.44"] * 2


def test_a_release_says_that_its_slots_are_shown(chat):
    (found,) = printed(run("inject", chat, "--json", "--ruleset", "openvault/26"))
    keys = [prompt["key"] for prompt in found["prompts"]]
    assert keys == [
        "openvault", "openvault_reflections", "openvault_world", "openvault_scene",
    ]  # fmt: skip


def test_a_budget_is_kept(chat):
    found, _ = printed(run("inject", chat, "--json", "--set", "retrievalFinalTokens=400"))
    assert found["budget"]["limit"] == 400
    assert found["budget"]["used"] <= 400
    assert any(memory["gate"] == "budget" for memory in found["memories"])


def test_an_earlier_moment_knows_no_later_memory(chat):
    found, _ = printed(run("inject", chat, "--json", "--at", "40"))
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
def test_bad_options_are_refused_in_one_line(chat, arguments, why):
    assert why in refusal(run("inject", chat, *arguments))


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
def test_bad_input_is_refused_by_name(tmp_path, verb, data, why):
    path = tmp_path / "bad.jsonl"
    if data == "folder":
        path.mkdir()
    elif data is not None:
        path.write_bytes(data)
    line = refusal(run(verb, path))
    assert why in line
    assert "bad.jsonl" in line


def test_a_chat_without_a_system_gives_a_warning_and_no_prompts(golden):
    (found,) = printed(run("inject", golden / "chats" / "group.jsonl", "--json"))
    assert found["prompts"] == []
    assert "nothing is injected" in found["warnings"][0]


def test_a_bad_line_is_a_warning(chat):
    with chat.open("ab") as file:
        file.write(b'\n{"name":"Mira","mes":"cut')
    found, _ = printed(run("inject", chat, "--json"))
    assert found["chat_length"] == 160
    assert any("cut off" in warning for warning in found["warnings"])


@pytest.mark.skipif(
    not sys.prefix.isascii(), reason="Python reads the paths of its own packages by the locale"
)
def test_output_is_utf8_whatever_the_locale(chat):
    result = run("inject", chat, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "★" in result.stdout.decode()


def test_messages_has_a_row_for_each(chat):
    (rows,) = printed(run("messages", chat, "--json"))
    assert len(rows) == 160
    assert set(rows[0]) == {
        "index", "name", "is_user", "hidden", "recap", "recap_tokens", "included", "reason",
        "scene",
    }  # fmt: skip
    assert (rows[0]["hidden"], rows[159]["hidden"]) == (True, False)


def test_lint_finds_what_is_planted_in_the_sample(chat):
    result = run("lint", chat, "--json")
    assert result.returncode == 1
    codes = [one["code"] for one in json.loads(result.stdout)["problems"]]
    assert [code for code in codes if code in ("meta-commentary", "too-long")] == [
        "too-long",
        "meta-commentary",
    ]
    # Its recaps tell secrets, as recaps do, and its release injects more than Rufus knows.
    assert {"secret-in-recap", "leak"} <= set(codes)


def test_lint_of_a_clean_chat_exits_with_0(golden):
    assert run("lint", golden / "chats" / "group.jsonl").returncode == 0


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
def test_tokens_prints_the_count_alone(encoding, tokens):
    result = run("tokens", "--encoding", encoding, stdin=b"Hello, world!")
    assert result.stdout == b"%d\n" % tokens


def test_tokens_as_json_counts_code_points():
    (found,) = printed(run("tokens", "-", "--json", "--encoding", "chars/4", stdin="🦊ab".encode()))
    assert found == {"tokens": 1, "encoding": "chars/4", "characters": 3}


def test_tokens_refuses_what_is_no_text():
    assert "no UTF-8 text" in refusal(run("tokens", stdin=b"a\n\xff"))


def test_format_answers_a_line_a_case_and_2_for_what_is_none():
    case = b'{"id":"a","ruleset":"openvault/26","input":{"memories":[],"chat_length":3}}\n'
    result = run("format", stdin=case + b"nonsense\n" + b'{"ruleset":"x","input":{}}\n' + case)
    assert result.returncode == 2
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["id"] for one in found] == ["a", None, None, "a"]
    assert found[0]["text"].startswith("<scene_memory>")
    assert "line 2" in found[1]["error"]


def first_id(chat):
    found, _ = printed(run("inject", chat, "--json"))
    return found["memories"][0]["id"]


def test_set_writes_in_place_with_a_backup(chat, sample):
    result = run("set", chat, first_id(chat), "importance=5", "secret=true", "--json")
    (found,) = printed(result)
    assert set(found["changed"]) == {"importance", "is_secret"}
    assert Path(found["backup"]).read_bytes() == sample.read_bytes()
    after, _ = printed(run("inject", chat, "--json"))
    assert "[★★★★★] [Secret]" in after["prompts"][0]["text"].splitlines()[4]


def test_set_can_write_elsewhere(chat, sample, tmp_path):
    output = tmp_path / "out.jsonl"
    run("set", chat, first_id(chat), "summary=Nell came in out of the rain.", "--output", output)
    assert chat.read_bytes() == sample.read_bytes()
    assert b"Nell came in out of the rain." in output.read_bytes()


def test_set_takes_names_as_text_or_json_and_clears_an_anchor(chat):
    name = first_id(chat)
    printed(run("set", chat, name, "witnesses=Nell, Zoë", "temporal_anchor=dawn", "--json"))
    (found,) = printed(run("set", chat, name, 'witnesses=["Nell"]', "temporal_anchor=", "--json"))
    assert found["changed"]["witnesses"] == {"before": ["Nell", "Zoë"], "after": ["Nell"]}
    assert found["changed"]["temporal_anchor"]["after"] is None


def test_set_says_when_nothing_changes(chat, sample):
    name = first_id(chat)
    result = run("set", chat, name, "importance=2")
    assert b"nothing changed" in result.stdout
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
def test_set_refuses_bad_values_and_writes_nothing(chat, sample, field, why):
    assert why in refusal(run("set", chat, first_id(chat), "secret=true", field))
    assert chat.read_bytes() == sample.read_bytes()


def test_set_refuses_an_id_that_is_missing_or_stands_twice(chat, tmp_path):
    assert "no memory has the id" in refusal(run("set", chat, "nobody", "importance=1"))
    twice = tmp_path / "twice.jsonl"
    twice.write_text(
        '{"chat_metadata":{"openvault":{"memories":[{"id":"a"},{"id":"a"}]}}}\n{"mes":"x"}'
    )
    assert "2 memories have the id" in refusal(run("set", twice, "a", "importance=1"))


def test_the_sample_is_not_copied_into_a_file(cli, tmp_path):
    file = tmp_path / "try"
    file.write_bytes(b"x")
    assert cli("sample", file).refusal.endswith(f"{file}: this is a file and no folder")
