"""What is explained and by whose rules; the words that stand where nothing is."""

from dataclasses import replace

import pytest

from inspector.core.document import Document
from inspector.gui.panels.why.case import (
    ASK_OF_ITEM,
    NO_EVENT_YET,
    NO_ITEM,
    NO_MEMORIES,
    NO_MESSAGE_YET,
    NO_SELECTION,
    NOTHING_OF_REQUEST,
    case_of,
    words_for,
    words_without,
)
from inspector.gui.state.selection import ItemSubject, MemorySubject, MessageSubject
from tests.systems.scribe.worlds import chronicle, event

SCRIBE, TERSE = "scribe/design", "openvault/terse"
SETTINGS = {"default_context_total_token_limit": 1500}


@pytest.fixture
def scribe(ask, chat):
    document = replace(chat, chronicle=chronicle(event(0, created_at="2026-09-26T08:00:00Z")))
    return lambda **moment: ask(SCRIBE, SETTINGS, document, **moment)


def test_scribe_explains_what_was_selected_last(scribe, selection):
    answer = scribe()
    selection.select_message(4)
    case = case_of(answer, selection)
    assert (case.subject, case.ruleset) == (MessageSubject(4), SCRIBE)
    assert case.requested.derivation is answer.derivation
    selection.select_item("chronicle:e0")
    assert case_of(answer, selection).subject == ItemSubject("chronicle:e0")


def test_a_memory_is_explained_by_the_ruleset_of_its_system(scribe, selection):
    answer = scribe()
    selection.select([3])
    case = case_of(answer, selection)
    assert (case.subject, case.ruleset) == (MemorySubject(3), "openvault/temporal")
    assert case.is_of_another
    assert case.requested.derivation is answer.of_memories
    assert case.requested.moment.settings == {}
    assert case.requested.ruleset.name == "openvault/temporal"


def test_where_memories_are_asked_about_a_message_is_read_beside_them(ask, selection):
    answer = ask(TERSE)
    selection.select([3])
    selection.select_message(4)
    case = case_of(answer, selection)
    assert (case.subject, case.is_of_another) == (MemorySubject(3), False)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda s: s.select_item("lore:1"), ASK_OF_ITEM.format(systems="Scribe")),
        (lambda s: s.select(()), NO_SELECTION),
    ],
)
def test_another_ruleset_says_whom_to_ask(ask, selection, act, words):
    answer = ask(TERSE)
    act(selection)
    assert case_of(answer, selection) is None
    assert words_for(answer, answer.state.document, selection) == words


def test_who_judges_no_message_names_all_that_do(ask, chat, selection):
    answer = ask(TERSE, document=replace(chat, carried=("openvault",)))
    selection.select_message(4)
    assert case_of(answer, selection) is None
    assert words_for(answer, answer.state.document, selection) == (
        "Ask a ruleset of Auto-Recap, Scribe, MessageSummarize or Summarize to see why a message, "
        "or its memory, is in or left out: no other judges messages."
    )


def test_a_message_alone_is_explained_by_the_ruleset_that_judges_messages(ask, selection):
    answer = ask(TERSE)
    selection.select_message(4)
    case = case_of(answer, selection)
    assert case.ruleset == "auto-recap/design"
    assert case.is_of_another


def test_an_item_is_not_passed_over_for_a_memory_that_was_selected_before(ask, selection):
    answer = ask(TERSE)
    selection.select([3])
    selection.select_item("lore:1")
    assert case_of(answer, selection) is None


def test_words_say_what_there_is_to_select(scribe, selection):
    answer = scribe()
    assert case_of(answer, selection) is None
    assert words_for(answer, answer.state.document, selection) == NOTHING_OF_REQUEST
    assert words_for(None, Document(), selection) == NO_MEMORIES


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda s: s.select_message(4), NO_MESSAGE_YET),
        (lambda s: s.select_item("chronicle:e0"), NO_EVENT_YET),
        (lambda s: s.select_item("chronicle:gone"), NO_ITEM),
        (lambda s: s.select_item("lore:1"), NO_ITEM),
    ],
)
def test_words_say_why_the_rules_know_nothing_of_it(scribe, selection, act, words):
    act(selection)
    assert words_without(case_of(scribe(at=2), selection)) == words


def test_events_that_are_left_out_altogether_are_told_of_by_their_setting(ask, scribe, selection):
    settings = {**SETTINGS, "chronicles_enabled": False}
    answer = ask(SCRIBE, settings, scribe().state.document)
    selection.select_item("chronicle:e0")
    assert words_without(case_of(answer, selection)) == (
        "No event is looked at: chronicles_enabled is false."
    )
