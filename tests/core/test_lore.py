"""Edits of entries and events are values: another lorebook or a refusal."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from inspector.core.document import Document
from inspector.core.edits import Changes, apply, changes_between
from inspector.core.errors import EditError
from inspector.core.lore import (
    Chronicle,
    ChronicleEvent,
    Lorebook,
    LorebookEntry,
    LoreKind,
    Origin,
    SetLoreField,
    apply_lore,
)
from inspector.core.sources import Sources


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
        ("content", "\ud800", "lone surrogate"),
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


def beside():
    chronicle = Chronicle((ChronicleEvent(0, "x", summary="A fire."),), origin=Origin("c.json"))
    return Document(lorebook=lorebook(), chronicle=chronicle)


def test_an_edit_goes_to_the_lorebook_or_the_chronicle_of_the_document():
    before = beside()
    book = apply(before, SetLoreField((0,), "order", 5))
    assert (book.lorebook.items[0].order, book.chronicle) == (5, before.chronicle)
    story = apply(before, SetLoreField((0,), "text", "Rain.", LoreKind.CHRONICLE))
    assert (story.chronicle.items[0].summary, story.lorebook) == ("Rain.", before.lorebook)
    assert story.chronicle.origin is before.chronicle.origin


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [(LoreKind.LOREBOOK, "enabled", True), (LoreKind.CHRONICLE, "summary", "A fire.")],
)
def test_an_edit_that_changes_nothing_beside_the_chat_keeps_the_document(kind, field, value):
    before = beside()
    assert apply(before, SetLoreField((0,), field, value, kind)) is before


@pytest.mark.parametrize(
    ("kind", "why"),
    [(LoreKind.LOREBOOK, "No lorebook is open"), (LoreKind.CHRONICLE, "No chronicle is open")],
)
def test_what_is_not_open_cannot_be_edited(kind, why):
    with pytest.raises(EditError, match=why):
        apply(Document(), SetLoreField((0,), "keywords", ["a"], kind))


def test_lore_is_a_change_beside_the_chat_and_not_in_it():
    before = beside()
    edited = apply(before, SetLoreField((0,), "enabled", value=False))
    changes = changes_between(before, edited)
    assert changes == Changes(lore=True)
    assert (bool(changes), changes.in_chat) == (True, False)
    opened = changes_between(replace(before, lorebook=None), before)
    assert (opened.lore, opened.in_chat) == (True, False)


def test_other_things_beside_the_chat_are_no_change_in_it_either():
    before = Document()
    changes = changes_between(
        before, replace(before, beside=Sources(now=datetime(2026, 1, 1, tzinfo=UTC)))
    )
    assert (changes.beside, changes.in_chat, bool(changes)) == (True, False, True)
    assert not Changes()
    assert Changes(integrity=True).in_chat
