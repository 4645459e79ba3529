"""Two sides of one chat become one, and nobody's change is lost."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.three_way import Take, Typed
from inspector.merging.chats import AsNew, Merged, merge_chats
from inspector.sillytavern.chat_reader import read_chat

Chat = list[dict[str, Any]]

BASE: Chat = [
    {
        "chat_metadata": {
            "integrity": "mark-1",
            "openvault": {
                "memories": [
                    {"id": "event_1", "summary": "Rain.", "importance": 3, "witnesses": ["Mira"]},
                    {"id": "event_2", "summary": "Lamp.", "importance": 2, "witnesses": []},
                ],
                "processed": 2,
            },
        },
        "user_name": "Robin",
    },
    {"name": "Robin", "is_user": True, "send_date": "a", "mes": "One", "extra": {}},
    {"name": "Mira", "is_user": False, "send_date": "b", "mes": "Two", "swipes": ["Two", "Zwei"]},
]


def spelled(chat: Chat, end: str = "\n") -> bytes:
    lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in chat]
    return ("\n".join(lines) + end).encode()


def merged(base: Chat, theirs: Chat, mine: Chat, **how: Any) -> Merged:
    files = [read_chat(spelled(one)) for one in (base, theirs, mine)]
    return merge_chats(files[0], files[1], files[2], **how)


def lines_of(merged: Merged) -> Chat:
    return [json.loads(line) for line in joined(merged.pieces).splitlines() if line]


def vault(chat: Chat) -> dict[str, Any]:
    return chat[0]["chat_metadata"]["openvault"]


def changed(base: Chat = BASE) -> Chat:
    return deepcopy(base)


def test_what_the_extension_appended_and_what_a_person_edited_both_stay() -> None:
    theirs, mine = changed(), changed()
    theirs.append({"name": "Robin", "is_user": True, "send_date": "c", "mes": "Three"})
    vault(theirs)["memories"].append({"id": "event_3", "summary": "Sea.", "importance": 1})
    vault(theirs)["processed"] = 3
    vault(mine)["memories"][0]["importance"] = 5
    vault(mine)["memories"][1]["witnesses"] = ["Kai"]
    result = merged(BASE, theirs, mine)
    expected = deepcopy(theirs)
    vault(expected)["memories"][0]["importance"] = 5
    vault(expected)["memories"][1]["witnesses"] = ["Kai"]
    assert lines_of(result) == expected
    assert not result.conflicts
    assert len(result.accepted) == 2


def test_a_merge_with_itself_is_nothing() -> None:
    theirs = changed()
    vault(theirs)["memories"][0]["summary"] = "Hail."
    for base, one in ((BASE, theirs), (theirs, BASE), (BASE, BASE)):
        result = merged(base, one, one)
        assert joined(result.pieces) == spelled(one)
        assert not result.accepted
        assert not result.conflicts


def test_names_merge_by_element() -> None:
    theirs, mine = changed(), changed()
    vault(theirs)["memories"][0]["witnesses"] = ["Mira", "Kai"]
    vault(mine)["memories"][0]["witnesses"] = ["Robin"]
    result = merged(BASE, theirs, mine)
    assert set(vault(lines_of(result))["memories"][0]["witnesses"]) == {"Kai", "Robin"}
    assert not result.conflicts


def test_a_value_that_both_changed_is_a_conflict_that_a_person_settles() -> None:
    theirs, mine = changed(), changed()
    vault(theirs)["memories"][0]["summary"] = "Hail."
    vault(mine)["memories"][0]["summary"] = "Snow."
    (conflict,) = merged(BASE, theirs, mine).open_conflicts
    assert conflict.value.path[-2:] == ("event_1", "summary")
    assert (conflict.value.base, conflict.value.theirs, conflict.value.mine) == (
        "Rain.",
        "Hail.",
        "Snow.",
    )
    for choice, expected in ((Take.THEIRS, "Hail."), (Take.MINE, "Snow."), (Typed("Fog"), "Fog")):
        result = merged(BASE, theirs, mine, resolutions={conflict.key: choice})
        assert vault(lines_of(result))["memories"][0]["summary"] == expected
        assert not result.open_conflicts


def test_a_memory_that_one_side_removed_and_the_other_edited_is_a_conflict() -> None:
    theirs, mine = changed(), changed()
    del vault(theirs)["memories"][0]
    vault(mine)["memories"][0]["importance"] = 5
    result = merged(BASE, theirs, mine)
    (conflict,) = result.conflicts
    assert vault(lines_of(result))["memories"] == vault(theirs)["memories"]
    back = merged(BASE, theirs, mine, resolutions={conflict.key: Take.MINE})
    assert [one["importance"] for one in vault(lines_of(back))["memories"]] == [5, 2]


def test_an_untouched_memory_that_one_side_removed_stays_removed() -> None:
    theirs, mine = changed(), changed()
    del vault(theirs)["memories"][0]
    vault(mine)["memories"][1]["importance"] = 5
    assert [one["id"] for one in vault(lines_of(merged(BASE, theirs, mine)))["memories"]] == [
        "event_2"
    ]
    assert [one["id"] for one in vault(lines_of(merged(BASE, mine, theirs)))["memories"]] == [
        "event_2"
    ]


def test_messages_removed_before_an_edited_one_do_not_move_the_edit() -> None:
    theirs, mine = changed(), changed()
    del theirs[1]
    mine[2]["mes"] = "Deux"
    result = merged(BASE, theirs, mine)
    assert [one.get("mes") for one in lines_of(result)] == [None, "Deux"]
    assert not result.conflicts


def test_a_copy_in_the_swipes_is_no_second_conflict() -> None:
    base = changed()
    base[2] |= {"swipe_id": 0, "swipe_info": [{"extra": {"memory": "x"}}, {}]}
    base[2]["extra"] = {"memory": "x"}
    theirs, mine = deepcopy(base), deepcopy(base)
    for side, text in ((theirs, "t"), (mine, "m")):
        side[2]["extra"]["memory"] = text
        side[2]["swipe_info"][0]["extra"]["memory"] = text
    (conflict,) = merged(base, theirs, mine).conflicts
    result = lines_of(merged(base, theirs, mine, resolutions={conflict.key: Take.MINE}))
    assert result[2]["extra"]["memory"] == "m"
    assert result[2]["swipe_info"][0]["extra"]["memory"] == "m"


def test_both_continued_the_chat() -> None:
    theirs, mine = changed(), changed()
    theirs.append({"name": "Mira", "is_user": False, "send_date": "t", "mes": "Theirs"})
    mine.append({"name": "Mira", "is_user": False, "send_date": "m", "mes": "Mine"})
    result = merged(BASE, theirs, mine)
    assert len(result.conflicts) == 1
    assert lines_of(result)[-1]["mes"] == "Theirs"
    both = merged(BASE, theirs, mine, otherwise=Take.MINE)
    assert [one["mes"] for one in lines_of(both)[-2:]] == ["Theirs", "Mine"]
    same = merged(BASE, theirs, deepcopy(theirs))
    assert not same.conflicts


def test_a_message_removed_here_and_reworded_there_is_a_conflict() -> None:
    theirs, mine = changed(), changed()
    theirs[1]["mes"] = "Uno"
    del mine[1]
    (conflict,) = merged(BASE, theirs, mine).conflicts
    assert len(lines_of(merged(BASE, theirs, mine))) == 3
    gone = merged(BASE, theirs, mine, resolutions={conflict.key: Take.MINE})
    assert len(lines_of(gone)) == 2
    kept = merged(BASE, mine, theirs, otherwise=Take.MINE)
    assert [one.get("mes") for one in lines_of(kept)] == [None, "Uno", "Two"]


def test_numbers_of_mine_keep_their_spelling() -> None:
    base = b'{"chat_metadata":{"a":1,"b":[1.0, 2e-7]}}\n'
    mine = base.replace(b'"a":1', b'"a":1.50').replace(b"2e-7", b"2E-7,9007199254740993")
    theirs = base.replace(b'{"chat_metadata"', b'{ "user_name":"R","chat_metadata"')
    result = merge_chats(read_chat(base), read_chat(theirs), read_chat(mine))
    assert joined(result.pieces) == theirs.replace(b'"a":1', b'"a":1.50').replace(
        b"[1.0, 2e-7]", b"[1.0, 2E-7,9007199254740993]"
    )


VALUES = st.one_of(st.none(), st.booleans(), st.integers(0, 9), st.text(max_size=4))
NAMES = st.lists(st.sampled_from("abcdef"), unique=True)


@st.composite
def chats(draw: st.DrawFn) -> Chat:
    memories = [
        {"id": f"e{index}", "summary": draw(st.text(max_size=4)), "witnesses": draw(NAMES)}
        for index in range(draw(st.integers(0, 4)))
    ]
    metadata = {"openvault": {"memories": memories, "n": draw(st.integers(0, 3))}}
    messages = [
        {"name": draw(st.sampled_from("xy")), "is_user": False, "send_date": index, "mes": "m"}
        for index in range(draw(st.integers(1, 5)))
    ]
    return [{"chat_metadata": metadata, "user_name": "R"}, *messages]


@st.composite
def edited_memories(draw: st.DrawFn, chat: Chat, mark: str, places: tuple[int, ...]) -> None:
    memories = vault(chat)["memories"]
    gone: list[object] = []
    for index, memory in enumerate(memories):
        if index % 2 not in places:
            continue
        if draw(st.booleans()):
            memory["summary"] = draw(st.text(max_size=4))
        if draw(st.booleans()):
            memory[mark] = draw(VALUES)
        if draw(st.integers(0, 4)) == 0:
            gone.append(memory)
    kept = [one for one in memories if one not in gone]
    added = [{"id": f"{mark}{index}", "summary": "new"} for index in range(draw(st.integers(0, 2)))]
    vault(chat)["memories"] = [*kept, *added]
    for memory in kept:
        if draw(st.booleans()):
            memory["witnesses"] = [*memory["witnesses"], mark]


@st.composite
def edits(draw: st.DrawFn, base: Chat, mark: str, places: tuple[int, ...]) -> Chat:
    """The chat with some values changed: only those that `places` allow, so that no two meet."""
    chat = deepcopy(base)
    draw(edited_memories(chat, mark, places))
    for index, message in enumerate(chat[1:]):
        if index % 2 in places and draw(st.booleans()):
            message["mes"] = draw(st.text(max_size=4))
    if 0 in places and draw(st.booleans()):
        chat.append({"name": "z", "is_user": True, "send_date": mark, "mes": mark})
    return chat


@given(st.data())
def test_changes_of_two_sides_that_do_not_meet_are_all_there_whoever_comes_first(
    data: st.DataObject,
) -> None:
    base = data.draw(chats())
    theirs = data.draw(edits(base, "t", (0,)))
    mine = data.draw(edits(base, "m", (1,)))
    result, turned = merged(base, theirs, mine), merged(base, mine, theirs)
    removed = {one["id"] for one in vault(base)["memories"]}
    removed -= {one["id"] for one in vault(theirs)["memories"]} & {
        one["id"] for one in vault(mine)["memories"]
    }
    if not result.conflicts:
        assert lines_of(result) == lines_of(turned)
        for side in (theirs, mine):
            _assert_carried(base, side, lines_of(result), removed)
    nothing_of_mine = merged(base, theirs, base)
    assert joined(nothing_of_mine.pieces) == spelled(theirs)
    nothing_of_theirs = merged(base, base, mine)
    assert lines_of(nothing_of_theirs) == mine


def _assert_carried(base: Chat, side: Chat, result: Chat, removed: set[str]) -> None:
    before = {one["id"]: one for one in vault(base)["memories"]}
    after = {one["id"]: one for one in vault(result)["memories"]}
    for memory in vault(side)["memories"]:
        if memory["id"] in removed:
            assert memory["id"] not in after
            continue
        for key, value in memory.items():
            held = before.get(memory["id"], {}).get(key)
            if key == "witnesses":
                assert set(value) - set(held or ()) <= set(after[memory["id"]][key])
            elif value != held:
                assert after[memory["id"]][key] == value
    texts = {one["send_date"]: one["mes"] for one in result[1:]}
    olds = {one["send_date"]: one["mes"] for one in base[1:]}
    for message in side[1:]:
        if message["mes"] != olds.get(message["send_date"]):
            assert texts[message["send_date"]] == message["mes"]


def test_a_message_that_theirs_removed_under_an_edit_can_be_kept_as_a_new_one() -> None:
    theirs, mine = changed(), changed()
    del theirs[2]
    theirs.append({"name": "Mira", "is_user": False, "send_date": "n", "mes": "Another"})
    mine[2]["mes"] = mine[2]["swipes"][0] = "Two, reworded"
    (conflict,) = merged(BASE, theirs, mine).conflicts
    kept = merged(BASE, theirs, mine, resolutions={conflict.key: AsNew("later")})
    assert lines_of(kept) == [*theirs, {**mine[2], "send_date": "later"}]
    assert kept.open_conflicts == ()
    restored = merged(BASE, theirs, mine, resolutions={conflict.key: Take.MINE})
    assert mine[2] in lines_of(restored)
