"""A chat that others write is read again to what opening it gives, and never written over."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.edits import SetField, apply
from inspector.core.errors import ChangedOutsideError
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat, open_chat_again
from inspector.writing import write


def message(number, text="Said."):
    return {"name": "Mira", "is_user": False, "mes": f"{number} {text}", "send_date": f"d{number}"}


def memory(number, **more):
    return {"id": f"event_{number}", "summary": f"What happened {number}.", "importance": 3, **more}


def contents(memories, messages, **more):
    vault = {"memories": memories, "character_states": {"Mira": {"name": "Mira", **more}}}
    header = {"chat_metadata": {"integrity": "one", "openvault": vault}, "user_name": "unused"}
    return "\n".join(map(json.dumps, [header, *messages])).encode()


def spelled(document):
    return (
        [json.dumps(one.record) for one in document.memories],
        [(one.index, one.location, one.id) for one in document.memories],
        {name: json.dumps(one.record) for name, one in document.characters.items()},
        json.dumps({key: dict(value) for key, value in document.stores.items()}, default=dict),
        [json.dumps(dict(one)) for one in document.chat.records],
        list(document.chat.send_dates),
        document.names,
        document.carried,
        document.integrity,
        document.problems,
    )


MEMORIES = st.lists(
    st.builds(
        memory,
        st.integers(0, 4),
        importance=st.sampled_from([1, 1.0, True, 3]),
        message_ids=st.sampled_from([[], [1], [True], [1.0], [2]]),
    )
    | st.sampled_from([5, None, {"summary": "b", "id": "x"}, {"id": "x", "summary": "b"}]),
    max_size=4,
)
STATES = st.tuples(MEMORIES, st.integers(0, 4), st.sampled_from(["", "wary", "calm"]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STATES, min_size=2, max_size=6), st.booleans())
def test_a_chat_is_read_again_to_what_opening_it_gives(tmp_path, states, in_place):
    path, other = tmp_path / "chat.jsonl", tmp_path / "chat.tmp"
    chat = None
    for memories, count, emotion in states:
        data = contents(memories, map(message, range(1 + count)), current_emotion=emotion)
        if in_place:
            path.write_bytes(data)
        else:
            other.write_bytes(data)
            other.replace(path)
        chat = open_chat(path) if chat is None else open_chat_again(chat)
        assert spelled(chat.document) == spelled(open_chat(path).document)
        assert joined(chat.on_disk.pieces) == joined(chat.contents(chat.document)) == data


def test_a_memory_that_nobody_changed_is_the_same_object(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(contents([memory(0), memory(1)], [message(0)]))
    chat = open_chat(path)
    path.write_bytes(contents([memory(0), memory(1, importance=5), memory(2)], [message(0)]))
    again = open_chat_again(chat)
    pairs = zip(again.document.memories, chat.document.memories, strict=False)
    same = [new is old for new, old in pairs]
    assert same == [True, False]
    assert len(again.document.memories) == 3


def test_what_only_seemed_appended_to_is_not_written_over(tmp_path):
    path = tmp_path / "chat.jsonl"
    messages = [message(number, "word " * 2000) for number in range(30)]
    path.write_bytes(contents([memory(0)], messages))
    chat = open_chat(path)
    messages[3]["mes"] = messages[3]["mes"].upper()
    theirs = contents([memory(0)], [*messages, message(30)])
    path.write_bytes(theirs)
    again = open_chat_again(chat)
    assert not again.on_disk.is_compared
    edited = apply(again.document, SetField((0,), "importance", 5))
    with pytest.raises(ChangedOutsideError):
        write(again, edited)
    assert path.read_bytes() == theirs
    # It did not grow since, so that all of it is compared.
    whole = open_chat_again(again)
    assert whole.on_disk.is_compared
    assert whole.document.chat.message(3).text == messages[3]["mes"]
    write(whole, apply(whole.document, SetField((0,), "importance", 5)))
    assert open_chat(path).document.memories[0].importance == 5
