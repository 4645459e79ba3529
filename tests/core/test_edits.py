"""Edits are values: they make another document or are refused, and touch nothing else."""

import pytest

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import (
    ChangeNames,
    Changes,
    ReviseMemories,
    RotateIntegrity,
    SetField,
    SetHidden,
    apply,
    changes_between,
)
from inspector.core.errors import EditError
from inspector.core.memory import CharacterState, Memory
from inspector.systems.openvault.fields import FIELDS


def document():
    records = [
        {"id": "a", "summary": "one", "importance": 3, "witnesses": ["Mira"], "embedding_b64": "x"},
        {"id": "b", "summary": "two", "importance": "high", "witnesses": ["Mira", "Robin"]},
        {"summary": "three"},
    ]
    characters = {
        "Mira": CharacterState("Mira", {"known_events": ["a", "b"]}),
        "Robin": CharacterState("Robin", {"current_emotion": "calm"}),
    }
    memories = tuple(Memory(i, record, i) for i, record in enumerate(records))
    return Document(memories=memories, characters=characters, fields=FIELDS, integrity="x")


def known(document, name):
    return document.characters[name].known_events


def test_a_memory_that_moves_up_keeps_what_was_read_of_it_and_nothing_that_tells_its_place():
    before = document()
    kept, second = before.memories[1].witnesses, before.memories[1]
    second.memo["place"] = 1
    after = apply(before, ReviseMemories("Gone", removed=frozenset({0})))
    assert [(one.index, one.location) for one in after.memories] == [(0, 1), (1, 2)]
    assert after.memories[0].witnesses is kept
    assert after.memories[0].memo == {}
    assert (second.index, second.memo) == (1, {"place": 1})
    assert after.names == ("Mira", "Robin")


def test_setting_a_field_changes_that_memory_alone():
    before = document()
    after = apply(before, SetField((0,), "importance", 5))
    assert after.memories[0].importance == 5
    assert before.memories[0].importance == 3
    assert after.memories[1] is before.memories[1]
    assert changes_between(before, after) == Changes(memories=frozenset({0}))


def test_setting_what_is_set_changes_nothing():
    before = document()
    assert apply(before, SetField((0,), "importance", 3)) is before
    assert apply(before, SetField((2,), "temporal_anchor", None)) is before


def test_a_whole_selection_is_one_edit():
    after = apply(document(), SetField((0, 1, 2), "secret", True))
    assert [memory.is_secret for memory in after.memories] == [True, True, True]


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("importance", 0, "from 1 to 5"),
        ("importance", 6, "from 1 to 5"),
        ("importance", 2.5, "from 1 to 5"),
        ("importance", True, "from 1 to 5"),
        ("importance", "high", "from 1 to 5"),
        ("secret", "yes", "true or false"),
        ("witnesses", "Mira", "list of names"),
        ("witnesses", ["Mira", ""], "is none"),
        ("witnesses", [3], "is none"),
        ("summary", "  ", "cannot be empty"),
        ("summary", None, "cannot be empty"),
        ("summary", "\ud83d", "half of a character"),
        ("temporal_anchor", 5, "is a text"),
        ("colour", "red", "no field 'colour'"),
    ],
)
def test_a_bad_value_is_refused_with_a_reason(field, value, why):
    before = document()
    with pytest.raises(EditError, match=why):
        apply(before, SetField((0,), field, value))
    assert before.memories[0].record["importance"] == 3


def test_a_memory_that_is_not_there_is_refused():
    with pytest.raises(EditError, match="no memory #7"):
        apply(document(), SetField((0, 7), "importance", 1))
    with pytest.raises(EditError, match="No memory is selected"):
        apply(document(), SetField((), "importance", 1))


def test_a_new_summary_removes_the_embedding():
    after = apply(document(), SetField((0,), "summary", "another wording"))
    assert "embedding_b64" not in after.memories[0].record


def test_an_anchor_can_be_cleared():
    with_anchor = apply(document(), SetField((0,), "temporal_anchor", "dawn"))
    assert (
        apply(with_anchor, SetField((0,), "temporal_anchor", ""))
        .memories[0]
        .record["temporal_anchor"]
        is None
    )


def test_known_events_follow_witnesses():
    after = apply(document(), SetField((0,), "witnesses", ["Robin"]))
    assert known(after, "Mira") == ("b",)
    assert known(after, "Robin") == ("a",)


