"""`new`, `split`, `merge-memories`, `delete`, and what else `set` sets."""

import json

import pytest

from inspector.shipped import sample_chat

FIRST, SECOND = "event_1787518180394_0", "event_1787518180394_1"


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(sample_chat().read_bytes())
    return path


def memories(path):
    header = json.loads(path.read_bytes().split(b"\n", 1)[0])
    return header["chat_metadata"]["openvault"]["memories"]


def test_new_prints_the_id_and_writes_after_a_backup(cli, chat):
    before = chat.read_bytes()
    result = cli("new", chat, "--messages", "3..5", "summary=Nell hid, and slept.", "importance=4")
    made = memories(chat)[-1]
    assert result.output.splitlines()[0] == made["id"]
    assert made["message_ids"] == [3, 4, 5]
    assert made["importance"] == 4
    assert made["witnesses"] == ["Nell", "Rufus"]
    assert "backup: " in result.output
    cli("delete", chat, made["id"])
    assert chat.read_bytes() == before


def test_output_leaves_the_chat_alone(cli, chat, tmp_path):
    before = chat.read_bytes()
    found = cli("split", chat, FIRST, "--at", 12, "--output", tmp_path / "b.jsonl", "--json").json
    assert chat.read_bytes() == before
    assert found["changed"] == [FIRST]
    assert [one["id"] for one in memories(tmp_path / "b.jsonl")][-1:] == found["made"]


def test_merging_archives_the_others_or_removes_them(cli, chat):
    count = len(memories(chat))
    assert cli("merge-memories", chat, FIRST, SECOND, "--json").json["changed"] == [FIRST, SECOND]
    assert [one.get("archived") for one in memories(chat)[:2]] == [None, True]
    found = cli("merge-memories", chat, FIRST, SECOND, "--remove", "--json").json
    assert found["removed"] == [SECOND]
    assert len(memories(chat)) == count - 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["new", "summary=x"], "--messages"),
        (["new", "--messages", "3..9999", "summary=x"], "no message 160"),
        (["new", "--messages", "5..3", "summary=x"], "end before they begin"),
        (["new", "--messages", "x", "summary=x"], "3, 5..7"),
        (["new", "--messages", "3"], "needs a summary"),
        (["new", "--messages", "3", "summary=x", "colour=red"], "no field 'colour'"),
        (["split", FIRST, "--at", "0"], "between two of them"),
        (["split", FIRST, "--at", "x"], "no number of characters"),
        (["split", FIRST, "--by-sentence"], "one sentence"),
        (["split", "nope", "--at", "3"], "no memory has the id 'nope'"),
        (["merge-memories", FIRST], "two memories"),
        (["merge-memories", FIRST, FIRST], "named once"),
        (["delete", FIRST, "nope"], "no memory has the id 'nope'"),
        (["set", "character:Nobody", "current_emotion=sad"], "Nothing is kept about 'Nobody'"),
        (["set", "relationship:A<->B", "trust_level=3"], "no relationship 'A<->B'"),
        (["set", FIRST, "message_ids=200"], "no message 200"),
        (["set", FIRST, "importance=9"], "from 1 to 5"),
        (["set", "--where", " ", "importance=1"], "what memories have to hold"),
        (["delete", FIRST, "--output", "-"], "name a file"),
        (["delete", FIRST, "--output", "absent/b.jsonl"], "no such folder"),
        (["lint", "--output", "b.jsonl"], "without --fix"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_written(cli, chat, arguments, why):
    before = chat.read_bytes()
    verb, *rest = arguments
    assert why in cli(verb, chat, *rest).refusal
    assert chat.read_bytes() == before


def test_a_chat_without_memories_is_refused(cli, make_chat):
    chat = make_chat([{"name": "Kai", "mes": "Hi."}])
    refusal = cli("new", chat, "--messages", "0", "summary=x").refusal
    assert f"{chat}: This chat keeps no memories" in refusal


def test_set_changes_characters_and_relationships(cli, chat):
    found = cli("set", chat, "character:Nell", "current_emotion=calm", "--json").json
    assert found["changed"] == {"current_emotion": "calm"}
    found = cli("set", chat, "relationship:Rufus<->Nell", "trust_level=3.5", "--json").json
    assert found["changed"] == {"trust_level": 3.5}
    cli("set", chat, FIRST, "messages=3,7..8", 'emotional_impact={"Nell": "sad"}')
    first = memories(chat)[0]
    assert first["message_ids"] == [3, 7, 8]
    assert first["emotional_impact"] == {"Nell": "sad"}
