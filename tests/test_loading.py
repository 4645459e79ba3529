"""From a file to a document and back: an edit changes the bytes of its values and no others."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.edits import ChangeNames, RotateIntegrity, SetField, SetHidden, apply
from inspector.core.errors import ChatFileError, EditError
from inspector.core.recap_edits import AddVersion
from inspector.core.stored import StoredChange
from inspector.files import OnDisk
from inspector.jsonbytes.pieces import joined
from inspector.loading import load, open_chat


def opened(data):
    return load(data, OnDisk(Path("chat.jsonl"), (data,), len(data), 0, 0, 0))


def bytes_after(chat, *edits):
    document = chat.document
    for edit in edits:
        document = apply(document, edit)
    return joined(chat.contents(document))


def chat_with(vault, *, spaced=False):
    separators = (", ", " : ") if spaced else (",", ":")
    header = {"chat_metadata": {"integrity": "x", "openvault": vault}, "user_name": "unused"}
    line = json.dumps(header, ensure_ascii=False, separators=separators)
    return (line + '\n{"name":"Mira","mes":"Hello"}').encode()


def one_memory(**more):
    memory = {"id": "a", "summary": "Mira rang the bell.", "importance": 3, **more}
    return {"memories": [memory], "character_states": {"Mira": {"known_events": ["z", "a"]}}}


def test_chats_of_the_release_round_trip(golden):
    for path in sorted((golden / "openvault-pipeline").glob("pipe-*.jsonl")):
        chat = open_chat(path)
        assert chat.document.memories, path
        assert joined(chat.contents(chat.document)) == path.read_bytes()


def test_the_sample_round_trips(sample):
    chat = open_chat(sample)
    assert len(chat.document.memories) >= 40
    assert joined(chat.contents(chat.document)) == sample.read_bytes()


def test_an_edit_changes_its_value_and_nothing_else():
    data = chat_with(one_memory(unknown=1e-7), spaced=True)
    changed = bytes_after(opened(data), SetField((0,), "importance", 5))
    assert changed == data.replace(b'"importance" : 3', b'"importance" : 5')


def test_an_edit_of_witnesses_also_changes_known_events():
    data = chat_with(one_memory(witnesses=["Mira"]))
    changed = bytes_after(opened(data), SetField((0,), "witnesses", ["Robin"]))
    expected = data.replace(b'"witnesses":["Mira"]', b'"witnesses":["Robin"]')
    assert changed == expected.replace(b'["z","a"]', b'["z"]')


def test_a_new_summary_removes_its_embedding_from_the_file():
    data = chat_with(one_memory(embedding=[0.1, 0.25], embedding_b64="AAAA", tokens=["bell"]))
    changed = bytes_after(opened(data), SetField((0,), "summary", "Mira hid the bell."))
    expected = data.replace(b"rang the bell", b"hid the bell")
    assert changed == expected.replace(b'"embedding":[0.1,0.25],"embedding_b64":"AAAA",', b"")


def test_a_field_that_was_missing_is_added_at_the_end():
    data = chat_with(one_memory())
    changed = bytes_after(opened(data), SetField((0,), "archived", True))
    assert changed == data.replace(b'"importance":3}', b'"importance":3,"archived":true}')


def test_integrity_changes_only_when_it_is_rotated():
    data = chat_with(one_memory())
    assert bytes_after(opened(data), RotateIntegrity("new")) == data.replace(b'"x"', b'"new"')


def test_hiding_a_message_changes_its_flag_in_its_line_and_nothing_else():
    data = chat_with(one_memory()) + b'\n{"name":"Robin","is_system": false,"mes":"Hi"}\n'
    chat = opened(data)
    hidden = data.replace(b'"is_system": false', b'"is_system": true')
    assert bytes_after(chat, SetHidden((1,), hidden=True)) == hidden
    added = data.replace(b'"mes":"Hello"}', b'"mes":"Hello","is_system":true}')
    assert bytes_after(chat, SetHidden((0,), hidden=True)) == added
    both = SetHidden((0,), hidden=True), SetHidden((0,), hidden=False)
    assert bytes_after(chat, *both) == data


def test_a_saved_answer_refuses_what_it_cannot_store_and_stays_as_it_was():
    data = b'[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}]'
    chat = opened(data)
    with pytest.raises(EditError, match="saved answer, in which no message can be hidden"):
        apply(chat.document, SetHidden((0,), hidden=True))
    added = apply(chat.document, AddVersion("Nell came.", 1_767_323_045_678))
    with pytest.raises(EditError, match="has no header line"):
        chat.contents(added)
    with pytest.raises(EditError, match="saved answer, whose messages are only read"):
        chat.file.changed([StoredChange(("mes",), "x", message=1)])
    assert bytes_after(chat) == data


def test_entries_that_are_no_memories_are_passed_over_and_kept():
    data = chat_with({"memories": [None, {"id": "a", "summary": "s", "importance": 1.0}, 5]})
    chat = opened(data)
    assert [memory.id for memory in chat.document.memories] == ["a"]
    assert [problem.code for problem in chat.document.problems] == ["memory-no-object"] * 2
    changed = bytes_after(chat, SetField((0,), "importance", 2))
    assert changed == data.replace(b'"importance":1.0', b'"importance":2')


@pytest.mark.parametrize(
    ("vault", "code"),
    [
        ({"memories": {}}, "memories-no-list"),
        ([], "vault-no-object"),
        ({"character_states": []}, "characters-no-object"),
        ({"character_states": {"Mira": 5}}, "character-no-object"),
    ],
)
def test_odd_shapes_are_problems_and_not_errors(vault, code):
    chat = opened(chat_with(vault))
    assert code in [problem.code for problem in chat.document.problems]
    assert chat.document.memories == ()


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"[]", b"<p>", b"\xff\xfea\x00"])
def test_what_is_no_chat_is_refused_by_name(data):
    with pytest.raises(ChatFileError, match=r"chat\.jsonl"):
        opened(data)


def test_undo_after_a_save_gives_back_the_first_spelling():
    data = chat_with(one_memory()).replace(b'"importance":3', b'"importance":3.0')
    chat = opened(data)
    edited = apply(chat.document, SetField((0,), "importance", 4))
    assert joined(chat.contents(edited)) != data
    assert joined(chat.contents(chat.document)) == data


NAMES = st.sampled_from(["Mira", "Robin", "Лиза", "小雨", "Zoë 🦊"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(
    lambda text: bool(text.strip())
)
MEMORIES = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b", "c"]), "summary": TEXTS},
    optional={
        "importance": st.one_of(st.integers(-1, 9), st.floats(0, 6), st.just("high")),
        "witnesses": st.lists(NAMES, max_size=3, unique=True),
        "is_secret": st.booleans(),
        "embedding_b64": st.just("AAAA"),
        "message_ids": st.lists(st.integers(0, 3), max_size=3),
        "unknown": st.floats(allow_nan=False, allow_infinity=False),
        "temporal_anchor": st.none() | TEXTS,
    },
)
VAULTS = st.fixed_dictionaries(
    {
        "memories": st.lists(MEMORIES, min_size=1, max_size=4),
        "character_states": st.dictionaries(
            NAMES,
            st.fixed_dictionaries(
                {}, optional={"known_events": st.lists(st.sampled_from("abc"), unique=True)}
            ),
            max_size=3,
        ),
    }
)
EDITS = st.one_of(
    st.builds(SetField, st.just((0,)), st.just("importance"), st.integers(1, 5)),
    st.builds(SetField, st.just((0,)), st.just("secret"), st.booleans()),
    st.builds(SetField, st.just((0,)), st.just("summary"), TEXTS),
    st.builds(SetField, st.just((0,)), st.just("witnesses"), st.lists(NAMES, unique=True)),
    st.builds(ChangeNames, st.just((0,)), st.just("witnesses"), st.tuples(NAMES), st.tuples(NAMES)),
    st.builds(SetField, st.just((0,)), st.just("temporal_anchor"), st.none() | TEXTS),
    st.builds(SetField, st.just((0,)), st.just("archived"), st.booleans()),
)


@given(VAULTS, st.booleans())
def test_load_then_store_is_byte_identical(vault, spaced):
    data = chat_with(vault, spaced=spaced)
    assert bytes_after(opened(data)) == data


@given(VAULTS, st.lists(EDITS, min_size=1, max_size=4))
def test_edits_and_no_more_are_what_the_stored_file_says(vault, edits):
    chat = opened(chat_with(vault))
    document = chat.document
    for edit in edits:
        document = apply(document, edit)
    again = opened(joined(chat.contents(document))).document
    assert [m.record for m in again.memories] == [dict(m.record) for m in document.memories]
    assert {n: dict(s.record) for n, s in again.characters.items()} == {
        n: dict(s.record) for n, s in document.characters.items()
    }
    assert joined(chat.contents(chat.document)) == chat.file.lines.data


@given(VAULTS, EDITS)
def test_memories_that_an_edit_does_not_name_keep_their_bytes(vault, edit):
    vault["memories"].append({"id": "last", "summary": "untouched", "importance": 1.5e-7})
    data = chat_with(vault)
    changed = bytes_after(opened(data), edit)
    tail = b'{"id":"last","summary":"untouched","importance":1.5e-07}'
    assert tail in changed
    assert changed.split(b"\n", 1)[1] == data.split(b"\n", 1)[1]


ODD_NAMES = (
    b'{"chat_metadata":{"openvault":{"memories":[{"id":"a","summary":"s",'
    b'"witnesses":[ "\xff\xfe", "Mira",7, " Rob ","\\ud800",{"n": 1.0} ,"","Zo\\u0065"]}]}}}'
)


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (ChangeNames((0,), "witnesses", remove=("Mira",)), b' "Mira",', b" "),
        (ChangeNames((0,), "witnesses", add=("Ada",)), b'"Zo\\u0065"', b'"Zo\\u0065","Ada"'),
        (
            SetField(
                (0,), "witnesses", ["\ufffd\ufffd", "Mira", " Rob ", "\ud800", "", "Zoe", "Ada"]
            ),
            b'"Zo\\u0065"',
            b'"Zo\\u0065","Ada"',
        ),
        (
            SetField((0,), "witnesses", ["\ufffd\ufffd", " Rob ", "\ud800", "", "Zoe"]),
            b' "Mira",',
            b" ",
        ),
    ],
)
def test_a_change_of_one_name_leaves_the_bytes_of_all_others(edit, old, new):
    assert bytes_after(opened(ODD_NAMES), edit) == ODD_NAMES.replace(old, new)
