"""Where memories and messages stand once others wrote the chat, or some came and went."""

import pytest

from inspector.core.edits import SetField, apply
from inspector.core.readings import memory_places, message_place
from inspector.loading import open_chat
from inspector.systems import memory_maker
from tests.systems.auto_recap.chats import chat_bytes, message


def memory(number, **values):
    return {"id": f"m{number}", "type": "event", "summary": f"Fact {number}", **values}


@pytest.fixture
def reading(tmp_path):
    """Makes another reading of a chat, which shares no object with any other."""

    def make(memories, messages=()):
        store = {"memories": memories, "character_states": {}}
        path = tmp_path / "a.jsonl"
        path.write_bytes(chat_bytes(messages, {"openvault": store}))
        return open_chat(path).document

    return make


@pytest.fixture
def chat(reading):
    """Makes another reading of messages with these texts, each of a day of its own."""

    def make(*texts, dated=True):
        dates = [f"day {text[0]}" if dated else None for text in texts]
        made = zip(texts, dates, strict=True)
        return reading([], [message(text, send_date=date) for text, date in made]).chat

    return make


def test_memories_are_found_by_their_ids_wherever_they_stand(reading):
    before = reading([memory(n) for n in range(5)])
    after = reading([memory(9), *(memory(n, importance=n % 5 + 1) for n in (4, 0, 1, 3))])
    assert memory_places(before, after) == {4: 1, 0: 2, 1: 3, 3: 4}


def test_an_edited_memory_is_the_same_and_a_deleted_one_is_none(reading):
    before = reading([memory(n) for n in range(5)])
    edited = apply(before, SetField((3,), "importance", 5))
    after = apply(edited, memory_maker(edited).deleted(edited, (1,)))
    assert memory_places(before, after) == {0: 0, 2: 1, 3: 2, 4: 3}
    assert memory_places(after, before) == {0: 0, 1: 2, 2: 3, 3: 4}


def test_memories_without_an_id_or_with_anothers_stay_only_where_none_came_or_went(reading):
    odd = [{"type": "event", "summary": "a"}, memory(1), memory(1), {"type": "event"}]
    before = reading(odd)
    assert memory_places(before, reading(odd)) == {0: 0, 1: 1, 2: 2, 3: 3}
    assert memory_places(before, reading([*odd, memory(2)])) == {}
    assert memory_places(before, before) == {0: 0, 1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("dated", [False, True])
def test_a_message_is_found_where_others_came_and_went(chat, dated):
    before = chat("a rain", "b hail", "c snow", "d mist", dated=dated)
    after = chat("a rain", "x wind", "y wind", "c snow", "d mist", dated=dated)
    assert [message_place(before, n, after) for n in range(4)] == [0, None, 3, 4]


def test_a_reworded_message_is_found_by_its_date_and_without_one_where_it_stood(chat):
    before, reworded = chat("a rain", "b hail", "c snow"), chat("b hailstorm", "c snow")
    assert message_place(before, 1, reworded) == 0
    before = chat("a rain", "b hail", dated=False)
    assert message_place(before, 1, chat("a rain", "b hailstorm", dated=False)) == 1
    assert message_place(before, 1, chat("a rain", dated=False)) is None


def test_of_several_alike_the_nearest_is_the_one(chat):
    alike = ("e yes",) * 5
    assert message_place(chat(*alike), 3, chat(*alike, "f no")) == 3
    assert message_place(chat("a rain", *alike), 4, chat(*alike)) == 4
