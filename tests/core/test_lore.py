"""Edits of entries and events are values: another lorebook or a refusal."""

import pytest

from inspector.core.errors import EditError
from inspector.core.lore import (
    Chronicle,
    ChronicleEvent,
    Lorebook,
    LorebookEntry,
    SetLoreField,
    apply_lore,
)


def lorebook():
    return Lorebook("Book", (LorebookEntry(0, "0", "Mill"), LorebookEntry(1, "1", "Harbour")))


def test_an_edit_makes_another_lorebook_and_leaves_the_first():
    before = lorebook()
    after = apply_lore(before, SetLoreField((1,), "content", "At night."))
    assert after.items[1].content == "At night."
    assert before.items[1].content == ""
    assert after.items[0] is before.items[0]
    assert after.name == "Book"


def test_what_is_set_already_changes_nothing():
    before = lorebook()
    assert apply_lore(before, SetLoreField((0, 1), "enabled", value=True)) is before


def test_a_whole_selection_is_one_edit_and_names_have_aliases():
    after = apply_lore(lorebook(), SetLoreField((0, 1), "keys_text", [" a ", "b", "a"]))
    assert [entry.keywords for entry in after.items] == [("a", "b"), ("a", "b")]


def test_a_text_can_be_emptied():
    before = Chronicle((ChronicleEvent(0, "x", summary="A fire."),))
    assert apply_lore(before, SetLoreField((0,), "summary", "")).items[0].summary == ""


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("title", " ", "Title cannot be empty"),
        ("title", 5, "Title is a text"),
        ("content", None, "Text is a text"),
        ("content", "\ud800", "half of a character pair"),
        ("keywords", "a", "Keywords is a list"),
        ("keywords", ["a", ""], "Keywords cannot be empty"),
        ("keywords", [1], "Keywords is a text"),
        ("enabled", 1, "either true or false"),
        ("constant", "yes", "either true or false"),
        ("order", 1.5, "a whole number"),
        ("order", True, "a whole number"),
        ("order", 2**53, "holds exactly"),
        ("colour", 1, "no field 'colour' to edit here; there are title, keywords"),
    ],
)
def test_a_value_that_the_field_cannot_have_is_refused(field, value, why):
    with pytest.raises(EditError, match=why):
        apply_lore(lorebook(), SetLoreField((0,), field, value))


@pytest.mark.parametrize(
    ("places", "why"), [((), "selected"), ((2,), "no item #2"), ((-1,), "#-1")]
)
def test_an_edit_names_items_that_are_there(places, why):
    with pytest.raises(EditError, match=why):
        apply_lore(lorebook(), SetLoreField(places, "title", "x"))
