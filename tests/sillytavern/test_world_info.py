"""Lorebooks: read in both forms, edited, written back byte for byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import EditError, InspectorError
from inspector.core.lore import LorebookForm, SetLoreField, apply_lore
from inspector.sillytavern.world_info import read_lorebook

WORLD = b"""\xef\xbb\xbf{
    "entries": {
        "0": {
            "uid": 0,
            "key": [
                "mill",
                "wheel"
            ],
            "keysecondary": [],
            "comment": "The m\\u0069ll",
            "content": "Old.\\nVery.",
            "constant": false,
            "disable": false,
            "order": 1e2,
            "position": 0,
            "unknown": 1.0
        },
        "7": {"uid": 7, "key": [], "comment": "", "content": "x", "disable": true, "position": 1}
    },\r
    "name": "World"
}"""

MINIMAL = b'{"name": "M", "entries": [ {"title":"Mill", "keywords" : ["a"], "content":"Old." } ]}'


def edited(data, field, value, places=(0,)):
    file = read_lorebook(data)
    return file.changed(apply_lore(file.lorebook, SetLoreField(places, field, value)))


def test_world_info_is_read_as_scribe_imports_it():
    lorebook = read_lorebook(WORLD).lorebook
    first, second = lorebook.items
    assert (lorebook.name, lorebook.form) == ("World", LorebookForm.WORLD_INFO)
    assert (first.uid, first.title, first.keywords) == ("0", "The mill", ("mill", "wheel"))
    assert (first.enabled, first.constant, first.order) == (True, False, 100)
    assert (second.uid, second.title, second.enabled, second.order) == ("7", "", False, 100)


def test_other_names_of_the_same_values_are_read_too():
    entry = {
        "display_name": "D", "comment": "C", "keys": ["b", "a"], "key": ["a"], "enabled": False,
        "disable": False, "insertion_order": 5, "position": 0, "content": 3,
    }  # fmt: skip
    (read,) = read_lorebook(json.dumps({"entries": {"x": entry}}).encode()).lorebook.items
    assert (read.uid, read.title, read.keywords, read.enabled, read.order, read.content) == (
        "x", "D", ("a", "b"), False, 5, "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("stored", "title"),
    [
        ({}, "Entry x"),
        ({"comment": None}, "Entry x"),
        ({"comment": " "}, " "),
        ({"display_name": "", "displayName": "D", "comment": "C"}, ""),
        ({"display_name": None, "displayName": "D", "comment": "C"}, "D"),
    ],
)
def test_an_entrys_title_is_the_first_that_is_there_even_if_it_is_empty(stored, title):
    entry = {"position": 0, "content": "c", **stored}
    (read,) = read_lorebook(json.dumps({"entries": {"x": entry}}).encode()).lorebook.items
    assert read.title == title


@pytest.mark.parametrize(
    ("field", "value", "old", "new"),
    [
        ("content", 'A "new"\ntext.', rb'"Old.\nVery."', rb'"A \"new\"\ntext."'),
        ("title", "Mühle", rb'"The m\u0069ll"', '"Mühle"'.encode()),
        ("key", ["mill", "wheel", "dam"], b'"wheel"\n', b'"wheel","dam"\n'),
        ("keywords", ["wheel"], b'"mill",\n                "wheel"', b'"wheel"'),
        ("enabled", False, b'"disable": false', b'"disable": true'),
        ("constant", True, b'"constant": false', b'"constant": true'),
        ("order", 250, b"1e2", b"250"),
    ],
)
def test_an_edit_changes_the_bytes_of_its_value_alone(field, value, old, new):
    assert edited(WORLD, field, value) == WORLD.replace(old, new, 1)


def test_a_value_that_is_not_there_goes_to_the_end_of_its_entry():
    assert edited(WORLD, "constant", True, (1,)) == WORLD.replace(
        b'"position": 1}', b'"position": 1,"constant":true}'
    )


def test_several_entries_change_in_one_step():
    assert edited(WORLD, "enabled", False, (0, 1)) == WORLD.replace(
        b'"disable": false', b'"disable": true'
    )


def test_values_that_stand_twice_change_together():
    data = (
        b'{"entries":{"0":{"displayName":"A","comment":"A","keys":["k"],"key":["k"],'
        b'"enabled":true,"disable":false,"insertion_order":3,"position":0}}}'
    )
    assert edited(data, "title", "B") == data.replace(b'"A"', b'"B"')
    assert edited(data, "keywords", []) == data.replace(b'["k"]', b"[]")
    assert edited(data, "enabled", False) == data.replace(b"true", b"F").replace(
        b"false", b"true"
    ).replace(b"F", b"false")
    assert edited(data, "order", 4) == data.replace(b":3", b":4")


def test_the_minimal_form_stores_title_keywords_and_text_alone():
    lorebook = read_lorebook(MINIMAL).lorebook
    (entry,) = lorebook.items
    assert (lorebook.form, entry.uid, entry.title) == (LorebookForm.MINIMAL, "0", "Mill")
    assert (entry.enabled, entry.constant, entry.order) == (True, False, 100)
    assert edited(MINIMAL, "content", "New.") == MINIMAL.replace(b"Old.", b"New.")
    assert edited(MINIMAL, "keywords", ["a", "b"]) == MINIMAL.replace(b'"a"', b'"a","b"')
    for field in ("enabled", "constant", "order"):
        with pytest.raises(EditError, match="there are title, keywords, content"):
            apply_lore(lorebook, SetLoreField((0,), field, True))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"name": "x"}', "it has no `entries`"),
        (b'{"entries": null}', "it has no `entries`"),
        (b'{"entries": 4}', "no list and no object"),
        (b"[]", "a JSON object"),
        (b"", "it is empty"),
        (b'{"entries": {', "it is cut off"),
        (b"\x89PNG", "cannot be read"),
    ],
)
def test_what_is_no_lorebook_is_refused(data, why):
    with pytest.raises(InspectorError, match=f"^world.json: .*{why}"):
        read_lorebook(data, "world.json")


def test_odd_entries_are_reported_and_nothing_is_lost():
    data = b'{"entries":{"0":null,"1":{"uid":5,"content":"a"},"2":{"uid":5,"position":0}}}'
    file = read_lorebook(data)
    assert [entry.uid for entry in file.lorebook.items] == ["5", "5"]
    codes = [problem.code for problem in file.lorebook.problems]
    assert codes == ["bad-entry", "no-position", "duplicate-uid"]
    after = apply_lore(file.lorebook, SetLoreField((1,), "content", "b"))
    assert file.changed(after) == data.replace(b'"position":0}', b'"position":0,"content":"b"}')


def test_an_empty_lorebook_is_one():
    assert read_lorebook(b'{"entries": []}').lorebook.items == ()


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    TEXT,
    st.lists(TEXT.filter(str.strip), max_size=4),
    st.booleans(),
    st.integers(-(2**53) + 1, 2**53 - 1),
)
def test_what_is_written_is_what_is_read_again(content, keywords, flag, order):
    lorebook = read_lorebook(WORLD).lorebook
    for field, value in (
        ("content", content),
        ("keywords", keywords),
        ("enabled", flag),
        ("constant", flag),
        ("order", order),
    ):
        lorebook = apply_lore(lorebook, SetLoreField((0, 1), field, value))
    again = read_lorebook(read_lorebook(WORLD).changed(lorebook)).lorebook
    for old, new in zip(lorebook.items, again.items, strict=True):
        assert (old.content, old.keywords, old.enabled, old.constant) == (
            new.content, new.keywords, new.enabled, new.constant,
        )  # fmt: skip
        assert old.order == new.order


def test_another_keyword_leaves_the_bytes_of_the_others_and_what_is_none():
    data = MINIMAL.replace(b'["a"]', b'[ "\xff",7, " b ", "\\u0063",null ]')
    after = edited(data, "keywords", ["\ufffd", " b ", "c", "new"])
    assert after == data.replace(b"null ]", b'null,"new" ]')
    assert edited(data, "keywords", ["\ufffd", " b "]) == data.replace(b'"\\u0063",', b"")
