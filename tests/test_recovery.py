"""Unsaved edits put over a chat that is open, value by value."""

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
from inspector.jsonbytes.pieces import joined
from inspector.loading import load, open_chat
from inspector.recovery import chat_state, values_over
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
    found = values_over(chat, unsaved(chat_state(chat, wanted)))
    assert joined(chat.contents(found)) == joined(chat.contents(wanted))
    known = changes_between(chat.document, wanted)
    differs = changes_between(chat.document, found)
    assert (differs.memories, differs.characters) == (known.memories, known.characters)
    assert (differs.integrity, differs.stores, differs.hidden) == (True, False, False)


def test_of_edits_since_a_save_only_what_was_not_saved_counts(chat):
    saved, wanted = edited(chat, RATED, MADE), edited(chat, RATED, MADE, WORDED)
    now = load(joined(chat.contents(saved)), chat.on_disk)
    left = unsaved(chat_state(chat, wanted), chat_state(chat, saved))
    found = values_over(now, left)
    assert joined(now.contents(found)) == joined(chat.contents(wanted))


@pytest.mark.parametrize(
    "edit",
    [
        ReviseMemories("Gone", removed=frozenset({1})),
        MADE,
        SetText(3, "Another text."),
    ],
)
def test_what_comes_or_goes_or_stands_in_messages_is_left_to_another_reading(chat, edit):
    assert values_over(chat, unsaved(chat_state(chat, edited(chat, RATED, edit)))) is None


def test_what_was_undone_since_a_save_is_left_to_another_reading(chat):
    saved = edited(chat, RATED, WORDED)
    now = load(joined(chat.contents(saved)), chat.on_disk)
    left = unsaved(chat_state(chat, edited(chat, RATED)), chat_state(chat, saved))
    assert values_over(now, left) is None


@pytest.mark.parametrize(
    "name", ['[null,"chat_metadata"]', '[null,"other","key"]', '["x","mes"]', "{}", "no JSON"]
)
def test_a_state_that_names_no_value_is_refused(chat, name):
    assert values_over(chat, unsaved({name: {"value": 1}})) is None
