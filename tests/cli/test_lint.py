"""`lint`: what is known is not told again, and what can be put right is, all of one kind."""

import json
import os
import sys

import pytest

from inspector.loading import open_chat


@pytest.fixture
def chat(sample, tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(sample.read_bytes())
    return path


def test_known_problems_are_not_told_and_a_new_one_is(cli, chat, tmp_path):
    known = tmp_path / "known.json"
    everything = json.loads(cli("lint", chat, "--json").output)["problems"]
    assert cli("lint", chat, "--write-baseline", known).status == 0
    done = cli("lint", chat, "--baseline", known, "--json")
    assert (done.status, done.json["problems"], done.json["known"]) == (0, [], len(everything))
    assert "nothing new" in cli("lint", chat, "--baseline", known).output

    cli("set", chat, "event_1788634159280_5", "summary=Rain fell.")
    done = cli("lint", chat, "--baseline", known, "--json")
    (new,) = json.loads(done.output)["problems"]
    assert (done.status, new["code"]) == (1, "too-short")


def test_a_baseline_overwrites_only_a_baseline_and_keeps_chats_of_one_name(cli, chat, tmp_path):
    held = chat.read_bytes()
    assert str(chat) in cli("lint", chat, "--write-baseline", chat).refusal
    assert chat.read_bytes() == held
    other = tmp_path / "other" / chat.name
    other.parent.mkdir()
    other.write_bytes(b'{"chat_metadata": {}}\n')
    known = tmp_path / "known.json"
    for _ in range(2):
        assert cli("lint", chat, other, "--write-baseline", known).status == 0
    assert cli("lint", chat, "--baseline", known).status == 0


@pytest.mark.skipif(sys.platform != "linux", reason="names are not any bytes there")
def test_a_baseline_takes_a_chat_whose_name_is_no_utf_8(cli, chat, tmp_path):
    other, known = tmp_path / os.fsdecode(b"\xff.jsonl"), tmp_path / "known.json"
    other.write_bytes(chat.read_bytes())
    assert cli("lint", other, "--write-baseline", known).status == 0
    assert cli("lint", other, "--baseline", known).status == 0


def test_nothing_that_comes_by_standard_input_is_put_right(cli, chat):
    refused = cli("lint", "-", "--fix", "mojibake", stdin=chat.read_bytes())
    assert "standard input is only read" in refused.refusal


def test_all_of_one_kind_are_put_right_at_once(cli, chat):
    texts = {
        "event_1788634159280_5": "CafÃ© night.\nMira left.",
        "event_1790279340257_1": "ðŸ˜€ ok",
    }
    for wanted, text in texts.items():
        cli("set", chat, wanted, f"summary={text}")
    done = cli("lint", chat, "--fix", "mojibake", "--fix", "line-break", "--json")
    assert done.json["fixed"] == {"mojibake": 2, "line-break": 1}
    by_id = {one.id: one.summary for one in open_chat(chat).document.memories}
    assert [by_id[one] for one in texts] == ["Café night. Mira left.", "😀 ok"]


def test_a_dry_run_of_fixes_writes_nothing(cli, chat):
    cli("set", chat, "event_1788634159280_5", "summary=Establishing that CafÃ© Mira opened.")
    held = chat.read_bytes()
    done = cli("lint", chat, "--fix", "mojibake", "--fix", "meta-commentary", "--dry-run")
    assert "Café Mira opened." in done.output
    assert chat.read_bytes() == held
    assert cli("lint", chat, chat, "--fix", "mojibake").refusal


def test_a_chat_of_whose_problems_none_matches_is_not_called_clean(cli, chat):
    everything = json.loads(cli("lint", chat, "--json").output)["problems"]
    done = cli("lint", chat, "--where", "lint == nope")
    assert done.output == f"{chat}: none of {len(everything)} problems matches\n"
    (code, *_) = [one["code"] for one in everything]
    assert "none of" not in cli("lint", chat, "--where", f"lint == {code}").output