def test_known_events_can_be_kept():
    after = apply(document(), SetField((0,), "witnesses", ["Robin"], keep_known_events=True))
    assert known(after, "Mira") == ("a", "b")
    assert known(after, "Robin") == ()


def test_a_character_without_a_state_gets_none():
    after = apply(document(), SetField((0,), "witnesses", ["Mira", "Zoe"]))
    assert "Zoe" not in after.characters


def test_a_memory_without_an_id_is_known_to_nobody():
    after = apply(document(), SetField((2,), "witnesses", ["Mira"]))
    assert known(after, "Mira") == ("a", "b")


def test_names_are_trimmed_and_stand_once():
    after = apply(document(), SetField((0,), "witnesses", [" Zoe ", "Mira", "Zoe"]))
    assert after.memories[0].witnesses == ("Zoe", "Mira")


def test_adding_a_name_leaves_each_memory_its_others():
    after = apply(document(), ChangeNames((0, 1), "witnesses", add=("Zoe",), remove=("Robin",)))
    assert after.memories[0].witnesses == ("Mira", "Zoe")
    assert after.memories[1].witnesses == ("Mira", "Zoe")


def test_one_and_true_are_not_the_same_value():
    flagged = Memory(0, {"id": "a", "is_secret": 1}, 0)
    before = Document(memories=(flagged,), fields=FIELDS)
    after = apply(before, SetField((0,), "secret", True))
    assert after.memories[0].record["is_secret"] is True


def test_the_integrity_mark_is_rotated_if_there_is_one():
    before = document()
    after = apply(before, RotateIntegrity("y"))
    assert (after.integrity, changes_between(before, after).integrity) == ("y", True)
    with pytest.raises(EditError, match="no integrity mark"):
        apply(Document(), RotateIntegrity("y"))


def test_messages_are_hidden_and_shown_and_their_texts_stay():
    before = Document(chat=Chat(names=["Mira"] * 3, from_user=bytes(3), hidden=bytes([0, 1, 0])))
    hidden = apply(before, SetHidden((0, 2), hidden=True))
    assert hidden.chat.hidden == bytes([1, 1, 1])
    assert hidden.chat.names is before.chat.names
    assert before.chat.hidden == bytes([0, 1, 0])
    assert changes_between(before, hidden) == Changes(hidden=True)
    assert apply(hidden, SetHidden((0, 2), hidden=False)).chat.hidden == before.chat.hidden
    assert apply(before, SetHidden((1,), hidden=True)) is before


def test_a_message_that_is_not_there_cannot_be_hidden():
    with pytest.raises(EditError, match="There is no message 3; the chat has none"):
        apply(Document(), SetHidden((3,), hidden=True))
    few = Document(chat=Chat(names=["User"] * 2, hidden=bytes(2)))
    with pytest.raises(EditError, match="There is no message 2; the chat has messages 0 to 1"):
        apply(few, SetHidden((2,), hidden=True))


def test_messages_of_a_saved_answer_can_be_neither_hidden_nor_shown():
    answer = Document(chat=Chat(names=["User"], hidden=bytes(1), stores_hidden=False))
    for hidden in (True, False):
        with pytest.raises(EditError, match="saved answer, in which no message can be hidden"):
            apply(answer, SetHidden((0,), hidden=hidden))


@pytest.mark.parametrize(
    ("held", "wanted", "after"),
    [
        ([1, "Mira", None], ["Mira", "Zoe"], [1, "Mira", None, "Zoe"]),
        (["Mira", {"x": 1}, "Robin"], ["Robin"], [{"x": 1}, "Robin"]),
        (["Mira", 5, "Robin"], ["Robin", "Mira"], ["Robin", 5, "Mira"]),
        ([True, "Mira", "Mira"], [], [True]),
        ("Mira", ["Zoe"], ["Zoe"]),
        (None, ["Zoe"], ["Zoe"]),
    ],
)
def test_what_is_no_name_stays_in_a_list_of_names(held, wanted, after):
    memory = Memory(0, {"id": "a", "summary": "s", "witnesses": held}, 0)
    before = Document(memories=(memory,), fields=FIELDS)
    edited = apply(before, SetField((0,), "witnesses", wanted))
    assert edited.memories[0].record["witnesses"] == after
