"""Unsaved edits put over a chat that is open, value by value."""

import json
from pathlib import Path

import pytest

from inspector.core.edits import (
    ReviseMemories,
    RotateIntegrity,
    SetField,
    SetText,
    apply,
    changes_between,
)
from inspector.files.unsaved import Unsaved
from inspector.following import values_over
from inspector.jsonbytes.pieces import joined
from inspector.loading import load, open_chat
from inspector.recovery import chat_state
from inspector.shipped import sample_chat

RATED, WORDED = SetField((0,), "importance", 5), SetField((1,), "summary", "Worded anew.")
NAMED = SetField((2,), "witnesses", ["Nell"])
MADE = ReviseMemories("Made", added=({"summary": "New."},))


@pytest.fixture
def chat():
    return open_chat(sample_chat())


def unsaved(state, saved=None):
    return Unsaved(Path("kept"), sample_chat(), saved=saved or {}, state=state)


def edited(chat, *edits):
    document = chat.document
    for edit in edits:
        document = apply(document, edit)
    return document


def test_values_stand_in_the_document_as_if_its_bytes_were_read(chat):
    wanted = edited(chat, RATED, WORDED, NAMED, RotateIntegrity("another-mark"))
    found = values_over(chat, unsaved(chat_state(chat, wanted)), chat.document)
    assert joined(chat.contents(found)) == joined(chat.contents(wanted))
    known = changes_between(chat.document, wanted)
    differs = changes_between(chat.document, found)
    assert (differs.memories, differs.characters) == (known.memories, known.characters)
    assert (differs.integrity, differs.stores, differs.hidden) == (True, False, False)


def test_of_edits_since_a_save_only_what_was_not_saved_counts(chat):
    saved, wanted = edited(chat, RATED, MADE), edited(chat, RATED, MADE, WORDED)
    now = load(joined(chat.contents(saved)), chat.on_disk)
    left = unsaved(chat_state(chat, wanted), chat_state(chat, saved))
    found = values_over(now, left, now.document)
    assert joined(now.contents(found)) == joined(chat.contents(wanted))


GONE = ReviseMemories("Gone", removed=frozenset({1, 4}))
MADE_TWICE = ReviseMemories("Made", added=({"summary": "Third."}, {"summary": "Fourth."}))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), (GONE,)),
        ((), (MADE, RATED, MADE_TWICE)),
        ((), (NAMED, GONE, MADE, WORDED)),
        ((GONE,), (WORDED, RATED, NAMED)),
        ((GONE,), (GONE, MADE)),
        ((MADE,), (GONE, WORDED)),
        ((GONE, MADE, MADE_TWICE), (GONE,)),
    ],
)
def test_memories_come_and_go_as_if_the_bytes_were_read(chat, before, after):
    saved = edited(chat, *before)
    wanted = edited(chat, *before, *after)
    now = load(joined(chat.contents(saved)), chat.on_disk)
    left = unsaved(chat_state(chat, wanted), chat_state(chat, saved))
    found = values_over(now, left, now.document)
    assert joined(now.contents(found)) == joined(chat.contents(wanted))
    assert [one.index for one in found.memories] == list(range(len(wanted.memories)))


def test_a_memory_that_was_made_and_saved_is_edited_and_goes(chat):
    saved = edited(chat, MADE)
    last = len(saved.memories) - 1
    now = load(joined(chat.contents(saved)), chat.on_disk)
    for edit in (
        SetField((last,), "summary", "Newer."),
        ReviseMemories("", removed=frozenset({last})),
    ):
        wanted = apply(saved, edit)
        left = unsaved(chat_state(chat, wanted), chat_state(chat, saved))
        found = values_over(now, left, now.document)
        assert joined(now.contents(found)) == joined(chat.contents(wanted))


def test_memories_that_are_displayed_already_stay_the_same_objects(chat):
    wanted = edited(chat, GONE, MADE)
    displayed = values_over(chat, unsaved(chat_state(chat, wanted)), chat.document)
    found = values_over(chat, unsaved(chat_state(chat, apply(wanted, RATED))), displayed)
    assert changes_between(displayed, found).memories == {0}


def test_what_stands_in_messages_is_left_to_another_reading(chat):
    wanted = edited(chat, RATED, SetText(3, "Another text."))
    assert values_over(chat, unsaved(chat_state(chat, wanted)), chat.document) is None


@pytest.mark.parametrize("location", [[0], [99]])
def test_an_item_of_a_list_that_is_not_the_memories_is_left_to_another_reading(chat, location):
    states = chat.file.metadata["openvault"]["character_states"]
    name = next(name for name, one in states.items() if one["known_events"])
    path = [None, "chat_metadata", "openvault", "character_states", name, "known_events"]
    left = unsaved({json.dumps([*path, *location]): {}})
    assert values_over(chat, left, chat.document) is None


@pytest.mark.parametrize("edit", [WORDED, GONE])
def test_what_was_undone_since_a_save_is_left_to_another_reading(chat, edit):
    saved = edited(chat, RATED, edit)
    now = load(joined(chat.contents(saved)), chat.on_disk)
    left = unsaved(chat_state(chat, edited(chat, RATED)), chat_state(chat, saved))
    assert values_over(now, left, now.document) is None


@pytest.mark.parametrize(
    "name", ['[null,"chat_metadata"]', '[null,"other","key"]', '["x","mes"]', "{}", "no JSON"]
)
def test_a_state_that_names_no_value_is_refused(chat, name):
    assert values_over(chat, unsaved({name: {"value": 1}}), chat.document) is None
